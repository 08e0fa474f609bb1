import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { callApi } from './call-api.ts'
import { withList } from './claims/with-list.ts'

/** What waits for somebody to settle it, of all classes or of one. The list of it is loaded only while there is something. */
const readClaims = (class_id?: number) =>
  queryOptions({
    queryKey: ['claims', class_id],
    queryFn: async ({ signal }) => {
      const claims = await callApi('GET /attendance/claims', { query: { class_id }, signal })
      return await withList(claims, async () => (await import('./claims/claim-list.tsx')).ClaimList)
    },
  })

/** What could not be done of what phones have sent, of one class or of all: asked for again when the number is another. */
export function OpenClaims({ classId, count }: { classId?: number; count: number }) {
  const queries = useQueryClient()
  const known = useRef(count)
  useEffect(() => {
    if (known.current !== count) {
      known.current = count
      void queries.invalidateQueries({ queryKey: ['claims'] })
    }
  }, [queries, count])
  const { data } = useQuery(readClaims(classId))
  return data ? <data.List claims={data.rows} ofClass={classId !== undefined} /> : null
}
