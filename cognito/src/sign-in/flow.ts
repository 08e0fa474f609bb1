import type { RequestContext } from '../action.ts'
import { findDevice } from '../core/factors/known-devices.ts'
import { hasFactor } from '../core/factors/second-factors.ts'
import type { User } from '../core/users/users-sql.ts'
import { CognitoError } from '../errors.ts'
import type { CognitoParts } from '../parts.ts'
import * as code from './factors/code.ts'
import { automaticSignIn } from './factors/confirmed-sign-up.ts'
import * as custom from './factors/custom.ts'
import * as device from './factors/device.ts'
import * as mfaSetUp from './factors/mfa-set-up.ts'
import * as newPassword from './factors/new-password.ts'
import * as passkey from './factors/passkey.ts'
import * as password from './factors/password.ts'
import * as selectChallenge from './factors/select-challenge.ts'
import * as selectMfaType from './factors/select-mfa-type.ts'
import * as srp from './factors/srp.ts'
import * as totp from './factors/totp.ts'
import { checkAccount } from './finish-sign-in.ts'
import type { AskChallenge, ChallengeName, CheckAnswer, Outcome, Proved, Reached, SignIn } from './sign-in.ts'

/** What each flow asks for first. */
export const AUTH_FLOWS: Record<string, AuthFlow> = {
  USER_SRP_AUTH: { asks: 'PASSWORD_VERIFIER' },
  USER_PASSWORD_AUTH: { asks: 'PASSWORD', needs: 'PASSWORD' },
  USER_AUTH: {
    asks: 'SELECT_CHALLENGE',
    withSession: automaticSignIn,
    isOn: ({ rules }) => rules.firstFactors.some((factor) => factor !== 'password'),
    tracksDevices: false,
  },
  CUSTOM_AUTH: { asks: 'CUSTOM_CHALLENGE', isOn: (parts) => parts.customChallenge !== undefined },
}

/** How each challenge is asked for, and its answer checked. */
export const CHALLENGES: Record<ChallengeName, Challenge> = {
  PASSWORD: password,
  PASSWORD_VERIFIER: srp,
  SELECT_CHALLENGE: selectChallenge,
  WEB_AUTHN: passkey,
  EMAIL_OTP: code,
  SMS_OTP: code,
  CUSTOM_CHALLENGE: custom,
  NEW_PASSWORD_REQUIRED: newPassword,
  DEVICE_SRP_AUTH: device,
  DEVICE_PASSWORD_VERIFIER: { ask: device.askProof, answer: device.answerProof },
  SELECT_MFA_TYPE: selectMfaType,
  SOFTWARE_TOKEN_MFA: totp,
  SMS_MFA: code,
  MFA_SETUP: mfaSetUp,
}

/** What comes next once this is proved: the first of these that applies. If none does, the sign-in ends with tokens. */
export const NEXT: Record<Proved['proved'], Rule[]> = {
  'custom round': [custom.nextRound],
  'first factor': [checkAccount],
  account: [temporaryPassword, rememberedDevice, secondFactor, missingFactor],
  'new password': [secondFactor, missingFactor],
  device: [missingFactor],
  'new factor': [mfaSetUp.switchOn],
  'second factor': [],
}

function temporaryPassword(_parts: CognitoParts, { user }: Reached): ChallengeName | undefined {
  return user.status === 'FORCE_CHANGE_PASSWORD' ? 'NEW_PASSWORD_REQUIRED' : undefined
}

/** A device that its owner has remembered replaces a second factor. */
async function rememberedDevice(
  parts: CognitoParts,
  { signIn: { sub, deviceKey } }: Reached,
): Promise<ChallengeName | undefined> {
  const known = deviceKey === undefined ? undefined : await findDevice(parts, sub, deviceKey)
  return known?.remembered === 1 ? 'DEVICE_SRP_AUTH' : undefined
}

/** The second factor that is switched on; among several, the preferred one or the user's choice. */
function secondFactor(
  parts: CognitoParts,
  { user, signIn }: Reached,
): ChallengeName | { error: CognitoError } | undefined {
  if (isTwoFactors(signIn) || !hasFactor(parts, user)) {
    return undefined
  }
  const [first, ...others] = selectMfaType.choices(parts, user, signIn)
  if (first === undefined) {
    return {
      error: new CognitoError('NotAuthorizedException', 'This account needs its password to sign in.'),
    }
  }
  const preferred = [first, ...others].find((factor) => factor === user.preferredFactor)
  return others.length === 0 ? first : (preferred ?? 'SELECT_MFA_TYPE')
}

/** If everybody needs a second factor, those who have none set one up; a device does not excuse them. */
function missingFactor(parts: CognitoParts, { user, signIn }: Reached): ChallengeName | undefined {
  const isMissing = parts.rules.mfa === 'required' && !hasFactor(parts, user) && !isTwoFactors(signIn)
  return isMissing ? 'MFA_SETUP' : undefined
}

/** A passkey is used with user verification: it is something one has, and something one is or knows. */
const isTwoFactors = ({ firstFactor }: SignIn) => firstFactor === 'passkey'

/** What is asked for next, if anything, or how else the sign-in goes on. */
type Rule = (parts: CognitoParts, reached: Reached, context: RequestContext) => Next | Promise<Next>
type Next = ChallengeName | Outcome | undefined

type AuthFlow = {
  asks: ChallengeName
  /** What is checked before the name of the user. */
  needs?: string
  /** The challenge that a request with a session answers. */
  withSession?: Answerable & { NAME: string }
  /** Whether the operator allows it. */
  isOn?: (parts: CognitoParts) => boolean
  /** Whether the client names its device, and is given a key for one; true unless this says no. */
  tracksDevices?: boolean
}

/** A challenge whose answer can be checked. These are methods, so that each may declare its own state. */
export type Answerable = {
  /** The session that is answered. Throws for a request that is no answer, before anything is looked up. */
  sessionOf?(responses: Record<string, string>, session: string | undefined): string
  /** Whether the sign-in of a user may go on; it must not reveal more about them than about a name that nobody has. */
  isStillValid?(user: User, state: SignIn): boolean
  answer(...given: Parameters<CheckAnswer>): ReturnType<CheckAnswer>
}

type Askable = {
  ask(...given: Parameters<AskChallenge>): ReturnType<AskChallenge>
}

/** A challenge that is never stored is answered where it is asked for. */
export type Challenge = Askable | (Askable & Answerable)
