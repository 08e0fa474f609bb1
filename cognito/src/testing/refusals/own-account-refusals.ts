import { otherThan } from '../second-factor-calls.ts'
import type { Forgery } from '../software-authenticator.ts'
import {
  byRecentToken,
  byToken,
  NEW_PASSWORD,
  ofClient,
  PASSWORD,
  type Refusals,
  type TestPool,
  under,
} from './test-pool.ts'

const set = (Name: string, Value: string) => ({ UserAttributes: [{ Name, Value }] })

/** A code that waits to prove the address of somebody new. */
async function withProof(pool: TestPool) {
  const user = await pool.addUser()
  await pool.send('GetUserAttributeVerificationCode', user)
  return { ...user, Code: await pool.server.codeFor(user.Username) }
}

/** A code by which somebody new may choose a password. */
async function withReset(pool: TestPool) {
  const { Username } = await pool.addUser()
  await pool.send('ForgotPassword', { Username })
  return { Username, ConfirmationCode: await pool.server.codeFor(Username) }
}

/** Somebody with one passkey more on the way than they can have. */
async function withPasskeys(pool: TestPool) {
  const { AccessToken } = await pool.addUser()
  const oneMore = await pool.beginPasskey(AccessToken)
  for (let count = 0; count < 20; count += 1) {
    await pool.send('CompleteWebAuthnRegistration', await pool.beginPasskey(AccessToken))
  }
  return oneMore
}

const unreachable = async (pool: TestPool) => {
  const user = await pool.addUser()
  pool.server.unreachable.add(user.Username)
  return user
}

async function changedMeanwhile<User extends { Username: string }>(pool: TestPool, user: User) {
  pool.changeMeanwhile(user.Username)
  return user
}

const passkeysOff = under({ firstFactors: ['password'] })
const appsOff = under({ secondFactors: ['email'] })
const devicesOff = under({ devices: 'off' })
const passkey = (lie: Forgery) => async (pool: TestPool) => {
  const { AccessToken } = await pool.addUser()
  return pool.beginPasskey(AccessToken, lie)
}

const app = {
  ...byRecentToken,
  InvalidParameterException: { AccessToken: null },
  SoftwareTokenMFANotFoundException: appsOff,
}

/** What users are refused to do to their own accounts. */
export const OWN_ACCOUNT: Refusals = {
  SignUp: {
    ...ofClient,
    InvalidParameterException: { Username: 'no address' },
    InvalidPasswordException: {
      Username: 'orpah@example.org',
      Password: 'short',
      ...set('name', 'Orpah'),
    },
    LimitExceededException: async (pool) => {
      pool.server.callFrom('192.0.2.1')
      return pool.exhaust(10, 'SignUp', { Username: 'orpah@example.org', ...set('name', 'Orpah') })
    },
    NotAuthorizedException: under({ signUp: false }),
  },
  ConfirmSignUp: {
    ...ofClient,
    CodeMismatchException: async (pool) => {
      const { Username, ConfirmationCode } = await pool.signUp()
      return { Username, ConfirmationCode: otherThan(ConfirmationCode) }
    },
    ExpiredCodeException: { Username: 'nobody@example.org' },
    LimitExceededException: async (pool) => {
      const { Username } = await pool.signUp()
      return pool.exhaust(10, 'ConfirmSignUp', { Username })
    },
    NotAuthorizedException: async (pool) => {
      const signedUp = await pool.signUp()
      await pool.sendSigned('AdminConfirmSignUp', { Username: signedUp.Username })
      return signedUp
    },
    TooManyRequestsException: async (pool) => changedMeanwhile(pool, await pool.signUp()),
  },
  ResendConfirmationCode: {
    ...ofClient,
    InvalidParameterException: {},
    LimitExceededException: (pool) =>
      pool.exhaust(5, 'ResendConfirmationCode', { Username: 'nobody@example.org' }),
  },
  ForgotPassword: {
    ...ofClient,
    LimitExceededException: async (pool) => pool.exhaust(5, 'ForgotPassword', await pool.addUser()),
  },
  ConfirmForgotPassword: {
    ...ofClient,
    CodeMismatchException: async (pool) => {
      const { Username } = await withReset(pool)
      return { Username }
    },
    ExpiredCodeException: { Username: 'nobody@example.org' },
    InvalidPasswordException: { Password: 'short' },
    LimitExceededException: async (pool) => pool.exhaust(10, 'ConfirmForgotPassword', await pool.addUser()),
    TooManyRequestsException: async (pool) => changedMeanwhile(pool, await withReset(pool)),
  },
  ChangePassword: {
    ...byToken,
    InvalidPasswordException: { ProposedPassword: 'short' },
    LimitExceededException: async (pool) =>
      pool.exhaust(5, 'ChangePassword', { ...(await pool.addUser()), PreviousPassword: NEW_PASSWORD }),
    TooManyRequestsException: async (pool) =>
      changedMeanwhile(pool, { ...(await pool.addUser()), PreviousPassword: PASSWORD }),
  },

  GetUser: byToken,
  GetUserAuthFactors: byToken,
  DeleteUser: byToken,
  GlobalSignOut: byToken,
  UpdateUserAttributes: {
    ...byToken,
    CodeDeliveryFailureException: async (pool) => {
      pool.server.unreachable.add('nowhere@example.org')
      return set('email', 'nowhere@example.org')
    },
    ForbiddenException: { AccessToken: '{staleToken}', ...set('email', 'other@example.org') },
    InvalidParameterException: set('custom:choir', 'alto'),
    LimitExceededException: async (pool) =>
      pool.exhaust(5, 'UpdateUserAttributes', {
        ...(await pool.addUser()),
        ...set('email', 'another@example.org'),
      }),
    TooManyRequestsException: async (pool) => ({
      ...(await changedMeanwhile(pool, await pool.addUser())),
      ...set('nickname', 'Bo'),
    }),
  },
  DeleteUserAttributes: {
    ...byToken,
    ForbiddenException: { AccessToken: '{staleToken}', UserAttributeNames: ['phone_number'] },
    InvalidParameterException: { UserAttributeNames: ['name'] },
    TooManyRequestsException: async (pool) => changedMeanwhile(pool, await pool.addUser()),
  },
  GetUserAttributeVerificationCode: {
    ...byToken,
    CodeDeliveryFailureException: unreachable,
    InvalidParameterException: { AttributeName: 'name' },
    LimitExceededException: async (pool) =>
      pool.exhaust(5, 'GetUserAttributeVerificationCode', await pool.addUser()),
  },
  VerifyUserAttribute: {
    ...byToken,
    AliasExistsException: async (pool) => {
      const user = await pool.addUser()
      const email = `new-${user.Username}`
      await pool.send('UpdateUserAttributes', { ...user, ...set('email', email) })
      await pool.server.users.create({ email })
      return { ...user, Code: await pool.server.codeFor(email) }
    },
    CodeMismatchException: async (pool) => {
      const { Code, ...user } = await withProof(pool)
      return { ...user, Code: otherThan(Code) }
    },
    ExpiredCodeException: (pool) => pool.addUser(),
    InvalidParameterException: { AttributeName: 'name' },
    LimitExceededException: async (pool) => pool.exhaust(10, 'VerifyUserAttribute', await pool.addUser()),
    TooManyRequestsException: async (pool) => changedMeanwhile(pool, await withProof(pool)),
  },

  GetTokensFromRefreshToken: {
    ...ofClient,
    NotAuthorizedException: {},
    RefreshTokenReuseException: { RefreshToken: '{usedTwice}' },
  },
  RevokeToken: { ...ofClient, UnsupportedTokenTypeException: { Token: '{token}' } },

  AssociateSoftwareToken: app,
  VerifySoftwareToken: { ...app, EnableSoftwareTokenMFAException: {} },
  SetUserMFAPreference: {
    ...byRecentToken,
    InvalidParameterException: { SoftwareTokenMfaSettings: { Enabled: true } },
    TooManyRequestsException: async (pool) => changedMeanwhile(pool, await pool.addUser()),
  },

  StartWebAuthnRegistration: {
    ...byRecentToken,
    LimitExceededException: withPasskeys,
    WebAuthnNotEnabledException: passkeysOff,
  },
  CompleteWebAuthnRegistration: {
    ...byToken,
    LimitExceededException: withPasskeys,
    WebAuthnChallengeNotFoundException: {},
    WebAuthnCredentialNotSupportedException: passkey({ format: 'certified' }),
    WebAuthnNotEnabledException: passkeysOff,
    WebAuthnOriginNotAllowedException: passkey({ origin: 'https://elsewhere.example' }),
    WebAuthnRelyingPartyMismatchException: passkey({ rpId: 'elsewhere.example' }),
  },
  ListWebAuthnCredentials: {
    ...byToken,
    InvalidParameterException: { NextToken: 'none' },
    WebAuthnNotEnabledException: passkeysOff,
  },
  DeleteWebAuthnCredential: {
    ...byRecentToken,
    ResourceNotFoundException: {},
    WebAuthnNotEnabledException: passkeysOff,
  },

  ConfirmDevice: {
    ...byRecentToken,
    InvalidParameterException: {},
    InvalidUserPoolConfigurationException: devicesOff,
  },
  GetDevice: { ...byToken, ResourceNotFoundException: { DeviceKey: 'none' } },
  ListDevices: byToken,
  UpdateDeviceStatus: {
    ...byRecentToken,
    InvalidUserPoolConfigurationException: devicesOff,
    ResourceNotFoundException: { DeviceKey: 'none' },
  },
  ForgetDevice: { ...byToken, ResourceNotFoundException: { DeviceKey: 'none' } },
}
