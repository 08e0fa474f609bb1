import { queryOptions } from '@tanstack/react-query'
import { callApi } from '../../api/call-api.ts'

/** The church's printers of labels; on the Sunday they are asked for once, not at each child. */
export const listPrinters = queryOptions({
  queryKey: ['door', 'printers'],
  queryFn: ({ signal }) => callApi('GET /door/printers', { signal }),
  staleTime: 5 * 60_000,
})
