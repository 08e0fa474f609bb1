import type {
  CognitoIdentityProvider,
  CognitoIdentityProviderClientConfig,
} from '@aws-sdk/client-cognito-identity-provider'
import { inOurWords } from './pool-errors.ts'

/** The user pool, by the administrator's calls of its protocol: the embedded service's, or Amazon Cognito's. */
export type UserPool = {
  /** Makes a call; what the pool refuses is thrown in our own words. */
  ask<Answer>(
    call: (client: CognitoIdentityProvider, pool: { UserPoolId: string }) => Promise<Answer>,
  ): Promise<Answer>
  close(): void
}

/** How a pool is reached that is not ours; whose credentials are used is the SDK's business. */
export function cloudPool({ userPoolId, endpoint }: { userPoolId: string; endpoint: string | undefined }) {
  const region = userPoolId.split('_')[0] ?? ''
  return { region, maxAttempts: 3, ...(endpoint !== undefined && { endpoint: `${endpoint}/cognito-idp/` }) }
}

/** The client costs memory and time to load, so it is loaded when somebody first asks. */
export function openUserPool(
  UserPoolId: string,
  settings: Pick<
    CognitoIdentityProviderClientConfig,
    'region' | 'endpoint' | 'credentials' | 'requestHandler' | 'maxAttempts'
  >,
): UserPool {
  let opened: Promise<CognitoIdentityProvider> | undefined
  let client: CognitoIdentityProvider | undefined

  async function open() {
    const sdk = await import('@aws-sdk/client-cognito-identity-provider')
    client = new sdk.CognitoIdentityProvider(settings)
    return client
  }

  return {
    async ask(call) {
      opened ??= open()
      try {
        return await call(await opened, { UserPoolId })
      } catch (error) {
        throw inOurWords(error)
      }
    },
    close: () => client?.destroy(),
  }
}
