import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { STAFF_PAGE_SIZE } from '@vestry/contract/rules/staff-rules.ts'
import { callApi } from '../api/call-api.ts'

/** The key of every query about people who sign in begins with this. */
export const STAFF = ['staff'] as const

export function listStaff(search: string) {
  return infiniteQueryOptions({
    queryKey: [...STAFF, 'list', search],
    queryFn: ({ signal, pageParam }) =>
      callApi('GET /staff', { query: { search, limit: STAFF_PAGE_SIZE, after: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  })
}

/** Always asked again when a form opens, but never while the person edits. */
export function findPerson(sub: string) {
  return queryOptions({
    queryKey: [...STAFF, 'one', sub],
    queryFn: ({ signal }) => callApi('GET /staff/person', { query: { sub }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

/** They are made on another page. */
export const listGroups = queryOptions({
  queryKey: [...STAFF, 'groups'],
  queryFn: ({ signal }) => callApi('GET /staff/groups', { signal }),
  staleTime: 0,
})
