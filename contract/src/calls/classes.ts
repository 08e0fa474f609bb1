import { z } from 'zod'
import { without } from '../records/record-fields.ts'
import { DIRECTIONS, MAX_SEARCH } from '../rules/list-rules.ts'
import { CLASS_FIELDS, CLASS_TEXTS } from '../sunday-school/class-record.ts'
import {
  CLASS_ORDERS,
  CLASS_PAGE_SIZE,
  MAX_SESSIONS,
  MAX_WEEKS_APART,
  OPERATORS,
  SCOPES,
  WEEKDAYS,
} from '../sunday-school/sunday-school-rules.ts'
import {
  Day,
  DayOrDateTime,
  EventDateTime,
  GREATEST,
  Id,
  IdText,
  oneOf,
  text,
  Uuid,
  wholeNumber,
  wholeNumberText,
  YesText,
} from './fields.ts'
import { LastChange } from './last-change.ts'
import { listOf } from './list-answer.ts'
import { answersOf, schemasOf } from './record-schemas.ts'
import { route } from './route.ts'

/** Somebody who can sign in, so that a class can be assigned to them. */
export const Teacher = z.object({
  sub: z.string(),
  /** Their name, or their e-mail address when they gave none. */
  name: z.string(),
})
export type Teacher = z.output<typeof Teacher>

/** Of those who were on the roster that day, how many came and did not; and how many came who were not on it. */
export const Turnout = z.object({
  expected: z.number().int(),
  present: z.number().int(),
  absent: z.number().int(),
  /** Those who did not come, as was known before. */
  away: z.number().int(),
  not_recorded: z.number().int(),
  guests: z.number().int(),
})
export type Turnout = z.output<typeof Turnout>

/** A class session as the lists answer it. */
export const ClassSession = z.object({
  id: Id,
  series_id: Id,
  title: z.string(),
  /** The church's wall clock, `YYYY-MM-DDTHH:MM:SS`. */
  session_datetime: z.string(),
  /** When it ends, `HH:MM` of the same day; left out where that is not known. */
  end_time: z.string().optional(),
  room: z.string(),
  cancelled: z.boolean(),
  /** The names of those it is assigned to. */
  teachers: z.array(z.string()),
  /** How many attendance records there are; only when they were asked for. */
  attendance_count: z.number().int().optional(),
  /** Only when it was asked for, and for classes whose roll was taken and where somebody was expected. */
  turnout: Turnout.optional(),
})
export type ClassSession = z.output<typeof ClassSession>

export const ClassFilter = z.strictObject({
  includeAttendanceCount: YesText.default(false),
  includeTurnout: YesText.default(false),
  session_datetime: DayOrDateTime.optional(),
  operator: oneOf(OPERATORS).default('eq'),
  search: text(MAX_SEARCH).optional(),
  orderBy: oneOf(CLASS_ORDERS).default('date'),
  direction: oneOf(DIRECTIONS).default('DESC'),
  limit: wholeNumberText(1, 100).default(CLASS_PAGE_SIZE),
  offset: wholeNumberText(0, GREATEST).default(0),
})
export type ClassFilter = z.output<typeof ClassFilter>

export const ClassPage = listOf(ClassSession)
export type ClassPage = z.output<typeof ClassPage>

/** A class session whole, with what a change or a deletion of it would touch. */
export const ClassDetail = ClassSession.omit({ turnout: true }).extend({
  ...answersOf(without(CLASS_TEXTS, 'end_time')),
  teachers: z.array(Teacher),
  version: z.number().int(),
  attendance_count: z.number().int(),
  /** The sessions of the series after this one, and all their attendance records. */
  following: z.object({ sessions: z.number().int(), records: z.number().int() }),
  last_change: LastChange,
})
export type ClassDetail = z.output<typeof ClassDetail>

/** Every `every` weeks on these weekdays, until a day (included) or so many times; on no day in `skip`. */
export const Repeat = z
  .strictObject({
    every: wholeNumber(1, MAX_WEEKS_APART),
    weekdays: z.array(z.enum(WEEKDAYS)).min(1).max(7),
    until: Day.optional(),
    times: wholeNumber(1, MAX_SESSIONS).optional(),
    skip: z.array(Day).max(MAX_SESSIONS).optional(),
  })
  .refine(({ until, times }) => (until === undefined) !== (times === undefined))
  .meta({
    description: `an object of every (1 to ${MAX_WEEKS_APART} weeks), weekdays, and either until (a date) or times (1 to ${MAX_SESSIONS})`,
  })
export type Repeat = z.output<typeof Repeat>

const classFields = schemasOf(CLASS_FIELDS)

const NewClass = z.strictObject({
  request_id: Uuid.optional(),
  ...classFields,
  repeat: Repeat.optional(),
  /** The series whose roster the new one starts with. */
  roster_of: Id.optional(),
})
export type NewClass = z.output<typeof NewClass>

const ChangedClass = z.strictObject({
  id: Id,
  version: wholeNumber(1, GREATEST).optional(),
  scope: oneOf(SCOPES).default('one'),
  ...classFields,
  // It stays as it is when left out: a caller that does not know of it must not take it away.
  end_time: classFields.end_time.unwrap().optional(),
})
export type ChangedClass = z.output<typeof ChangedClass>

const scopedQuery = { class_id: IdText, scope: oneOf(SCOPES).default('one') }

export const Series = z.object({
  id: Id,
  title: z.string(),
  sessions: z.number().int(),
  /** The wall clock of its first and last session. */
  first: z.string(),
  last: z.string(),
  /** How many children are on its roster. */
  enrolled: z.number().int(),
})
export type Series = z.output<typeof Series>

/** A session as one of its series. */
export const SeriesSession = z.object({
  id: Id,
  session_datetime: z.string(),
  end_time: z.string().optional(),
  cancelled: z.boolean(),
})
export type SeriesSession = z.output<typeof SeriesSession>

/** How many sessions were touched. */
const sessions = z.number().int()

export const classRoutes = {
  listByDate: route('GET', '/classes/by-date', {
    summary: 'List all class sessions of a date, or before or after it',
    who: 'arrange',
    query: ClassFilter,
    answer: ClassPage,
  }),
  listTeachersByDate: route('GET', '/classes/teacher/by-date', {
    summary: 'List the class sessions assigned to the caller of a date, or before or after it',
    query: ClassFilter,
    answer: ClassPage,
  }),
  find: route('GET', '/classes/item', {
    summary: 'One class session; for Teachers one that is assigned to them',
    query: z.strictObject({ class_id: IdText }),
    answer: ClassDetail,
    errors: ['not_found'],
  }),
  listOfSeries: route('GET', '/classes/sessions', {
    summary: 'When the sessions of a series are, by time; for Teachers those that are assigned to them',
    query: z.strictObject({ series_id: IdText }),
    answer: z.array(SeriesSession),
    errors: ['not_found'],
  }),
  listTeachers: route('GET', '/teachers', {
    summary: 'Those whom a class can be assigned to, by name',
    who: 'arrange',
    answer: z.array(Teacher),
  }),
  preview: route('POST', '/classes/preview', {
    summary: 'When the sessions of a series would be; nothing is saved',
    who: 'arrange',
    body: z.strictObject({ session_datetime: EventDateTime, repeat: Repeat }),
    answer: z.object({ sessions: z.array(z.string()) }),
  }),
  create: route('POST', '/classes', {
    summary: 'Plan a class, once or as a series; repeated with the same request_id, it plans nothing new',
    who: 'arrange',
    body: NewClass,
    answer: z.object({ message: z.string(), id: Id, series_id: Id, sessions }),
    errors: ['not_found'],
  }),
  update: route('PUT', '/classes', {
    summary:
      'Change a session; with the scope following, what was changed of it is changed of all later ones of its series too',
    who: 'arrange',
    body: ChangedClass,
    answer: z.object({ message: z.string(), id: Id, version: z.number().int(), sessions }),
    errors: ['not_found', 'changed_meanwhile', 'in_another_class'],
  }),
  cancel: route('PUT', '/classes/cancelled', {
    summary: 'Cancel a session, or hold it after all; one with attendance records is not cancelled',
    who: 'arrange',
    body: z.strictObject({
      class_id: Id,
      scope: oneOf(SCOPES).default('one'),
      cancelled: z.boolean().meta({ description: 'true or false' }),
    }),
    answer: z.object({ message: z.string(), sessions }),
    errors: ['not_found', 'in_use'],
  }),
  remove: route('DELETE', '/classes', {
    summary: 'Delete a session; what was recorded of it goes too, if records says how many that are',
    who: 'arrange',
    query: z.strictObject({ ...scopedQuery, records: wholeNumberText(0, GREATEST).default(0) }),
    answer: z.object({ message: z.string(), sessions }),
    errors: ['not_found', 'in_use'],
  }),
  listSeries: route('GET', '/classes/series', {
    summary:
      'The series with a session in the last year or later, by title, of one title the latest first; with a search all series whose title has its words; for Teachers those they are assigned to',
    query: z.strictObject({ search: text(MAX_SEARCH).optional() }),
    answer: z.array(Series),
  }),
}
