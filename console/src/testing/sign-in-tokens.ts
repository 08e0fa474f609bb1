import type { RuntimeConfig } from '@vestry/contract/rules/runtime-config.ts'
import { cognitoCredentialsProvider, cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito'
import { cognitoCall } from '../../../server/src/testing/cognito-call.ts'

export type Person = { email: string; password: string }

const TOKENS = 'CognitoIdentityServiceProvider'

/** Makes Amplify read from this storage who is signed in. */
export function keepTokensIn(storage: Storage): void {
  cognitoUserPoolsTokenProvider.setKeyValueStorage({
    getItem: async (key) => storage.getItem(key),
    setItem: async (key, value) => storage.setItem(key, value),
    removeItem: async (key) => storage.removeItem(key),
    clear: async () => undefined,
  })
}

/** Signs somebody in as another tab would, by putting the tokens into the storage. */
export async function storeSignIn(
  config: RuntimeConfig,
  storage: Storage,
  { email, password }: Person,
): Promise<void> {
  const { userPoolClientId: client, userPoolEndpoint } = config
  // The sign-out before this one does the same, also if it was in another tab: Amplify keeps this in memory if it was
  // loaded without a page.
  await cognitoCredentialsProvider.clearCredentialsAndIdentityId()
  const { AuthenticationResult: tokens } = await (
    await fetch(userPoolEndpoint ?? '', {
      ...cognitoCall('InitiateAuth', {
        AuthFlow: 'USER_PASSWORD_AUTH',
        ClientId: client,
        AuthParameters: { USERNAME: email, PASSWORD: password },
      }),
    })
  ).json()
  storeTokens(client, storage, email, tokens)
}

/** Puts tokens where Amplify looks for them; `clockDrift`: by how much the device's clock is slow, in ms. */
export function storeTokens(
  client: string,
  storage: Storage,
  email: string,
  tokens: Record<'IdToken' | 'AccessToken' | 'RefreshToken', string>,
  clockDrift = 0,
): void {
  storage.setItem(`${TOKENS}.${client}.LastAuthUser`, email)
  storage.setItem(`${TOKENS}.${client}.${email}.clockDrift`, String(clockDrift))
  for (const name of ['IdToken', 'AccessToken', 'RefreshToken'] as const) {
    const key = name[0]?.toLowerCase() + name.slice(1)
    storage.setItem(`${TOKENS}.${client}.${email}.${key}`, tokens[name])
  }
}
