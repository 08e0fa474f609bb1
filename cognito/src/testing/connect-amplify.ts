import { Amplify } from 'aws-amplify'
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito'
import type { TestCognito } from './start-cognito.ts'

/**
 * Sends the Amplify client of this process to a server; the client is told by what its users confirm their accounts.
 * Returns what it stores, as a browser does.
 */
export function connectAmplify(
  server: TestCognito,
  signUpVerificationMethod: 'code' | 'link' = 'code',
): Map<string, string> {
  const kept = new Map<string, string>()
  Amplify.configure({
    Auth: {
      Cognito: {
        ...server.ids,
        userPoolEndpoint: `${server.origin}/cognito-idp/`,
        identityPoolEndpoint: `${server.origin}/cognito-identity/`,
        allowGuestAccess: false,
        loginWith: { email: true },
        signUpVerificationMethod,
      },
    },
  })
  cognitoUserPoolsTokenProvider.setKeyValueStorage({
    async setItem(key, value) {
      kept.set(key, value)
    },
    getItem: async (key) => kept.get(key) ?? null,
    async removeItem(key) {
      kept.delete(key)
    },
    async clear() {
      kept.clear()
    },
  })
  return kept
}
