import { roleOf } from '@vestry/contract/rules/roles.ts'
import { amazonAddress } from '@vestry/contract/rules/runtime-config.ts'
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito'
import { Hub } from 'aws-amplify/utils'
import { useSyncExternalStore } from 'react'
import { runtimeConfig } from '../console-config.ts'
import { readTokensFrom } from './identity-token.ts'
import { endsSession } from './session-failures.ts'

/**
 * Who uses the console, or why nobody does: `left`, they signed out here; `ended`, they were signed in, and the server
 * or another tab ended it; `nobody` has been signed in yet. `whose` is the `sub` of the last person.
 */
export type Session =
  | { status: 'signed_in'; sub: string; email: string; name: string; role: string }
  | { status: 'signed_out'; why: SignedOut; whose?: string | undefined }

type SignedOut = 'nobody' | 'left' | 'ended'

/** Amplify keeps the tokens in the local storage under names with this beginning. */
const TOKENS_STORED_AS = 'CognitoIdentityServiceProvider.'
/** Amplify's own events after which somebody else, nobody, or somebody with another name may be signed in. */
const CHANGES = new Set(['signedIn', 'signedOut', 'tokenRefresh'])

let session: Session = { status: 'signed_out', why: 'nobody' }
/** While a sign-out is under way: its reason. */
let leaving: SignedOut | undefined
const listeners = new Set<() => void>()

const tokens = readTokensFrom(findToken, {
  now: Date.now,
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
})

async function findToken() {
  const found = await cognitoUserPoolsTokenProvider.getTokens()
  const token = found?.idToken
  // A clock that is wrong by an hour is wrong by as much when it decides whether the token has expired.
  const stored = await cognitoUserPoolsTokenProvider.authTokenStore.loadTokens()
  return (
    token && {
      token: token.toString(),
      expires: (token.payload.exp ?? 0) * 1000 - (stored?.clockDrift ?? 0),
    }
  )
}

/**
 * The identity token for a call of the API, or undefined when nobody is signed in. Throws if it can't be renewed now.
 */
export const readIdentityToken = tokens.read

export function useSession(): Session {
  return useSyncExternalStore(onSessionChange, () => session)
}

/** Calls back when somebody has signed in or out; returns a function that stops it. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function currentSession(): Session {
  return session
}

/** The `sub` of the person who is signed in. */
export function currentUserId(): string | undefined {
  return session.status === 'signed_in' ? session.sub : undefined
}

/** How long the start waits for tokens in place of those that have expired, in ms, if there is a network. */
const PATIENCE = 1000
const DOUBTS_AFTER = 100

/**
 * Finds out who is signed in and stays up to date, also when another tab signs in or out. Whoever was signed in still is
 * while the server can't be asked for new tokens: calls fail until it renews the session, or ends it. `isThere` looks
 * whether it can be reached. Resolves with false if the server was asked in vain.
 */
export async function startSession(isThere = async () => true): Promise<boolean> {
  Hub.listen('auth', ({ payload }) => {
    if (CHANGES.has(payload.event)) {
      follow()
    } else if (payload.event === 'tokenRefresh_failure' && endsSession(payload.data?.error)) {
      // Amplify is about to remove the tokens. After any other failure the session goes on with the next try.
      end(leaving ?? 'ended')
    }
  })
  addEventListener('storage', (event) => {
    if (event.key === null || event.key.startsWith(TOKENS_STORED_AS)) {
      follow()
    }
  })
  let doubt: ReturnType<typeof setTimeout> | undefined
  const tooLong = new Promise<never>((_resolve, reject) => {
    setTimeout(reject, navigator.onLine === false ? 0 : PATIENCE)
    // Amplify tries several times before it fails.
    doubt = setTimeout(async () => (await isThere()) || reject(), DOUBTS_AFTER)
  })
  try {
    await Promise.race([readSession(), tooLong])
    return true
  } catch {
    takeClaims((await cognitoUserPoolsTokenProvider.authTokenStore.loadTokens())?.idToken?.payload)
    return false
  } finally {
    clearTimeout(doubt)
  }
}

/** Signs out here and at the server, which revokes the tokens. */
export async function signOut(): Promise<void> {
  await leave('left')
}

/**
 * Ends the session here and everywhere else the person is signed in. Throws, without signing out anywhere, if the
 * server can't be reached: Amplify itself would not say so.
 */
export async function signOutEverywhere(): Promise<void> {
  if (await renewSession()) {
    await leave('left', { global: true })
  }
}

/**
 * Ends the session for a new sign-in, which leads back to the present page and to what was typed there. Clients of the
 * protocol don't sign in somebody who is signed in.
 */
export async function signInAgain(): Promise<void> {
  await leave('ended')
}

/**
 * Asks the server for new tokens, with a changed name or address. Returns whether the session goes on; throws if the
 * server can't tell.
 */
export async function renewSession(): Promise<boolean> {
  tokens.forget()
  try {
    await cognitoUserPoolsTokenProvider.getTokens({ forceRefresh: true })
  } catch (error) {
    if (!endsSession(error)) {
      throw error
    }
  }
  return session.status === 'signed_in'
}

/**
 * A token in place of one that the server has refused: one that has been stored meanwhile, or a new one. Undefined if
 * the session is over.
 */
export async function renewToken(refused: string): Promise<string | undefined> {
  // Another tab may have signed in somebody else.
  await readSession()
  const current = await tokens.read()
  if (current !== undefined && current !== refused) {
    return current
  }
  return (await renewSession()) ? await tokens.read() : undefined
}

/** The server no longer accepts a call's token: the person has to sign in again. */
export async function sessionEnded(refusedToken: string | undefined): Promise<void> {
  if (refusedToken === undefined) {
    await readSession()
  } else if (session.status === 'signed_in') {
    await leave('ended')
  }
}

async function leave(why: SignedOut, how?: { global: true }): Promise<void> {
  if (leaving !== undefined) {
    return
  }
  leaving = why
  try {
    if (how === undefined) {
      await forgetTokens()
    }
    const { signOut: finish } = await import('aws-amplify/auth')
    await finish(how)
  } finally {
    leaving = undefined
    end(why)
  }
}

/**
 * Removes the tokens from this browser, and tells the server even if the page closes: Amplify would keep them until the
 * server has responded, and a person who closed the tab before that would still be signed in.
 */
async function forgetTokens(): Promise<void> {
  const store = cognitoUserPoolsTokenProvider.authTokenStore
  const stored = await store.loadTokens()
  await store.clearTokens()
  const { region, userPoolClientId, userPoolEndpoint } = runtimeConfig()
  if (stored?.refreshToken !== undefined) {
    fetch(userPoolEndpoint ?? `${amazonAddress('cognito-idp', region)}/`, {
      method: 'POST',
      keepalive: true,
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': 'AWSCognitoIdentityProviderService.RevokeToken',
      },
      body: JSON.stringify({ ClientId: userPoolClientId, Token: stored.refreshToken }),
    }).catch(() => undefined)
  }
}

function end(why: SignedOut): void {
  tokens.forget()
  setSession({
    status: 'signed_out',
    why,
    whose: session.status === 'signed_in' ? session.sub : session.whose,
  })
}

/** Takes over a change that was made elsewhere; while that can't be read, the last known state stays. */
function follow(): void {
  readSession().catch(() => undefined)
}

async function readSession(): Promise<void> {
  tokens.forget()
  takeClaims((await cognitoUserPoolsTokenProvider.getTokens())?.idToken?.payload)
}

function takeClaims(claims: Readonly<Record<string, unknown>> | undefined): void {
  if (claims === undefined) {
    end(leaving ?? (session.status === 'signed_in' ? 'ended' : session.why))
    return
  }
  const groups = claims['cognito:groups']
  setSession({
    status: 'signed_in',
    sub: String(claims.sub ?? ''),
    email: String(claims.email ?? ''),
    name: String(claims.name ?? ''),
    role: roleOf(Array.isArray(groups) ? groups.map(String) : undefined, runtimeConfig().userPoolId),
  })
}

function setSession(next: Session): void {
  session = next
  for (const listener of listeners) {
    listener()
  }
}
