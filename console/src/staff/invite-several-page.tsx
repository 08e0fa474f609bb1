import { NativeSelect, Textarea } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { StaffGroup } from '@vestry/contract/calls/staff-groups.ts'
import { MESSAGE_LANGUAGES } from '@vestry/contract/messages/message-languages.ts'
import { STAFF_FIELDS } from '@vestry/contract/records/staff-record.ts'
import { INVITATION_DAYS } from '@vestry/contract/rules/staff-rules.ts'
import { churchToday } from '../api/church-day.ts'
import { runtimeConfig } from '../console-config.ts'
import { FormFrame, FormPage } from '../forms/form-frame.tsx'
import { HELP_BELOW } from '../forms/help-below.ts'
import { LoadedRecord } from '../forms/record-page.tsx'
import { blankValues, type FormValues, findErrors } from '../forms/record-values.ts'
import { useRecordForm } from '../forms/use-record-form.tsx'
import { t } from '../messages/messages.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { showMessage, showProgress } from '../ui/dialogs/dialogs.ts'
import { confirmAddresses } from './doubtful-address.ts'
import { defaultGroups, GroupFields } from './group-fields.tsx'
import { type Invited, invitedMessage, inviteSeveral, reasonsOf } from './invite-several.ts'
import { type Invitee, isAddress, readInvitees } from './invitees.ts'
import { listGroups, STAFF } from './staff-calls.ts'
import classes from './staff-form.module.css'

const FIELDS = {
  addresses: { kind: 'text', max: 10_000, required: true },
  language: STAFF_FIELDS.language,
  groups: STAFF_FIELDS.groups,
} as const

/** Invites several people with the same groups and the same language. */
export function InviteSeveralPage() {
  const { t } = useMessages()
  const groups = useQuery(listGroups)
  const failed = t('staff.form.loadFailed')
  return (
    <FormPage title={t('shell.page.staff.several')}>
      <LoadedRecord
        record={undefined}
        choices={{ groups }}
        failed={{ record: failed, choices: failed }}
        toList={{ label: t('staff.form.toList'), to: paths.staff }}
        heights={[160, 60, 120]}
      >
        {(_none, choices) => <SeveralForm groups={choices.groups} />}
      </LoadedRecord>
    </FormPage>
  )
}

function SeveralForm({ groups }: { groups: readonly StaffGroup[] }) {
  const { t } = useMessages()
  const { sendsEmail } = runtimeConfig()
  const form = useSeveralForm(groups)
  const addresses = form.input('addresses')
  return (
    <FormFrame form={form} submit={t(sendsEmail ? 'staff.several.send' : 'staff.form.add')}>
      <Textarea
        {...addresses}
        classNames={{ error: classes.lines ?? '' }}
        inputWrapperOrder={HELP_BELOW}
        label={t('staff.several.addresses')}
        description={
          addresses.error === undefined &&
          `${t('staff.several.format')}\n${t(
            sendsEmail ? 'staff.several.help' : 'staff.several.handOverHelp',
            { days: INVITATION_DAYS },
          )}`
        }
        autosize
        minRows={4}
        maxRows={12}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <NativeSelect
        {...form.input('language')}
        label={t('staff.form.language')}
        data={Object.entries(MESSAGE_LANGUAGES).map(([value, { name }]) => ({ value, label: name }))}
      />
      <GroupFields
        {...form.field('groups')}
        groups={groups}
        chosen={form.values.groups}
        onChange={(chosen) => form.set('groups', chosen)}
      />
    </FormFrame>
  )
}

function useSeveralForm(groups: readonly StaffGroup[]) {
  const { t, language } = useMessages()
  const queries = useQueryClient()
  return useRecordForm({
    name: 'staff several',
    fields: FIELDS,
    loaded: { ...blankValues(FIELDS), language, groups: defaultGroups(groups) },
    isNew: true,
    list: paths.staff,
    findErrors(values) {
      const invitees = readInvitees(values.addresses)
      const wrong = invitees.filter(({ email }) => !isAddress(email)).map(({ text }) => text)
      return {
        ...(invitees.length === 0 && { addresses: t('ui.form.required') }),
        ...(wrong.length > 0 && {
          addresses: t('staff.several.malformed', { addresses: wrong.join(', ') }),
        }),
        ...findErrors(FIELDS, values, churchToday()),
      }
    },
    async send(form) {
      const invitees = readInvitees(form.values.addresses)
      if (!(await confirmAddresses(invitees.map(({ email }) => email)))) {
        return undefined
      }
      const invited = await invite(invitees, form.values)
      const { left, unsent } = invited
      if (left.length + unsent.length === 0) {
        return invited
      }
      void queries.invalidateQueries({ queryKey: [...STAFF, 'list'] })
      form.set('addresses', left.map(({ text }) => text).join('\n'))
      await showMessage(invitedMessage(invited))
      form.refuse('addresses', reasonsOf([...unsent, ...left]).join('\n'))
      return undefined
    },
    outdated: [...STAFF, 'list'],
    saved: invitedMessage,
    failed: t('staff.several.nobody'),
  })
}

/** Shows meanwhile who is being invited. */
async function invite(
  invitees: readonly Invitee[],
  { language, groups }: FormValues<typeof FIELDS>,
): Promise<Invited> {
  const progress = (name: string, index: number) => ({
    message: t('staff.several.running', { name }),
    fraction: index / invitees.length,
  })
  const overlay = showProgress(progress(invitees[0]?.name ?? '', 0))
  try {
    return await inviteSeveral(invitees, { language, groups: [...groups] }, ({ name }, index) =>
      overlay.replace(progress(name, index)),
    )
  } finally {
    overlay.close()
  }
}
