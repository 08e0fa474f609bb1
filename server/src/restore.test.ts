import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Cognito, createCognito } from '@vestry/cognito'
import { appCode } from '@vestry/cognito/testing/authenticator.ts'
import {
  type CreationOptions,
  makeAuthenticator,
  type RequestOptions,
} from '@vestry/cognito/testing/software-authenticator.ts'
import {
  type Answer,
  MINUTE,
  RUTH,
  startCognito,
  type TestCognito,
} from '@vestry/cognito/testing/start-cognito.ts'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from './database/open-database.ts'
import { cognitoCall } from './testing/cognito-call.ts'
import { eachDatabase } from './testing/each-database.ts'
import { signInByPassword } from './testing/password-sign-in.ts'
import { runVestry } from './testing/run-vestry.ts'

const BOAZ = { email: 'boaz@example.org', password: 'Threshing-Floor-5' }

eachDatabase((kind) => {
  let server: TestCognito
  let copy: { folder: string; http: FastifyInstance; identity: Cognito; close(): Promise<void> }
  /** The secret that Boaz shares with his authenticator app. */
  let secret: string
  let tokens: { IdToken: string; AccessToken: string; RefreshToken: string }
  const passkey = makeAuthenticator('http://localhost:8080')

  /** The server as a backup has it, restored on another machine and started there. */
  beforeAll(async () => {
    server = await startCognito(kind, {}, undefined, openDatabase)
    await server.addRuth()
    tokens = await server.signedIn()
    await addPasskey()
    secret = await addAuthenticator()
    const folder = await mkdtemp(join(tmpdir(), 'vestry-restored-'))
    const [copies, dataFolder] = [join(folder, 'copies'), join(folder, 'data')]
    const made = await kind.create()
    const vestry = (line: string, home: string, DATABASE_URL: string | undefined) =>
      runVestry(line, { VESTRY_DATA: home, DATABASE_URL })
    expect((await vestry(`backup --to ${copies}`, server.dataFolder, server.databaseUrl)).errors).toBe('')
    expect((await vestry(`restore --from ${copies}`, dataFolder, made.databaseUrl)).errors).toBe('')
    const database = await openDatabase({ dataFolder, databaseUrl: made.databaseUrl })
    const identity = await createCognito({ ...server.settings, database, dataFolder })
    const http = Fastify()
    await http.register(identity.plugin)
    copy = {
      folder,
      http,
      identity,
      async close() {
        await http.close()
        await database.close()
        await made.drop()
        await rm(folder, { recursive: true })
      },
    }
  })
  afterAll(async () => {
    await copy.close()
    await server.close()
  })

  async function addPasskey() {
    const { AccessToken } = tokens
    const { body } = await server.send('StartWebAuthnRegistration', { AccessToken })
    const { CredentialCreationOptions } = body as { CredentialCreationOptions?: CreationOptions }
    const Credential = passkey.create(CredentialCreationOptions as CreationOptions)
    expect((await server.send('CompleteWebAuthnRegistration', { AccessToken, Credential })).status).toBe(200)
  }

  async function addAuthenticator(): Promise<string> {
    await server.users.create({ ...BOAZ, permanent: true })
    const signedIn = await server.signIn(BOAZ.email, BOAZ.password)
    const AccessToken = signedIn.AuthenticationResult?.AccessToken
    const { body } = await server.send('AssociateSoftwareToken', { AccessToken })
    const { SecretCode } = body as Answer & { SecretCode: string }
    const UserCode = appCode(SecretCode, server.clock.now())
    await server.send('VerifySoftwareToken', { AccessToken, UserCode })
    const SoftwareTokenMfaSettings = { Enabled: true, PreferredMfa: true }
    await server.send('SetUserMFAPreference', { AccessToken, SoftwareTokenMfaSettings })
    return SecretCode
  }

  async function call(action: string, body: object): Promise<Answer> {
    return (await copy.http.inject({ url: '/cognito-idp/', ...cognitoCall(action, body) })).json()
  }

  test('after a restore everybody signs in with the password they had', async () => {
    expect(await signInByPassword(copy.http, copy.identity.ids.userPoolClientId, RUTH)).toMatch(/^ey/)
  })

  test('after a restore tokens that were signed before are valid, and so is a refresh token', async () => {
    expect(copy.identity.ids).toEqual(server.ids)
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
    server.wait(MINUTE)
    const answered = await call('RespondToAuthChallenge', {
      ClientId,
      ChallengeName: 'SOFTWARE_TOKEN_MFA',
      Session: asked.Session,
      ChallengeResponses: {
        USERNAME: BOAZ.email,
        SOFTWARE_TOKEN_MFA_CODE: appCode(secret, server.clock.now()),
      },
    })
    expect(answered.AuthenticationResult?.IdToken).toMatch(/^ey/)
  })

  test('after a restore access keys are the ones they were', () => {
    expect(copy.identity.serverKey).toEqual(server.serverKey)
  })

  test('after a restore a passkey signs in', async () => {
    const ClientId = copy.identity.ids.userPoolClientId
    const asked = await call('InitiateAuth', {
      ClientId,
      AuthFlow: 'USER_AUTH',
      AuthParameters: { USERNAME: RUTH.email, PREFERRED_CHALLENGE: 'WEB_AUTHN' },
    })
    const options = asked.ChallengeParameters?.CREDENTIAL_REQUEST_OPTIONS ?? '{}'
    const answered = await call('RespondToAuthChallenge', {
      ClientId,
      ChallengeName: 'WEB_AUTHN',
      Session: asked.Session,
      ChallengeResponses: {
        USERNAME: RUTH.email,
        CREDENTIAL: JSON.stringify(passkey.get(JSON.parse(options) as RequestOptions)),
      },
    })
    expect(answered.AuthenticationResult?.IdToken).toMatch(/^ey/)
  })
})
