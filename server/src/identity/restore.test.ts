import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../database/open-database.ts'
import { appCode } from '../testing/authenticator.ts'
import {
  type Answer,
  type IdentityHouse,
  MINUTE,
  openIdentityHouse,
  RUTH,
} from '../testing/identity-house.ts'
import { signInByPassword } from '../testing/password-sign-in.ts'
import { type Identity, openIdentity } from './identity.ts'

let house: IdentityHouse
let copy: { folder: string; http: FastifyInstance; identity: Identity; close(): Promise<void> }
/** What Boaz shares with his authenticator app. */
let secret: string
let tokens: { IdToken: string; AccessToken: string; RefreshToken: string }

/** The data folder as a backup has it, put in place on another machine and opened there. */
beforeAll(async () => {
  house = await openIdentityHouse()
  await house.addRuth()
  tokens = await house.signedIn()
  secret = await addAuthenticator()
  const folder = await mkdtemp(join(tmpdir(), 'vestry-restored-'))
  await cp(house.dataFolder, folder, { recursive: true })
  const database = await openDatabase({ dataFolder: folder })
  const identity = await openIdentity({ ...house.settings, database, dataFolder: folder })
  const http = Fastify()
  await http.register(identity.plugin)
  copy = {
    folder,
    http,
    identity,
    async close() {
      await http.close()
      await database.close()
      await rm(folder, { recursive: true })
    },
  }
})
afterAll(async () => {
  await copy.close()
  await house.close()
})

const BOAZ = { email: 'boaz@example.org', password: 'Threshing-Floor-5' }

async function addAuthenticator(): Promise<string> {
  await house.staff.create({ ...BOAZ, permanent: true })
  const signedIn = await house.signIn(BOAZ.email, BOAZ.password)
  const AccessToken = signedIn.AuthenticationResult?.AccessToken
  const { body } = await house.send('AssociateSoftwareToken', { AccessToken })
  const { SecretCode } = body as Answer & { SecretCode: string }
  const UserCode = appCode(SecretCode, house.clock.now())
  await house.send('VerifySoftwareToken', { AccessToken, UserCode })
  const SoftwareTokenMfaSettings = { Enabled: true, PreferredMfa: true }
  await house.send('SetUserMFAPreference', { AccessToken, SoftwareTokenMfaSettings })
  return SecretCode
}

async function call(action: string, body: object): Promise<Answer> {
  const response = await copy.http.inject({
    method: 'POST',
    url: '/cognito-idp/',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${action}`,
    },
    payload: JSON.stringify(body),
  })
  return response.json()
}

test('after a restore everybody signs in with the password they had', async () => {
  expect(await signInByPassword(copy.http, copy.identity.ids.userPoolClientId, RUTH)).toMatch(/^ey/)
})

test('after a restore tokens are good that were signed before, and so is a refresh token', async () => {
  expect(copy.identity.ids).toEqual(house.ids)
  expect(await copy.identity.verifyIdToken(tokens.IdToken)).toMatchObject({ email: RUTH.email })
  const refreshed = await call('GetTokensFromRefreshToken', {
    ClientId: copy.identity.ids.userPoolClientId,
    RefreshToken: tokens.RefreshToken,
  })
  expect(refreshed.AuthenticationResult?.IdToken).toMatch(/^ey/)
})

test('after a restore an authenticator app shows the right codes', async () => {
  const ClientId = copy.identity.ids.userPoolClientId
  const asked = await call('InitiateAuth', {
    ClientId,
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: BOAZ.email, PASSWORD: BOAZ.password },
  })
  expect(asked.ChallengeName).toBe('SOFTWARE_TOKEN_MFA')
  house.wait(MINUTE)
  const answered = await call('RespondToAuthChallenge', {
    ClientId,
    ChallengeName: 'SOFTWARE_TOKEN_MFA',
    Session: asked.Session,
    ChallengeResponses: {
      USERNAME: BOAZ.email,
      SOFTWARE_TOKEN_MFA_CODE: appCode(secret, house.clock.now()),
    },
  })
  expect(answered.AuthenticationResult?.IdToken).toMatch(/^ey/)
})

test('after a restore access keys are the ones they were', () => {
  expect(copy.identity.serverKey).toEqual(house.serverKey)
})
