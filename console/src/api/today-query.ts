import { queryOptions } from '@tanstack/react-query'
import { callApi } from './call-api.ts'
import { TODAY } from './page-reads.ts'

/** What matters today, as the page of that name shows it. */
export const todayQuery = queryOptions({
  queryKey: ['today'],
  queryFn: ({ signal }) => callApi(TODAY.call, { signal }),
})
