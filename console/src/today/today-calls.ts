import { queryOptions } from '@tanstack/react-query'
import { callApi } from '../api/call-api.ts'

/** Rolls are being taken while one looks, and a class begins while the page is open. */
const LOOK_EVERY_MS = 60_000

export const readToday = queryOptions({
  queryKey: ['today'],
  queryFn: ({ signal }) => callApi('GET /today', { signal }),
  staleTime: 0,
  refetchInterval: LOOK_EVERY_MS,
})
