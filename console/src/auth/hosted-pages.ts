import type { RuntimeConfig } from '@vestry/contract/runtime-config.ts'
import { Hub } from 'aws-amplify/utils'

/** How a sign-in on the hosted pages went: what it was told to bring back, and the error if it failed. */
export type HostedOutcome = { told?: unknown; failed: boolean; error?: unknown }

/** Whether one may sign in through the hosted pages of a user pool elsewhere, which lead back to https alone. */
export function offersHostedPages(
  { hostedPages }: RuntimeConfig,
  { protocol }: Pick<Location, 'protocol'> = location,
): boolean {
  return hostedPages !== undefined && protocol === 'https:'
}

/**
 * Ends a sign-in that went to the hosted pages, whether it comes back with a code, with an error or not at all:
 * while it is open, nothing else learns who is signed in.
 */
export async function finishHostedSignIn(config: RuntimeConfig): Promise<void> {
  const name = `CognitoIdentityServiceProvider.${config.userPoolClientId}.inflightOAuth`
  const begun = localStorage.getItem(name) === 'true' && offersHostedPages(config)
  // The library may be at it already, and tells once.
  const outcome = begun ? followHostedSignIn() : undefined
  if (begun || /[?&](code|error)=/.test(location.search)) {
    const { takeHostedAnswer } = await import('./hosted-response.ts')
    await takeHostedAnswer(outcome)
  }
}

/** Listens to how a sign-in goes on, and settles once it has ended. */
export function followHostedSignIn(): Promise<HostedOutcome> {
  return new Promise((resolve) => {
    let told: unknown
    const stop = Hub.listen('auth', ({ payload }) => {
      if (payload.event === 'customOAuthState') {
        told = payload.data
      } else if (payload.event === 'signInWithRedirect_failure') {
        stop()
        resolve({ told, failed: true, error: payload.data?.error })
      } else if (payload.event === 'signedIn') {
        stop()
        resolve({ told, failed: false })
      }
    })
  })
}
