import * as identitySdk from '@aws-sdk/client-cognito-identity'
import * as poolSdk from '@aws-sdk/client-cognito-identity-provider'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import type { ActionTable } from './action.ts'
import { identityPoolActions } from './identity-pool-actions.ts'
import type { CognitoParts } from './parts.ts'
import { operatorClient } from './testing/operator-client.ts'
import { RUTH, startCognito, type TestCognito } from './testing/start-cognito.ts'
import { userPoolActions } from './user-pool-actions.ts'

// SQLite alone: members are read before the database is asked.

let server: TestCognito
let pool: poolSdk.CognitoIdentityProvider

beforeAll(async () => {
  server = await startCognito(undefined, { signUp: true, guests: true })
  await server.addRuth()
  pool = operatorClient(server)
})
afterAll(async () => {
  pool.destroy()
  await server.close()
})

/**
 * Members that change nothing, here as at Amazon: they are meant for triggers, analytics and risk scores of a pool that
 * has none, for aliases where every address is unique, for a name that no call shows, for an account that is not ours.
 */
const WITHOUT_EFFECT = [
  'AccountId',
  'AnalyticsMetadata',
  'ClientMetadata',
  'ContextData',
  'ForceAliasCreation',
  'FriendlyDeviceName',
  'UserContextData',
  'ValidationData',
]

/** The members of each action, as Amazon's client has them in its model. */
function membersOf(sdk: object, action: string): string[] {
  const models = sdk as Record<string, readonly [number, string, string, unknown, readonly string[]]>
  const model = models[`${action}Request$`] ?? models[`${action}Input$`]
  return [...(model?.[4] ?? [])]
}

test('every member that Amazon’s client can send is followed, refused, or known to have no effect', async () => {
  // We only look at what the actions take.
  const parts = { ...server.settings, ids: server.ids, issuer: 'https://vestry.example.org' }
  const tables: [object, ActionTable][] = [
    [poolSdk, userPoolActions(parts as unknown as CognitoParts)],
    [identitySdk, identityPoolActions(parts as unknown as CognitoParts)],
  ]
  for (const [sdk, actions] of tables) {
    for (const [name, { input }] of Object.entries(actions)) {
      const members = membersOf(sdk, name)
      expect({ name, known: members.length > 0 }).toEqual({ name, known: true })
      const taken = Object.keys((input as z.ZodObject).shape)
      const unknown = members.filter((member) => !taken.includes(member) && !WITHOUT_EFFECT.includes(member))
      expect({ name, unknown }).toEqual({ name, unknown: [] })
    }
  }
})

test('a secret hash is refused: the client has no secret', async () => {
  const { userPoolClientId: ClientId, userPoolId: UserPoolId } = server.ids
  const SecretHash = 'c2VjcmV0'
  const named = { ClientId, Username: RUTH.email, SecretHash }
  const ConfirmationCode = '123456'
  const { Username: USERNAME } = named
  const flow = { ClientId, AuthParameters: { USERNAME, PASSWORD: RUTH.password, SECRET_HASH: SecretHash } }
  for (const call of [
    () => pool.signUp({ ...named, Password: RUTH.password }),
    () => pool.confirmSignUp({ ...named, ConfirmationCode }),
    () => pool.resendConfirmationCode(named),
    () => pool.forgotPassword(named),
    () => pool.confirmForgotPassword({ ...named, ConfirmationCode, Password: RUTH.password }),
    () => pool.getTokensFromRefreshToken({ ClientId, RefreshToken: 'any', ClientSecret: 'secret' }),
    () => pool.revokeToken({ ClientId, Token: 'any', ClientSecret: 'secret' }),
    () => pool.initiateAuth({ ...flow, AuthFlow: 'USER_PASSWORD_AUTH' }),
    () => pool.adminInitiateAuth({ ...flow, UserPoolId, AuthFlow: 'ADMIN_USER_PASSWORD_AUTH' }),
    () =>
      pool.respondToAuthChallenge({
        ClientId,
        ChallengeName: 'NEW_PASSWORD_REQUIRED',
        ChallengeResponses: { USERNAME, NEW_PASSWORD: RUTH.password, SECRET_HASH: SecretHash },
      }),
  ]) {
    await expect(call()).rejects.toMatchObject({
      name: 'InvalidParameterException',
      message: expect.stringMatching(/^The client has no secret: leave .+ out\.$/),
    })
  }
})

test('what is not done is refused, and not left out without a word', async () => {
  const { AccessToken, RefreshToken } = await server.signedIn()
  const { userPoolClientId: ClientId, userPoolId: UserPoolId } = server.ids
  const WebAuthnMfaSettings = { Enabled: true }
  const refusals: [() => Promise<unknown>, string][] = [
    [
      () => pool.setUserMFAPreference({ AccessToken, WebAuthnMfaSettings }),
      'A passkey cannot be a second factor in this user pool.',
    ],
    [
      () => pool.adminSetUserMFAPreference({ UserPoolId, Username: RUTH.email, WebAuthnMfaSettings }),
      'A passkey cannot be a second factor in this user pool.',
    ],
    [
      () => pool.revokeToken({ ClientId, Token: RefreshToken, RevokeAssociatedSessions: 'LINKED' }),
      'Associated sessions cannot be revoked: it must be NONE.',
    ],
    [
      () =>
        pool.confirmSignUp({
          ClientId,
          Username: RUTH.email,
          ConfirmationCode: '123456',
          Session: 'x'.repeat(20),
        }),
      'SignUp gives no session here: leave Session out.',
    ],
  ]
  for (const [call, message] of refusals) {
    await expect(call()).rejects.toMatchObject({ name: 'InvalidParameterException', message })
  }
  const { body } = await server.send('GetCredentialsForIdentity', {
    IdentityId: 'us-east-1:any',
    CustomRoleArn: 'arn:aws:iam::123456789012:role/choir',
  })
  expect(body).toEqual({
    __type: 'InvalidParameterException',
    message: 'The identity pool has no roles to choose among: leave CustomRoleArn out.',
  })
})

test('what is refused may be sent where it asks for nothing', async () => {
  const { AccessToken, RefreshToken } = await server.signedIn()
  const { userPoolClientId: ClientId, userPoolId: UserPoolId } = server.ids
  await pool.setUserMFAPreference({ AccessToken, WebAuthnMfaSettings: { Enabled: false } })
  await pool.revokeToken({ ClientId, Token: RefreshToken, RevokeAssociatedSessions: 'NONE' })
  const { User } = await pool.adminCreateUser({
    UserPoolId,
    Username: 'boaz@example.org',
    MessageAction: 'SUPPRESS',
    DesiredDeliveryMediums: ['SMS'],
  })
  expect(User?.UserStatus).toBe('FORCE_CHANGE_PASSWORD')
  expect(server.emails.filter(({ to }) => to === 'boaz@example.org')).toEqual([])
})
