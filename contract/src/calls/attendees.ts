import { z } from 'zod'
import { DIRECTIONS, MAX_SEARCH } from '../rules/list-rules.ts'
import { ATTENDEE_FILTERS, MAX_AGE } from '../sunday-school/attendee-filters.ts'
import { ATTENDEE_FIELDS } from '../sunday-school/attendee-record.ts'
import {
  ATTENDEE_ORDERS,
  ATTENDEE_PAGE_SIZE,
  MAX_AT_ONCE,
  ROLL_STATES,
} from '../sunday-school/sunday-school-rules.ts'
import { GREATEST, Id, IdText, oneOf, text, Uuid, wholeNumber, wholeNumberText } from './fields.ts'
import { filterSchemas } from './filter-schemas.ts'
import { LastChange } from './last-change.ts'
import { listOf } from './list-answer.ts'
import { answersOf, schemasOf } from './record-schemas.ts'
import { route } from './route.ts'

const attendeeFields = schemasOf(ATTENDEE_FIELDS)
const { first_name, last_name, allergies, needs } = attendeeFields

/**
 * A child as the API answers it. What is not known is an empty text, and null for the birth date. The texts are as
 * they were typed; whoever shows them escapes them. `is_member` is 1 for a church member and 0 for a guest.
 */
export const Attendee = z.object({
  id: Id,
  ...answersOf(ATTENDEE_FIELDS),
  /** Grows with every change; sent back with PUT, it makes the server refuse to overwrite someone else's. */
  version: z.number().int(),
  /** Where the caller sees only the name: all else is empty, and `is_member` is 0. */
  names_only: z.literal(true).optional(),
  /** The key of their photo, a new one for each photo; absent when there is none. */
  photo: z.string().optional(),
})
export type Attendee = z.output<typeof Attendee>

/** A child with what would go with it if it were deleted. */
export const AttendeeDetail = Attendee.extend({
  attendance_count: z.number().int(),
  last_change: LastChange,
})
export type AttendeeDetail = z.output<typeof AttendeeDetail>

const AttendedClass = z.object({
  class_id: Id,
  title: z.string(),
  session_datetime: z.string(),
  state: z.enum(ROLL_STATES),
})

/** A child with its classes and how it came to them; for Teachers only the classes assigned to them. */
export const AttendeeProfile = Attendee.extend({
  last_change: LastChange,
  /** The series whose roster the child is on: by their next session, and then those that have none to come. */
  classes: z.array(
    z.object({
      series_id: Id,
      title: z.string(),
      /** Those of the next session, or of the last one. */
      teachers: z.array(z.string()),
      /** The first session from today on that is not cancelled. */
      next: z.object({ class_id: Id, session_datetime: z.string() }).nullable(),
      last: z.string(),
    }),
  ),
  /** The latest sessions that were recorded since the child's own first record, at most twelve, the oldest first. */
  attendance: z.array(AttendedClass),
  /** The latest comments, at most fifty, the newest first. */
  comments: z.array(AttendedClass.extend({ comment: z.string() })),
})
export type AttendeeProfile = z.output<typeof AttendeeProfile>

export const AttendeeFilter = z.strictObject({
  /** With an id the answer is that one child and not a list; every other field is then ignored. */
  attendee_id: IdText.optional(),
  search: text(MAX_SEARCH).optional(),
  /** Whole years at the church's today, both included; a child whose birth date is not known has none. */
  age_from: wholeNumberText(0, MAX_AGE).optional(),
  age_to: wholeNumberText(0, MAX_AGE).optional(),
  ...filterSchemas(ATTENDEE_FILTERS),
  orderBy: oneOf(ATTENDEE_ORDERS).default('default'),
  direction: oneOf(DIRECTIONS).default('DESC'),
  limit: wholeNumberText(1, 100).default(ATTENDEE_PAGE_SIZE),
  offset: wholeNumberText(0, GREATEST).default(0),
})
export type AttendeeFilter = z.output<typeof AttendeeFilter>

export const AttendeePage = listOf(Attendee)
export type AttendeePage = z.output<typeof AttendeePage>

/** A call repeated with the same `request_id` is answered as the first time, and adds nothing. */
const NewAttendee = z.strictObject({ request_id: Uuid.optional(), ...attendeeFields })
export type NewAttendee = z.output<typeof NewAttendee>

const ChangedAttendee = z.strictObject({
  id: Id,
  version: wholeNumber(1, GREATEST).optional(),
  ...attendeeFields,
  // They stay as they are when left out: a caller that does not know of them must not empty them.
  allergies: allergies.unwrap().optional(),
  needs: needs.unwrap().optional(),
})
export type ChangedAttendee = z.output<typeof ChangedAttendee>

/** What is to become of one of several attendees; with a version, only if nobody else has changed it since. */
const SameChange = z.strictObject({
  id: Id,
  version: wholeNumber(1, GREATEST).optional(),
  is_member: attendeeFields.is_member,
})
export type AttendeeSameChange = z.output<typeof SameChange>

const Saved = z.object({ message: z.string(), id: Id, version: z.number().int() })

export const attendeeRoutes = {
  list: route('GET', '/attendees', {
    summary: 'List the attendees, one page at a time, or find the one with an attendee_id',
    query: AttendeeFilter,
    answer: z.union([AttendeePage, AttendeeDetail]),
    errors: ['not_found'],
  }),
  findProfile: route('GET', '/attendees/profile', {
    summary:
      'An attendee with their classes, attendance and comments; Teachers see those of their own classes',
    query: z.strictObject({ attendee_id: IdText }),
    answer: AttendeeProfile,
    errors: ['not_found'],
  }),
  create: route('POST', '/attendees', {
    summary: 'Add an attendee; repeated with the same request_id, it adds nothing new',
    who: 'children',
    body: NewAttendee,
    answer: Saved,
  }),
  update: route('PUT', '/attendees', {
    summary: 'Change an attendee; with a version, only if nobody else changed it since',
    who: 'children',
    body: ChangedAttendee,
    answer: Saved,
    errors: ['not_found', 'changed_meanwhile'],
  }),
  changeSeveral: route('PUT', '/attendees/several', {
    summary: 'Change the membership of several attendees in one step, and answer the changes that undo it',
    who: 'children',
    body: z.strictObject({
      changes: z
        .array(SameChange)
        .min(1)
        .max(MAX_AT_ONCE)
        .meta({ description: `a list of 1 to ${MAX_AT_ONCE} changes` }),
    }),
    answer: z.object({
      message: z.string(),
      /** One for each attendee who was changed; sent to this call, they put back what was. */
      undo: z.array(SameChange.required()),
      /** Those that were left alone: deleted meanwhile, or changed by somebody else. */
      left: z.array(z.object({ id: Id, why: z.enum(['not_found', 'changed_meanwhile']) })),
    }),
  }),
  remove: route('DELETE', '/attendees', {
    summary: 'Delete an attendee and all their attendance records',
    who: 'delete',
    query: z.strictObject({ attendee_id: IdText }),
    answer: z.object({ message: z.string() }),
    errors: ['not_found', 'in_use'],
  }),
  erase: route('POST', '/attendees/erase', {
    summary:
      'Erase an attendee for good, out of the trash too; what they were recorded as still counts, without a name',
    who: 'administer',
    body: z.strictObject({ attendee_id: Id }),
    answer: z.object({ message: z.string() }),
    errors: ['not_found', 'in_use'],
  }),
  namesakes: route('GET', '/attendees/namesakes', {
    summary: 'The attendees of this very name, without regard to case and accents; at most ten',
    query: z.strictObject({ first_name, last_name }),
    answer: z.array(Attendee),
  }),
}
