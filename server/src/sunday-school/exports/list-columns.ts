import type { MessageLanguage } from '@vestry/contract/messages/message-languages.ts'
import type { ExportPart } from '@vestry/contract/rules/export-rules.ts'
import { ATTENDEE_FIELD_NAMES, type AttendeeField } from '@vestry/contract/sunday-school/attendee-record.ts'
import { CHURCH_MEMBER } from '@vestry/contract/sunday-school/sunday-school-rules.ts'
import type { Kysely } from 'kysely'
import { wallClockAt } from '../../church-time.ts'
import type { Tables } from '../../database/tables.ts'
import type { Cells } from '../../http/csv.ts'
import { pagesOf } from '../../http/table-file.ts'
import { formatMessage, type ServerMessageKey } from '../../server-messages.ts'
import { stateOf } from '../attendance/current-record-sql.ts'
import {
  type AttendanceRow,
  type AttendeeRow,
  type Days,
  type ErasedRow,
  pageAttendance,
  pageErased,
  pageStays,
  type StayExportRow,
} from './exports-sql.ts'

/**
 * The column of each field: its header, which the import of attendees knows in each language, and the part of the list
 * that has to be asked for to get it.
 */
const CHILD_COLUMNS: Record<AttendeeField, { header: ServerMessageKey; part?: ExportPart }> = {
  first_name: { header: 'lists.firstName' },
  last_name: { header: 'lists.lastName' },
  birthdate: { header: 'lists.birthDate', part: 'birthdates' },
  parent_contact: { header: 'lists.contact', part: 'contacts' },
  allergies: { header: 'lists.allergies', part: 'care' },
  needs: { header: 'lists.needs', part: 'care' },
  notes: { header: 'lists.notes', part: 'care' },
  is_member: { header: 'lists.member' },
}

const ATTENDANCE_HEADERS = [
  'lists.date',
  'lists.time',
  'lists.class',
  'lists.id',
  'lists.firstName',
  'lists.lastName',
  'lists.attendance',
  'lists.comment',
] as const

const STAY_HEADERS = [
  'lists.arrived',
  'lists.class',
  'lists.room',
  'lists.id',
  'lists.firstName',
  'lists.lastName',
  'lists.broughtBy',
  'lists.takenInBy',
  'lists.gone',
  'lists.givenTo',
  'lists.way',
  'lists.givenBy',
] as const

/** What a file says of each child; the columns of a part are left out unless the part was asked for. */
export function childColumns(language: MessageLanguage, asked: readonly ExportPart[]) {
  const fields = ATTENDEE_FIELD_NAMES.filter((field) => {
    const { part } = CHILD_COLUMNS[field]
    return part === undefined || asked.includes(part)
  })
  const headers = ['lists.id' as const, ...fields.map((field) => CHILD_COLUMNS[field].header)]
  const member = (is_member: number) =>
    formatMessage(language, is_member === CHURCH_MEMBER ? 'lists.member.yes' : 'lists.member.no')
  return {
    headers: headers.map((header) => formatMessage(language, header)),
    cellsOf: (child: AttendeeRow) => [
      String(child.id),
      ...fields.map((field) => (field === 'is_member' ? member(child.is_member) : child[field])),
    ],
  }
}

/** A row for each record, followed by those of erased children, of whom nothing else is known. */
export function attendanceColumns(db: Kysely<Tables>, language: MessageLanguage, days: Days) {
  const says = (key: ServerMessageKey) => formatMessage(language, key)
  const marks = {
    present: says('lists.present'),
    absent: says('lists.absent'),
    not_recorded: says('lists.not_recorded'),
  }
  const erasedChild = says('lists.erased')

  function cellsOf(row: AttendanceRow): Cells {
    return [
      row.session_datetime.slice(0, 10),
      row.session_datetime.slice(11, 16),
      row.title,
      String(row.attendee_id),
      row.first_name,
      row.last_name,
      marks[stateOf(row)],
      row.comment,
    ]
  }

  function erasedCells({ session_datetime, title, records, present, absent }: ErasedRow): Cells[] {
    return Array.from({ length: records }, (_, at) => [
      session_datetime.slice(0, 10),
      session_datetime.slice(11, 16),
      title,
      '',
      erasedChild,
      '',
      marks[at < present ? 'present' : at < present + absent ? 'absent' : 'not_recorded'],
      '',
    ])
  }

  async function* pages() {
    yield* pagesOf((after, limit) => pageAttendance(db, days, after, limit), cellsOf)
    let last: ErasedRow | undefined
    do {
      const rows = await pageErased(db, days, last, ERASED_AT_ONCE)
      yield rows.flatMap(erasedCells)
      last = rows.length === ERASED_AT_ONCE ? rows.at(-1) : undefined
    } while (last !== undefined)
  }

  return { headers: ATTENDANCE_HEADERS.map(says), pages: pages() }
}

/** A row for each stay: who arrived when, and to whom it was given. Of codes nothing is said. */
export function stayColumns(
  db: Kysely<Tables>,
  language: MessageLanguage,
  { timeZone, ...days }: Days & { timeZone: string },
) {
  const says = (key: ServerMessageKey) => formatMessage(language, key)
  const wallClock = (moment: number) => wallClockAt(moment, timeZone).slice(0, 16).replace('T', ' ')
  const cellsOf = (stay: StayExportRow): Cells => [
    wallClock(stay.arrived_at),
    stay.title ?? '',
    stay.room ?? '',
    String(stay.attendee_id),
    stay.first_name,
    stay.last_name,
    stay.brought_by,
    stay.arrived_by,
    stay.gone_at === 0 ? '' : wallClock(stay.gone_at),
    stay.gone_to,
    stay.gone_way === '' ? '' : says(`lists.way.${stay.gone_way}`),
    stay.gone_by,
  ]
  return {
    headers: STAY_HEADERS.map(says),
    pages: pagesOf((after: StayExportRow | undefined, limit) => pageStays(db, days, after, limit), cellsOf),
  }
}

const ERASED_AT_ONCE = 100
