import {
  confirmResetPassword,
  confirmSignIn,
  fetchAuthSession,
  fetchDevices,
  forgetDevice,
  getCurrentUser,
  rememberDevice,
  resetPassword,
  setUpTOTP,
  signIn,
  signOut,
  updateMFAPreference,
  verifyTOTPSetup,
} from 'aws-amplify/auth'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { appCode } from './testing/authenticator.ts'
import { connectAmplify } from './testing/connect-amplify.ts'
import { MINUTE, RUTH, startCognito, type TestCognito } from './testing/start-cognito.ts'
import { startWithVerifiedRuth } from './testing/verified-ruth.ts'

// SQLite alone: it is about what a client sends and reads.

let server: TestCognito
let kept: Map<string, string>

beforeAll(async () => {
  server = await startCognito()
  kept = connectAmplify(server)
})
beforeEach(async () => {
  server.settings.rules.devices = 'always'
  server.settings.rules.mfa = 'optional'
  await startWithVerifiedRuth(server)
})
afterEach(async () => {
  await signOut()
  kept.clear()
})
afterAll(async () => {
  await server.close()
})

const RUTH_BY_MAIL = { username: RUTH.email, password: RUTH.password }
const start = () => signIn(RUTH_BY_MAIL)
const stepOf = ({ nextStep }: { nextStep: { signInStep: string } }) => nextStep.signInStep

/** Ruth is signed in, and needs an authenticator app from now on. */
async function signInAndHaveApp(): Promise<string> {
  await start()
  const { sharedSecret } = await setUpTOTP()
  await verifyTOTPSetup({ code: appCode(sharedSecret, server.clock.now()) })
  await updateMFAPreference({ totp: 'PREFERRED' })
  server.wait(MINUTE)
  return sharedSecret
}

describe('a device that is always remembered', () => {
  test('replaces the second factor at the next sign-in, by SRP or by the password', async () => {
    await signInAndHaveApp()
    await signOut()
    expect(stepOf(await start())).toBe('DONE')
    const { userId } = await getCurrentUser()
    await signOut()
    // When the password itself is sent, the client finds its device only under the id.
    const options = { authFlowType: 'USER_PASSWORD_AUTH' as const }
    expect(stepOf(await signIn({ ...RUTH_BY_MAIL, username: userId, options }))).toBe('DONE')
    expect(await fetchDevices()).toHaveLength(1)
  })

  test('can be forgotten by its owner, who is asked for the second factor again and makes a new one', async () => {
    const secret = await signInAndHaveApp()
    const [device] = await fetchDevices()
    await forgetDevice({ device: { id: device?.id ?? '' } })
    expect((await fetchAuthSession({ forceRefresh: false })).tokens).toBeDefined()
    await signOut()
    // The browser still names the device; it is told that there is none, and goes on without.
    expect(stepOf(await start())).toBe('CONFIRM_SIGN_IN_WITH_TOTP_CODE')
    await confirmSignIn({ challengeResponse: appCode(secret, server.clock.now()) })
    const [other] = await fetchDevices()
    expect(other?.id).not.toBe(device?.id)
    await signOut()
    expect(stepOf(await start())).toBe('DONE')
  })

  test('refreshes its tokens', async () => {
    await start()
    const before = (await fetchAuthSession()).tokens?.accessToken.toString()
    server.wait(MINUTE)
    const after = (await fetchAuthSession({ forceRefresh: true })).tokens?.accessToken.toString()
    expect(after).toBeDefined()
    expect(after).not.toBe(before)
  })

  test('does not excuse from setting up the second factor that everybody needs', async () => {
    await start()
    await signOut()
    server.settings.rules.mfa = 'required'
    expect(stepOf(await start())).toMatch(/^CONTINUE_SIGN_IN_WITH_(TOTP_SETUP|MFA_SETUP_SELECTION)$/)
  })

  test('is forgotten with a password that was given by the staff', async () => {
    await signInAndHaveApp()
    const [device] = await fetchDevices()
    await signOut()
    const { temporaryPassword = '' } = await server.users.setPassword(RUTH.email, {})
    const begun = await signIn({ username: RUTH.email, password: temporaryPassword })
    expect(stepOf(begun)).toBe('CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED')
    const next = await confirmSignIn({
      challengeResponse: 'Sower-and-Seed-4',
      options: { userAttributes: { name: 'Ruth' } },
    })
    expect(stepOf(next)).toBe('CONFIRM_SIGN_IN_WITH_TOTP_CODE')
    expect(kept.get([...kept.keys()].find((key) => key.endsWith('deviceKey')) ?? '')).not.toBe(device?.id)
  })

  test('is forgotten with a password reset by a code', async () => {
    await signInAndHaveApp()
    await signOut()
    await resetPassword({ username: RUTH.email })
    await confirmResetPassword({
      username: RUTH.email,
      confirmationCode: await server.codeFor(RUTH.email),
      newPassword: 'Mustard-Seed-6',
    })
    const begun = await signIn({ username: RUTH.email, password: 'Mustard-Seed-6' })
    expect(stepOf(begun)).toBe('CONFIRM_SIGN_IN_WITH_TOTP_CODE')
  })
})

test('a device that its owner has to remember replaces the second factor from then on', async () => {
  server.settings.rules.devices = 'opt-in'
  const secret = await signInAndHaveApp()
  await signOut()
  expect(stepOf(await start())).toBe('CONFIRM_SIGN_IN_WITH_TOTP_CODE')
  await confirmSignIn({ challengeResponse: appCode(secret, server.clock.now()) })
  await rememberDevice()
  await signOut()
  expect(stepOf(await start())).toBe('DONE')
})
