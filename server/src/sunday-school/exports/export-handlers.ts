import type { ExportPart } from '@vestry/contract/export-rules.ts'
import type { exportRoutes } from '@vestry/contract/exports.ts'
import { CHURCH_MEMBER, type RollState } from '@vestry/contract/sunday-school-rules.ts'
import type { Kysely } from 'kysely'
import type { AuditLog } from '../../audit/audit-log.ts'
import { churchDay } from '../../church-time.ts'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/open-database.ts'
import type { Tables } from '../../database/tables.ts'
import { ApiError } from '../../http/api-errors.ts'
import { type Handlers, requireRight } from '../../http/mount-routes.ts'
import { pagesOf } from '../../http/table-file.ts'
import { listAbsences } from '../absences/planned-absence-sql.ts'
import { stateOf } from '../attendance/current-record-sql.ts'
import { findAttendee } from '../attendees/attendees-sql.ts'
import { listEntries } from '../follow-ups/follow-up-sql.ts'
import { findPhoto } from '../photos/photo-sql.ts'
import { childPage } from './child-page.ts'
import {
  type AttendanceRow,
  type AttendeeRow,
  countAttendance,
  countRows,
  type Days,
  type ErasedRow,
  listRecorded,
  listTitles,
  pageAttendance,
  pageAttendees,
  pageErased,
  pageRosters,
  type RosterRow,
} from './exports-sql.ts'
import { createListSender } from './send-list.ts'

const ATTENDANCE_HEADERS = [
  'Date',
  'Time',
  'Class',
  'Vestry ID',
  'First Name',
  'Last Name',
  'Attendance',
  'Comment',
]
const MARKS: Record<RollState, string> = {
  present: 'Present',
  absent: 'Absent',
  not_recorded: 'Not recorded',
}

/** The calls that hand out lists and a child's data as files. Each is written down before its first byte. */
export function createExportHandlers({
  database: { sql: db },
  auditLog,
  clock,
  timeZone,
}: {
  database: Database
  auditLog: AuditLog
  clock: Clock
  /** The church's. */
  timeZone: () => string
}): Handlers<typeof exportRoutes> {
  const sendList = createListSender(auditLog)

  return {
    attendees: async ({ query: { format, with: asked = [] }, ...actor }) => {
      requireRight('allChildren', actor.caller)
      const columns = columnsFor(asked)
      return await sendList(actor, {
        format,
        rows: await countRows(db, 'attendee'),
        of: ['attendees', ...asked].join(', '),
        title: 'Attendees',
        headers: columns.map(([header]) => header),
        pages: pagesOf(
          (after, limit) => pageAttendees(db, after, limit),
          (child: AttendeeRow) => columns.map(([, cellOf]) => cellOf(child)),
        ),
      })
    },

    rosters: async ({ query: { format, with: asked = [] }, ...actor }) => {
      requireRight('allChildren', actor.caller)
      const columns = columnsFor(asked)
      return await sendList(actor, {
        format,
        rows: await countRows(db, 'roster'),
        of: ['rosters', ...asked].join(', '),
        title: 'Rosters',
        headers: ['Class', ...columns.map(([header]) => header)],
        pages: pagesOf(
          (after, limit) => pageRosters(db, after, limit),
          (child: RosterRow) => [child.title, ...columns.map(([, cellOf]) => cellOf(child))],
        ),
      })
    },

    attendance: async ({ query: { format, ...days }, ...actor }) => {
      requireRight('allChildren', actor.caller)
      const range = Object.entries(days).map(([name, day]) => `${name} ${day}`)
      return await sendList(actor, {
        format,
        rows: await countAttendance(db, days),
        of: ['attendance', ...range].join(', '),
        title: 'Attendance',
        headers: ATTENDANCE_HEADERS,
        pages: attendancePages(db, days),
      })
    },

    child: async ({ query: { attendee_id, language }, caller, address }) => {
      requireRight('allChildren', caller)
      const child = await findAttendee(db, attendee_id)
      if (!child) {
        throw new ApiError('not_found', 'There is no such attendee; it may have been deleted.')
      }
      const [photo, classes, records, absences, followUps] = await Promise.all([
        findPhoto(db, attendee_id),
        listTitles(db, attendee_id),
        listRecorded(db, attendee_id),
        listAbsences(db, attendee_id),
        listEntries(db, [attendee_id]),
      ])
      await auditLog.recordChange(db, {
        kind: 'attendee_exported',
        records: [`attendee/${attendee_id}`],
        caller,
        address,
      })
      return childPage({
        language,
        today: churchDay(clock, timeZone()),
        child,
        photo: photo?.large,
        classes,
        records: records.map((record) => ({ ...record, state: stateOf(record) })),
        absences,
        followUps,
      })
    },
  }
}

type Column = [header: string, cellOf: (child: AttendeeRow) => string, part?: ExportPart]

/** As the import of attendees reads them; those of a part are left out unless it was asked for. */
const CHILD_COLUMNS: Column[] = [
  ['Vestry ID', ({ id }) => String(id)],
  ['First Name', ({ first_name }) => first_name],
  ['Last Name', ({ last_name }) => last_name],
  ['Birthdate', ({ birthdate }) => birthdate, 'birthdates'],
  ['Guardian Contact', ({ parent_contact }) => parent_contact, 'contacts'],
  ['Allergies', ({ allergies }) => allergies, 'care'],
  ['Needs', ({ needs }) => needs, 'care'],
  ['Notes', ({ notes }) => notes, 'care'],
  ['Member', ({ is_member }) => (is_member === CHURCH_MEMBER ? 'Yes' : 'No')],
]

function columnsFor(asked: readonly ExportPart[]): Column[] {
  return CHILD_COLUMNS.filter(([, , part]) => part === undefined || asked.includes(part))
}

/** Each record, and after them those of whom nothing else is known. */
async function* attendancePages(db: Kysely<Tables>, days: Days) {
  yield* pagesOf((after, limit) => pageAttendance(db, days, after, limit), attendanceCells)
  let last: ErasedRow | undefined
  do {
    const rows = await pageErased(db, days, last, ERASED_AT_ONCE)
    yield rows.flatMap(erasedCells)
    last = rows.length === ERASED_AT_ONCE ? rows.at(-1) : undefined
  } while (last !== undefined)
}

const ERASED_AT_ONCE = 100

function erasedCells({ session_datetime, title, records, present, absent }: ErasedRow): string[][] {
  return Array.from({ length: records }, (_, at) => [
    session_datetime.slice(0, 10),
    session_datetime.slice(11, 16),
    title,
    '',
    'Erased child',
    '',
    MARKS[at < present ? 'present' : at < present + absent ? 'absent' : 'not_recorded'],
    '',
  ])
}

function attendanceCells(row: AttendanceRow): string[] {
  return [
    row.session_datetime.slice(0, 10),
    row.session_datetime.slice(11, 16),
    row.title,
    String(row.attendee_id),
    row.first_name,
    row.last_name,
    MARKS[stateOf(row)],
    row.comment,
  ]
}
