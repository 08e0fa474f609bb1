import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { loadMessages } from '../messages/messages.ts'
import { callApi } from './call-api.ts'
import { fetchCode } from './fetch-code.ts'

/** Phones send what they have kept while the page is open. */
const LOOK_EVERY_MS = 60_000

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
    refetchInterval: LOOK_EVERY_MS,
  })

/** What could not be done of what phones have sent, of one class or of all. `news` changes when there may be more. */
export function OpenClaims({ classId, news }: { classId?: number; news?: unknown }) {
  const queries = useQueryClient()
  const known = useRef(news)
  useEffect(() => {
    if (known.current !== news) {
      known.current = news
      void queries.invalidateQueries({ queryKey: ['claims'] })
    }
  }, [queries, news])
  const { data } = useQuery(readClaims(classId))
  return data ? <data.ClaimList claims={data.claims} ofClass={classId !== undefined} /> : null
}
