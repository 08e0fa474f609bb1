import { queryOptions } from '@tanstack/react-query'
import type { UsedName } from '@vestry/contract/calls/lookups.ts'
import { DEFAULT_CATEGORY_ID, DEFAULT_PREACHER_ID } from '@vestry/contract/rules/preaching-rules.ts'
import { callApi } from '../../api/call-api.ts'
import { queryClient } from '../../api/query-client.ts'
import { deleteReleasedFiles } from '../delete-released-files.ts'
import { listCategories, listPreachers, listSeries, listTopics, PREACHING } from '../preaching-calls.ts'

export const NAME_KINDS = ['presenter', 'category', 'series', 'topic'] as const
export type NameKind = (typeof NAME_KINDS)[number]

/** The field of these names in the response, and in the filter of the sermons. */
export const LISTS = {
  presenter: 'presenters',
  category: 'categories',
  series: 'series',
  topic: 'topics',
} as const

export const listNames = queryOptions({
  queryKey: [...PREACHING, 'names'],
  queryFn: ({ signal }) => callApi('GET /preachingManagement/names', { signal }),
})

/** Everything that shows these names loads them again. */
export async function reloadNames(): Promise<void> {
  const lists = [listPreachers, listCategories, listSeries, listTopics].map(({ queryKey }) => queryKey)
  await Promise.all([PREACHING, ...lists].map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}

export async function rename(kind: NameKind, id: number, name: string): Promise<void> {
  switch (kind) {
    case 'presenter':
      await callApi('PUT /preachers', { body: { id, presenterName: name } })
      return
    case 'category':
      await callApi('PUT /categories', { body: { id, category: name } })
      return
    case 'topic':
      await callApi('PUT /topics', { body: { id, topic: name } })
      return
    case 'series':
      await renameSeries(id, name)
  }
}

/** The other fields of a series keep their present values. */
async function renameSeries(id: number, name: string): Promise<void> {
  const all = await queryClient.fetchQuery({ ...listSeries, staleTime: 0 })
  const { items: _, ...series } = all.find((one) => one.id === id) ?? { id, items: 0 }
  await callApi('PUT /sermonSeries', { body: { ...series, name } })
}

const MERGES = {
  presenter: 'POST /preachers/merge',
  category: 'POST /categories/merge',
  series: 'POST /sermonSeries/merge',
  topic: 'POST /topics/merge',
} as const

/** Returns how many sermons were moved to `into`. */
export async function merge(kind: NameKind, id: number, into: number): Promise<number> {
  const merged = await callApi(MERGES[kind], { body: { id, into } })
  if ('released' in merged) {
    await deleteReleasedFiles(merged.released)
  }
  return merged.moved
}

const REMOVALS = {
  presenter: 'DELETE /preachers',
  category: 'DELETE /categories',
  series: 'DELETE /sermonSeries',
  topic: 'DELETE /topics',
} as const

export async function remove(kind: NameKind, id: number): Promise<void> {
  const removed = await callApi(REMOVALS[kind], { query: { id } })
  if ('released' in removed) {
    await deleteReleasedFiles(removed.released)
  }
}

/** New sermons start with this name, so it stays. */
export function isDefault(kind: NameKind, { id }: UsedName): boolean {
  return (
    (kind === 'presenter' && id === DEFAULT_PREACHER_ID) ||
    (kind === 'category' && id === DEFAULT_CATEGORY_ID)
  )
}
