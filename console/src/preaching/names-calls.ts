import { queryOptions } from '@tanstack/react-query'
import type { UsedName } from '@vestry/contract/lookups.ts'
import { DEFAULT_CATEGORY_ID, DEFAULT_PREACHER_ID } from '@vestry/contract/preaching-rules.ts'
import { callApi } from '../api/call-api.ts'
import { queryClient } from '../api/query-client.ts'
import { listCategories, listPreachers, PREACHING } from './preaching-calls.ts'

export type NameKind = 'presenter' | 'category'

/** What the names of a kind are called in the answer, and in the filter of the sermons. */
export const LISTS = { presenter: 'presenters', category: 'categories' } as const

export const listNames = queryOptions({
  queryKey: [...PREACHING, 'names'],
  queryFn: ({ signal }) => callApi('GET /preachingManagement/names', { signal }),
})

/** Whatever shows these names asks for them again. */
export async function reloadNames(): Promise<void> {
  await Promise.all(
    [PREACHING, listPreachers.queryKey, listCategories.queryKey].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  )
}

export async function rename(kind: NameKind, id: number, name: string): Promise<void> {
  await (kind === 'presenter'
    ? callApi('PUT /preachers', { body: { id, presenterName: name } })
    : callApi('PUT /categories', { body: { id, category: name } }))
}

/** Returns how many sermons `into` has got. */
export async function merge(kind: NameKind, id: number, into: number): Promise<number> {
  const body = { id, into }
  const { moved } = await (kind === 'presenter'
    ? callApi('POST /preachers/merge', { body })
    : callApi('POST /categories/merge', { body }))
  return moved
}

export async function remove(kind: NameKind, id: number): Promise<void> {
  const query = { id }
  await (kind === 'presenter'
    ? callApi('DELETE /preachers', { query })
    : callApi('DELETE /categories', { query }))
}

/** New sermons start with it, so it stays. */
export function isDefault(kind: NameKind, { id }: UsedName): boolean {
  return id === (kind === 'presenter' ? DEFAULT_PREACHER_ID : DEFAULT_CATEGORY_ID)
}
