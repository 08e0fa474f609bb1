import type { AttendanceFile } from '@vestry/contract/calls/attendance-imports.ts'
import { CLASS_FIELDS } from '@vestry/contract/sunday-school/class-record.ts'
import { MAX_COMMENT, type RollState } from '@vestry/contract/sunday-school/sunday-school-rules.ts'
import { normalForm } from '@vestry/contract/text/normal-form.ts'
import {
  type ColumnField,
  type ColumnMapping,
  hasTwoLastNames,
  isOfVisits,
  saysArrival,
} from './column-mapping.ts'
import { type CellProblem, readCell, readSource } from './file-rows.ts'
import { readStay } from './file-stays.ts'
import { type DateOrder, readDay, readTime, timeBesideDay, type Years } from './read-day.ts'
import type { Table } from './read-table.ts'
import { splitName } from './split-name.ts'

/** What one file says of one child on one day, with its line in the file. */
export type MarkLine = AttendanceFile['marks'][number] & { line: number }

/** A line, or a mark of it, that can't be sent. */
export type LineProblem = {
  line: number
  name: string
  reason: CellProblem['reason'] | 'not_a_mark' | 'no_class' | 'no_name' | 'no_day' | 'not_a_time'
  field: ColumnField
  text: string
}

/** What a file says of attendance, as it is sent, and the parts that can't be sent. */
export type ReadMarks = Pick<AttendanceFile, 'children' | 'classes'> & {
  marks: MarkLine[]
  problems: LineProblem[]
}

const PRESENT = [
  ...['present', 'p', 'x', '1', 'yes', 'y', 'true', 'attended', 'here', 'came', 'checked in', '✓', '✔', '☑'],
  ...['presente', 'si', 's', 'asistio', 'vino', 'verdadero'],
  ...['late', 'tardy', 'tarde', 'llego tarde', 'retraso'],
]
const ABSENT = [
  ...['absent', 'a', '0', 'no', 'n', 'false', '-', '–', 'missed', 'not attended'],
  ...['ausente', 'f', 'falta', 'falto', 'no asistio', 'no vino', 'falso'],
  ...['excused', 'justificado', 'justificada', 'excusado', 'excusada'],
]
const NOT_RECORDED = ['not recorded', 'sin registrar', 'no registrado']

/** A time with seconds is when something happened, not when a class begins. */
const SECONDS = /[:.]\d{2}[:.](?!00)\d{2}/

/** The mark that a file's text means; nothing if it is not a known one. */
export function readState(text: string): RollState | undefined {
  const word = normalForm(text, 'NFD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim().toLowerCase()
  return PRESENT.includes(word)
    ? 'present'
    : ABSENT.includes(word)
      ? 'absent'
      : NOT_RECORDED.includes(word)
        ? 'not_recorded'
        : undefined
}

/**
 * The marks of a file: one for each row, or one for each day that a header names. An empty cell says nothing; if no
 * column says present or absent, each row is a visit. A time next to a day is that of the class, unless it is when the
 * child arrived. `title` is the class of rows that name none, `latestDayYear` the last year of attendance that two
 * digits mean.
 */
export function readMarks(
  { headers, rows, lines }: Table,
  mapping: ColumnMapping,
  order: DateOrder,
  title: string,
  { latestYear, latestDayYear = latestYear, firstDay }: Years & { latestDayYear?: number } = {},
): ReadMarks {
  const read: ReadMarks = { children: [], classes: [], marks: [], problems: [] }
  const children = new Map<string, number>()
  const classes = new Map<string, number>()
  const column = (field: ColumnField) => mapping.indexOf(field)
  const days = new Map(
    mapping.flatMap((field, place) => (field === 'mark' ? [[place, headers[place] ?? ''] as const] : [])),
  )
  const placesOf = Map.groupBy(mapping.keys(), (place) => mapping[place] ?? null)
  const visits = isOfVisits(mapping)
  const arrives = saysArrival(headers[column('day')] ?? '')
  const arrivals =
    arrives || rows.some((cells) => SECONDS.test(timeBesideDay(cells[column('day')] ?? '')?.text ?? ''))

  /** The column of the arrival, where another says when the child was given back. */
  const arrival = mapping.includes('arrived') ? 'arrived' : arrives ? 'day' : undefined
  const withStays = arrival !== undefined && mapping.includes('gone')

  rows.forEach((cells, place) => {
    const line = lines[place] ?? 0
    const cell = (field: ColumnField) => {
      const texts = placesOf.get(field)?.map((at) => cells[at] ?? '') ?? []
      return texts.filter((text) => text !== '').join(' ')
    }
    const child: AttendanceFile['children'][number] = readSource(
      headers[column('source_id')] ?? '',
      cell('source_id'),
    )
    if (cell('full_name') !== '' && cell('first_name') + cell('last_name') === '') {
      Object.assign(child, splitName(cell('full_name'), hasTwoLastNames(headers[column('full_name')] ?? '')))
    }
    const name =
      `${cell('first_name')} ${cell('last_name')}`.trim() ||
      cell('full_name') ||
      cell('id') ||
      cell('source_id')
    const fail = (reason: LineProblem['reason'], field: ColumnField, text = cell(field)) => {
      read.problems.push({ line, name, reason, field, text })
    }
    for (const field of ['id', 'first_name', 'last_name', 'birthdate'] as const) {
      const value = cell(field) === '' ? {} : readCell(field, cell(field), order, { latestYear })
      if (typeof value === 'string') {
        fail(value, field)
        return
      }
      Object.assign(child, value)
    }
    if (child.id === undefined && child.source_id === undefined && !(child.first_name && child.last_name)) {
      fail('no_name', 'first_name')
      return
    }
    const of = (cell('class') || title).replace(/\s+/g, ' ').trim().slice(0, CLASS_FIELDS.title.max)
    if (of === '') {
      fail('no_class', 'class')
      return
    }
    const time = readTime(cell('time'))
    if (time === undefined && cell('time') !== '') {
      fail('not_a_time', 'time')
      return
    }
    const comment = cell('comment').slice(0, MAX_COMMENT)
    const add = (dayText: string, text: string, field: ColumnField) => {
      const day = readDay(dayText, order, { latestYear: latestDayYear, firstDay })
      const state = visits ? 'present' : readState(text)
      const beside =
        time === undefined && !(field !== 'mark' && arrivals) ? timeBesideDay(dayText) : undefined
      const at = time ?? (beside && !beside.isUniversal ? readTime(beside.text) : undefined)
      if (typeof day !== 'object') {
        fail(day === 'none' ? 'no_day' : day === 'two_digits' ? day : 'not_a_date', 'day', dayText)
      } else if (state === undefined) {
        fail('not_a_mark', field, text)
      } else if (beside && at === undefined) {
        fail('not_a_time', 'day', dayText)
      } else {
        const stay =
          withStays && field !== 'mark' && state === 'present'
            ? readStay(cell, { arrived: cell(arrival), day: day.day, order }, { latestYear: latestDayYear })
            : undefined
        read.marks.push({
          line,
          child: placeOf(child, JSON.stringify(child), children, read.children),
          class: placeOf(of, of, classes, read.classes),
          day: day.day,
          state,
          ...(at !== undefined && { time: at }),
          ...(comment !== '' && { comment }),
          ...(stay !== undefined && { stay }),
        })
      }
    }
    if (visits || cell('state') !== '') {
      add(cell('day'), cell('state'), 'state')
    }
    for (const [at, header] of days) {
      if ((cells[at] ?? '') !== '') {
        add(header, cells[at] ?? '', 'mark')
      }
    }
  })
  return read
}

/** The place of something in a list; it is added if it is not there yet. */
function placeOf<Value>(value: Value, key: string, places: Map<string, number>, list: Value[]): number {
  const place = places.get(key) ?? list.push(value) - 1
  places.set(key, place)
  return place
}
