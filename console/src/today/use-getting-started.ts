import { useQuery } from '@tanstack/react-query'
import { callApi } from '../api/call-api.ts'
import { fetchCode } from '../api/fetch-code.ts'
import { useOwnRole } from '../auth/use-own-role.ts'
import { loadMessages } from '../messages/messages.ts'
import { ownTimeZone } from '../ui/own-time-zone.ts'

/** What a church sets up at first, for its administrators. The list of it is loaded only while something is left. */
export function useGettingStarted() {
  const { may } = useOwnRole()
  return useQuery({
    queryKey: ['getting-started'],
    queryFn: async ({ signal }) => {
      const timeZone = ownTimeZone()
      const { steps } = await callApi('GET /getting-started', { query: { timeZone }, signal })
      if (steps.length === 0) {
        return null
      }
      const [{ GettingStartedList }] = await fetchCode(() =>
        Promise.all([import('./getting-started-list.tsx'), loadMessages('settings')]),
      )
      return { GettingStartedList, steps, timeZone }
    },
    staleTime: 0,
    // Today waits for it.
    retry: false,
    enabled: may('administer'),
  })
}
