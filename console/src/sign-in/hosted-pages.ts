import type { RuntimeConfig } from '@vestry/contract/runtime-config.ts'
import { Hub } from 'aws-amplify/utils'
import { useSyncExternalStore } from 'react'
import { paths } from '../paths.ts'
import type { WordLanguage } from '../words/choose-language.ts'
import { asHostedFailure, failureInAddress, type HostedFailure } from './hosted-failure.ts'
import { type PageBefore, readPageBefore } from './page-before.ts'

let failure: HostedFailure | undefined
const listeners = new Set<() => void>()

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
 * while it is open, nothing else learns who is signed in. Where one was then goes to the router's own state, and the
 * address keeps nothing of it.
 */
export async function finishHostedSignIn(config: RuntimeConfig): Promise<void> {
  const query = new URLSearchParams(location.search)
  const begun = localStorage.getItem(
    `CognitoIdentityServiceProvider.${config.userPoolClientId}.inflightOAuth`,
  )
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  Hub.listen('auth', ({ payload }) => {
    if (payload.event === 'customOAuthState') {
      history.replaceState({ usr: readState(payload.data), key: 'default', idx: 0 }, '')
    } else if (payload.event === 'signInWithRedirect_failure') {
      setFailure(asHostedFailure(payload.data?.error, query))
      end()
    } else if (payload.event === 'signedIn') {
      setFailure(undefined)
      end()
    }
  })
  if (begun === 'true' && offersHostedPages(config)) {
    await import('aws-amplify/auth/enable-oauth-listener')
    await ended
  } else if (location.pathname === paths.login) {
    setFailure(failureInAddress(query))
  }
  if (failure !== undefined && location.pathname === paths.login) {
    history.replaceState(history.state, '', paths.login)
  }
}

/** Leaves for the hosted pages, in the same language, to come back to the page before. */
export async function signInOnHostedPages(
  language: WordLanguage,
  before: PageBefore | undefined,
): Promise<void> {
  setFailure(undefined)
  const { signInWithRedirect } = await import('aws-amplify/auth')
  await signInWithRedirect({
    options: { lang: language },
    ...(before !== undefined && { customState: JSON.stringify({ from: before.from, of: before.of }) }),
  })
}

/** Why the last sign-in on the hosted pages came to nothing, if it did. */
export function useHostedFailure(): HostedFailure | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => failure,
  )
}

function setFailure(next: HostedFailure | undefined): void {
  failure = next
  for (const listener of listeners) {
    listener()
  }
}

function readState(text: unknown): PageBefore | undefined {
  try {
    return readPageBefore(JSON.parse(String(text)))
  } catch {
    return undefined
  }
}
