import type { Call } from '@vestry/contract/calls/api.ts'
import { PREACHING_PAGE_SIZE } from '@vestry/contract/rules/preaching-rules.ts'
import type { Right } from '@vestry/contract/rules/rights.ts'
import { writeQuery } from '../api/write-query.ts'
import { paths } from '../paths.ts'
import { preachingCriteria } from '../preaching/list/preaching-filter.ts'
import { findAttendanceVisit } from '../ui/classes/attendance-visit.ts'
import { defaultCriteria, listQuery } from '../ui/list/list-address.ts'
import { ownTimeZone } from '../ui/own-time-zone.ts'

/** An address of the console, with the state of the navigation to it. */
type Address = { pathname: string; search: string; state?: unknown }
type FirstCall = readonly [call: Call & `GET ${string}`, query?: object]
type May = (right: Right) => boolean

/** What a page reads before it can be used, as far as its address tells; a page that isn't here asks by itself. */
const FIRST_CALLS: Readonly<Record<string, (address: Address, may: May) => readonly FirstCall[]>> = {
  [paths.today]: (_address, may) => [
    ['GET /today'],
    ...(may('administer') ? [['GET /getting-started', { timeZone: ownTimeZone() }] as const] : []),
  ],
  // What an address adds is read with more code than this script should hold.
  [paths.preaching]: ({ search }) => (search === '' ? [['GET /preachingManagement', firstSermons()]] : []),
  [paths.attendance]: readRoll,
  [paths.historyAttendance]: readRoll,
}

function firstSermons() {
  const state = { ...defaultCriteria(preachingCriteria), search: '', page: 1 }
  return listQuery(state, PREACHING_PAGE_SIZE, preachingCriteria)
}

function readRoll(address: Address): readonly FirstCall[] {
  const visit = findAttendanceVisit({ state: undefined, ...address })
  return typeof visit === 'object' ? [['GET /attendance/roll-call', { class_id: visit.class_id }]] : []
}

/** The addresses, below that of the API, of the calls that the page at this address waits for. */
export function firstCalls(address: Address, may: May): string[] {
  const calls = FIRST_CALLS[address.pathname]?.(address, may) ?? []
  return calls.map(([call, query]) => `${call.slice('GET '.length)}${writeQuery(query)}`)
}
