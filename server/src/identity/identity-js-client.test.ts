import {
  AuthenticationDetails,
  CognitoRefreshToken,
  CognitoUser,
  CognitoUserPool,
  type CognitoUserSession,
} from 'amazon-cognito-identity-js'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { appCode } from '../testing/authenticator.ts'
import { type IdentityHouse, MINUTE, openIdentityHouse, RUTH } from '../testing/identity-house.ts'
import { startWithVerifiedRuth } from '../testing/verified-ruth.ts'

let house: IdentityHouse

beforeAll(async () => {
  house = await openIdentityHouse()
})
beforeEach(async () => {
  await startWithVerifiedRuth(house)
})
afterAll(async () => {
  await house.close()
})

/** What a browser keeps for a page: a name that it does not know is null. */
function browserStorage() {
  const kept = new Map<string, string>()
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
    clear: () => kept.clear(),
  }
}

/** Amazon's client of before Amplify, as a page in a new browser makes it. */
function newClient(Storage = browserStorage()): CognitoUser {
  const { userPoolId: UserPoolId, userPoolClientId: ClientId } = house.ids
  const endpoint = `${house.origin}/cognito-idp/`
  const Pool = new CognitoUserPool({ UserPoolId, ClientId, endpoint, Storage })
  return new CognitoUser({ Username: RUTH.email, Pool, Storage })
}

type Outcome = { asked: 'nothing'; session: CognitoUserSession } | { asked: 'totp' }

/** Signs in with the password, by SRP, as far as nothing more is asked. */
function signIn(user: CognitoUser): Promise<Outcome> {
  const details = new AuthenticationDetails({ Username: RUTH.email, Password: RUTH.password })
  return new Promise((resolve, reject) => {
    user.authenticateUser(details, {
      onSuccess: (session) => resolve({ asked: 'nothing', session }),
      totpRequired: () => resolve({ asked: 'totp' }),
      onFailure: reject,
    })
  })
}

function sendAppCode(user: CognitoUser, code: string): Promise<CognitoUserSession> {
  return new Promise((onSuccess, onFailure) => {
    user.sendMFACode(code, { onSuccess, onFailure }, 'SOFTWARE_TOKEN_MFA')
  })
}

/** What a call answers that tells its end to a callback. */
function answered<Answer>(call: (done: (error?: Error, answer?: Answer) => void) => void) {
  return new Promise<Answer | undefined>((resolve, reject) => {
    call((error, answer) => (error ? reject(error) : resolve(answer)))
  })
}

const refresh = (user: CognitoUser, token: CognitoRefreshToken) =>
  answered<CognitoUserSession>((done) => user.refreshSession(token, done))

/** Gives an authenticator app, and returns what it shares with the service. */
function addApp(user: CognitoUser): Promise<string> {
  return new Promise((resolve, onFailure) => {
    user.associateSoftwareToken({
      onFailure,
      associateSecretCode: (secret) =>
        user.verifySoftwareToken(appCode(secret, house.clock.now()), 'phone', {
          onFailure,
          onSuccess: () => resolve(secret),
        }),
    })
  })
}

async function signedIn() {
  const user = newClient()
  const outcome = await signIn(user)
  if (outcome.asked !== 'nothing') {
    throw new Error('More was asked than the password.')
  }
  return { user, session: outcome.session }
}

test('amazon-cognito-identity-js signs in and refreshes its tokens, again and again', async () => {
  const { user, session } = await signedIn()
  let token = session.getRefreshToken()
  for (let time = 0; time < 3; time += 1) {
    house.wait(MINUTE)
    const next = await refresh(user, token)
    expect(next?.getIdToken().decodePayload().email).toBe(RUTH.email)
    token = new CognitoRefreshToken({ RefreshToken: next?.getRefreshToken().getToken() ?? '' })
  }
})

test('amazon-cognito-identity-js switches an authenticator app on, and is asked for its code', async () => {
  const { user } = await signedIn()
  const secret = await addApp(user)
  await answered((done) =>
    user.setUserMfaPreference(null, { PreferredMfa: true, Enabled: true }, (error, answer) =>
      done(error, answer),
    ),
  )
  house.wait(MINUTE)
  const later = newClient()
  expect(await signIn(later)).toEqual({ asked: 'totp' })
  const session = await sendAppCode(later, appCode(secret, house.clock.now()))
  expect(session.getIdToken().decodePayload().email).toBe(RUTH.email)
})
