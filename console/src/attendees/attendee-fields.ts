import type { Attendee } from '@vestry/contract/calls/attendees.ts'
import type { ATTENDEE_FIELDS } from '@vestry/contract/sunday-school/attendee-record.ts'
import { sanitize } from '@vestry/contract/text/sanitize.ts'
import type { FormValues } from '../forms/record-values.ts'

export type AttendeeValues = FormValues<typeof ATTENDEE_FIELDS>

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
