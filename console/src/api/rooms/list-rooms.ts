import { queryOptions } from '@tanstack/react-query'
import { callApi } from '../call-api.ts'

/** The rooms that classes meet in, by name. */
export const listRooms = queryOptions({
  queryKey: ['rooms'],
  queryFn: ({ signal }) => callApi('GET /rooms', { signal }),
  staleTime: 0,
})
