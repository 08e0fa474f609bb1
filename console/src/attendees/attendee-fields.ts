import type { Attendee } from '@vestry/contract/calls/attendees.ts'
import type { ATTENDEE_FIELDS, AttendeeField } from '@vestry/contract/sunday-school/attendee-record.ts'
import { sanitize } from '@vestry/contract/text/sanitize.ts'
import type { FormValues } from '../forms/record-values.ts'
import type { MessageKey } from '../messages/messages.ts'

export type AttendeeValues = FormValues<typeof ATTENDEE_FIELDS>

export const ATTENDEE_LABELS = {
  first_name: 'attendees.form.firstName',
  last_name: 'attendees.form.lastName',
  birthdate: 'attendees.form.birthDate',
  parent_contact: 'attendees.form.parentContact',
  allergies: 'attendees.care.allergies',
  needs: 'attendees.care.needs',
  notes: 'attendees.form.notes',
  is_member: 'attendees.form.membership',
} as const satisfies Record<AttendeeField, MessageKey>

/** Whether a required text was typed of which cleaning leaves nothing. */
export function becomesEmpty({ first_name, last_name }: AttendeeValues): boolean {
  return sanitize(first_name) === '' || sanitize(last_name) === ''
}

export function fullName({ first_name, last_name }: Pick<Attendee, 'first_name' | 'last_name'>): string {
  return `${first_name} ${last_name}`
}

/** Whether a part of an address can be the number of a child. */
export function isAttendeeId(text: string): boolean {
  return /^[1-9]\d{0,8}$/.test(text)
}
