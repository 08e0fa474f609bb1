import * as sdk from '@aws-sdk/client-cognito-identity-provider'
import type { SignInRules } from '../../core/requests/host.ts'
import { appCode } from '../authenticator.ts'
import { operatorClient } from '../operator-client.ts'
import { type CreationOptions, type Forgery, makeAuthenticator } from '../software-authenticator.ts'
import { deviceVerifier } from '../srp-client.ts'
import type { Answer } from '../start-cognito.ts'
import { MINUTE, RUTH, startCognito } from '../start-cognito.ts'
import type { TestDatabase } from '../test-database.ts'

export type Members = Record<string, unknown>

/**
 * How an error is met: by a call with these members in place of the usual ones, or with those that a function answers
 * once it has prepared the call; or by another test, `<file>: <name>`.
 */
type Met = Members | ((pool: TestPool) => Promise<Members>) | string

/** The errors of each action. */
export type Refusals = Record<string, Record<string, Met>>

export type TestPool = Awaited<ReturnType<typeof openTestPool>>

export const PASSWORD = 'Threshing-Floor-At-Night-3'
export const NEW_PASSWORD = 'Barley-Harvest-At-Dawn-8'
const NOBODY = 'nobody@example.org'

const RULES: SignInRules = {
  signUp: true,
  mfa: 'optional',
  secondFactors: ['totp', 'email'],
  firstFactors: ['password', 'passkey', 'email'],
  devices: 'opt-in',
  guests: true,
}

/** Members that are right in every action that has them; `{token}` and its like stand for values made at the start. */
const USUAL: Members = {
  AccessToken: '{token}',
  AttributeName: 'email',
  AuthFlow: 'USER_PASSWORD_AUTH',
  AuthParameters: { USERNAME: RUTH.email, PASSWORD: RUTH.password },
  ChallengeName: 'EMAIL_OTP',
  ClientId: '{client}',
  Code: '123456',
  ConfirmationCode: '12345678',
  Credential: {
    id: 'none',
    rawId: 'none',
    type: 'public-key',
    response: { clientDataJSON: 'bm9uZQ', attestationObject: 'bm9uZQ' },
  },
  CredentialId: 'none',
  DeviceKey: '{device}',
  DeviceRememberedStatus: 'remembered',
  DeviceSecretVerifierConfig: { PasswordVerifier: 'AgME', Salt: 'BQYH' },
  GroupName: 'Admins',
  IdentityId: 'us-east-1:any',
  IdentityPoolId: '{identityPool}',
  IdToken: '{idToken}',
  Password: NEW_PASSWORD,
  PreviousPassword: RUTH.password,
  ProposedPassword: NEW_PASSWORD,
  RefreshToken: 'none',
  Token: 'none',
  UserAttributeNames: ['nickname'],
  UserAttributes: [],
  UserCode: '123456',
  UserPoolId: '{pool}',
  Username: RUTH.email,
}

/** A text that is no access token. */
export const byToken = { NotAuthorizedException: { AccessToken: 'none' } }
/** One of a sign-in too long ago for changes that would outlive it. */
export const byRecentToken = { ...byToken, ForbiddenException: { AccessToken: '{staleToken}' } }
export const ofClient = { ResourceNotFoundException: { ClientId: 'none' } }
export const ofPool = { ResourceNotFoundException: { UserPoolId: 'us-east-1_none' } }
export const ofUser = { ...ofPool, UserNotFoundException: { Username: NOBODY } }

/** The usual call while other rules hold. */
export const under =
  (rules: Partial<SignInRules>) =>
  async (pool: TestPool): Promise<Members> => {
    pool.setRules(rules)
    return {}
  }

/** The identity service with a Ruth who signed in a while ago and just now, and clients of it. */
export async function openTestPool(database: TestDatabase) {
  const server = await startCognito(database, RULES)
  const { ids, clock, settings } = server
  const values: Record<string, string> = {
    client: ids.userPoolClientId,
    pool: ids.userPoolId,
    identityPool: ids.identityPoolId,
    provider: `localhost:8080/${ids.userPoolId}`,
  }
  let users = 0

  const fill = (members: Members): Members =>
    JSON.parse(JSON.stringify(members).replaceAll(/\{(\w+)\}/g, (_, name) => values[name] ?? ''))

  await server.addRuth()
  const early = await server.signedIn()
  values.staleToken = early.AccessToken
  const { DeviceKey = '', DeviceGroupKey = '' } = early.NewDeviceMetadata ?? {}
  values.device = DeviceKey
  await send('ConfirmDevice', {
    AccessToken: early.AccessToken,
    DeviceSecretVerifierConfig: deviceVerifier(DeviceGroupKey, DeviceKey, 'secret'),
  })
  for (const name of ['usedTwice', 'usedTwiceToSignIn', 'usedTwiceByOperator']) {
    values[name] = (await server.signedIn()).RefreshToken
    await send('GetTokensFromRefreshToken', { RefreshToken: values[name] })
  }
  clock.advance(11 * MINUTE)
  const { AccessToken, IdToken } = await server.signedIn()
  Object.assign(values, { token: AccessToken, idToken: IdToken })
  const operator = operatorClient(server)

  /** A call on the raw wire. */
  async function send(action: string, members: Members = {}) {
    return (await server.send(action, fill({ ...USUAL, ...members }))).body as Answer & {
      CredentialCreationOptions?: CreationOptions
    }
  }

  /** Everything that is stored about accounts, except sessions and codes. */
  async function accounts(): Promise<object[]> {
    const { sql } = server.database
    const rows = await Promise.all([
      sql.selectFrom('identity_user').selectAll().orderBy('sub').execute(),
      sql.selectFrom('identity_group').selectAll().orderBy('name').execute(),
      sql.selectFrom('identity_member').selectAll().orderBy('sub').orderBy('group_name').execute(),
      sql.selectFrom('identity_passkey').selectAll().orderBy('credential_id').execute(),
      sql.selectFrom('identity_device').selectAll().orderBy('device_key').execute(),
    ])
    return rows.flat()
  }

  return {
    server,
    accounts,
    /** The accounts before the call that is refused. */
    before: [] as object[],
    usual: () => fill(USUAL),
    send,

    /** A call by Amazon's client, which signs it; the name of the error, if it was refused. */
    async sendSigned(action: string, members: Members = {}, client = operator): Promise<string | undefined> {
      const commands = sdk as unknown as Record<string, new (input: Members) => sdk.AdminGetUserCommand>
      const Command = commands[`${action}Command`]
      if (!Command) {
        throw new Error(`Amazon's client has no ${action}.`)
      }
      return client.send(new Command(fill({ ...USUAL, ...members }))).then(
        () => undefined,
        (error: Error) => error.name,
      )
    },

    setRules: (rules: Partial<SignInRules> = {}) => Object.assign(settings.rules, RULES, rules),

    /** Somebody new, who signs in here. */
    async addUser() {
      users += 1
      const email = `user-${users}@example.org`
      const attributes = { name: 'Boaz', email_verified: 'true' }
      await server.users.create({ email, password: PASSWORD, permanent: true, attributes })
      const { AuthenticationResult: tokens } = await server.signIn(email, PASSWORD)
      return { Username: email, AccessToken: tokens?.AccessToken ?? '' }
    },

    /** Somebody new who has just signed up, with the code that confirms it. */
    async signUp() {
      users += 1
      const Username = `newcomer-${users}@example.org`
      server.callFrom(`198.51.100.${users}`)
      await send('SignUp', {
        Username,
        Password: PASSWORD,
        UserAttributes: [{ Name: 'name', Value: 'Orpah' }],
      })
      return { Username, ConfirmationCode: await server.codeFor(Username) }
    },

    /** Does something so many times that it may not be done again. */
    async exhaust(times: number, action: string, members: Members): Promise<Members> {
      for (let time = 0; time < times; time += 1) {
        await send(action, members)
      }
      return members
    },

    /** Has somebody else change a user between the next call's reading and its writing. */
    changeMeanwhile(email: string): void {
      server.beforeNextWrite(async () => {
        const changed = { attributes: JSON.stringify({ name: 'Changed' }), enabled: 0 }
        const { sql } = server.database
        await sql.updateTable('identity_user').set(changed).where('email', '=', email).execute()
        this.before = await accounts()
      })
    },

    /** Begins to register a passkey; the authenticator's part comes later. */
    async beginPasskey(token: string, lie: Forgery = {}) {
      const { CredentialCreationOptions: options } = await send('StartWebAuthnRegistration', {
        AccessToken: token,
      })
      if (!options) {
        throw new Error('No options came.')
      }
      return { AccessToken: token, Credential: makeAuthenticator(settings.publicUrl).create(options, lie) }
    },

    /** Gives somebody an authenticator app; returns its first code. */
    async addApp(token: string): Promise<string> {
      const { SecretCode = '' } = await send('AssociateSoftwareToken', { AccessToken: token })
      const code = appCode(SecretCode, clock.now())
      await send('VerifySoftwareToken', { AccessToken: token, UserCode: code })
      return code
    },

    async close() {
      operator.destroy()
      await server.close()
    },
  }
}
