import type { RuntimeConfig } from '@vestry/contract/rules/runtime-config.ts'
import { awaitHostedUiResult } from './hosted-ui-result.ts'

/** Whether one may sign in through the hosted pages of a user pool elsewhere, which only lead back to https. */
export function offersHostedUi(
  { hostedUi }: RuntimeConfig,
  { protocol }: Pick<Location, 'protocol'> = location,
): boolean {
  return hostedUi !== undefined && protocol === 'https:'
}

/**
 * Ends a sign-in on the hosted pages, whether it comes back with a code, with an error or not at all: until it has
 * ended, nothing else can learn who is signed in.
 */
export async function finishHostedUiSignIn(config: RuntimeConfig): Promise<void> {
  const name = `CognitoIdentityServiceProvider.${config.userPoolClientId}.inflightOAuth`
  const begun = localStorage.getItem(name) === 'true' && offersHostedUi(config)
  // The library may be working on it already, and reports it only once.
  const outcome = begun ? awaitHostedUiResult() : undefined
  if (begun || /[?&](code|error)=/.test(location.search)) {
    const { handleHostedUiRedirect } = await import('./hosted-ui-sign-in.ts')
    await handleHostedUiRedirect(outcome)
  }
}
