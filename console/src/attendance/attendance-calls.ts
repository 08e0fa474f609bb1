import { queryOptions } from '@tanstack/react-query'
import type { Attendee } from '@vestry/contract/attendees.ts'
import { ApiError, callApi } from '../data/call-api.ts'

const MOST_FOUND = 12

/** The first part of the key of every query about attendance. */
const ATTENDANCE = ['attendance'] as const

/** Asked anew when the roll says so, and never behind an open question. */
export function listRecords(classId: number) {
  return queryOptions({
    queryKey: [...ATTENDANCE, 'records', classId],
    queryFn: ({ signal }) => callApi('GET /attendance', { query: { class_id: String(classId) }, signal }),
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

export async function findAttendees(search: string, signal: AbortSignal): Promise<Attendee[]> {
  const query = { search, orderBy: 'default', direction: 'ASC', limit: String(MOST_FOUND) } as const
  const answer = await callApi('GET /attendees', { query, signal })
  return 'results' in answer ? answer.results : [answer]
}

/** Whether the same call may succeed later: not when the server has refused it for what it was. */
export function mayPass(error: unknown): boolean {
  if (!(error instanceof ApiError)) {
    return true
  }
  const refused = error.status >= 400 && error.status < 500
  return !refused || error.status === 401 || error.status === 408 || error.status === 429
}
