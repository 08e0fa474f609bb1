import { queryOptions } from '@tanstack/react-query'
import type { Attendee, AttendeePage } from '@vestry/contract/calls/attendees.ts'
import { ApiError, callApi } from '../api/call-api.ts'
import { loadMessages } from '../messages/messages.ts'
import type { Matches } from '../ui/people/search-list-state.ts'
import type { CallRoll } from './roll-call-store.ts'

const ON_A_PAGE = 12
const MAX_ON_A_PAGE = 100

/** The key of every query about attendance begins with this. */
const ATTENDANCE = ['attendance'] as const

/** Asked again when the roll asks for it, but never behind an open question. */
export function listRecords(classId: number) {
  return queryOptions({
    queryKey: [...ATTENDANCE, 'records', classId],
    queryFn: ({ signal }) => callApi('GET /attendance', { query: { class_id: String(classId) }, signal }),
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

/** A page of the attendees that a search finds, by last name, with as many more as may be left out. */
export async function findAttendees(
  search: string,
  page: number,
  signal: AbortSignal,
  more = 0,
): Promise<Matches<Attendee>> {
  const limit = Math.min(ON_A_PAGE + more, MAX_ON_A_PAGE)
  const offset = (page - 1) * limit
  const query = { search, orderBy: 'default', direction: 'ASC', limit, offset } as const
  // A search that begins with the roll comes before the texts of its results, which are loaded once it is drawn.
  const [answer] = await Promise.all([
    callApi('GET /attendees', { query, signal }),
    loadMessages('forms').catch(() => undefined),
  ])
  // Without an id, the response is a page.
  const { results, totalCount, totalExceeded } = answer as AttendeePage
  return { rows: results, total: totalCount, totalExceeded }
}

/** A call that hangs would hold up all later ones. */
const CALL_TAKES_AT_MOST_MS = 15_000

/** Makes one of the calls that follow each other. */
export const callRoll: CallRoll = (call, input) =>
  callApi(call, { ...input, signal: AbortSignal.timeout(CALL_TAKES_AT_MOST_MS) })

/** Whether the server could not be reached at all. */
export function isWithoutLine(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'unreachable'
}

/** Whether the same call may succeed later; not if the server has refused what it asked. */
export function isTemporary(error: unknown): boolean {
  if (!(error instanceof ApiError)) {
    return true
  }
  const refused = error.status >= 400 && error.status < 500
  return !refused || error.status === 401 || error.status === 408 || error.status === 429
}
