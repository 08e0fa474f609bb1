import { queryOptions } from '@tanstack/react-query'
import type { CallInput } from '@vestry/contract/calls/api.ts'
import type { AttendeePage } from '@vestry/contract/calls/attendees.ts'
import type { Scope } from '@vestry/contract/sunday-school/sunday-school-rules.ts'
import { callApi } from '../api/call-api.ts'

/** The key of every query about classes and their rosters begins with this. */
export const CLASSES = ['classes'] as const

export function listClasses(
  arranges: boolean,
  query: NonNullable<CallInput<'GET /classes/by-date'>['query']>,
) {
  const call = arranges ? 'GET /classes/by-date' : 'GET /classes/teacher/by-date'
  return queryOptions({
    queryKey: [...CLASSES, 'list', call, query],
    queryFn: ({ signal }) => callApi(call, { query, signal }),
  })
}

/** Always asked again when a form opens, but never while the person edits. */
export function findClass(id: number) {
  return queryOptions({
    queryKey: [...CLASSES, 'item', id],
    queryFn: ({ signal }) => callApi('GET /classes/item', { query: { class_id: id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

/** A class with the sessions of its series, from which the next term is made. */
export function findTerm(id: number) {
  return queryOptions({
    queryKey: [...CLASSES, 'term', id],
    queryFn: async ({ signal }) => {
      const detail = await callApi('GET /classes/item', { query: { class_id: id }, signal })
      const query = { series_id: detail.series_id }
      return { ...detail, sessions: await callApi('GET /classes/sessions', { query, signal }) }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

export function cancelClass(class_id: number, scope: Scope, cancelled: boolean) {
  return callApi('PUT /classes/cancelled', { body: { class_id, scope, cancelled } })
}

export function deleteClass(class_id: number, scope: Scope, records: number) {
  return callApi('DELETE /classes', { query: { class_id, scope, records } })
}

export function findRoster(series_id: number) {
  return queryOptions({
    queryKey: [...CLASSES, 'roster', series_id],
    queryFn: ({ signal }) => callApi('GET /classes/roster', { query: { series_id }, signal }),
  })
}

/** The times of a series' classes. */
export function findSessions(series_id: number) {
  return queryOptions({
    queryKey: [...CLASSES, 'sessions', series_id],
    queryFn: ({ signal }) => callApi('GET /classes/sessions', { query: { series_id }, signal }),
  })
}

export const listSeries = queryOptions({
  queryKey: [...CLASSES, 'series'],
  queryFn: ({ signal }) => callApi('GET /classes/series', { signal }),
})

/** In whole years, both included. */
export type AgeRange = { age_from?: number; age_to?: number }

/** A page of attendees by last name: all, those that a search finds, or those of an age. */
export function findAttendees(search: string, page: number, limit: number, ages: AgeRange = {}) {
  const query = {
    ...(search !== '' && { search }),
    ...ages,
    orderBy: 'default' as const,
    direction: 'ASC' as const,
    limit,
    offset: (page - 1) * limit,
  }
  return queryOptions({
    queryKey: ['attendees', 'list', query],
    // Without an id, the response is a page.
    queryFn: async ({ signal }) => (await callApi('GET /attendees', { query, signal })) as AttendeePage,
  })
}
