import { queryOptions } from '@tanstack/react-query'
import { callApi } from '../../api/call-api.ts'

/** The stations of the door. */
export const listStations = queryOptions({
  queryKey: ['door', 'stations'],
  queryFn: ({ signal }) => callApi('GET /door/stations', { signal }),
  staleTime: 0,
})
