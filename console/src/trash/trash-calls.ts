import { infiniteQueryOptions } from '@tanstack/react-query'
import { TRASH_PAGE_SIZE } from '@vestry/contract/rules/trash-rules.ts'
import { callApi } from '../api/call-api.ts'

export function listTrash() {
  return infiniteQueryOptions({
    queryKey: ['trash'],
    queryFn: ({ signal, pageParam }) =>
      callApi('GET /trash', { query: { limit: TRASH_PAGE_SIZE, after: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  })
}
