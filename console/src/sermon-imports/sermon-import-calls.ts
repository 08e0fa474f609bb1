import { queryOptions } from '@tanstack/react-query'
import type { CallAnswer } from '@vestry/contract/calls/api.ts'
import type { SermonImportRow } from '@vestry/contract/calls/sermon-imports.ts'
import type { SermonImportRowState } from '@vestry/contract/rules/sermon-import-rules.ts'
import { callApi } from '../api/call-api.ts'
import { queryClient } from '../api/query-client.ts'

export type FoundImport = CallAnswer<'GET /sermonImports/one'>

export const ROWS_SHOWN = 50
/** The most that the call returns at once. */
const ROWS_AT_ONCE = 200
/** How often a running import is loaded again, in ms, while somebody looks at it. */
const LOOK_EVERY = 2000

const SERMON_IMPORTS = ['sermon imports'] as const

export const listSermonImports = queryOptions({
  queryKey: [...SERMON_IMPORTS, 'list'],
  queryFn: ({ signal }) => callApi('GET /sermonImports', { signal }),
  refetchInterval: ({ state }) => state.data?.some((one) => one.state === 'running') === true && LOOK_EVERY,
})

/** An import, with one of its sermons: how many are in each state, and who speaks in them. */
export function findSermonImport(id: number) {
  return queryOptions({
    queryKey: [...SERMON_IMPORTS, id],
    queryFn: ({ signal }) => callApi('GET /sermonImports/one', { query: { id, limit: 1 }, signal }),
    refetchInterval: (query) => query.state.data?.state === 'running' && LOOK_EVERY,
  })
}

/** A page of the sermons of an import that are in one state. */
export function findRows(id: number, state: SermonImportRowState | undefined, page: number) {
  return queryOptions({
    queryKey: [...SERMON_IMPORTS, id, state, page],
    queryFn: async ({ signal }) => {
      const query = { id, state, limit: ROWS_SHOWN, offset: (page - 1) * ROWS_SHOWN }
      return await callApi('GET /sermonImports/one', { query, signal })
    },
    enabled: state !== undefined,
    refetchInterval: (query) => query.state.data?.state === 'running' && LOOK_EVERY,
  })
}

/** The sermons of an import in these states, all of them, in their present state. */
export async function listRowsIn(
  id: number,
  states: readonly SermonImportRowState[],
): Promise<SermonImportRow[]> {
  const all: SermonImportRow[] = []
  for (const state of states) {
    for (let offset = 0; ; offset += ROWS_AT_ONCE) {
      const query = { id, state, limit: ROWS_AT_ONCE, offset }
      const { rows, totalCount } = await callApi('GET /sermonImports/one', { query })
      all.push(...rows)
      if (rows.length === 0 || offset + rows.length >= totalCount) {
        break
      }
    }
  }
  return all
}

export function reloadSermonImports(): Promise<unknown> {
  return queryClient.invalidateQueries({ queryKey: SERMON_IMPORTS })
}

/** Many other pages show what an import adds; each loads it again when it is opened. */
export function expectMoreSermons(): void {
  const predicate = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] !== SERMON_IMPORTS[0]
  void queryClient.invalidateQueries({ predicate, refetchType: 'none' })
}
