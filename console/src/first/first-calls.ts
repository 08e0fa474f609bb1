import type { Address, May, PageReads } from '../api/page-reads.ts'
import { writeQuery } from '../api/write-query.ts'
import { rollReads } from '../attendance/roll-reads.ts'
import { paths } from '../paths.ts'
import { preachingReads } from '../preaching/list/preaching-reads.ts'
import { todayReads } from '../today/today-reads.ts'

/** The pages whose calls can be made before their code is there; a page that isn't here asks by itself. */
const FIRST_CALLS: Readonly<Record<string, PageReads>> = {
  [paths.today]: todayReads,
  [paths.preaching]: preachingReads,
  [paths.attendance]: rollReads,
  [paths.historyAttendance]: rollReads,
}

/** The addresses, below that of the API, of the calls that the page at this address waits for. */
export function* firstCalls(address: Address, may: May): Iterable<string> {
  for (const { call, query } of FIRST_CALLS[address.pathname]?.(address, may) ?? []) {
    yield `${call.slice('GET '.length)}${writeQuery(query)}`
  }
}
