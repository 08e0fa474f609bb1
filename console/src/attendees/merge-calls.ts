import { queryOptions } from '@tanstack/react-query'
import { callApi } from '../api/call-api.ts'
import { ATTENDEES } from './attendee-calls.ts'

export const listDuplicates = queryOptions({
  queryKey: [...ATTENDEES, 'duplicates'],
  queryFn: ({ signal }) => callApi('GET /attendees/duplicates', { signal }),
})

/** Two entries as they are compared: asked again by whoever opens the page, and not while somebody chooses. */
export function compareEntries(attendee_id: number, other_id: number) {
  return queryOptions({
    queryKey: [...ATTENDEES, 'merge', attendee_id, other_id],
    queryFn: ({ signal }) => callApi('GET /attendees/merge', { query: { attendee_id, other_id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

/** What was merged into a child and can be taken apart again. */
export function listMerges(attendee_id: number) {
  return queryOptions({
    queryKey: [...ATTENDEES, 'merges', attendee_id],
    queryFn: ({ signal }) => callApi('GET /attendees/merges', { query: { attendee_id }, signal }),
    staleTime: 0,
  })
}
