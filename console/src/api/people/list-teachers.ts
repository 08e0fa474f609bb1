import { queryOptions } from '@tanstack/react-query'
import { callApi } from '../call-api.ts'

/** Those whom a class, or asking after a child, can be assigned to. */
export const listTeachers = queryOptions({
  queryKey: ['teachers'],
  queryFn: ({ signal }) => callApi('GET /teachers', { signal }),
  staleTime: 0,
})
