import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { DEFAULT_LANDING, LANDINGS, type Landing } from '@vestry/contract/landings.ts'
import { changeLanding, findLanding } from '../api/landing.ts'
import { currentUserId } from '../auth/session.ts'
import type { MessageKey } from '../messages/messages.ts'
import { useMessages } from '../messages/use-messages.ts'
import { ChoiceForm } from './choice-form.tsx'
import { type Closing, SettingRow } from './setting-row.tsx'
import { SettingsCard, useSetting } from './settings-card.tsx'

/** The pages by their names in the menu. */
const NAMES: Readonly<Record<Landing, MessageKey>> = {
  preaching: 'shell.menu.preaching',
  today: 'shell.page.today',
  classes: 'shell.menu.classes',
  calendar: 'shell.menu.calendar',
}

const ownLanding = () => {
  const sub = currentUserId() ?? ''
  return queryOptions({ queryKey: ['account', 'landing', sub], queryFn: () => findLanding(sub) })
}

/** Which page opens after signing in, and at the first address. */
export function LandingSection() {
  const { t } = useMessages()
  const own = useSetting(ownLanding())
  const landing = own.data ?? DEFAULT_LANDING
  return (
    <SettingsCard title={t('account.landing')} query={own}>
      <SettingRow
        name="landing"
        label={t('account.landing.after')}
        actions={[
          {
            verb: t('account.change'),
            form: (close) => <LandingForm landing={landing} onClose={close} />,
          },
        ]}
      >
        {t(NAMES[landing])}
      </SettingRow>
    </SettingsCard>
  )
}

function LandingForm({ landing, onClose }: { landing: Landing; onClose: Closing }) {
  const { t } = useMessages()
  const queries = useQueryClient()
  return (
    <ChoiceForm
      label={t('account.landing.after')}
      choices={LANDINGS.map((value) => ({ value, label: t(NAMES[value]) }))}
      chosen={landing}
      means={{ ApiError: 'account.landing.failed' }}
      onSave={async (chosen) => {
        await changeLanding(currentUserId() ?? '', chosen)
        queries.setQueryData(ownLanding().queryKey, chosen)
      }}
      onClose={onClose}
    />
  )
}
