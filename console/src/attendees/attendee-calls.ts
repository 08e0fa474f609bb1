import { queryOptions } from '@tanstack/react-query'
import type { CallInput } from '@vestry/contract/calls/api.ts'
import type { AttendeeDetail, AttendeePage } from '@vestry/contract/calls/attendees.ts'
import { callApi } from '../api/call-api.ts'

/** The key of every query about attendees begins with this. */
export const ATTENDEES = ['attendees'] as const

export function listAttendees(query: NonNullable<CallInput<'GET /attendees'>['query']>) {
  return queryOptions({
    queryKey: [...ATTENDEES, 'list', query],
    // Without an id, the response is a page.
    queryFn: async ({ signal }) => (await callApi('GET /attendees', { query, signal })) as AttendeePage,
  })
}

/** The titles of the classes whose rosters children can be on. */
export const listSeriesTitles = queryOptions({
  queryKey: ['classes', 'series'],
  queryFn: ({ signal }) => callApi('GET /classes/series', { signal }),
})

/** The one child with this id, and how many attendance records go with it. */
export async function fetchAttendee(id: number, signal?: AbortSignal): Promise<AttendeeDetail> {
  const input = { query: { attendee_id: id }, ...(signal !== undefined && { signal }) }
  return (await callApi('GET /attendees', input)) as AttendeeDetail
}

/** Always asked again when a form opens, but never while the person edits. */
export function findAttendee(id: number) {
  return queryOptions({
    queryKey: [...ATTENDEES, 'one', id],
    queryFn: ({ signal }) => fetchAttendee(id, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

/** Asked again whenever the page opens, since rolls are taken and rosters changed on other screens. */
export function findProfile(attendee_id: number) {
  return queryOptions({
    queryKey: [...ATTENDEES, 'profile', attendee_id],
    queryFn: ({ signal }) => callApi('GET /attendees/profile', { query: { attendee_id }, signal }),
    staleTime: 0,
  })
}

export function findNamesakes(first_name: string, last_name: string) {
  return queryOptions({
    queryKey: [...ATTENDEES, 'namesakes', first_name, last_name],
    queryFn: ({ signal }) =>
      callApi('GET /attendees/namesakes', { query: { first_name, last_name }, signal }),
  })
}
