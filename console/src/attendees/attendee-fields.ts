import type { Attendee } from '@vestry/contract/attendees.ts'
import { sanitize, sanitizeLines } from '@vestry/contract/sanitize.ts'
import { CHURCH_MEMBER } from '@vestry/contract/sunday-school-rules.ts'
import type { FieldErrors } from '../forms/form-draft.ts'
import { t } from '../messages/messages.ts'

/** What the form edits. Nobody has chosen a membership of ''. */
export type AttendeeValues = {
  first_name: string
  last_name: string
  birthdate: string
  parent_contact: string
  notes: string
  is_member: '' | '0' | '1'
}

/** The fields in the order in which they stand on the form. */
export const ATTENDEE_FIELDS = [
  'first_name',
  'last_name',
  'birthdate',
  'parent_contact',
  'notes',
  'is_member',
] as const satisfies readonly (keyof AttendeeValues)[]

const LONGEST = { first_name: 120, last_name: 120, parent_contact: 200, notes: 2000 } as const
const TEXTS = ['first_name', 'last_name', 'parent_contact', 'notes'] as const
/** A year before this is a slip of the keyboard, such as 18 for 2018. */
const FIRST_DAY = '1900-01-01'

export const NEW_ATTENDEE: AttendeeValues = {
  first_name: '',
  last_name: '',
  birthdate: '',
  parent_contact: '',
  notes: '',
  is_member: '',
}

export function attendeeValues(attendee: Attendee): AttendeeValues {
  const { first_name, last_name, birthdate, parent_contact, notes, is_member } = attendee
  return {
    first_name,
    last_name,
    birthdate: birthdate ?? '',
    parent_contact,
    notes,
    is_member: is_member === CHURCH_MEMBER ? '1' : '0',
  }
}

/** `today` is the church's. */
export function validateAttendee(values: AttendeeValues, today: string): FieldErrors<AttendeeValues> {
  const errors: FieldErrors<AttendeeValues> = {}
  for (const field of ['first_name', 'last_name', 'is_member'] as const) {
    if (values[field].trim() === '') {
      errors[field] = t('ui.form.required')
    }
  }
  for (const field of TEXTS) {
    if (values[field].length > LONGEST[field]) {
      errors[field] = t('ui.form.tooLong', { most: LONGEST[field] })
    }
  }
  if (values.birthdate > today) {
    errors.birthdate = t('attendees.form.unborn')
  } else if (values.birthdate !== '' && values.birthdate < FIRST_DAY) {
    errors.birthdate = t('attendees.form.longAgo')
  }
  return errors
}

/** Whether a required text was typed of which cleaning leaves nothing. */
export function becomesEmpty({ first_name, last_name }: AttendeeValues): boolean {
  return sanitize(first_name) === '' || sanitize(last_name) === ''
}

/** The body of create and update, without the child's own id and version. */
export function attendeeBody(values: AttendeeValues) {
  const { first_name, last_name, birthdate, parent_contact, notes, is_member } = values
  return {
    first_name: sanitize(first_name),
    last_name: sanitize(last_name),
    parent_contact: sanitize(parent_contact),
    notes: sanitizeLines(notes),
    birthdate: birthdate === '' ? null : birthdate,
    is_member: Number(is_member),
  }
}

export function fullName({ first_name, last_name }: Pick<Attendee, 'first_name' | 'last_name'>): string {
  return `${first_name} ${last_name}`
}
