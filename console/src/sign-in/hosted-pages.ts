import type { RuntimeConfig } from '@vestry/contract/runtime-config.ts'
import { Hub } from 'aws-amplify/utils'
import type { WordLanguage } from '../words/choose-language.ts'

/**
 * Whether one may sign in through the hosted pages from here. Those of this page's own house lead back to their own
 * address alone; those elsewhere, to what was registered there.
 */
export function offersHostedPages(
  { hostedPages, userPoolEndpoint }: RuntimeConfig,
  { host, protocol }: Pick<Location, 'host' | 'protocol'> = location,
): boolean {
  const ours = userPoolEndpoint?.startsWith('/') === true
  return hostedPages !== undefined && (!ours || hostedPages === host) && protocol === 'https:'
}

/**
 * Ends a sign-in that went to the hosted pages, whether it comes back with a code, with an error or not at all:
 * while it is open, nothing else learns who is signed in. Where one was then goes to the router's own state.
 */
export async function finishHostedSignIn({ userPoolClientId }: RuntimeConfig): Promise<void> {
  if (localStorage.getItem(`CognitoIdentityServiceProvider.${userPoolClientId}.inflightOAuth`) !== 'true') {
    return
  }
  Hub.listen('auth', ({ payload }) => {
    if (payload.event === 'customOAuthState') {
      history.replaceState({ usr: { from: payload.data }, key: 'default', idx: 0 }, '')
    }
  })
  await import('aws-amplify/auth/enable-oauth-listener')
}

/**
 * Leaves for the hosted pages, in the same language, to come back to `from`. After a session that has ended they sign
 * in anew: what they remember of the browser may be too old for what the person wants to do.
 */
export async function signInOnHostedPages(
  language: WordLanguage,
  { from, anew }: { from: unknown; anew: boolean },
): Promise<void> {
  const { signInWithRedirect } = await import('aws-amplify/auth')
  await signInWithRedirect({
    options: { lang: language, ...(anew && { prompt: 'LOGIN' }) },
    ...(typeof from === 'string' && { customState: from }),
  })
}
