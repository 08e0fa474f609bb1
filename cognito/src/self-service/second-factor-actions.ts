import { z } from 'zod'
import { type ActionTable, action, type RequestContext } from '../action.ts'
import { AccessToken, authenticate, authenticateRecent } from '../authenticate.ts'
import { deviceKeyOf } from '../core/factors/known-devices.ts'
import {
  allowedFactors,
  changedByOwner,
  changeInTransaction,
  chosenFactors,
  type FactorSettings,
  hasFactor,
  wireFactorsOf,
} from '../core/factors/second-factors.ts'
import { verifiedContactOf } from '../core/factors/send-code.ts'
import type { User } from '../core/users/users-sql.ts'
import { CognitoError, invalidParameter, invalidSession } from '../errors.ts'
import type { CognitoParts } from '../parts.ts'
import { associateBySession, verifyBySession } from '../sign-in/factors/mfa-set-up.ts'
import { associateByToken, verifyByToken } from './authenticator-change.ts'

const Session = z.string().min(1).max(2048)
const Settings = z
  .object({ Enabled: z.boolean().optional(), PreferredMfa: z.boolean().optional() })
  .optional()

/** The settings of each second factor, as the protocol names them. */
export const FACTOR_SETTINGS = {
  SMSMfaSettings: Settings,
  SoftwareTokenMfaSettings: Settings,
  EmailMfaSettings: Settings,
  WebAuthnMfaSettings: z
    .object({ Enabled: z.boolean().optional() })
    .refine(({ Enabled }) => Enabled !== true, 'A passkey cannot be a second factor in this user pool.')
    .optional(),
}

type WireSettings = Partial<
  Record<'SMSMfaSettings' | 'SoftwareTokenMfaSettings' | 'EmailMfaSettings', z.output<typeof Settings>>
>

export function settingsOf(given: WireSettings): FactorSettings {
  return {
    SMS_MFA: given.SMSMfaSettings,
    SOFTWARE_TOKEN_MFA: given.SoftwareTokenMfaSettings,
    EMAIL_OTP: given.EmailMfaSettings,
  }
}

/** What users do about their own second factors. */
export function secondFactorActions(parts: CognitoParts): ActionTable {
  return {
    /** With an access token for those who are signed in, with a session for those who must set it up to sign in. */
    AssociateSoftwareToken: action(
      z.object({ AccessToken: AccessToken.optional(), Session: Session.optional() }),
      async (input) => {
        checkAllowed(parts)
        return input.AccessToken === undefined
          ? associateBySession(parts, required(input.Session))
          : associateByToken(parts, (await authenticateRecent(parts, input.AccessToken)).user)
      },
    ),

    VerifySoftwareToken: action(
      z.object({
        AccessToken: AccessToken.optional(),
        Session: Session.optional(),
        UserCode: z.string().max(64),
      }),
      async (input, context) => {
        checkAllowed(parts)
        return input.AccessToken === undefined
          ? verifyBySession(parts, required(input.Session), input.UserCode)
          : verifyByToken(parts, await authenticateRecent(parts, input.AccessToken), input.UserCode, context)
      },
    ),

    SetUserMFAPreference: action(z.object({ AccessToken, ...FACTOR_SETTINGS }), async (input, context) => {
      await choose(parts, await authenticateRecent(parts, input.AccessToken), settingsOf(input), context)
      return {}
    }),

    GetUserAuthFactors: action(z.object({ AccessToken }), async (input) => {
      const { user } = await authenticate(parts, input.AccessToken)
      return {
        Username: user.sub,
        ...wireFactorsOf(parts, user),
        ConfiguredUserAuthFactors: await firstFactorsOf(parts, user),
      }
    }),
  }
}

function checkAllowed(parts: CognitoParts): void {
  if (!allowedFactors(parts).includes('SOFTWARE_TOKEN_MFA')) {
    throw new CognitoError(
      'SoftwareTokenMFANotFoundException',
      'Software Token MFA has not been enabled for the userPool',
    )
  }
}

function required(session: string | undefined): string {
  if (session === undefined) {
    throw invalidParameter('Either AccessToken or Session must be given')
  }
  return session
}

async function choose(
  parts: CognitoParts,
  session: { user: User; originJti: string },
  settings: FactorSettings,
  context: RequestContext,
): Promise<void> {
  const user = await parts.users.findBySub(session.user.sub)
  if (!user) {
    throw invalidSession()
  }
  const chosen = chosenFactors(parts, user, settings)
  const isLast = hasFactor(parts, user) && !hasFactor(parts, { ...user, ...chosen })
  if (parts.rules.mfa === 'required' && isLast) {
    throw invalidParameter('MFA is required: at least one MFA method must stay enabled')
  }
  const deviceKey = await deviceKeyOf(parts, session.originJti)
  await changeInTransaction(parts, user, chosen, changedByOwner(parts, user, context, deviceKey))
}

/** The first factors with which somebody can sign in, as the protocol names them. */
async function firstFactorsOf(parts: CognitoParts, user: User): Promise<string[]> {
  const { firstFactors } = parts.rules
  const passkey = await parts.database.sql
    .selectFrom('identity_passkey')
    .select('credential_id')
    .where('sub', '=', user.sub)
    .limit(1)
    .executeTakeFirst()
  return [
    'PASSWORD',
    ...(firstFactors.includes('email') && verifiedContactOf('EMAIL_OTP', user) ? ['EMAIL_OTP'] : []),
    ...(firstFactors.includes('sms') && verifiedContactOf('SMS_OTP', user) ? ['SMS_OTP'] : []),
    ...(firstFactors.includes('passkey') && passkey ? ['WEB_AUTHN'] : []),
  ]
}
