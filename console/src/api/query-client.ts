import { keepPreviousData, onlineManager, QueryClient } from '@tanstack/react-query'
import { ApiError } from './call-api.ts'
import { lostSince, onLineChange } from './line.ts'

const MAX_RETRIES = 2

/** The console's cache of responses: old ones stay on the screen while new ones load. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      placeholderData: keepPreviousData,
      staleTime: 10_000,
      retry: (failures, error) => failures < MAX_RETRIES && isTemporary(error),
      // After half a second and after one more: whoever waits hears within two that it failed.
      retryDelay: (failures) => 500 * 2 ** failures,
      // Queries also run while the browser believes it is offline: the server may be on this machine.
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { networkMode: 'always' },
  },
})

onlineManager.setEventListener((setOnline) => onLineChange(() => setOnline(lostSince() === undefined)))

/** Whether the same call may succeed a moment later; not if the server refused what it asked. */
function isTemporary(error: Error): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500)
}
