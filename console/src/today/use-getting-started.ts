import { queryOptions, useQuery } from '@tanstack/react-query'
import { callApi } from '../api/call-api.ts'
import { fetchCode } from '../api/fetch-code.ts'
import { useOwnRole } from '../auth/use-own-role.ts'
import { loadMessages } from '../messages/messages.ts'
import { gettingStarted } from './today-reads.ts'

let drawn = false
/** What was read before Today was drawn is not asked for again; at every later visit all is, since it may have changed. */
export const freshUntilDrawn = () => (drawn ? 0 : Number.POSITIVE_INFINITY)
export const noteDrawn = () => {
  drawn = true
}

/** What a church sets up at first. The list of it is loaded only while something is left. */
export const readGettingStarted = queryOptions({
  queryKey: ['getting-started'],
  queryFn: async ({ signal }) => {
    const { call, query } = gettingStarted()
    const { steps } = await callApi(call, { query, signal })
    if (steps.length === 0) {
      return null
    }
    const [{ GettingStartedList }] = await fetchCode(() =>
      Promise.all([import('./getting-started-list.tsx'), loadMessages('settings')]),
    )
    return { GettingStartedList, steps, ...query }
  },
  staleTime: freshUntilDrawn,
  // Today waits for it.
  retry: false,
})

/** The same, for administrators. */
export function useGettingStarted() {
  const { may } = useOwnRole()
  return useQuery({ ...readGettingStarted, enabled: may('administer') })
}
