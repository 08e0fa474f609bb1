import { NativeSelect, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { StaffPerson } from '@vestry/contract/calls/staff-accounts.ts'
import type { StaffGroup } from '@vestry/contract/calls/staff-groups.ts'
import { MESSAGE_LANGUAGES } from '@vestry/contract/messages/message-languages.ts'
import { STAFF_FIELDS } from '@vestry/contract/records/staff-record.ts'
import { INVITATION_DAYS } from '@vestry/contract/rules/staff-rules.ts'
import { ApiError, callApi } from '../api/call-api.ts'
import { runtimeConfig } from '../console-config.ts'
import { FormFrame } from '../forms/form-frame.tsx'
import { HELP_BELOW } from '../forms/help-below.ts'
import { blankValues, bodyOf, type FormValues, valuesOf } from '../forms/record-values.ts'
import { useRecordForm } from '../forms/use-record-form.tsx'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { whileShowing } from '../ui/dialogs/dialogs.ts'
import { confirmAddresses } from './doubtful-address.ts'
import { defaultGroups, GroupFields } from './group-fields.tsx'
import { findPerson, STAFF } from './staff-calls.ts'
import classes from './staff-form.module.css'

/** The form of one person. `person` is the loaded person, and absent for an invitation. */
export function StaffForm(props: { person: StaffPerson | undefined; groups: readonly StaffGroup[] }) {
  const { person } = props
  const { t } = useMessages()
  const { sendsEmail } = runtimeConfig()
  const form = useStaffForm(person, props.groups)
  const email = { ...form.input('email'), inputWrapperOrder: HELP_BELOW }
  return (
    <FormFrame
      form={form}
      submit={t(
        person !== undefined ? 'staff.form.save' : sendsEmail ? 'staff.form.invite' : 'staff.form.add',
      )}
    >
      {person === undefined ? (
        <TextInput
          {...email}
          label={t('staff.form.email')}
          description={
            email.error === undefined &&
            t(sendsEmail ? 'staff.form.emailHelp' : 'staff.form.handOverHelp', { days: INVITATION_DAYS })
          }
        />
      ) : (
        <TextInput
          {...email}
          label={t('staff.form.email')}
          description={t('staff.form.emailStays')}
          classNames={{ input: classes.fixed ?? '' }}
          readOnly
        />
      )}
      <TextInput {...form.input('name')} label={t('staff.form.name')} />
      <NativeSelect
        {...form.input('language')}
        label={t('staff.form.language')}
        data={Object.entries(MESSAGE_LANGUAGES).map(([value, { name }]) => ({ value, label: name }))}
      />
      <GroupFields
        {...form.field('groups')}
        groups={props.groups}
        chosen={form.values.groups}
        onChange={(groups) => form.set('groups', groups)}
      />
      {person !== undefined && (
        <TextInput
          label={t('staff.form.secondFactor')}
          value={
            person.second_factors.map((factor) => t(`staff.factor.${factor}`)).join(', ') ||
            t('staff.factor.none')
          }
          classNames={{ input: classes.fixed ?? '' }}
          readOnly
        />
      )}
    </FormFrame>
  )
}

/** The address of an existing person is only shown. */
const CHANGED_FIELDS = {
  ...STAFF_FIELDS,
  email: { kind: 'line', max: STAFF_FIELDS.email.max },
} as const

function useStaffForm(person: StaffPerson | undefined, groups: readonly StaffGroup[]) {
  const { t, language } = useMessages()
  const queries = useQueryClient()
  return useRecordForm({
    name: `staff ${person?.sub ?? 'new'}`,
    fields: person === undefined ? STAFF_FIELDS : CHANGED_FIELDS,
    loaded:
      person === undefined
        ? { ...blankValues(STAFF_FIELDS), language, groups: defaultGroups(groups) }
        : valuesOf(STAFF_FIELDS, person),
    isNew: person === undefined,
    list: paths.staff,
    texts: { malformed: 'staff.form.noEmail' },
    async send({ values }) {
      if (person === undefined && !(await confirmAddresses([values.email]))) {
        return undefined
      }
      return await whileShowing(t('ui.progress.saving'), () =>
        person === undefined ? invite(values) : change(person, values),
      )
    },
    outdated: [...STAFF, 'list'],
    saved: ({ email, password }) =>
      person !== undefined
        ? t('staff.save.saved')
        : password === null
          ? t('staff.save.invited', { email })
          : { status: 'success', message: t('staff.save.handOver', { email }), code: password },
    explain: async (error) => {
      if (error instanceof ApiError && error.code === 'not_sent') {
        void queries.invalidateQueries({ queryKey: [...STAFF, 'list'] })
      }
      return false
    },
    failed: t(person === undefined ? 'staff.save.notInvited' : 'staff.save.notSaved'),
    conflict: person && {
      title: t('staff.conflict.title'),
      load: () => queries.fetchQuery({ ...findPerson(person.sub), staleTime: 0 }),
      loadFailed: t('staff.form.loadFailed'),
    },
  })
}

type Values = FormValues<typeof STAFF_FIELDS>

/** Returns the temporary password if it has to be handed over. */
async function invite(values: Values) {
  const body = bodyOf(STAFF_FIELDS, values)
  const { temporary_password } = await callApi('POST /staff', { body })
  return { email: body.email, password: temporary_password }
}

async function change({ sub, version }: StaffPerson, values: Values) {
  const { email, ...body } = bodyOf(STAFF_FIELDS, values)
  await callApi('PUT /staff', { body: { sub, version, ...body } })
  return { email, password: null }
}
