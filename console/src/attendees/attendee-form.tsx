import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import type { Attendee } from '@vestry/contract/attendees.ts'
import { CHURCH_MEMBER, GUEST } from '@vestry/contract/sunday-school-rules.ts'
import { useNavigate } from 'react-router'
import { churchToday } from '../api/church-day.ts'
import { cleanedHint } from '../forms/cleaned-hint.ts'
import { ConflictNotice } from '../forms/conflict-notice.tsx'
import { FormFrame, FormNotice } from '../forms/form-frame.tsx'
import { useFormDraft } from '../forms/use-form-draft.ts'
import { useUnsaved } from '../forms/use-unsaved.tsx'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { useWayBack } from '../ui/way-back.tsx'
import {
  ATTENDEE_FIELDS,
  type AttendeeValues,
  attendeeValues,
  NEW_ATTENDEE,
  validateAttendee,
} from './attendee-fields.ts'
import { NamesakeNotice } from './namesake-notice.tsx'
import { useAttendeeSave } from './use-attendee-save.ts'

/** The form of one child. `attendee` is the loaded one, and absent for a new one. */
export function AttendeeForm({ attendee }: { attendee: Attendee | undefined }) {
  const { t } = useMessages()
  const navigate = useNavigate()
  const back = useWayBack(paths.attendees)
  const loaded = attendee === undefined ? NEW_ATTENDEE : attendeeValues(attendee)
  const today = churchToday()
  const form = useFormDraft(loaded, ATTENDEE_FIELDS, (values) => validateAttendee(values, today))
  const saving = useAttendeeSave(attendee, form, () => void navigate(back))
  const unsaved = useUnsaved({
    name: `attendee ${attendee?.id ?? 'new'}`,
    draft: form,
    isNew: attendee === undefined,
    saved: saving.done,
    reset: saving.reset,
    back,
  })

  const { values } = form
  const text = (field: 'first_name' | 'last_name' | 'parent_contact' | 'notes') => ({
    ...form.field(field),
    ...cleanedHint(values[field], field === 'notes'),
    autoComplete: 'off',
    value: values[field],
    onChange: (event: { currentTarget: { value: string } }) => form.set(field, event.currentTarget.value),
  })
  return (
    <FormFrame
      submit={t(attendee === undefined ? 'attendees.form.create' : 'attendees.form.update')}
      onSave={saving.save}
      onCancel={unsaved.cancel}
    >
      <ConflictNotice notice={saving.conflict.notice} onRestore={saving.conflict.restore} />
      {saving.emptied && (
        <FormNotice
          text={t('attendees.form.emptied')}
          action={{ label: t('attendees.form.bringBack'), run: saving.bringBack }}
        />
      )}
      {unsaved.notice}
      <TextInput {...text('first_name')} label={t('attendees.form.firstName')} withAsterisk />
      <TextInput {...text('last_name')} label={t('attendees.form.lastName')} withAsterisk />
      {attendee === undefined && !saving.done && (
        <NamesakeNotice first_name={values.first_name} last_name={values.last_name} />
      )}
      <TextInput
        {...form.field('birthdate')}
        type="date"
        max={today}
        label={t('attendees.form.birthDate')}
        value={values.birthdate}
        onChange={(event) => form.set('birthdate', event.currentTarget.value)}
      />
      <TextInput {...text('parent_contact')} label={t('attendees.form.parentContact')} />
      <Textarea {...text('notes')} label={t('attendees.form.notes')} autosize minRows={3} maxRows={12} />
      <NativeSelect
        {...form.field('is_member')}
        label={t('attendees.form.membership')}
        withAsterisk
        data={[
          { value: '', label: t('attendees.form.choose'), disabled: true },
          { value: String(GUEST), label: t('attendees.membership.guest') },
          { value: String(CHURCH_MEMBER), label: t('attendees.membership.member') },
        ]}
        value={values.is_member}
        onChange={(event) => form.set('is_member', event.currentTarget.value as AttendeeValues['is_member'])}
      />
    </FormFrame>
  )
}
