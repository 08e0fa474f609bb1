import { z } from 'zod'
import type { IdentityParts } from '../identity-parts.ts'
import { TEMPORARY_DAYS } from '../people/accounts.ts'
import { ADMINISTERED, WRITABLE } from '../people/attributes.ts'
import { passwordPolicy } from '../people/password-policy.ts'
import { wireTimeOf } from '../people/wire-person.ts'
import { TOKEN_LIFETIME } from '../tokens/signed-tokens.ts'
import type { ActionTable } from './action.ts'
import { checkClient } from './check-client.ts'
import { operatorAction } from './operator-action.ts'

const MFA = { off: 'OFF', optional: 'OPTIONAL', required: 'ON' } as const
const FIRST_FACTORS = {
  password: 'PASSWORD',
  passkey: 'WEB_AUTHN',
  email: 'EMAIL_OTP',
  sms: 'SMS_OTP',
} as const
const NAME = 'vestry'

/** How the pool is set up, for tools that ask; nothing of it can be changed by a call. */
export function poolActions(parts: IdentityParts): ActionTable {
  const { ids, rules, database, publicUrl } = parts
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
          RefreshTokenValidity: 30,
          AccessTokenValidity: TOKEN_LIFETIME,
          IdTokenValidity: TOKEN_LIFETIME,
          TokenValidityUnits: { AccessToken: 'seconds', IdToken: 'seconds', RefreshToken: 'days' },
          AuthSessionValidity: 3,
          ReadAttributes: schema().map(({ Name }) => Name),
          WriteAttributes: [...WRITABLE],
          ExplicitAuthFlows: [
            'ALLOW_ADMIN_USER_PASSWORD_AUTH',
            'ALLOW_REFRESH_TOKEN_AUTH',
            'ALLOW_USER_AUTH',
            'ALLOW_USER_PASSWORD_AUTH',
            'ALLOW_USER_SRP_AUTH',
          ],
          SupportedIdentityProviders: ['COGNITO'],
          AllowedOAuthFlowsUserPoolClient: true,
          AllowedOAuthFlows: ['code'],
          CallbackURLs: [`${publicUrl}/login`],
          PreventUserExistenceErrors: 'ENABLED',
          EnableTokenRevocation: true,
          RefreshTokenRotation: { Feature: 'ENABLED', RetryGracePeriodSeconds: 60 },
        },
      }
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

/** Every attribute that somebody may have. */
function schema() {
  const verified = (name: string) => name.endsWith('_verified')
  return ['sub', ...ADMINISTERED].map((name) => ({
    Name: name,
    AttributeDataType: verified(name) ? 'Boolean' : 'String',
    Mutable: name !== 'sub',
    Required: name === 'sub' || name === 'email',
    DeveloperOnlyAttribute: false,
    ...(!verified(name) && {
      StringAttributeConstraints: { MinLength: name === 'sub' ? '1' : '0', MaxLength: '2048' },
    }),
  }))
}
