import { blankOf, type Fields, namesOf } from '../records/record-fields.ts'
import { FIRST_DAY } from '../rules/is-day.ts'
import { CHURCH_MEMBER, GUEST } from './sunday-school-rules.ts'

/** The fields of a child's entry, in the order of its form. */
export const ATTENDEE_FIELDS = {
  first_name: { kind: 'line', max: 120, cleaned: true, required: true },
  last_name: { kind: 'line', max: 120, cleaned: true, required: true },
  birthdate: { kind: 'day', since: FIRST_DAY, past: true },
  parent_contact: { kind: 'line', max: 200, cleaned: true },
  /** These two are kept as they were typed: a sign that is removed may be the one that matters. */
  allergies: { kind: 'text', max: 500 },
  needs: { kind: 'text', max: 500 },
  notes: { kind: 'text', max: 2000, cleaned: true },
  is_member: { kind: 'choice', of: [GUEST, CHURCH_MEMBER], default: GUEST, required: true },
} as const satisfies Fields

export type AttendeeField = keyof typeof ATTENDEE_FIELDS

export const ATTENDEE_FIELD_NAMES = namesOf(ATTENDEE_FIELDS)

/** A child about whom nothing is known. */
export const BLANK_ATTENDEE = blankOf(ATTENDEE_FIELDS)

/** Who reads a field: everybody who finds the child, or only its teachers and the office, who see all of it. */
export const ATTENDEE_READERS = {
  first_name: 'everybody',
  last_name: 'everybody',
  birthdate: 'teachers',
  parent_contact: 'teachers',
  allergies: 'teachers',
  needs: 'teachers',
  notes: 'teachers',
  is_member: 'teachers',
} as const satisfies Record<AttendeeField, 'everybody' | 'teachers'>

/** What is asked at the door about a child who is in no list yet. */
export const GUEST_FIELDS = {
  first_name: ATTENDEE_FIELDS.first_name,
  last_name: ATTENDEE_FIELDS.last_name,
  parent_contact: { ...ATTENDEE_FIELDS.parent_contact, required: true },
  allergies: ATTENDEE_FIELDS.allergies,
} as const satisfies Fields
