import { FIRST_DAY } from './is-day.ts'
import type { Fields } from './record-fields.ts'
import { CHURCH_MEMBER, GUEST } from './sunday-school-rules.ts'

/** What a child's entry is made of, in the order of its form. */
export const ATTENDEE_FIELDS = {
  first_name: { kind: 'line', max: 120, cleaned: true, required: true },
  last_name: { kind: 'line', max: 120, cleaned: true, required: true },
  birthdate: { kind: 'day', since: FIRST_DAY, past: true },
  parent_contact: { kind: 'line', max: 200, cleaned: true },
  /** These two are kept as they were typed: a sign that is taken out may be the one that matters. */
  allergies: { kind: 'text', max: 500 },
  needs: { kind: 'text', max: 500 },
  notes: { kind: 'text', max: 2000, cleaned: true },
  is_member: { kind: 'choice', of: [GUEST, CHURCH_MEMBER], default: GUEST, required: true },
} as const satisfies Fields

/** What is asked at the door of a child who is in no list yet. */
export const GUEST_FIELDS = {
  first_name: ATTENDEE_FIELDS.first_name,
  last_name: ATTENDEE_FIELDS.last_name,
  parent_contact: { ...ATTENDEE_FIELDS.parent_contact, required: true },
  allergies: ATTENDEE_FIELDS.allergies,
} as const satisfies Fields
