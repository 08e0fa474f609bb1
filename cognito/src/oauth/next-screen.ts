import type { CognitoError } from '../errors.ts'
import type { HostedWord } from './hosted-words.ts'
import { type Outcome, Problem, type Screen, type ScreenName, type Turn, type WireAnswer } from './screen.ts'

/** The screen of each challenge that asks for a code. */
const CODES = ['SMS_MFA', 'EMAIL_OTP', 'SMS_OTP', 'SOFTWARE_TOKEN_MFA']
const SCREEN_OF_CHALLENGE: Record<string, ScreenName> = {
  ...Object.fromEntries(CODES.map((code) => [code, 'code' as const])),
  NEW_PASSWORD_REQUIRED: 'newPassword',
  SELECT_MFA_TYPE: 'chooseFactor',
  SELECT_CHALLENGE: 'chooseFirst',
  PASSWORD: 'password',
  WEB_AUTHN: 'passkey',
  CUSTOM_CHALLENGE: 'question',
}

/** What follows on an answer to a sign-in's step: the next screen, or the end. */
export async function nextScreen(turn: Turn, answer: WireAnswer, again?: string): Promise<Outcome> {
  if (answer.AuthenticationResult) {
    return { accessToken: answer.AuthenticationResult.AccessToken }
  }
  const { ChallengeName: challenge = '', ChallengeParameters: parameters = {}, Session: session } = answer
  const screen: Screen = {
    name: SCREEN_OF_CHALLENGE[challenge] ?? 'signIn',
    challenge,
    parameters,
    ...(session !== undefined && { session }),
    ...(turn.screen.username !== undefined && { username: turn.screen.username }),
    ...(parameters.CODE_DELIVERY_DESTINATION && { place: parameters.CODE_DELIVERY_DESTINATION }),
    ...(again !== undefined && { again }),
  }
  switch (challenge) {
    case 'SELECT_MFA_TYPE':
      return { screen: { ...screen, choices: listOf(parameters.MFAS_CAN_CHOOSE) } }
    case 'SELECT_CHALLENGE':
      return { screen: { ...screen, choices: waysOf(answer.AvailableChallenges) } }
    case 'MFA_SETUP':
      return setUp(turn, { ...screen, choices: listOf(parameters.MFAS_CAN_SETUP) })
    default:
      return screen.name === 'signIn' ? { screen, problem: new Problem('failed') } : { screen }
  }
}

/** Passwords are proved here by themselves, so that of the two ways to send one the plain one is offered. */
function waysOf(available: string[] = []): string[] {
  return [...new Set(available.map((way) => (way === 'PASSWORD_SRP' ? 'PASSWORD' : way)))]
}

async function setUp(turn: Turn, screen: Screen): Promise<Outcome> {
  const choices = (screen.choices ?? []).filter(
    (choice) => choice === 'SOFTWARE_TOKEN_MFA' || choice === 'EMAIL_OTP',
  )
  const [only] = choices
  return choices.length === 1 && only
    ? beginSetUp(turn, screen, only)
    : { screen: { ...screen, choices, name: 'setUpChoice' } }
}

/** Goes to the set-up of a second factor. */
export async function beginSetUp(turn: Turn, screen: Screen, factor: string): Promise<Outcome> {
  if (factor === 'EMAIL_OTP') {
    return { screen: { ...screen, name: 'setUpEmail' } }
  }
  const { SecretCode: secret, Session: session } = await turn.call('AssociateSoftwareToken', {
    Session: screen.session,
  })
  return {
    screen: {
      ...screen,
      name: 'setUpTotp',
      ...(secret !== undefined && { secret }),
      ...(session !== undefined && { session }),
    },
  }
}

function listOf(json = '[]'): string[] {
  const list: unknown = JSON.parse(json)
  return Array.isArray(list) ? list.map(String) : []
}

/** Answers the step that the screen stands for. */
export async function respond(
  turn: Turn,
  responses: Record<string, string>,
  given: { session?: string | undefined; challenge?: string; again?: string } = {},
): Promise<Outcome> {
  const { username = '', session, challenge } = turn.screen
  const answer = await turn.call('RespondToAuthChallenge', {
    ChallengeName: given.challenge ?? challenge,
    Session: given.session ?? session,
    ChallengeResponses: { USERNAME: username, ...responses },
  })
  return nextScreen(turn, answer, given.again)
}

/** What to say of an error of the protocol, by its text or else by its name. */
const WORD_OF: [sign: RegExp, word: HostedWord][] = [
  [/Incorrect username or password|User does not exist/, 'wrongPassword'],
  [/Password attempts exceeded/, 'tooManyPasswords'],
  [/LimitExceeded|TooManyRequests|TooManyFailedAttempts/, 'tooManyCodes'],
  [/CodeMismatch|EnableSoftwareTokenMFA/, 'wrongCode'],
  [/ExpiredCode/, 'expiredCode'],
  [/User is disabled/, 'disabled'],
  [/Temporary password has expired/, 'temporaryExpired'],
  [/not long enough/, 'passwordShort'],
  [/too long/, 'passwordLong'],
  [/uppercase/, 'passwordUpper'],
  [/lowercase/, 'passwordLower'],
  [/numeric/, 'passwordNumber'],
  [/symbol/, 'passwordSymbol'],
  [/PasswordHistory/, 'passwordUsed'],
  [/InvalidPassword/, 'passwordKnown'],
  [/UsernameExists|AliasExists/, 'accountExists'],
  [/CodeDelivery/, 'cannotSend'],
  [/WebAuthn/, 'passkeyFailed'],
  [/InvalidParameter/, 'badValue'],
]

export function wordOf(error: CognitoError): HostedWord {
  const text = `${error.name}: ${error.message}`
  return WORD_OF.find(([sign]) => sign.test(text))?.[1] ?? 'failed'
}

/** Whether an error says that a sign-in can't go on and has to begin anew. */
export function isOver(error: CognitoError): boolean {
  return error.name === 'NotAuthorizedException' && /session/i.test(error.message)
}
