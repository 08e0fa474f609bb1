import { signOut } from 'aws-amplify/auth'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { ADA, startTestServer, type TestServer } from '../../../server/src/testing/start-test-server.ts'
import { createTestClock } from '../../../server/src/testing/test-clock.ts'
import { signInAt } from '../api/testing-sign-in.ts'
import { passkeyPrompts, signInServices, whatIsFinished } from '../auth/sign-in-steps.ts'
import { runtimeConfig } from '../console-config.ts'
import { loadMessages, startMessages, t } from '../messages/messages.ts'

let server: TestServer
let leave: () => Promise<void>
const ada = { username: ADA.email, password: ADA.password }

beforeAll(async () => {
  server = await startTestServer({ clock: createTestClock(Date.now()) })
  leave = await signInAt(await server.app.http.listen({ port: 0, host: '127.0.0.1' }), ADA)
  vi.stubGlobal('document', { documentElement: {} })
  await startMessages(async () => ['en'])
  await loadMessages('sign-in')
})
beforeEach(() => signOut())
afterAll(async () => {
  await leave()
  await server.destroy()
})

/** A browser at the church's address whose device keeps passkeys or doesn't. */
function openWhere(keepsPasskeys: boolean) {
  const PublicKeyCredential = { isUserVerifyingPlatformAuthenticatorAvailable: async () => keepsPasskeys }
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('PublicKeyCredential', PublicKeyCredential)
  Object.assign(window, { PublicKeyCredential })
  Object.assign(location, { hostname: runtimeConfig().passkeyHost })
}

describe('after a sign-in', () => {
  test('a passkey is offered once to each person where their device keeps one', async () => {
    const prompts = async (keepsPasskeys: boolean) => {
      openWhere(keepsPasskeys)
      expect((await signInServices.handleSignIn(ada)).nextStep.signInStep).toBe('DONE')
      await signOut()
      return passkeyPrompts()
    }
    expect(await prompts(false)).toBeUndefined()
    expect(await prompts(true)).toEqual({ afterSignin: 'ALWAYS', afterSignup: 'NEVER' })
    expect(await prompts(true)).toBeUndefined()
  })
})

test('the code that verifies a contact goes to the one that the person has', async () => {
  await signInServices.handleSignIn(ada)
  const sent = await signInServices.handleSendContactCode({ userAttributeKey: 'email' })
  expect(sent).toMatchObject({ attributeName: 'email', deliveryMedium: 'EMAIL' })
})

test('nobody is sent another code who has answered nothing yet', async () => {
  const another = { username: ADA.email, options: { preferredChallenge: 'PASSWORD' } } as const
  const refusal = t('signIn.error.startAgainForCode')
  expect(refusal).toBe('To get a new code, go back and sign in again.')
  await expect(signInServices.handleSignIn(another)).rejects.toThrow(refusal)
  await signInServices.handleSignIn(ada)
  await expect(signInServices.handleSignIn(another)).rejects.toThrow(refusal)
})

test('nothing has ended well until a password was reset or an account made', async () => {
  await expect(
    signInServices.handleForgotPasswordSubmit({
      username: ADA.email,
      confirmationCode: '000000',
      newPassword: 'Gleaner-in-Moab-8',
    }),
  ).rejects.toThrow()
  expect(whatIsFinished()).toBeUndefined()
})
