import type { ExportPart } from '@vestry/contract/export-rules.ts'
import type { MessageLanguage } from '@vestry/contract/messages/message-languages.ts'
import { CHURCH_MEMBER } from '@vestry/contract/sunday-school-rules.ts'
import type { Kysely } from 'kysely'
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
} from './exports-sql.ts'

/** The headers of a file, with their texts in its language. The import of attendees knows those of each language. */
const CHILD_COLUMNS: [
  header: ServerMessageKey,
  cellOf: (child: AttendeeRow, yes: string, no: string) => string,
  part?: ExportPart,
][] = [
  ['lists.id', ({ id }) => String(id)],
  ['lists.firstName', ({ first_name }) => first_name],
  ['lists.lastName', ({ last_name }) => last_name],
  ['lists.birthDate', ({ birthdate }) => birthdate, 'birthdates'],
  ['lists.contact', ({ parent_contact }) => parent_contact, 'contacts'],
  ['lists.allergies', ({ allergies }) => allergies, 'care'],
  ['lists.needs', ({ needs }) => needs, 'care'],
  ['lists.notes', ({ notes }) => notes, 'care'],
  ['lists.member', ({ is_member }, yes, no) => (is_member === CHURCH_MEMBER ? yes : no)],
]

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

/** What a file says of each child; columns of a part are left out unless it was asked for. */
export function childColumns(language: MessageLanguage, asked: readonly ExportPart[]) {
  const columns = CHILD_COLUMNS.filter(([, , part]) => part === undefined || asked.includes(part))
  const yes = formatMessage(language, 'lists.member.yes')
  const no = formatMessage(language, 'lists.member.no')
  return {
    headers: columns.map(([header]) => formatMessage(language, header)),
    cellsOf: (child: AttendeeRow) => columns.map(([, cellOf]) => cellOf(child, yes, no)),
  }
}

/** A row for each record, and after them those of whom nothing else is known. */
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

const ERASED_AT_ONCE = 100
