import { z } from 'zod'
import {
  COMPARISONS,
  GUEST_TABLES,
  MAX_NAMED_GUESTS,
  MAX_REGISTER_CLASSES,
  MAX_REPORT_DAYS,
  REPORT_STEPS,
  REPORT_TABLES,
} from '../rules/report-rules.ts'
import { ROLL_STATES } from '../sunday-school/sunday-school-rules.ts'
import { format, language, tableFile } from './exports.ts'
import { Day, Id, IdText, oneOf, wholeNumberText } from './fields.ts'
import { route } from './route.ts'

const count = z.number().int()

/** What was recorded in classes that were held. A child who is not recorded is neither present nor absent. */
const Tally = z.object({
  /** Classes that have begun and were not cancelled, and how many of them have anything recorded. */
  classes: count,
  rolls: count,
  present: count,
  absent: count,
})
export type Tally = z.output<typeof Tally>

const AttendanceTally = Tally.extend({
  /** Those who were expected in a class whose roll was taken, but have no mark and were not known to be away. */
  not_recorded: count,
  /** How many different children came. Erased ones can't be told apart, and are not among them. */
  children: count,
})
export type AttendanceTally = z.output<typeof AttendanceTally>

export const AttendanceReport = z.object({
  /** One for each step that has begun and touches the range, even if no class was held; by its first day. */
  steps: z.array(AttendanceTally.extend({ day: Day })),
  total: AttendanceTally,
  /** As many days just before the range as have passed of it, or the term before, from its first class to its last. */
  before: AttendanceTally.extend({ from: Day, to: Day }),
  /** Each series that held a class, by title. */
  series: z.array(AttendanceTally.extend({ series_id: Id, title: z.string() })),
})
export type AttendanceReport = z.output<typeof AttendanceReport>

/** For each person, how many of the classes assigned to them were held, and how many of their rolls were taken. */
export const TeacherReport = z.array(
  z.object({ sub: z.string(), name: z.string(), classes: count, rolls: count }),
)
export type TeacherReport = z.output<typeof TeacherReport>

export const Register = z.object({
  series_id: Id,
  title: z.string(),
  /** The latest classes that were held, in the order of time. */
  sessions: z.array(z.object({ id: Id, session_datetime: z.string() })),
  /** How many more were held before those. */
  earlier: count,
  /** Everybody on the roster or recorded in one of these classes, by last name, then first. */
  children: z.array(
    z.object({
      id: Id,
      first_name: z.string(),
      last_name: z.string(),
      /** One for each of the classes. */
      states: z.array(oneOf(ROLL_STATES)),
    }),
  ),
  /** For each of the classes, how many erased children were recorded, by status. */
  erased: z.array(z.object({ present: count, absent: count })),
})
export type Register = z.output<typeof Register>

/** The classes that were held for one child, and what was recorded of the child there. */
const ChildTally = z.object({
  /** The classes where it was expected or is recorded, and those of them whose roll was taken. */
  classes: count,
  rolls: count,
  /** The classes where it was on the roster on that day. */
  expected: count,
  /** Each class counts in one of these four. Away: the absence was planned, and the child did not come. */
  present: count,
  absent: count,
  away: count,
  not_recorded: count,
})
export type ChildTally = z.output<typeof ChildTally>

export const ChildReport = z.object({
  attendee_id: Id,
  first_name: z.string(),
  last_name: z.string(),
  /** Like those of the report of attendance. */
  steps: z.array(ChildTally.extend({ day: Day })),
  total: ChildTally,
  before: ChildTally.extend({ from: Day, to: Day }),
  series: z.array(ChildTally.extend({ series_id: Id, title: z.string() })),
})
export type ChildReport = z.output<typeof ChildReport>

/** Guests came on a day when they were on no roster; each counts once in a step. */
const GuestTally = z.object({
  classes: count,
  rolls: count,
  /** Those who had never come before, and how many of them have by now come again on a later day. */
  newcomers: count,
  came_again: count,
  /** Those who had come before. */
  returning: count,
})
export type GuestTally = z.output<typeof GuestTally>

export const GuestReport = z.object({
  steps: z.array(GuestTally.extend({ day: Day })),
  total: GuestTally,
  before: GuestTally.extend({ from: Day, to: Day }),
  /** The new ones, the latest first. */
  guests: z
    .array(
      z.object({
        id: Id,
        first_name: z.string(),
        last_name: z.string(),
        day: Day,
        came_again: z.boolean(),
      }),
    )
    .max(MAX_NAMED_GUESTS),
})
export type GuestReport = z.output<typeof GuestReport>

/** The query of a report; its files take the same one, and show the same. */
const GuestQuery = z.strictObject({
  from: Day,
  to: Day,
  step: oneOf(REPORT_STEPS),
  /** The day on which a week begins; 0 is Sunday. */
  first_day: wholeNumberText(0, 6).default(1),
})
export type GuestQuery = z.output<typeof GuestQuery>
const AttendanceQuery = GuestQuery.extend({
  series_id: IdText.optional(),
  /** `term`: with the latest series of the same title that ended before this time, where there is one. */
  compare: oneOf(COMPARISONS).default('days'),
})
export type AttendanceQuery = z.output<typeof AttendanceQuery>
const ChildQuery = GuestQuery.extend({ attendee_id: IdText })
export type ChildQuery = z.output<typeof ChildQuery>
const RegisterQuery = z.strictObject({ series_id: IdText, from: Day, to: Day })
export type RegisterQuery = z.output<typeof RegisterQuery>
const TeacherQuery = z.strictObject({ from: Day, to: Day })
export type TeacherQuery = z.output<typeof TeacherQuery>

export const reportRoutes = {
  attendance: route('GET', '/reports/attendance', {
    summary: `Attendance from one day to another, at most ${MAX_REPORT_DAYS} days; Teachers see that of their own classes`,
    query: AttendanceQuery,
    answer: AttendanceReport,
    errors: ['not_found'],
  }),
  attendanceFile: route('GET', '/reports/attendance/export', {
    summary: 'The same report as a file: by time, or by class',
    query: AttendanceQuery.extend({ table: oneOf(REPORT_TABLES).default('steps'), format, language }),
    ...tableFile,
    errors: ['not_found'],
  }),
  child: route('GET', '/reports/child', {
    summary: 'How one child has come from one day to another; Teachers see their own classes',
    query: ChildQuery,
    answer: ChildReport,
    errors: ['not_found'],
  }),
  childFile: route('GET', '/reports/child/export', {
    summary: 'The same report of a child as a file: by time, or by class',
    query: ChildQuery.extend({ table: oneOf(REPORT_TABLES).default('steps'), format, language }),
    ...tableFile,
    errors: ['not_found'],
  }),
  guests: route('GET', '/reports/guests', {
    summary: 'New and returning guests from one day to another; Teachers see those of their own classes',
    query: GuestQuery,
    answer: GuestReport,
  }),
  guestFile: route('GET', '/reports/guests/export', {
    summary: 'The same report of guests as a file: by time, or all new ones by name',
    query: GuestQuery.extend({ table: oneOf(GUEST_TABLES).default('steps'), format, language }),
    ...tableFile,
  }),
  register: route('GET', '/reports/register', {
    summary: `Who was present in each class of a series, of the latest ${MAX_REGISTER_CLASSES} of a time; Teachers see their own classes`,
    query: RegisterQuery,
    answer: Register,
    errors: ['not_found'],
  }),
  registerFile: route('GET', '/reports/register/export', {
    summary: 'The same register as a file, one row for a child',
    query: RegisterQuery.extend({ format, language }),
    ...tableFile,
    errors: ['not_found'],
  }),
  teachers: route('GET', '/reports/teachers', {
    summary: `Who was assigned to the classes of a time, at most ${MAX_REPORT_DAYS} days, by name`,
    who: 'arrange',
    query: TeacherQuery,
    answer: TeacherReport,
  }),
  teacherFile: route('GET', '/reports/teachers/export', {
    summary: 'The same report of the teachers as a file',
    who: 'arrange',
    query: TeacherQuery.extend({ format, language }),
    ...tableFile,
  }),
}
