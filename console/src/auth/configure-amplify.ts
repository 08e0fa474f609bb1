import type { RuntimeConfig } from '@vestry/contract/rules/runtime-config.ts'
import { Amplify, type ResourcesConfig } from 'aws-amplify'
import { ConsoleLogger } from 'aws-amplify/utils'
import { finishHostedUiSignIn, offersHostedUi } from './hosted-ui.ts'
import { canUsePasskeys } from './passkeys-here.ts'

/** Tells Amplify which pools to use. An endpoint that is a path belongs to this page's origin. */
export async function configureAmplify(config: RuntimeConfig): Promise<void> {
  if (config.userPoolId !== '' && config.userPoolClientId !== '') {
    // An endpoint of our own is intended, but the library would warn of it at every start.
    ConsoleLogger.LOG_LEVEL = 'ERROR'
    const hosted = offersHostedUi(config) ? config.hostedUi : undefined
    Amplify.configure(writeResources(config, location.origin, canUsePasskeys(config), hosted))
    await finishHostedUiSignIn(config)
  }
}

export function writeResources(
  config: RuntimeConfig,
  origin: string,
  passkeysWork: boolean,
  hosted?: string,
): ResourcesConfig {
  const { minLength, ...required } = config.passwordPolicy
  const { mfa, firstFactors, secondFactors } = config.signIn
  const passkeys = firstFactors.includes('passkey') && passkeysWork
  const codes = firstFactors.includes('email') || firstFactors.includes('sms')
  return {
    Auth: {
      Cognito: {
        userPoolId: config.userPoolId,
        userPoolClientId: config.userPoolClientId,
        identityPoolId: config.identityPoolId,
        allowGuestAccess: config.signIn.guests,
        loginWith: { email: true, ...(hosted !== undefined && { oauth: writeOAuth(hosted, origin) }) },
        signUpVerificationMethod: 'code',
        userAttributes: { email: { required: true }, name: { required: true } },
        mfa: {
          status: mfa === 'required' ? 'on' : mfa,
          totpEnabled: secondFactors.includes('totp'),
          smsEnabled: secondFactors.includes('sms'),
        },
        // If this is present at all, the sign-in screens offer a choice.
        ...((passkeys || codes) && {
          passwordless: {
            emailOtpEnabled: firstFactors.includes('email'),
            smsOtpEnabled: firstFactors.includes('sms'),
            ...(passkeys && {
              webAuthn: { relyingPartyId: config.passkeyHost, userVerification: 'required' },
            }),
          },
        }),
        passwordFormat: { minLength, ...required },
        ...(config.userPoolEndpoint !== undefined && {
          userPoolEndpoint: new URL(config.userPoolEndpoint, origin).href,
        }),
        ...(config.identityPoolEndpoint !== undefined && {
          identityPoolEndpoint: new URL(config.identityPoolEndpoint, origin).href,
        }),
      },
    },
  }
}

/** The hosted pages; they lead back to `/login` at this page's own address, after signing in and out. */
function writeOAuth(domain: string, origin: string) {
  return {
    domain,
    scopes: ['openid', 'email', 'profile', 'phone', 'aws.cognito.signin.user.admin'],
    redirectSignIn: [`${origin}/login`],
    redirectSignOut: [`${origin}/login`],
    responseType: 'code' as const,
  }
}
