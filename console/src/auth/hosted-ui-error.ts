import { isUnreachable, nameOfError } from './session-failures.ts'

/**
 * Why a sign-in on the hosted pages failed. `stale`: it was not begun in this browser, or was used already; `refused`:
 * those pages refused, and `reason` is what they said; `no_token`: they gave nothing to sign in with.
 */
export type HostedUiError =
  | { why: 'cancelled' | 'stale' | 'no_token' | 'unreachable' }
  | { why: 'refused'; reason: string | undefined }

const CANCELLED = /cancell?ed/i
const LONGEST_REASON = 200

/** The failure behind an error of the library, given the query with which the hosted pages led back. */
export function toHostedUiError(error: unknown, query: URLSearchParams): HostedUiError {
  const message = error instanceof Error ? error.message : ''
  const code = query.get('error')
  if (code === 'access_denied' || (code === null && CANCELLED.test(message))) {
    return { why: 'cancelled' }
  }
  if (code !== null) {
    return { why: 'refused', reason: query.get('error_description')?.slice(0, LONGEST_REASON) }
  }
  if (error instanceof TypeError || isUnreachable(error)) {
    return { why: 'unreachable' }
  }
  if (/validating the state|^invalid_grant$/.test(message)) {
    return { why: 'stale' }
  }
  return nameOfError(error) === 'OAuthSignInException' && !/access token/i.test(message)
    ? { why: 'refused', reason: message.slice(0, LONGEST_REASON) }
    : { why: 'no_token' }
}

/**
 * The failure that an address itself names, when no sign-in was begun in this browser: anybody may have written it, so
 * its reason is not repeated.
 */
export function errorInAddress(query: URLSearchParams): HostedUiError | undefined {
  if (query.has('error')) {
    return query.get('error') === 'access_denied'
      ? { why: 'cancelled' }
      : { why: 'refused', reason: undefined }
  }
  return query.has('code') && query.has('state') ? { why: 'stale' } : undefined
}
