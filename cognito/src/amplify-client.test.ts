import {
  confirmResetPassword,
  confirmSignIn,
  confirmUserAttribute,
  fetchAuthSession,
  fetchUserAttributes,
  resetPassword,
  sendUserAttributeVerificationCode,
  signIn,
  signOut,
  updatePassword,
} from 'aws-amplify/auth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectAmplify } from './testing/connect-amplify.ts'
import { startCognito, type TestCognito } from './testing/start-cognito.ts'

// SQLite alone: it is about what a client sends and reads.

let server: TestCognito
let kept: Map<string, string>

beforeAll(async () => {
  server = await startCognito()
  kept = connectAmplify(server)
})

afterAll(async () => {
  await server.close()
})

test('a first user signs in with the temporary password, chooses a new one and has credentials', async () => {
  const first = await server.users.ensureFirstAdmin({ email: 'Admin@Example.org' })
  expect(first?.email).toBe('admin@example.org')
  const started = await signIn({ username: 'admin@example.org', password: first?.temporaryPassword ?? '' })
  expect(started.nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED')
  await expect(confirmSignIn({ challengeResponse: 'weak' })).rejects.toMatchObject({
    name: 'InvalidPasswordException',
    message: 'Password did not conform with policy: Password not long enough',
  })
  const done = await confirmSignIn({
    challengeResponse: 'Sower-and-Seed-4',
    options: { userAttributes: { name: 'Ada' } },
  })
  expect(done.isSignedIn).toBe(true)

  const session = await fetchAuthSession()
  expect(session.tokens?.idToken?.payload).toMatchObject({
    email: 'admin@example.org',
    email_verified: false,
    'cognito:groups': ['Admins'],
    token_use: 'id',
    aud: server.ids.userPoolClientId,
    iss: `http://localhost:8080/${server.ids.userPoolId}`,
  })
  expect(session.tokens?.accessToken.payload).toMatchObject({ token_use: 'access' })
  const caller = await server.verifyIdToken(session.tokens?.idToken?.toString() ?? '')
  expect(caller).toMatchObject({ email: 'admin@example.org', groups: ['Admins'] })
  expect(await server.findCredential(session.credentials?.accessKeyId ?? '')).toMatchObject({
    secretAccessKey: session.credentials?.secretAccessKey,
    sessionToken: session.credentials?.sessionToken,
    prefixes: ['images/', 'preaching/'],
  })
})

test('an e-mail address is confirmed with a code from an email', async () => {
  expect(await fetchUserAttributes()).toMatchObject({ email: 'admin@example.org', email_verified: 'false' })
  await sendUserAttributeVerificationCode({ userAttributeKey: 'email' })
  await confirmUserAttribute({
    userAttributeKey: 'email',
    confirmationCode: await server.codeFor('admin@example.org'),
  })
  expect(await fetchUserAttributes()).toMatchObject({ email_verified: 'true' })
})

test('a session is refreshed with a new refresh token', async () => {
  const keyOfToken = () => [...kept.keys()].find((key) => key.endsWith('.refreshToken')) ?? ''
  const before = kept.get(keyOfToken())
  const session = await fetchAuthSession({ forceRefresh: true })
  expect(session.tokens?.idToken?.payload.email_verified).toBe(true)
  expect(kept.get(keyOfToken())).toBeDefined()
  expect(kept.get(keyOfToken())).not.toBe(before)
})

test('a password is changed by its owner, who stays signed in', async () => {
  await updatePassword({ oldPassword: 'Sower-and-Seed-4', newPassword: 'Lamp-on-a-Stand-5' })
  expect(await fetchUserAttributes()).toMatchObject({ email: 'admin@example.org' })
})

test('signing out ends the session, its tokens and its storage credentials', async () => {
  const { tokens, credentials } = await fetchAuthSession()
  await signOut()
  expect(await server.verifyIdToken(tokens?.idToken?.toString() ?? '')).toBeUndefined()
  expect(await server.findCredential(credentials?.accessKeyId ?? '')).toBeUndefined()
  expect((await fetchAuthSession()).tokens).toBeUndefined()
})

test('a forgotten password is replaced with a code from an email', async () => {
  server.emails.length = 0
  const asked = await resetPassword({ username: 'admin@example.org' })
  expect(asked.nextStep.codeDeliveryDetails.destination).toBe('a***@e***')
  await confirmResetPassword({
    username: 'admin@example.org',
    confirmationCode: await server.codeFor('admin@example.org'),
    newPassword: 'Mustard-Seed-6',
  })
  await expect(
    signIn({ username: 'admin@example.org', password: 'Lamp-on-a-Stand-5' }),
  ).rejects.toMatchObject({
    name: 'NotAuthorizedException',
    message: 'Incorrect username or password.',
  })
  const { isSignedIn } = await signIn({ username: 'ADMIN@example.org', password: 'Mustard-Seed-6' })
  expect(isSignedIn).toBe(true)
  await signOut({ global: true })
})
