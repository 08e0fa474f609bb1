import { z } from 'zod'
import { Day, Id } from './fields.ts'
import { route } from './route.ts'

/** A class and how far its roll has been taken. */
export const TodayClass = z.object({
  id: Id,
  series_id: Id,
  title: z.string(),
  session_datetime: z.string(),
  end_time: z.string().optional(),
  room: z.string(),
  cancelled: z.boolean(),
  /** How many children the roll lists: those on the roster and those with a record. */
  children: z.number().int(),
  /** How many of them are recorded as present or absent, and how many as present. */
  recorded: z.number().int(),
  present: z.number().int(),
})
export type TodayClass = z.output<typeof TodayClass>

const child = { attendee_id: Id, first_name: z.string(), last_name: z.string() }

/**
 * A child, on a roster that the caller sees, who has a birthday in the coming two weeks, and the age that they turn.
 */
export const Birthday = z.object({ ...child, day: Day, age: z.number().int() })
export type Birthday = z.output<typeof Birthday>

/** A child who came again to the latest recorded class, after so many absences in a row. */
export const ReturningChild = z.object({
  ...child,
  class_title: z.string(),
  session_datetime: z.string(),
  absences: z.number().int(),
})
export type ReturningChild = z.output<typeof ReturningChild>

/** Those to ask after: the first of them, by name, and how many there are. */
const Missing = z.object({
  count: z.number().int(),
  children: z.array(z.object({ ...child, class_title: z.string(), missed: z.number().int() })),
})
export type Missing = z.output<typeof Missing>

/** How many guests came for the first time on these days, and how many of them have come again by now. */
const Guests = z.object({ from: Day, to: Day, newcomers: z.number().int(), came_again: z.number().int() })
export type Guests = z.output<typeof Guests>

/** What a teacher needs, all of it from the classes that are assigned to them. */
const Teaching = z.object({
  /** The class whose roll is taken next, and the other ones of today and of its day. */
  next: TodayClass.nullable(),
  classes: z.array(TodayClass),
  /** Classes of the last weeks whose roll was not taken, or only in part; the newest first. */
  unfinished: z.array(TodayClass),
  birthdays: z.array(Birthday),
  missing: Missing,
  guests: Guests,
  returning: z.array(ReturningChild),
})
export type Teaching = z.output<typeof Teaching>

const TodaySermon = z.object({
  uuid: z.uuid(),
  localizedname: z.string(),
  event_datetime: z.string(),
  presenterName: z.string(),
})
export type TodaySermon = z.output<typeof TodaySermon>

const Office = z.object({
  /** Classes of today and the coming days. */
  classes: z.array(TodayClass),
  /** The newest of the past classes whose roll was not taken, or only in part, and how many there are. */
  unfinished: z.array(TodayClass),
  unfinished_count: z.number().int(),
  missing: Missing,
  guests: Guests,
  /** The soonest first, a hundred at most. */
  birthdays: z.array(Birthday),
  /** Drafts, the newest first, and scheduled sermons, the soonest first: a few of each. */
  working: z.array(
    TodaySermon.extend({
      /** When it comes out by the church's clock; empty for a draft. */
      publish_at: z.string(),
    }),
  ),
  /** The latest ones. */
  sermons: z.array(TodaySermon),
})
export type Office = z.output<typeof Office>

const Administration = z.object({
  /** Those who were invited and have not signed in yet; the time until which they may, in milliseconds since 1970. */
  invited: z.array(z.object({ sub: z.string(), name: z.string(), invited_until: z.number().int() })),
  /** The backups that the server makes by itself; `off`: it makes none. `newest` in milliseconds since 1970. */
  backup: z.object({
    state: z.enum(['off', 'none', 'old', 'fresh']),
    newest: z.number().int().nullable(),
  }),
})
export type Administration = z.output<typeof Administration>

/**
 * `office` for those who may arrange classes, with `administration` for administrators; `teaching` for everybody else.
 */
export const Today = z.object({
  /** What the church's wall clock shows. */
  now: z.string(),
  /** How many claims wait for somebody to settle them, up to a hundred; left out when there are none. */
  claims: z.number().int().optional(),
  /**
   * For who sees all children, where the church keeps families: how many children's allergies or needs nobody has looked
   * at for a year. Left out when there are none.
   */
  to_review: z.number().int().optional(),
  teaching: Teaching.nullable(),
  office: Office.nullable(),
  administration: Administration.nullable(),
})
export type Today = z.output<typeof Today>

export const todayRoutes = {
  find: route('GET', '/today', {
    summary: 'What matters today: in the whole church to who may arrange classes, in their own to others',
    answer: Today,
  }),
}
