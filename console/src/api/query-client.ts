import { keepPreviousData, QueryClient } from '@tanstack/react-query'
import { ApiError } from './call-api.ts'

const MAX_RETRIES = 2

/** What the console knows of the server's answers: old ones stay on the screen while new ones load. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      placeholderData: keepPreviousData,
      staleTime: 10_000,
      retry: (failures, error) => failures < MAX_RETRIES && isTemporary(error),
      // A query also runs while the browser believes to be offline: the server may be on this machine.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})

/** Whether the same call may succeed a moment later: not when the server refused it for what it was. */
function isTemporary(error: Error): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500)
}
