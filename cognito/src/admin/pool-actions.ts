import { z } from 'zod'
import type { ActionTable } from '../action.ts'
import { TEMPORARY_DAYS } from '../core/factors/send-code.ts'
import { passwordPolicy } from '../core/passwords/password-policy.ts'
import { SCOPES, SESSION_DAYS } from '../core/tokens/sessions.ts'
import { TOKEN_LIFETIME } from '../core/tokens/signed-tokens.ts'
import { ADMIN_WRITABLE, isRequired, WRITABLE, wireTimeOf } from '../core/users/attributes.ts'
import { checkClient } from '../core/users/pool-ids.ts'
import type { CognitoParts } from '../parts.ts'
import { operatorAction, signedAction } from './operator-action.ts'
import { readPageToken } from './page-tokens.ts'

const MFA = { off: 'OFF', optional: 'OPTIONAL', required: 'ON' } as const
const FIRST_FACTORS = {
  password: 'PASSWORD',
  passkey: 'WEB_AUTHN',
  email: 'EMAIL_OTP',
  sms: 'SMS_OTP',
} as const
const NAME = 'vestry'

/** A page of a list that has one entry. */
const Page = {
  MaxResults: z.int().min(1).max(60).optional(),
  NextToken: z.string().min(1).max(4096).optional(),
}

/** Whether an operator made it or an app registered itself; none can do so here. */
const ClientType = z.enum(['REGULAR', 'DCR']).optional()

/** How the pool is set up, for tools that ask; calls can change nothing of it. */
export function poolActions(parts: CognitoParts): ActionTable {
  const { ids, rules, database, encryptor, publicUrl, redirectUris, logoutUris } = parts
  const region = ids.userPoolId.split('_')[0] ?? ''

  /** The pool is as old as the group that was made with it. */
  async function dates() {
    const { oldest } = await database.sql
      .selectFrom('identity_group')
      .select((select) => select.fn.min('created').as('oldest'))
      .executeTakeFirstOrThrow()
    const made = wireTimeOf(Number(oldest ?? 0))
    return { CreationDate: made, LastModifiedDate: made }
  }

  return {
    DescribeUserPool: operatorAction(parts, {}, async () => {
      const { count } = await database.sql
        .selectFrom('identity_user')
        .select((select) => select.fn.countAll().as('count'))
        .executeTakeFirstOrThrow()
      return {
        UserPool: {
          Id: ids.userPoolId,
          Name: NAME,
          Arn: `arn:aws:cognito-idp:${region}:000000000000:userpool/${ids.userPoolId}`,
          ...(await dates()),
          EstimatedNumberOfUsers: Number(count),
          Policies: {
            PasswordPolicy: {
              MinimumLength: passwordPolicy.minLength,
              RequireLowercase: passwordPolicy.requireLowercase,
              RequireUppercase: passwordPolicy.requireUppercase,
              RequireNumbers: passwordPolicy.requireNumbers,
              RequireSymbols: passwordPolicy.requireSpecialCharacters,
              TemporaryPasswordValidityDays: TEMPORARY_DAYS,
            },
            SignInPolicy: {
              AllowedFirstAuthFactors: rules.firstFactors.map((factor) => FIRST_FACTORS[factor]),
            },
          },
          UsernameAttributes: ['email'],
          UsernameConfiguration: { CaseSensitive: false },
          AutoVerifiedAttributes: ['email'],
          UserAttributeUpdateSettings: { AttributesRequireVerificationBeforeUpdate: ['email'] },
          SchemaAttributes: schema(),
          MfaConfiguration: MFA[rules.mfa],
          ...(rules.devices !== 'off' && {
            DeviceConfiguration: {
              ChallengeRequiredOnNewDevice: true,
              DeviceOnlyRememberedOnUserPrompt: rules.devices === 'opt-in',
            },
          }),
          AccountRecoverySetting: { RecoveryMechanisms: [{ Name: 'verified_email', Priority: 1 }] },
          AdminCreateUserConfig: {
            AllowAdminCreateUserOnly: !rules.signUp,
            UnusedAccountValidityDays: TEMPORARY_DAYS,
          },
          DeletionProtection: 'ACTIVE',
        },
      }
    }),

    DescribeUserPoolClient: operatorAction(parts, { ClientId: z.string().max(128) }, async (input) => {
      checkClient(parts, input.ClientId)
      return {
        UserPoolClient: {
          UserPoolId: ids.userPoolId,
          ClientId: ids.userPoolClientId,
          ClientName: NAME,
          ...(await dates()),
          RefreshTokenValidity: SESSION_DAYS,
          AccessTokenValidity: TOKEN_LIFETIME,
          IdTokenValidity: TOKEN_LIFETIME,
          TokenValidityUnits: { AccessToken: 'seconds', IdToken: 'seconds', RefreshToken: 'days' },
          AuthSessionValidity: 3,
          ReadAttributes: schema().map(({ Name }) => Name),
          WriteAttributes: [...WRITABLE],
          ExplicitAuthFlows: [
            'ALLOW_ADMIN_USER_PASSWORD_AUTH',
            ...(parts.customChallenge ? ['ALLOW_CUSTOM_AUTH'] : []),
            ...(rules.firstFactors.some((factor) => factor !== 'password') ? ['ALLOW_USER_AUTH'] : []),
            'ALLOW_USER_PASSWORD_AUTH',
            'ALLOW_USER_SRP_AUTH',
          ],
          SupportedIdentityProviders: ['COGNITO'],
          AllowedOAuthFlowsUserPoolClient: true,
          AllowedOAuthFlows: ['code'],
          AllowedOAuthScopes: SCOPES,
          CallbackURLs: redirectUris,
          LogoutURLs: logoutUris,
          PreventUserExistenceErrors: 'ENABLED',
          EnableTokenRevocation: true,
          RefreshTokenRotation: { Feature: 'ENABLED', RetryGracePeriodSeconds: 60 },
        },
      }
    }),

    ListUserPools: signedAction(parts, Page, async (input) => {
      readPageToken(encryptor, ['ListUserPools'], input.NextToken)
      return { UserPools: [{ Id: ids.userPoolId, Name: NAME, ...(await dates()) }] }
    }),

    ListUserPoolClients: operatorAction(parts, { ...Page, ClientType }, async (input) => {
      readPageToken(encryptor, ['ListUserPoolClients'], input.NextToken)
      const client = { UserPoolId: ids.userPoolId, ClientId: ids.userPoolClientId, ClientName: NAME }
      return { UserPoolClients: input.ClientType === 'DCR' ? [] : [client] }
    }),

    GetUserPoolMfaConfig: operatorAction(parts, {}, async () => {
      const offers = (factor: (typeof rules.secondFactors)[number]) =>
        rules.mfa !== 'off' && rules.secondFactors.includes(factor)
      return {
        MfaConfiguration: MFA[rules.mfa],
        SoftwareTokenMfaConfiguration: { Enabled: offers('totp') },
        ...(offers('email') && { EmailMfaConfiguration: {} }),
        ...(offers('sms') && { SmsMfaConfiguration: {} }),
        ...(rules.firstFactors.includes('passkey') && {
          WebAuthnConfiguration: {
            RelyingPartyId: new URL(publicUrl).hostname,
            UserVerification: 'required',
          },
        }),
      }
    }),
  }
}

/** Every attribute that somebody may have, with its limits. */
function schema() {
  return ['sub', ...ADMIN_WRITABLE].map((name) => ({
    Name: name,
    ...kindOf(name),
    Mutable: name !== 'sub',
    Required: name === 'sub' || isRequired(name),
    DeveloperOnlyAttribute: false,
  }))
}

function kindOf(name: string) {
  if (name.endsWith('_verified')) {
    return { AttributeDataType: 'Boolean' }
  }
  if (name === 'updated_at') {
    return { AttributeDataType: 'Number', NumberAttributeConstraints: { MinValue: '0' } }
  }
  const [MinLength, MaxLength] =
    name === 'birthdate' ? ['10', '10'] : [name === 'sub' || isRequired(name) ? '1' : '0', '2048']
  return { AttributeDataType: 'String', StringAttributeConstraints: { MinLength, MaxLength } }
}
