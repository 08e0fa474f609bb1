import { queryOptions } from '@tanstack/react-query'
import { callApi } from '../call-api.ts'

/** The people to whom a class, or asking after a child, can be assigned. */
export const listTeachers = queryOptions({
  queryKey: ['teachers'],
  queryFn: ({ signal }) => callApi('GET /teachers', { signal }),
  staleTime: 0,
})
