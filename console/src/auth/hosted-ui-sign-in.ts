import type { MessageLanguage } from '@vestry/contract/messages/message-languages.ts'
import { useSyncExternalStore } from 'react'
import { paths } from '../paths.ts'
import { errorInAddress, type HostedUiError, toHostedUiError } from './hosted-ui-error.ts'
import { awaitHostedUiResult, type HostedUiResult } from './hosted-ui-result.ts'
import { type ReturnPage, readReturnPage } from './return-page.ts'

let failure: HostedUiError | undefined
const listeners = new Set<() => void>()

/**
 * Handles what the hosted pages led back with. The page where the person was before goes to the router's own state, the
 * reason of a failure to the sign-in page, and the address keeps none of it.
 *
 * @param outcome of a sign-in that was begun in this browser, and that the library ends
 */
export async function handleHostedUiRedirect(outcome: Promise<HostedUiResult> | undefined): Promise<void> {
  const query = new URLSearchParams(location.search)
  if (outcome !== undefined) {
    await import('aws-amplify/auth/enable-oauth-listener')
    const { customState, failed, error } = await outcome
    setError(failed ? toHostedUiError(error, query) : undefined)
    if (customState !== undefined) {
      history.replaceState({ usr: readState(customState), key: 'default', idx: 0 }, '')
    }
  } else if (location.pathname === paths.login) {
    setError(errorInAddress(query))
  }
  if (failure !== undefined && location.pathname === paths.login) {
    history.replaceState(history.state, '', paths.login)
  }
}

/**
 * Leaves for the hosted pages, in the same language, to come back to the page before. After a session has ended,
 * `forceSignIn` makes them ask again: the sign-in that they remember may be too old for what the person wants to do.
 */
export async function signInOnHostedUi(
  language: MessageLanguage,
  { before, forceSignIn }: { before: ReturnPage | undefined; forceSignIn: boolean },
): Promise<void> {
  setError(undefined)
  // The browser's back button may show this same page again.
  void awaitHostedUiResult().then(({ failed, error }) =>
    setError(failed ? toHostedUiError(error, new URLSearchParams()) : undefined),
  )
  const { signInWithRedirect } = await import('aws-amplify/auth')
  await signInWithRedirect({
    options: { lang: language, ...(forceSignIn && { prompt: 'LOGIN' }) },
    ...(before !== undefined && { customState: JSON.stringify({ from: before.from, of: before.of }) }),
  })
}

/** Why the last sign-in on the hosted pages failed, if it did. */
export function useHostedUiError(): HostedUiError | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => failure,
  )
}

function setError(next: HostedUiError | undefined): void {
  failure = next
  for (const listener of listeners) {
    listener()
  }
}

function readState(text: unknown): ReturnPage | undefined {
  try {
    return readReturnPage(JSON.parse(String(text)))
  } catch {
    return undefined
  }
}
