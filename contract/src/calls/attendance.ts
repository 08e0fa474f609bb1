import { z } from 'zod'
import { GUEST_FIELDS } from '../sunday-school/attendee-record.ts'
import { ROLL_RULES } from '../sunday-school/family-record.ts'
import { MAX_HELPERS } from '../sunday-school/room-rules.ts'
import { MAX_AT_ONCE, MAX_COMMENT, ROLL_STATES } from '../sunday-school/sunday-school-rules.ts'
import { Attendee } from './attendees.ts'
import { ClassSession } from './classes.ts'
import {
  GREATEST,
  Id,
  IdText,
  text,
  typedText,
  Uuid,
  WallClock,
  wholeNumber,
  wholeNumberText,
} from './fields.ts'
import { schemasOf } from './record-schemas.ts'
import { RoomDetail } from './rooms.ts'
import { route } from './route.ts'

/** Whoever shows a comment escapes it. */
const Comment = typedText(MAX_COMMENT)
const attended = z.boolean().meta({ description: 'true or false' })

/** What is recorded of one attendee in one class. */
export const AttendanceRecord = z.object({
  id: Id,
  class_id: Id,
  attendee_id: Id,
  first_name: z.string(),
  last_name: z.string(),
  attended: z.boolean(),
  /** What the record says: somebody who was only added is `not_recorded`, and not absent. */
  state: z.enum(ROLL_STATES),
  comment: z.string(),
  /** Grows with every change of the record. */
  version: z.number().int(),
  /** Where the caller sees only the name of the child: the comment is empty, and theirs to leave alone. */
  names_only: Attendee.shape.names_only,
})
export type AttendanceRecord = z.output<typeof AttendanceRecord>

/** The mark of one child in the roll call. `version` 0 says that nothing was ever recorded. */
export const RollMark = z.object({
  state: z.enum(ROLL_STATES),
  comment: z.string(),
  version: z.number().int(),
})
export type RollMark = z.output<typeof RollMark>

/** An adult who collects a child, or must not. */
export const RollCollector = z.object({ adult_id: Id, name: z.string(), rule: z.enum(ROLL_RULES) })
export type RollCollector = z.output<typeof RollCollector>

/** Where a child of a roll of today is, in milliseconds since 1970. */
export const RollStay = z.object({
  arrived: z.number().int(),
  /** When it was given back; null while it is here. */
  gone: z.number().int().nullable(),
  /** The class that it is in, if that is another one; empty where that was deleted. */
  elsewhere: z.string().optional(),
})
export type RollStay = z.output<typeof RollStay>

export const RollChild = Attendee.omit({ id: true, version: true }).extend({
  attendee_id: Id,
  /** Whether the child is on the roster of the series; one who is not was added to this class alone. */
  on_roster: z.boolean(),
  /** The absence that was known before the day of the class; the longest of several. */
  away: z.object({ until_day: z.string(), reason: z.string() }).optional(),
  /** Who collects the child on that day, and who must not; absent where no family says anything. */
  collectors: z.array(RollCollector).optional(),
  /** Null before the child arrives; absent where there is no door, for those who don't work at it, and on other days. */
  stay: RollStay.nullable().optional(),
  mark: RollMark,
})
export type RollChild = z.output<typeof RollChild>

/** Everybody on the roster and everybody who has a record in this class, by last name, then first. */
export const Roll = ClassSession.omit({ id: true, attendance_count: true, turnout: true }).extend({
  class_id: Id,
  notes: z.string(),
  /** How many adults are in the room; left out until somebody has counted them. */
  helpers: z.number().int().optional(),
  /** What is said of the room that the class meets in; left out where it is none of those that are kept. */
  room_detail: RoomDetail.optional(),
  children: z.array(RollChild),
  /** How many claims about this class nobody has settled yet; left out when there are none. */
  claims: z.number().int().optional(),
  /** How many erased children were recorded in this class; left out when there are none. */
  erased: z
    .object({ present: z.number().int(), absent: z.number().int(), not_recorded: z.number().int() })
    .optional(),
})
export type Roll = z.output<typeof Roll>

/** Changes whenever the roll of the class does; it says nothing else. */
export const revision = z.string()

/**
 * `seen` is the version of the mark that the person had before their eyes. A child whom somebody else has since marked
 * otherwise is left as it is. With `session_datetime`, the time of the class that they saw, a mark is refused if the
 * class was moved since.
 */
const NewMark = z.strictObject({
  attendee_id: Id,
  state: z.enum(ROLL_STATES),
  seen: wholeNumber(0, GREATEST),
  session_datetime: WallClock.optional(),
})
export type NewMark = z.output<typeof NewMark>

/** Why a mark was not made, with the current mark. */
export const RefusedMark = z.object({
  attendee_id: Id,
  reason: z.enum(['changed_meanwhile', 'in_another_class', 'not_found', 'class_moved']),
  mark: RollMark,
  /** The class that the child is in, where that is the reason. */
  other_class: z.string().optional(),
})
export type RefusedMark = z.output<typeof RefusedMark>

const Done = z.object({ message: z.string() })
const DoneTo = z.object({ message: z.string(), id: Id })

export const attendanceRoutes = {
  list: route('GET', '/attendance', {
    summary: 'The attendance records of a class, by last name, then first',
    query: z.strictObject({ class_id: IdText }),
    answer: z.array(AttendanceRecord),
    errors: ['not_found'],
  }),
  add: route('POST', '/attendance', {
    summary: 'Add an attendee to a class; attended false leaves open whether they came',
    body: z.strictObject({ class_id: Id, attendee_id: Id, attended: attended.default(false) }),
    answer: DoneTo,
    errors: ['not_found', 'already_in_class', 'in_another_class', 'class_cancelled'],
  }),
  update: route('PUT', '/attendance', {
    summary: 'Record that an attendee came or did not come; without a comment the one that is there stays',
    body: z.strictObject({
      attendance_id: Id,
      attended,
      comment: Comment.optional(),
      version: wholeNumber(1, GREATEST).optional(),
    }),
    answer: Done,
    errors: ['not_found', 'changed_meanwhile'],
  }),
  remove: route('DELETE', '/attendance', {
    summary: 'Delete an attendance record',
    query: z.strictObject({
      attendance_id: IdText,
      version: wholeNumberText(1, GREATEST).optional(),
    }),
    answer: Done,
    errors: ['not_found', 'changed_meanwhile'],
  }),
  listBooked: route('GET', '/attendance/by-date', {
    summary: 'The ids of the attendees who are in another class at this date and time',
    query: z.strictObject({ session_datetime: WallClock, exclude_class_id: IdText }),
    answer: z.array(Id),
    errors: ['not_found'],
  }),
  findOtherClass: route('GET', '/attendance/other-class', {
    summary: 'The other class that an attendee is in at the time of this class, null if there is none',
    query: z.strictObject({ class_id: IdText, attendee_id: IdText }),
    answer: z.object({
      other_class: z.object({ title: z.string(), session_datetime: z.string() }).nullable(),
    }),
    errors: ['not_found'],
  }),
  findRoll: route('GET', '/attendance/roll-call', {
    summary: 'The roll of a class; nothing of it if it still is as it was at the revision `since`',
    query: z.strictObject({ class_id: IdText, since: text(100).optional() }),
    answer: z.object({ revision, roll: Roll.nullable() }),
    errors: ['not_found'],
  }),
  saveRoll: route('PUT', '/attendance/roll-call', {
    summary: 'Make any number of marks in a class at once; the same call again changes nothing',
    body: z.strictObject({
      class_id: Id,
      marks: z
        .array(NewMark)
        .min(1)
        .max(MAX_AT_ONCE)
        .meta({ description: `a list of 1 to ${MAX_AT_ONCE} marks, each of attendee_id, state and seen` }),
    }),
    answer: z.object({
      message: z.string(),
      /** The marks as they are now, of everybody whose mark was made. */
      saved: z.array(z.object({ attendee_id: Id, mark: RollMark })),
      refused: z.array(RefusedMark),
      /** The revision on which these marks were made, and the one that they led to. */
      before: revision,
      revision,
    }),
    errors: ['not_found', 'class_cancelled'],
  }),
  countHelpers: route('PUT', '/attendance/helpers', {
    summary:
      'Say how many adults are in the room of a class; `seen` is the number that the caller saw, 0 for none',
    body: z.strictObject({
      class_id: Id,
      helpers: wholeNumber(0, MAX_HELPERS),
      seen: wholeNumber(0, MAX_HELPERS),
    }),
    answer: Done,
    errors: ['not_found', 'class_cancelled', 'changed_meanwhile'],
  }),
  addGuest: route('POST', '/attendance/guest', {
    summary: 'Add a child who is not in the list yet and mark it present; repeated, it adds nothing new',
    body: z.strictObject({
      request_id: Uuid.optional(),
      class_id: Id,
      ...schemasOf(GUEST_FIELDS),
    }),
    answer: z.object({ message: z.string(), id: Id, attendee_id: Id }),
    errors: ['not_found', 'class_cancelled'],
  }),
}
