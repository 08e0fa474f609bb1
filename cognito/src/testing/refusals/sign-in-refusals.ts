import { type Members, NEW_PASSWORD, ofClient, PASSWORD, type Refusals, type TestPool } from './test-pool.ts'

const credentials = (USERNAME: string, PASSWORD: string) => ({ AuthParameters: { USERNAME, PASSWORD } })

/** Somebody who signed up and has not confirmed it. */
const unconfirmed = async (pool: TestPool) => (await pool.signUp()).Username

/** Somebody whose password an operator has made worthless. */
async function reset(pool: TestPool): Promise<string> {
  const { Username } = await pool.addUser()
  await pool.sendSigned('AdminResetUserPassword', { Username })
  return Username
}

/** Somebody with codes by email as a second factor, who can't be reached. */
async function unreachable(pool: TestPool): Promise<string> {
  const { Username, AccessToken } = await pool.addUser()
  await pool.send('SetUserMFAPreference', { AccessToken, EmailMfaSettings: { Enabled: true } })
  pool.server.unreachable.add(Username)
  return Username
}

/** The refusals of the beginning of a sign-in, whoever makes it. */
function beginnings(AuthFlow: string, usedTwice: string): Refusals[string] {
  const withPassword = (who: (pool: TestPool) => Promise<string>) => async (pool: TestPool) => ({
    AuthFlow,
    ...credentials(await who(pool), PASSWORD),
  })
  return {
    ResourceNotFoundException: { AuthFlow, ClientId: 'none' },
    CodeDeliveryFailureException: withPassword(unreachable),
    InvalidParameterException: { AuthFlow: 'USER_MAGIC_AUTH' },
    LimitExceededException: async (pool) => {
      const { Username: USERNAME } = await pool.addUser()
      const AuthParameters = { USERNAME, PREFERRED_CHALLENGE: 'EMAIL_OTP' }
      return pool.exhaust(5, 'InitiateAuth', { AuthFlow: 'USER_AUTH', AuthParameters })
    },
    NotAuthorizedException: { AuthFlow, ...credentials('nobody@example.org', PASSWORD) },
    PasswordResetRequiredException: withPassword(reset),
    RefreshTokenReuseException: {
      AuthFlow: 'REFRESH_TOKEN_AUTH',
      AuthParameters: { REFRESH_TOKEN: `{${usedTwice}}` },
    },
    UserNotConfirmedException: withPassword(unconfirmed),
  }
}

/** The answer of somebody who may choose how to sign in, and chooses the password. */
const choosePassword = (who: (pool: TestPool) => Promise<string>) => async (pool: TestPool) => {
  const USERNAME = await who(pool)
  const { ChallengeName, Session } = await pool.send('InitiateAuth', {
    AuthFlow: 'USER_AUTH',
    AuthParameters: { USERNAME },
  })
  return { ChallengeName, Session, ChallengeResponses: { USERNAME, ANSWER: 'PASSWORD', PASSWORD } }
}

/** The answer of somebody whose password is to be replaced. */
const replace = (NEW_PASSWORD: string) => async (pool: TestPool) => {
  const { Username: USERNAME } = await pool.addUser()
  await pool.server.users.setPassword(USERNAME, { password: PASSWORD })
  const { ChallengeName, Session } = await pool.server.signIn(USERNAME, PASSWORD)
  return { ChallengeName, Session, ChallengeResponses: { USERNAME, NEW_PASSWORD } }
}

/** The answer to a second factor of somebody who has switched it on. */
const secondFactor = (settings: Members, answer: Record<string, string>) => async (pool: TestPool) => {
  const { Username: USERNAME, AccessToken } = await pool.addUser()
  const code = await pool.addApp(AccessToken)
  await pool.send('SetUserMFAPreference', { AccessToken, ...settings })
  const { ChallengeName, Session } = await pool.server.signIn(USERNAME, PASSWORD)
  const ChallengeResponses = { USERNAME, SOFTWARE_TOKEN_MFA_CODE: code, ...answer }
  return { ChallengeName, Session, ChallengeResponses }
}
const byEmail = secondFactor({ EmailMfaSettings: { Enabled: true } }, { EMAIL_OTP_CODE: 'wrong' })

const ANSWERS: Refusals[string] = {
  ...ofClient,
  CodeDeliveryFailureException: choosePassword(unreachable),
  CodeMismatchException: byEmail,
  ExpiredCodeException: secondFactor({ SoftwareTokenMfaSettings: { Enabled: true } }, {}),
  InvalidParameterException: { ChallengeName: 'SAY_A_PSALM' },
  InvalidPasswordException: replace('short'),
  LimitExceededException: async (pool) => pool.exhaust(5, 'RespondToAuthChallenge', await byEmail(pool)),
  NotAuthorizedException: { Session: 'none' },
  PasswordHistoryPolicyViolationException: replace(PASSWORD),
  PasswordResetRequiredException: choosePassword(reset),
  TooManyRequestsException: async (pool) => {
    const members = await replace(NEW_PASSWORD)(pool)
    pool.changeMeanwhile(members.ChallengeResponses.USERNAME)
    return members
  },
  UserNotConfirmedException: choosePassword(unconfirmed),
}

/** The refusals of sign-ins by users and by an operator's server. */
export const SIGN_IN: Refusals = {
  InitiateAuth: {
    ...beginnings('USER_PASSWORD_AUTH', 'usedTwiceToSignIn'),
    TooManyRequestsException:
      'throttle.test.ts: one address begins 600 sign-ins at once and then one every two seconds, and signs nobody out',
  },
  AdminInitiateAuth: beginnings('ADMIN_USER_PASSWORD_AUTH', 'usedTwiceByOperator'),
  RespondToAuthChallenge: ANSWERS,
  AdminRespondToAuthChallenge: ANSWERS,
}
