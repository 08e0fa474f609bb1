import {
  AuthenticationDetails,
  CognitoRefreshToken,
  CognitoUser,
  CognitoUserAttribute,
  CognitoUserPool,
  type CognitoUserSession,
} from 'amazon-cognito-identity-js'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { appCode } from './testing/authenticator.ts'
import { MINUTE, RUTH, startCognito, type TestCognito } from './testing/start-cognito.ts'
import { startWithVerifiedRuth } from './testing/verified-ruth.ts'

// SQLite alone: it is about what a client sends and reads.

let server: TestCognito

beforeAll(async () => {
  server = await startCognito(undefined, { signUp: true })
})
beforeEach(async () => {
  await startWithVerifiedRuth(server)
})
afterAll(async () => {
  await server.close()
})

/** What a browser keeps for a page: an unknown name is null. */
function browserStorage() {
  const kept = new Map<string, string>()
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
    clear: () => kept.clear(),
  }
}

/** Amazon's client from before Amplify, as a page in a new browser makes it. */
function newClient(Username = RUTH.email, Storage = browserStorage()): CognitoUser {
  return new CognitoUser({ Username, Pool: newPool(Storage), Storage })
}

function newPool(Storage = browserStorage()): CognitoUserPool {
  const { userPoolId: UserPoolId, userPoolClientId: ClientId } = server.ids
  const endpoint = `${server.origin}/cognito-idp/`
  return new CognitoUserPool({ UserPoolId, ClientId, endpoint, Storage })
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

/** The answer of a call that reports its end to a callback. */
function answered<Answer>(call: (done: (error?: Error, answer?: Answer) => void) => void) {
  return new Promise<Answer | undefined>((resolve, reject) => {
    call((error, answer) => (error ? reject(error) : resolve(answer)))
  })
}

const refresh = (user: CognitoUser, token: CognitoRefreshToken) =>
  answered<CognitoUserSession>((done) => user.refreshSession(token, done))

/** Sets up an authenticator app, and returns the secret that it shares with the service. */
function addApp(user: CognitoUser): Promise<string> {
  return new Promise((resolve, onFailure) => {
    user.associateSoftwareToken({
      onFailure,
      associateSecretCode: (secret) =>
        user.verifySoftwareToken(appCode(secret, server.clock.now()), 'phone', {
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
    server.wait(MINUTE)
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
  server.wait(MINUTE)
  const later = newClient()
  expect(await signIn(later)).toEqual({ asked: 'totp' })
  const session = await sendAppCode(later, appCode(secret, server.clock.now()))
  expect(session.getIdToken().decodePayload().email).toBe(RUTH.email)
})

test('amazon-cognito-identity-js signs somebody up, and they change what is known of them', async () => {
  const email = 'orpah@example.org'
  const attribute = (Name: string, Value: string) => new CognitoUserAttribute({ Name, Value })
  await answered((done) =>
    // Its own examples give null for the validation data, which its types don't accept.
    newPool().signUp(
      email,
      'Kissed-and-Turned-1',
      [attribute('name', 'Orpah'), attribute('phone_number', '+34600111222')],
      null as never,
      done,
    ),
  )
  const user = newClient(email)
  const code = await server.codeFor(email)
  await answered((done) => user.confirmRegistration(code, true, done))
  const details = new AuthenticationDetails({ Username: email, Password: 'Kissed-and-Turned-1' })
  await new Promise((onSuccess, onFailure) => user.authenticateUser(details, { onSuccess, onFailure }))
  await answered((done) => user.updateAttributes([attribute('nickname', 'O')], done))
  const told = await answered<CognitoUserAttribute[]>((done) => user.getUserAttributes(done))
  expect(Object.fromEntries((told ?? []).map(({ Name, Value }) => [Name, Value]))).toMatchObject({
    name: 'Orpah',
    nickname: 'O',
    phone_number: '+34600111222',
    phone_number_verified: 'false',
  })
  await answered((done) => user.changePassword('Kissed-and-Turned-1', 'Back-to-Moab-2', done))
  await answered((done) => user.deleteUser(done))
  expect((await server.users.list()).map((user) => user.email)).toEqual([RUTH.email])
})
