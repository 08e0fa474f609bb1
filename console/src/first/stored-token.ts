import { MARGIN } from '../auth/identity-token.ts'

/** What Amplify has in the local storage of a person who is signed in. */
type StoredToken = { token: string; groups: string[] | undefined }

/** The identity token of who is signed in, if it is good for a call now. Nothing is renewed. */
export function readStoredToken(storage: Storage, client: string, now: number): StoredToken | undefined {
  const below = `CognitoIdentityServiceProvider.${client}`
  const person = `${below}.${storage.getItem(`${below}.LastAuthUser`)}`
  const token = storage.getItem(`${person}.idToken`)
  const claims = token?.split('.')[1]
  if (!token || claims === undefined) {
    return undefined
  }
  const { exp, 'cognito:groups': groups } = JSON.parse(decodeBase64Url(claims))
  // A clock that is wrong by an hour is wrong by as much when it decides whether the token has expired.
  const drift = Number(storage.getItem(`${person}.clockDrift`) ?? 0)
  return exp * 1000 - drift - MARGIN > now ? { token, groups } : undefined
}

function decodeBase64Url(text: string): string {
  const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)))
}
