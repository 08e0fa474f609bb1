import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { associateWebAuthnCredential, deleteWebAuthnCredential } from 'aws-amplify/auth'
import { useState } from 'react'
import { canUsePasskeys } from '../auth/passkeys-here.ts'
import { runtimeConfig } from '../console-config.ts'
import { useMessages } from '../messages/use-messages.ts'
import { confirm } from '../ui/dialogs/dialogs.ts'
import button from '../ui/wrapping-button.module.css'
import { type Passkey, readPasskeys } from './account-calls.ts'
import { formatMoment } from './account-dates.ts'
import classes from './account-page.module.css'
import { Failure } from './setting-form.tsx'
import { SettingRow } from './setting-row.tsx'
import { SettingsCard, useSetting } from './settings-card.tsx'
import { useAttempt } from './use-attempt.ts'

/** The passkeys of the person; if this browser can't make any, a sentence says why. */
export function PasskeySection() {
  const { t } = useMessages()
  const queries = useQueryClient()
  const adding = useAttempt({ LimitExceededException: 'account.error.passkeysFull' })
  const [said, setSaid] = useState('')
  const found = useSetting(readPasskeys)
  const config = runtimeConfig()
  const passkeys = found.data ?? []
  const add = async () => {
    setSaid('')
    const added = await adding.attempt(async () => {
      await associateWebAuthnCredential()
      await queries.invalidateQueries(readPasskeys)
    })
    setSaid(added ? t('account.passkey.added') : '')
  }
  return (
    <SettingsCard title={t('account.passkeys')} about={t('account.passkeys.about')} query={found}>
      {passkeys.map((passkey) => (
        <PasskeyRow key={passkey.credentialId} passkey={passkey} />
      ))}
      {adding.failure !== undefined && <Failure text={adding.failure} />}
      {canUsePasskeys(config) ? (
        <div className={classes.add}>
          <Button
            variant="default"
            size="sm"
            className={button.wrapping}
            loading={adding.busy}
            onClick={() => void add()}
          >
            {t('account.passkey.add')}
          </Button>
          <p role="status" className={classes.said}>
            {said}
          </p>
        </div>
      ) : (
        <p className={classes.hint}>
          {'PublicKeyCredential' in window
            ? t('account.passkeys.elsewhere', { host: config.passkeyHost })
            : t('account.passkeys.unsupported')}
        </p>
      )}
    </SettingsCard>
  )
}

function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const { t, language } = useMessages()
  const queries = useQueryClient()
  const removal = useAttempt()
  const { credentialId, createdAt } = passkey
  const name = passkey.friendlyCredentialName ?? t('account.passkey')
  const remove = async () => {
    const sure = await confirm({
      title: t('account.passkey.question', { name }),
      message: t('account.passkey.consequence'),
      yes: t('account.passkey.delete'),
      no: t('ui.dialog.cancel'),
      danger: true,
    })
    if (sure && credentialId !== undefined) {
      await removal.attempt(async () => {
        await deleteWebAuthnCredential({ credentialId })
        await queries.invalidateQueries(readPasskeys)
      })
    }
    return undefined
  }
  return (
    <SettingRow
      name={`passkey ${credentialId}`}
      label={name}
      failure={removal.failure}
      actions={[{ verb: t('account.passkey.delete'), danger: true, run: remove, busy: removal.busy }]}
    >
      {createdAt !== undefined && t('account.passkey.since', { date: formatMoment(createdAt, language) })}
    </SettingRow>
  )
}
