import { Hub } from 'aws-amplify/utils'

/** How a sign-in on the hosted pages ended: the state that was given to it, and the error if it failed. */
export type HostedUiResult = { customState?: unknown; failed: boolean; error?: unknown }

/** Listens to the progress of a sign-in, and resolves once it has ended. */
export function awaitHostedUiResult(): Promise<HostedUiResult> {
  return new Promise((resolve) => {
    let customState: unknown
    const stop = Hub.listen('auth', ({ payload }) => {
      if (payload.event === 'customOAuthState') {
        customState = payload.data
      } else if (payload.event === 'signInWithRedirect_failure') {
        stop()
        resolve({ customState, failed: true, error: payload.data?.error })
      } else if (payload.event === 'signedIn') {
        stop()
        resolve({ customState, failed: false })
      }
    })
  })
}
