import { queryOptions } from '@tanstack/react-query'
import type { CallInput } from '@vestry/contract/calls/api.ts'
import type { Attendee, AttendeeDetail, AttendeePage } from '@vestry/contract/calls/attendees.ts'
import { callApi } from '../api/call-api.ts'
import { queryClient } from '../api/query-client.ts'

/** The key of every query about families begins with this. */
export const FAMILIES = ['families'] as const

export function listFamilies(query: NonNullable<CallInput<'GET /families'>['query']>) {
  return queryOptions({
    queryKey: [...FAMILIES, 'list', query],
    queryFn: ({ signal }) => callApi('GET /families', { query, signal }),
  })
}

/** Always asked again when a page opens, but never while the person edits. */
export function findFamily(family_id: number) {
  return queryOptions({
    queryKey: [...FAMILIES, 'one', family_id],
    queryFn: ({ signal }) => callApi('GET /families/one', { query: { family_id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

/** What was done to families and can be undone. */
export const listFamilyChanges = queryOptions({
  queryKey: [...FAMILIES, 'changes'],
  queryFn: ({ signal }) => callApi('GET /families/changes', { signal }),
  staleTime: 0,
})

/** What the parents' contacts would make: asked again by whoever opens the page, and not while somebody looks through it. */
export const listProposals = queryOptions({
  queryKey: [...FAMILIES, 'proposals'],
  queryFn: ({ signal }) => callApi('GET /families/proposals', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
})

const ON_A_PAGE = 10

/** The children or families that a search finds, as a search list asks for them. */
export async function searchChildren(search: string, page: number) {
  const query = { search, limit: ON_A_PAGE, offset: (page - 1) * ON_A_PAGE, direction: 'ASC' } as const
  // Without an id, the response is a page.
  const found = (await callApi('GET /attendees', { query })) as AttendeePage
  return { rows: found.results, total: found.totalCount, totalExceeded: found.totalExceeded }
}

export async function searchFamilies(search: string, page: number) {
  const query = { search, limit: ON_A_PAGE, offset: (page - 1) * ON_A_PAGE }
  const found = await callApi('GET /families', { query })
  return { rows: found.results, total: found.totalCount, totalExceeded: found.totalExceeded }
}

export type ChosenChild = Pick<Attendee, 'id' | 'first_name' | 'last_name' | 'birthdate'>

/** A child that was chosen for a family. */
export function findChosenChild(attendee_id: number) {
  return queryOptions({
    queryKey: [...FAMILIES, 'child', attendee_id],
    queryFn: async ({ signal }): Promise<ChosenChild> =>
      (await callApi('GET /attendees', { query: { attendee_id }, signal })) as AttendeeDetail,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Reads again whatever is shown of families. */
export function reloadFamilies(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: FAMILIES })
}

/** Has the next page read families again; the present one may show a family that is gone. */
export function outdateFamilies(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: FAMILIES, refetchType: 'none' })
}
