import { setTimeout as pause } from 'node:timers/promises'
import {
  CognitoIdentityProviderClient,
  ConfirmSignUpCommand,
  InitiateAuthCommand,
  ResendConfirmationCodeCommand,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import {
  autoSignIn,
  confirmSignIn,
  confirmSignUp,
  fetchUserAttributes,
  resendSignUpCode,
  signIn,
  signOut,
  signUp,
} from 'aws-amplify/auth'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { connectAmplify } from './testing/connect-amplify.ts'
import { startCognito, type TestCognito } from './testing/start-cognito.ts'

// SQLite alone: it is about what clients send and read.

/** Amplify silently omits an automatic sign-in within so many milliseconds of the one before. */
const LEFT_OUT = 300
const ORPAH = { email: 'orpah@example.org', password: 'Kissed-and-Turned-1', name: 'Orpah' }

let server: TestCognito
beforeAll(async () => {
  server = await startCognito(undefined, { signUp: true })
})
// Amplify proves a password with the time of day: the clock stays as it is until the last test.
beforeEach(async () => {
  for (const { email } of await server.users.list()) {
    await server.users.remove(email)
  }
})
afterAll(() => server.close())

/** Waits for the next email, so that its code is not the one before. */
async function nextCode(ask: () => Promise<unknown>): Promise<string> {
  server.emails.length = 0
  await ask()
  return server.codeFor(ORPAH.email)
}

describe('Amplify', () => {
  let kept: Map<string, string>
  beforeAll(() => {
    kept = connectAmplify(server)
  })
  beforeEach(() => kept.clear())

  const begin = (options: object = {}) =>
    signUp({
      username: ORPAH.email,
      password: ORPAH.password,
      options: { userAttributes: { name: ORPAH.name }, ...options },
    })

  test('makes an account, asks for another code, confirms, and signs in', async () => {
    const first = await nextCode(async () => {
      const { nextStep, isSignUpComplete } = await begin()
      expect(isSignUpComplete).toBe(false)
      expect(nextStep).toMatchObject({
        signUpStep: 'CONFIRM_SIGN_UP',
        codeDeliveryDetails: { attributeName: 'email', deliveryMedium: 'EMAIL', destination: 'o***@e***' },
      })
    })
    expect(await signIn({ username: ORPAH.email, password: ORPAH.password })).toMatchObject({
      nextStep: { signInStep: 'CONFIRM_SIGN_UP' },
    })
    const confirmationCode = await nextCode(async () => {
      expect(await resendSignUpCode({ username: ORPAH.email })).toEqual({
        attributeName: 'email',
        deliveryMedium: 'EMAIL',
        destination: 'o***@e***',
      })
    })
    if (first !== confirmationCode) {
      await expect(confirmSignUp({ username: ORPAH.email, confirmationCode: first })).rejects.toMatchObject({
        name: 'CodeMismatchException',
      })
    }
    const confirmed = await confirmSignUp({ username: ORPAH.email, confirmationCode })
    expect(confirmed.isSignUpComplete).toBe(true)
    expect((await signIn({ username: ORPAH.email, password: ORPAH.password })).isSignedIn).toBe(true)
    expect(await fetchUserAttributes()).toMatchObject({
      email: ORPAH.email,
      email_verified: 'true',
      name: ORPAH.name,
    })
    await signOut()
  })

  test('makes an account without a password, and signs in by email from then on', async () => {
    const { rules } = server.settings
    rules.firstFactors = ['password', 'email']
    const byEmailCode = () =>
      signIn({
        username: ORPAH.email,
        options: { authFlowType: 'USER_AUTH', preferredChallenge: 'EMAIL_OTP' },
      })
    try {
      const confirmationCode = await nextCode(() =>
        signUp({
          username: ORPAH.email,
          options: {
            userAttributes: { name: ORPAH.name, email: ORPAH.email, phone_number: '+34600111222' },
          },
        }),
      )
      await confirmSignUp({ username: ORPAH.email, confirmationCode })
      const challengeResponse = await nextCode(async () => {
        expect((await byEmailCode()).nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_EMAIL_CODE')
      })
      expect((await confirmSignIn({ challengeResponse })).isSignedIn).toBe(true)
      expect(await fetchUserAttributes()).toMatchObject({
        phone_number: '+34600111222',
        phone_number_verified: 'false',
      })
      await signOut()
    } finally {
      rules.firstFactors = ['password', 'passkey']
    }
  })

  test.each([
    ['with the password again', true],
    ['with the session of the confirmation', { authFlowType: 'USER_AUTH' }],
  ])('signs in by itself after the confirmation, %s', async (_how, wanted) => {
    const confirmationCode = await nextCode(() => begin({ autoSignIn: wanted }))
    const { nextStep } = await confirmSignUp({ username: ORPAH.email, confirmationCode })
    expect(nextStep.signUpStep).toBe('COMPLETE_AUTO_SIGN_IN')
    expect((await autoSignIn()).isSignedIn).toBe(true)
    expect(await fetchUserAttributes()).toMatchObject({ email: ORPAH.email })
    await signOut()
    await pause(LEFT_OUT)
  })

  test('waits for who confirms an account elsewhere: it asks every five seconds, for three minutes', async () => {
    kept = connectAmplify(server, 'link')
    const fetchFromServer = fetch
    const answered: string[] = []
    vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
      const response = await fetchFromServer(address, init)
      answered.push(new Headers(init.headers).get('x-amz-target')?.split('.')[1] ?? '')
      return response
    })
    const asked = () => answered.filter((action) => action === 'RespondToAuthChallenge').length
    const waitFor = async (times: number) => {
      while (asked() < times) {
        await pause(5)
      }
    }
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
    try {
      const ConfirmationCode = await nextCode(async () => {
        expect((await begin({ autoSignIn: true })).nextStep.signUpStep).toBe('COMPLETE_AUTO_SIGN_IN')
      })
      const signedIn = autoSignIn()
      await vi.advanceTimersByTimeAsync(4999)
      expect(answered).toEqual(['SignUp'])
      await vi.advanceTimersByTimeAsync(1)
      await waitFor(1)
      const { userPoolClientId: ClientId } = server.ids
      await server.send('ConfirmSignUp', { ClientId, Username: ORPAH.email, ConfirmationCode })
      await vi.advanceTimersByTimeAsync(5000)
      expect((await signedIn).isSignedIn).toBe(true)
      await signOut()
      await pause(LEFT_OUT)

      await signUp({
        username: 'naomi@example.org',
        password: ORPAH.password,
        options: { userAttributes: { name: 'Naomi' }, autoSignIn: true },
      })
      answered.length = 0
      const late = expect(autoSignIn()).rejects.toThrow('The account was not confirmed on time.')
      vi.setSystemTime(Date.now() + 170_000)
      for (const times of [1, 2]) {
        await vi.advanceTimersByTimeAsync(5000)
        await waitFor(times)
      }
      await vi.advanceTimersByTimeAsync(5000)
      await late
      expect(asked()).toBe(2)
    } finally {
      vi.useRealTimers()
      vi.unstubAllGlobals()
      kept = connectAmplify(server)
    }
  })
})

describe("Amazon's own client", () => {
  let pool: CognitoIdentityProviderClient
  beforeAll(() => {
    const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'nothing' }
    const endpoint = `${server.origin}/cognito-idp/`
    pool = new CognitoIdentityProviderClient({ region: 'us-east-1', credentials, maxAttempts: 1, endpoint })
  })
  afterAll(() => pool.destroy())

  const as = () => ({ ClientId: server.ids.userPoolClientId, Username: ORPAH.email })
  const begin = () =>
    pool.send(
      new SignUpCommand({
        ...as(),
        Password: ORPAH.password,
        UserAttributes: [{ Name: 'name', Value: ORPAH.name }],
      }),
    )
  const confirm = (ConfirmationCode: string) =>
    pool.send(new ConfirmSignUpCommand({ ...as(), ConfirmationCode }))

  test('makes an account, asks for another code, confirms, and signs in with the session, once', async () => {
    const first = await nextCode(async () => {
      expect((await begin()).UserConfirmed).toBe(false)
    })
    const code = await nextCode(() => pool.send(new ResendConfirmationCodeCommand(as())))
    if (first !== code) {
      await expect(confirm(first)).rejects.toMatchObject({ name: 'CodeMismatchException' })
    }
    const { Session } = await confirm(code)
    const go = (USERNAME: string) =>
      pool.send(
        new InitiateAuthCommand({
          ClientId: as().ClientId,
          AuthFlow: 'USER_AUTH',
          AuthParameters: { USERNAME },
          Session,
        }),
      )
    await expect(go('naomi@example.org')).rejects.toMatchObject({ name: 'NotAuthorizedException' })
    const { AuthenticationResult } = await go(ORPAH.email)
    expect(await server.verifyIdToken(AuthenticationResult?.IdToken ?? '')).toMatchObject({
      email: ORPAH.email,
    })
    server.wait(60_000)
    await expect(go(ORPAH.email)).rejects.toMatchObject({ name: 'NotAuthorizedException' })
    await expect(confirm(code)).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: 'User cannot be confirmed. Current status is CONFIRMED',
    })
  })

  test('knows each error by its name', async () => {
    const code = await nextCode(begin)
    server.wait(25 * 60 * 60_000)
    await expect(confirm(code)).rejects.toMatchObject({ name: 'ExpiredCodeException' })
    const ClientId = 'nobody'
    for (const command of [
      new SignUpCommand({ ...as(), ClientId, Password: ORPAH.password }),
      new ConfirmSignUpCommand({ ...as(), ClientId, ConfirmationCode: code }),
      new ResendConfirmationCodeCommand({ ...as(), ClientId }),
    ]) {
      await expect(pool.send(command as SignUpCommand)).rejects.toMatchObject({
        name: 'ResourceNotFoundException',
      })
    }
    await expect(pool.send(new SignUpCommand({ ...as(), Password: 'weak' }))).rejects.toMatchObject({
      name: 'InvalidParameterException',
    })
    await expect(
      pool.send(
        new SignUpCommand({
          ...as(),
          Password: 'weak',
          UserAttributes: [{ Name: 'name', Value: ORPAH.name }],
        }),
      ),
    ).rejects.toMatchObject({ name: 'InvalidPasswordException' })
    for (let sent = 1; sent < 5; sent += 1) {
      await pool.send(new ResendConfirmationCodeCommand(as()))
    }
    await pool.send(new ResendConfirmationCodeCommand(as()))
    await expect(pool.send(new ResendConfirmationCodeCommand(as()))).rejects.toMatchObject({
      name: 'LimitExceededException',
    })
  })
})
