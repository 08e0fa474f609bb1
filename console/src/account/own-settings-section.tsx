import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { DEFAULT_LANDING, LANDINGS, type Landing } from '@vestry/contract/rules/landings.ts'
import { useState } from 'react'
import { callApi } from '../api/call-api.ts'
import { changeLanding, findOwnSettings } from '../api/landing.ts'
import { chooseContacts } from '../api/offline/contacts-choice.ts'
import { keepsContacts } from '../api/offline/keeps-contacts.ts'
import { currentUserId } from '../auth/session.ts'
import { church } from '../console-config.ts'
import type { MessageKey } from '../messages/messages.ts'
import { useMessages } from '../messages/use-messages.ts'
import { ChoiceSetting } from './choice-setting.tsx'
import { SettingsCard, useSetting } from './settings-card.tsx'

/** The pages, by their names in the menu. */
const NAMES: Readonly<Record<Landing, MessageKey>> = {
  preaching: 'shell.page.preaching',
  today: 'shell.page.today',
  classes: 'shell.page.classes',
  calendar: 'shell.page.calendar',
}

const ownSettings = () => {
  const sub = currentUserId() ?? ''
  return queryOptions({ queryKey: ['account', 'settings', sub], queryFn: () => findOwnSettings(sub) })
}

/** The console's settings for this person: the page that opens first, and whether they get the church's emails. */
export function OwnSettingsSection() {
  const { t } = useMessages()
  const queries = useQueryClient()
  const own = useSetting(ownSettings())
  const { landing, emails } = own.data ?? { landing: DEFAULT_LANDING, emails: true }
  return (
    <SettingsCard title={t('account.own')} query={own}>
      <ChoiceSetting
        name="landing"
        label={t('account.landing.after')}
        choices={LANDINGS.map((value) => ({ value, label: t(NAMES[value]) }))}
        chosen={landing}
        means={{ ApiError: 'account.landing.failed' }}
        onSave={async (chosen) => {
          await changeLanding(currentUserId() ?? '', chosen)
          await queries.invalidateQueries(ownSettings())
        }}
      >
        {t(NAMES[landing])}
      </ChoiceSetting>
      {church().parts.includes('sundaySchool') && (
        <>
          <ChoiceSetting
            name="emails"
            label={t('account.emails')}
            choices={(['on', 'off'] as const).map((value) => ({
              value,
              label: t(`account.emails.choose.${value}`),
            }))}
            chosen={emails ? 'on' : 'off'}
            means={{ ApiError: 'account.emails.failed' }}
            onSave={async (chosen) => {
              await callApi('PUT /account/settings', { body: { emails: chosen === 'on' } })
              await queries.invalidateQueries(ownSettings())
            }}
          >
            {t(emails ? 'account.emails.on' : 'account.emails.off')}
          </ChoiceSetting>
          <ContactsSetting sub={currentUserId() ?? ''} />
        </>
      )}
    </SettingsCard>
  )
}

/** What this device keeps of contacts for when there is no connection: the only setting that is the device's own. */
function ContactsSetting({ sub }: { sub: string }) {
  const { t } = useMessages()
  const [keeps, setKeeps] = useState(() => keepsContacts(sub))
  return (
    <ChoiceSetting
      name="contacts"
      label={t('account.contacts')}
      choices={(['off', 'on'] as const).map((value) => ({
        value,
        label: t(`account.contacts.choose.${value}`),
      }))}
      chosen={keeps ? 'on' : 'off'}
      onSave={async (chosen) => {
        await chooseContacts(sub, chosen === 'on')
        setKeeps(keepsContacts(sub))
      }}
    >
      {t(keeps ? 'account.contacts.on' : 'account.contacts.off')}
    </ChoiceSetting>
  )
}
