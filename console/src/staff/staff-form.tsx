import { NativeSelect, TextInput } from '@mantine/core'
import { MESSAGE_LANGUAGES } from '@vestry/contract/messages/message-languages.ts'
import type { StaffGroup, StaffPerson } from '@vestry/contract/staff-accounts.ts'
import { INVITATION_DAYS } from '@vestry/contract/staff-rules.ts'
import { useNavigate } from 'react-router'
import { runtimeConfig } from '../api/console-config.ts'
import { useUnsaved } from '../api/use-unsaved.tsx'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { ConflictNotice } from '../ui/conflict-notice.tsx'
import { FormFrame } from '../ui/form-frame.tsx'
import { useFormDraft } from '../ui/use-form-draft.ts'
import { useWayBack } from '../ui/way-back.tsx'
import { GroupFields } from './group-fields.tsx'
import { asLanguage, newPerson, STAFF_FIELDS, staffValues, validatePerson } from './staff-fields.ts'
import classes from './staff-form.module.css'
import { useStaffSave } from './use-staff-save.ts'

/** The form of one person. `person` is the loaded one, and absent for somebody to be invited. */
export function StaffForm(props: { person: StaffPerson | undefined; groups: readonly StaffGroup[] }) {
  const { person } = props
  const { t, language } = useMessages()
  const { sendsEmail } = runtimeConfig()
  const navigate = useNavigate()
  const back = useWayBack(paths.staff)
  const loaded = person === undefined ? newPerson(language) : staffValues(person)
  const form = useFormDraft(loaded, STAFF_FIELDS, validatePerson)
  const saving = useStaffSave(person, form, () => void navigate(back))
  const unsaved = useUnsaved({
    name: `staff ${person?.sub ?? 'new'}`,
    draft: form,
    isNew: person === undefined,
    saved: saving.done,
    reset: saving.reset,
    back,
  })

  const { values } = form
  const text = (field: 'email' | 'name') => ({
    ...form.field(field),
    autoComplete: 'off',
    value: values[field],
    onChange: (event: { currentTarget: { value: string } }) => form.set(field, event.currentTarget.value),
  })
  return (
    <FormFrame
      submit={t(
        person !== undefined ? 'staff.form.save' : sendsEmail ? 'staff.form.invite' : 'staff.form.add',
      )}
      onSave={saving.save}
      onCancel={unsaved.cancel}
    >
      <ConflictNotice notice={saving.conflict.notice} onRestore={saving.conflict.restore} />
      {unsaved.notice}
      {person === undefined ? (
        <TextInput
          {...text('email')}
          type="email"
          label={t('staff.form.email')}
          description={
            form.field('email').error === undefined &&
            t(sendsEmail ? 'staff.form.emailHelp' : 'staff.form.handOverHelp', { days: INVITATION_DAYS })
          }
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          withAsterisk
        />
      ) : (
        <TextInput
          {...text('email')}
          label={t('staff.form.email')}
          description={t('staff.form.emailStays')}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          classNames={{ input: classes.fixed ?? '' }}
          readOnly
        />
      )}
      <TextInput {...text('name')} label={t('staff.form.name')} withAsterisk />
      <NativeSelect
        {...form.field('language')}
        label={t('staff.form.language')}
        data={Object.entries(MESSAGE_LANGUAGES).map(([value, { name }]) => ({ value, label: name }))}
        value={values.language}
        onChange={(event) => form.set('language', asLanguage(event.currentTarget.value))}
      />
      <GroupFields
        {...form.field('groups')}
        groups={props.groups}
        chosen={values.groups}
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
