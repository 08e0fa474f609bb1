import type { RuntimeConfig } from '@vestry/contract/runtime-config.ts'
import { Amplify, type ResourcesConfig } from 'aws-amplify'
import { ConsoleLogger } from 'aws-amplify/utils'

/** Tells Amplify which pools to talk to. A path among the endpoints belongs to this page's origin. */
export function configureAmplify(config: RuntimeConfig): void {
  if (config.userPoolId !== '' && config.userPoolClientId !== '') {
    // An endpoint of our own is what we mean; the library would warn of it at every start.
    ConsoleLogger.LOG_LEVEL = 'ERROR'
    Amplify.configure(writeResources(config, location.origin))
  }
}

export function writeResources(config: RuntimeConfig, origin: string): ResourcesConfig {
  const { minLength, ...required } = config.passwordPolicy
  return {
    Auth: {
      Cognito: {
        userPoolId: config.userPoolId,
        userPoolClientId: config.userPoolClientId,
        identityPoolId: config.identityPoolId,
        allowGuestAccess: false,
        loginWith: { email: true },
        signUpVerificationMethod: 'code',
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
