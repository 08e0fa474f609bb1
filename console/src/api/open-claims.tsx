import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { loadMessages } from '../messages/messages.ts'
import { callApi } from './call-api.ts'
import { fetchCode } from './fetch-code.ts'

/** What waits for somebody to settle it, of all classes or of one. The list of it is loaded only while there is something. */
const readClaims = (class_id?: number) =>
  queryOptions({
    queryKey: ['claims', class_id],
    queryFn: async ({ signal }) => {
      const claims = await callApi('GET /attendance/claims', { query: { class_id }, signal })
      if (claims.length === 0) {
        return null
      }
      const [{ ClaimList }] = await fetchCode(() =>
        Promise.all([import('./claims/claim-list.tsx'), loadMessages('claims')]),
      )
      return { ClaimList, claims }
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
  return data ? <data.ClaimList claims={data.claims} ofClass={classId !== undefined} /> : null
}
