import { NativeSelect } from '@mantine/core'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { LANDINGS, type Landing } from '@vestry/contract/landings.ts'
import { useState } from 'react'
import { changeLanding, findLanding } from '../api/landing.ts'
import { currentUserId } from '../auth/session.ts'
import type { MessageKey } from '../messages/messages.ts'
import { useMessages } from '../messages/use-messages.ts'
import { SettingForm } from './setting-form.tsx'
import { type Closing, SettingRow } from './setting-row.tsx'
import { SettingsCard, useSetting } from './settings-card.tsx'
import { useAttempt } from './use-attempt.ts'

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
  const landing = useSetting(ownLanding())
  return (
    <SettingsCard title={t('account.landing')} query={landing}>
      <SettingRow
        name="landing"
        label={t('account.landing.after')}
        actions={[
          {
            verb: t('account.change'),
            form: (close) => <LandingForm landing={landing.data ?? 'preaching'} onClose={close} />,
          },
        ]}
      >
        {t(NAMES[landing.data ?? 'preaching'])}
      </SettingRow>
    </SettingsCard>
  )
}

function LandingForm({ landing, onClose }: { landing: Landing; onClose: Closing }) {
  const { t } = useMessages()
  const queries = useQueryClient()
  const attempt = useAttempt({ ApiError: 'account.landing.failed' })
  const [chosen, setChosen] = useState(landing)
  const save = () =>
    attempt.attempt(async () => {
      await changeLanding(currentUserId() ?? '', chosen)
      queries.setQueryData(ownLanding().queryKey, chosen)
      onClose(t('account.saved'))
    })
  return (
    <SettingForm
      attempt={attempt}
      submit={t('account.save')}
      onSubmit={() => void save()}
      onCancel={() => onClose()}
    >
      <NativeSelect
        label={t('account.landing.after')}
        data={LANDINGS.map((value) => ({ value, label: t(NAMES[value]) }))}
        value={chosen}
        onChange={(event) => setChosen(event.currentTarget.value as Landing)}
      />
    </SettingForm>
  )
}
