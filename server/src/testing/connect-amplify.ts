import { Amplify } from 'aws-amplify'
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito'
import type { IdentityHouse } from './identity-house.ts'

/** Sends the Amplify client of this process to a house. What it keeps, as a browser does, is returned. */
export function connectAmplify(house: IdentityHouse): Map<string, string> {
  const kept = new Map<string, string>()
  Amplify.configure({
    Auth: {
      Cognito: {
        ...house.ids,
        userPoolEndpoint: `${house.origin}/cognito-idp/`,
        identityPoolEndpoint: `${house.origin}/cognito-identity/`,
        allowGuestAccess: false,
        loginWith: { email: true },
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
