import type { FileStay } from '@vestry/contract/calls/attendance-imports.ts'
import { MAX_STAY_NAME } from '@vestry/contract/rules/stay-import-rules.ts'
import type { HandoverWay } from '@vestry/contract/sunday-school/door-rules.ts'
import type { ColumnField } from './column-mapping.ts'
import { keyOf } from './header-key.ts'
import { type DateOrder, readDay, readTime, timeBesideDay, type Years } from './read-day.ts'

/** How our own lists say how a child was given back, as `keyOf` returns it. */
const WAYS: Record<string, HandoverWay> = {
  byitscode: 'code',
  consucodigo: 'code',
  seenbytwoofthestaff: 'two_staff',
  vistopordosdelequipo: 'two_staff',
  bydecision: 'override',
  pordecision: 'override',
}

/**
 * What a row says of a stay at the door on a day; nothing where it does not say when the child arrived and when it was given
 * back. `arrived` is the text of the arrival.
 */
export function readStay(
  cell: (field: ColumnField) => string,
  { arrived: text, day, order }: { arrived: string; day: string; order: DateOrder },
  { latestYear }: Years,
): FileStay | undefined {
  const moment = (written: string) => {
    const read = readDay(written, order, { latestYear })
    const beside = timeBesideDay(written)
    const time = beside ? beside.isUniversal || readTime(beside.text) : readTime(written)
    return typeof time === 'string' ? `${typeof read === 'object' ? read.day : day}T${time}:00` : undefined
  }
  const arrived = moment(text)
  const gone = moment(cell('gone'))
  const name = (field: ColumnField) => cell(field).replace(/\s+/g, ' ').trim().slice(0, MAX_STAY_NAME)
  const gone_way = WAYS[keyOf(cell('gone_way'))]
  return arrived === undefined || gone === undefined
    ? undefined
    : {
        arrived,
        brought_by: name('brought_by'),
        arrived_by: name('taken_in_by'),
        gone,
        gone_to: name('gone_to'),
        ...(gone_way && { gone_way }),
        gone_by: name('gone_by'),
      }
}
