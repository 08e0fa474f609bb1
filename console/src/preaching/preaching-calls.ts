import { queryOptions } from '@tanstack/react-query'
import { callApi } from '../api/call-api.ts'
import type { sermonsOf } from './list/preaching-reads.ts'

/** The key of every query about preaching items begins with this. */
export const PREACHING = ['preaching'] as const

export function listPreaching({ call, query }: ReturnType<typeof sermonsOf>) {
  return queryOptions({
    queryKey: [...PREACHING, 'list', query],
    queryFn: ({ signal }) => callApi(call, { query, signal }),
  })
}

/** Always asked again when a form opens, but never while the person edits. */
export function findPreaching(uuid: string) {
  return queryOptions({
    queryKey: [...PREACHING, 'item', uuid],
    queryFn: ({ signal }) => callApi('GET /preachingManagement/item', { query: { uuid }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

/** The same for viewing: separate from the form's query, and always up to date. */
export function viewPreaching(uuid: string) {
  return queryOptions({
    queryKey: [...PREACHING, 'view', uuid],
    queryFn: ({ signal }) => callApi('GET /preachingManagement/item', { query: { uuid }, signal }),
    staleTime: 0,
    gcTime: 0,
  })
}

/** The measurements of an item's recording; null if there are none. */
export function findSound({ uuid, path }: { uuid: string; path: string }) {
  return queryOptions({
    queryKey: [...PREACHING, 'sound', uuid, path],
    queryFn: async ({ signal }) =>
      (await callApi('GET /preachingManagement/item', { query: { uuid }, signal })).sound ?? null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}

export const listYears = queryOptions({
  queryKey: [...PREACHING, 'years'],
  queryFn: ({ signal }) => callApi('GET /preachingManagement/years', { signal }),
})

/** How typed passages are understood. */
export function readPassages(text: string, language_id: number) {
  return queryOptions({
    queryKey: [...PREACHING, 'passages', text, language_id],
    queryFn: ({ signal }) =>
      callApi('GET /preachingManagement/passages', { query: { text, language_id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export const listSeries = queryOptions({
  queryKey: ['sermon series'],
  queryFn: ({ signal }) => callApi('GET /sermonSeries', { signal }),
})

export const listTopics = queryOptions({
  queryKey: ['topics'],
  queryFn: ({ signal }) => callApi('GET /topics', { signal }),
})

export const listPreachers = queryOptions({
  queryKey: ['preachers'],
  queryFn: ({ signal }) => callApi('GET /preachers', { signal }),
})

export const listCategories = queryOptions({
  queryKey: ['categories'],
  queryFn: ({ signal }) => callApi('GET /categories', { signal }),
})
