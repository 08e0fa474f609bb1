import { queryOptions } from '@tanstack/react-query'
import { callApi } from '../api/call-api.ts'
import { queryClient } from '../api/query-client.ts'

const IMPORTS = ['imports'] as const

export const listImports = queryOptions({
  queryKey: [...IMPORTS],
  queryFn: ({ signal }) => callApi('GET /attendees/imports', { signal }),
})

/** Nearly every page shows attendees. */
export function reloadAll(): Promise<unknown> {
  return queryClient.invalidateQueries()
}
