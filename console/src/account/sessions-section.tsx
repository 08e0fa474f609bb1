import { signOutEverywhere } from '../auth/session.ts'
import { useMessages } from '../messages/use-messages.ts'
import { confirm } from '../ui/dialogs/dialogs.ts'
import { askToSignOut, endWork } from '../ui/guarded-history.ts'
import { SettingRow } from './setting-row.tsx'
import { SettingsCard } from './settings-card.tsx'
import { useAttempt } from './use-attempt.ts'

/** Ends every session of the person, this one included. */
export function SessionsSection() {
  const { t } = useMessages()
  const leaving = useAttempt()
  const leave = async () => {
    const sure =
      (await askToSignOut()) &&
      (await confirm({
        title: t('account.sessions.question'),
        message: t('account.sessions.consequence'),
        yes: t('account.sessions.end'),
        no: t('ui.dialog.cancel'),
        danger: true,
      }))
    if (sure) {
      await leaving.attempt(async () => {
        await endWork()
        await signOutEverywhere()
      })
    }
    return undefined
  }
  return (
    <SettingsCard title={t('account.sessions')}>
      <SettingRow
        name="sessions"
        label={t('account.sessions.where')}
        failure={leaving.failure}
        actions={[{ verb: t('account.sessions.end'), danger: true, run: leave, busy: leaving.busy }]}
      >
        {t('account.sessions.about')}
      </SettingRow>
    </SettingsCard>
  )
}
