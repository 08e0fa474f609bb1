import {
  confirmSignIn,
  fetchMFAPreference,
  setUpTOTP,
  signIn,
  signOut,
  updateMFAPreference,
  verifyTOTPSetup,
} from 'aws-amplify/auth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { appCode } from './testing/authenticator.ts'
import { connectAmplify } from './testing/connect-amplify.ts'
import { MINUTE, RUTH, startCognito, type TestCognito } from './testing/start-cognito.ts'
import { startWithVerifiedRuth } from './testing/verified-ruth.ts'

// SQLite alone: it is about what a client sends and reads.

let server: TestCognito
let kept: Map<string, string>

beforeAll(async () => {
  server = await startCognito(undefined, { secondFactors: ['totp', 'email', 'sms'] })
  kept = connectAmplify(server)
})
beforeEach(async () => {
  kept.clear()
  server.settings.rules.mfa = 'optional'
  await startWithVerifiedRuth(server)
})
afterAll(async () => {
  await server.close()
})

const begin = () => signIn({ username: RUTH.email, password: RUTH.password })
const stepOf = ({ nextStep }: { nextStep: { signInStep: string } }) => nextStep.signInStep

/** Ruth has set up an authenticator app, and is signed out again. */
async function haveApp(): Promise<string> {
  await begin()
  const { sharedSecret } = await setUpTOTP()
  await verifyTOTPSetup({ code: appCode(sharedSecret, server.clock.now()) })
  await updateMFAPreference({ totp: 'ENABLED' })
  await signOut()
  server.wait(MINUTE)
  return sharedSecret
}

describe('somebody signed in', () => {
  test('sets up an authenticator app, and is asked for its code from then on', async () => {
    await begin()
    const { sharedSecret } = await setUpTOTP()
    await expect(verifyTOTPSetup({ code: '000000' })).rejects.toMatchObject({
      name: 'EnableSoftwareTokenMFAException',
      message: 'Code mismatch and fail enable Software Token MFA',
    })
    await verifyTOTPSetup({ code: appCode(sharedSecret, server.clock.now()) })
    expect(await fetchMFAPreference()).toEqual({})
    await updateMFAPreference({ totp: 'PREFERRED' })
    expect(await fetchMFAPreference()).toEqual({ enabled: ['TOTP'], preferred: 'TOTP' })
    await signOut()
    server.wait(MINUTE)

    expect(stepOf(await begin())).toBe('CONFIRM_SIGN_IN_WITH_TOTP_CODE')
    await expect(confirmSignIn({ challengeResponse: '000000' })).rejects.toMatchObject({
      name: 'CodeMismatchException',
      message: 'Invalid code received for user',
    })
    const done = await confirmSignIn({ challengeResponse: appCode(sharedSecret, server.clock.now()) })
    expect(done.isSignedIn).toBe(true)
  })

  test('chooses among several, and is asked for a preferred one without a choice', async () => {
    await haveApp()
    await expect(begin().then(stepOf)).resolves.toBe('CONFIRM_SIGN_IN_WITH_TOTP_CODE')
    kept.clear()
    server.settings.rules.mfa = 'off'
    await begin()
    server.settings.rules.mfa = 'optional'
    await updateMFAPreference({ email: 'ENABLED', sms: 'ENABLED' })
    await signOut()

    const choice = await begin()
    expect(choice.nextStep).toMatchObject({
      signInStep: 'CONTINUE_SIGN_IN_WITH_MFA_SELECTION',
      allowedMFATypes: ['TOTP', 'EMAIL', 'SMS'],
    })
    const asked = await confirmSignIn({ challengeResponse: 'SMS' })
    expect(asked.nextStep).toMatchObject({
      signInStep: 'CONFIRM_SIGN_IN_WITH_SMS_CODE',
      codeDeliveryDetails: { deliveryMedium: 'SMS', destination: '+*******1234' },
    })
    const text = server.texts.at(-1)
    expect(text).toMatchObject({ to: '+34600111234' })
    const code = /\d{6}/.exec(text?.text ?? '')?.[0] ?? ''
    expect((await confirmSignIn({ challengeResponse: code })).isSignedIn).toBe(true)

    await updateMFAPreference({ email: 'PREFERRED' })
    expect(await fetchMFAPreference()).toEqual({ enabled: ['TOTP', 'EMAIL', 'SMS'], preferred: 'EMAIL' })
    await signOut()
    server.emails.length = 0
    expect((await begin()).nextStep).toMatchObject({
      signInStep: 'CONFIRM_SIGN_IN_WITH_EMAIL_CODE',
      codeDeliveryDetails: { deliveryMedium: 'EMAIL', destination: 'r***@e***' },
    })
    expect((await server.emailTo(RUTH.email)).topic).toBe('second-factor')
    const email = await confirmSignIn({ challengeResponse: await server.codeFor(RUTH.email) })
    expect(email.isSignedIn).toBe(true)
  })
})

describe('where a second factor is required', () => {
  beforeEach(() => {
    server.settings.rules.mfa = 'required'
  })

  test('an authenticator app is set up during the sign-in', async () => {
    const started = await begin()
    expect(started.nextStep).toMatchObject({
      signInStep: 'CONTINUE_SIGN_IN_WITH_MFA_SETUP_SELECTION',
      allowedMFATypes: ['TOTP', 'EMAIL'],
    })
    const { nextStep } = await confirmSignIn({ challengeResponse: 'TOTP' })
    if (nextStep.signInStep !== 'CONTINUE_SIGN_IN_WITH_TOTP_SETUP') {
      throw new Error(`The client was led to ${nextStep.signInStep}.`)
    }
    const { sharedSecret } = nextStep.totpSetupDetails
    expect(nextStep.totpSetupDetails.getSetupUri('Vestry', 'ruth').toString()).toBe(
      `otpauth://totp/Vestry:ruth?secret=${sharedSecret}&issuer=Vestry`,
    )
    await expect(confirmSignIn({ challengeResponse: '000000' })).rejects.toMatchObject({
      name: 'EnableSoftwareTokenMFAException',
    })
    const code = appCode(sharedSecret, server.clock.now())
    expect((await confirmSignIn({ challengeResponse: code })).isSignedIn).toBe(true)
    expect(await fetchMFAPreference()).toEqual({ enabled: ['TOTP'] })
    await expect(updateMFAPreference({ totp: 'DISABLED' })).rejects.toMatchObject({
      name: 'InvalidParameterException',
      message: 'MFA is required: at least one MFA method must stay enabled',
    })
    await signOut()
    server.wait(MINUTE)
    expect(stepOf(await begin())).toBe('CONFIRM_SIGN_IN_WITH_TOTP_CODE')
  })

  test('codes by e-mail are set up during the sign-in', async () => {
    await begin()
    expect(stepOf(await confirmSignIn({ challengeResponse: 'EMAIL' }))).toBe(
      'CONTINUE_SIGN_IN_WITH_EMAIL_SETUP',
    )
    const asked = await confirmSignIn({ challengeResponse: 'Ruth@Example.org' })
    expect(asked.nextStep).toMatchObject({
      signInStep: 'CONFIRM_SIGN_IN_WITH_EMAIL_CODE',
      codeDeliveryDetails: { destination: 'r***@e***' },
    })
    const done = await confirmSignIn({ challengeResponse: await server.codeFor(RUTH.email) })
    expect(done.isSignedIn).toBe(true)
    expect(await fetchMFAPreference()).toEqual({ enabled: ['EMAIL'] })
    await signOut()
    expect(stepOf(await begin())).toBe('CONFIRM_SIGN_IN_WITH_EMAIL_CODE')
  })

  test('the only kind that there is to set up is begun at once', async () => {
    server.settings.rules.secondFactors = ['totp']
    expect(stepOf(await begin())).toBe('CONTINUE_SIGN_IN_WITH_TOTP_SETUP')
    server.settings.rules.secondFactors = ['email']
    kept.clear()
    expect(stepOf(await begin())).toBe('CONTINUE_SIGN_IN_WITH_EMAIL_SETUP')
    server.settings.rules.secondFactors = ['totp', 'email', 'sms']
  })

  test('a new password comes first, and the second factor after it', async () => {
    const invited = await server.users.create({ email: 'naomi@example.org', attributes: { name: 'Naomi' } })
    await signIn({ username: 'naomi@example.org', password: invited.temporaryPassword ?? '' })
    const next = await confirmSignIn({ challengeResponse: 'Bethlehem-Ephrathah-5' })
    expect(stepOf(next)).toBe('CONTINUE_SIGN_IN_WITH_MFA_SETUP_SELECTION')
    await confirmSignIn({ challengeResponse: 'EMAIL' })
    await confirmSignIn({ challengeResponse: 'naomi@example.org' })
    const done = await confirmSignIn({ challengeResponse: await server.codeFor('naomi@example.org') })
    expect(done.isSignedIn).toBe(true)
  })
})
