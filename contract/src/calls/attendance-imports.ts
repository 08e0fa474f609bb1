import { z } from 'zod'
import {
  CHILD_KINDS,
  IMPORT_RIGHTS,
  MARK_KINDS,
  MARK_REASONS,
  MAX_IMPORT_CELL,
  MAX_IMPORT_CLASSES,
  MAX_IMPORT_MARKS,
  MAX_IMPORT_ROWS,
} from '../rules/import-rules.ts'
import { MAX_STAY_NAME, STAY_PLANS } from '../rules/stay-import-rules.ts'
import { CLASS_FIELDS } from '../sunday-school/class-record.ts'
import { HANDOVER_WAYS } from '../sunday-school/door-rules.ts'
import { MAX_COMMENT, ROLL_STATES } from '../sunday-school/sunday-school-rules.ts'
import {
  cleanText,
  Day,
  EventDateTime,
  GREATEST,
  Id,
  line,
  oneOf,
  text,
  typedText,
  Uuid,
  wholeNumber,
} from './fields.ts'
import { route } from './route.ts'

const MAX_BODY = 16 * 1024 * 1024
const cell = text(MAX_IMPORT_CELL).optional()
const Time = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
  .meta({ description: 'a time such as 10:30' })

/** The number that a child has in the program that a file came from. */
export const SourceId = z.strictObject({ source: line(60), id: line(60) })
export type SourceId = z.output<typeof SourceId>

/** A child of a file, with each of its marks there. */
const FileChild = z.strictObject({
  /** The number of the attendee: from a file that came from here, or as the person chose. */
  id: Id.optional(),
  source_id: SourceId.optional(),
  first_name: cell,
  last_name: cell,
  birthdate: Day.optional(),
})
export type FileChild = z.output<typeof FileChild>

const name = cleanText(MAX_STAY_NAME)

/** A stay at the door that is over, by the church's clock: when the child arrived and was given back, and who was there. */
const FileStay = z.strictObject({
  arrived: EventDateTime,
  brought_by: name,
  arrived_by: name,
  gone: EventDateTime,
  gone_to: name,
  gone_way: oneOf(HANDOVER_WAYS).optional(),
  gone_by: name,
})
export type FileStay = z.output<typeof FileStay>

/** `child` and `class` are places in the lists of the same call, counted from 0. */
const FileMark = z.strictObject({
  child: wholeNumber(0, MAX_IMPORT_ROWS - 1),
  class: wholeNumber(0, MAX_IMPORT_CLASSES - 1),
  day: Day,
  time: Time.optional(),
  state: oneOf(ROLL_STATES),
  comment: typedText(MAX_COMMENT).optional(),
  /** The version of the existing record, where the person took the file's mark instead of it. */
  replaces: wholeNumber(1, GREATEST).optional(),
  stay: FileStay.optional(),
})
export type FileMark = z.output<typeof FileMark>

/** A file of attendance. `default_time` is meant for a class that has no time and of which nothing else is known. */
const AttendanceFile = z.strictObject({
  children: z
    .array(FileChild)
    .min(1)
    .max(MAX_IMPORT_ROWS)
    .meta({ description: `a list of 1 to ${MAX_IMPORT_ROWS} children` }),
  classes: z
    .array(line(CLASS_FIELDS.title.max))
    .min(1)
    .max(MAX_IMPORT_CLASSES)
    .meta({ description: `a list of 1 to ${MAX_IMPORT_CLASSES} titles` }),
  default_time: Time,
  marks: z
    .array(FileMark)
    .min(1)
    .max(MAX_IMPORT_MARKS)
    .meta({ description: `a list of 1 to ${MAX_IMPORT_MARKS} marks` }),
})
export type AttendanceFile = z.output<typeof AttendanceFile>

const PlannedMark = z.object({
  kind: oneOf(MARK_KINDS),
  reason: oneOf(MARK_REASONS).optional(),
  /** What is recorded already, where the file says something else. */
  former: z.object({ state: z.enum(ROLL_STATES), comment: z.string(), version: z.number().int() }).optional(),
  /** What becomes of its stay, where there is one and the mark is taken or stands. */
  stay: oneOf(STAY_PLANS).optional(),
})
export type PlannedMark = z.output<typeof PlannedMark>

const AttendancePlan = z.object({
  /** One for each child of the call. */
  children: z.array(
    z.object({
      kind: oneOf(CHILD_KINDS),
      /** Who it is, or may be. */
      known: z.array(
        z.object({
          id: Id,
          first_name: z.string(),
          last_name: z.string(),
          /** Empty when it is not known. */
          birthdate: z.string(),
        }),
      ),
    }),
  ),
  /** One for each mark of the call. */
  marks: z.array(PlannedMark),
  /** The classes that would be added. */
  classes: z.array(z.object({ title: z.string(), session_datetime: z.string() })),
})
export type AttendancePlan = z.output<typeof AttendancePlan>

const SavedAttendance = z.object({
  id: Id,
  added: z.number().int(),
  changed: z.number().int(),
  /** How many classes were added. */
  classes: z.number().int(),
  /** How many stays at the door were added. */
  stays: z.number().int(),
  /** The marks that were left out, by their place. */
  refused: z.array(wholeNumber(0, MAX_IMPORT_MARKS - 1)),
})
export type SavedAttendance = z.output<typeof SavedAttendance>

export const attendanceImportRoutes = {
  preview: route('POST', '/attendance/imports/preview', {
    summary: 'What an import of this attendance would do; nothing is saved',
    who: IMPORT_RIGHTS,
    maxBody: MAX_BODY,
    body: AttendanceFile,
    answer: AttendancePlan,
  }),
  save: route('POST', '/attendance/imports', {
    summary:
      'Import attendance, all in one step, and add the classes that are missing; a mark that contradicts one that stands is left out, unless it replaces that one. Repeated with the same request_id, it changes nothing',
    who: IMPORT_RIGHTS,
    maxBody: MAX_BODY,
    body: AttendanceFile.extend({ request_id: Uuid, file_name: text(255) }),
    answer: SavedAttendance,
  }),
}
