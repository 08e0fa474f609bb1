import { roleOf } from '@vestry/contract/roles.ts'
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito'
import { Hub } from 'aws-amplify/utils'
import { useSyncExternalStore } from 'react'
import { readTokensFrom } from '../data/identity-token.ts'

/** Who uses the console. `ended`: they were signed in, and the server or another tab ended it. */
export type Session =
  | { status: 'signed_in'; email: string; role: string }
  | { status: 'signed_out'; ended: boolean }

/** Amplify keeps the tokens in the local storage under names that begin so. */
const TOKENS_STORED_AS = 'CognitoIdentityServiceProvider.'
/** Amplify's own events after which someone else, or nobody, may be signed in. */
const CHANGES = new Set(['signedIn', 'signedOut', 'tokenRefresh_failure'])

let session: Session = { status: 'signed_out', ended: false }
/** While a sign-out is under way: whether the server was the one to end the session. */
let leaving: boolean | undefined
const listeners = new Set<() => void>()

const tokens = readTokensFrom(findToken, {
  now: Date.now,
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
})

async function findToken() {
  const found = await cognitoUserPoolsTokenProvider.getTokens()
  const token = found?.idToken
  return token && { token: token.toString(), expires: (token.payload.exp ?? 0) * 1000 }
}

/** The identity token for a call of the API, or undefined when nobody is signed in. */
export const readIdentityToken = tokens.read

export function useSession(): Session {
  return useSyncExternalStore(onSessionChange, () => session)
}

/** Tells when someone has signed in or out; answers how to stop listening. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function currentSession(): Session {
  return session
}

/** Finds out who is signed in and keeps knowing it, also when another tab signs in or out. */
export async function startSession(): Promise<void> {
  Hub.listen('auth', ({ payload }) => {
    if (CHANGES.has(payload.event)) {
      void readSession()
    }
  })
  addEventListener('storage', (event) => {
    if (event.key === null || event.key.startsWith(TOKENS_STORED_AS)) {
      void readSession()
    }
  })
  await readSession()
}

/** Signs out here and at the server, which revokes the tokens. */
export async function signOut(): Promise<void> {
  await leave(false)
}

/** The server no longer accepts the token that a call carried: the person has to sign in again. */
export async function sessionEnded(refusedToken: string | undefined): Promise<void> {
  if (refusedToken === undefined) {
    await readSession()
  } else if (session.status === 'signed_in') {
    await leave(true)
  }
}

async function leave(ended: boolean): Promise<void> {
  if (leaving !== undefined) {
    return
  }
  leaving = ended
  try {
    const { signOut: revoke } = await import('aws-amplify/auth')
    await revoke()
  } finally {
    leaving = undefined
    tokens.forget()
    setSession({ status: 'signed_out', ended })
  }
}

async function readSession(): Promise<void> {
  tokens.forget()
  const found = await cognitoUserPoolsTokenProvider.getTokens()
  const claims = found?.idToken?.payload
  if (claims === undefined) {
    setSession({ status: 'signed_out', ended: leaving ?? (session.status === 'signed_in' || session.ended) })
    return
  }
  const groups = claims['cognito:groups']
  setSession({
    status: 'signed_in',
    email: String(claims.email ?? ''),
    role: roleOf(Array.isArray(groups) ? groups.map(String) : undefined),
  })
}

function setSession(next: Session): void {
  session = next
  for (const listener of listeners) {
    listener()
  }
}
