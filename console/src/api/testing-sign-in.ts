import { Amplify } from 'aws-amplify'
import { signIn, signOut } from 'aws-amplify/auth'
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito'
import { ConsoleLogger } from 'aws-amplify/utils'
import { vi } from 'vitest'
import { loadRuntimeConfig } from '../console-config.ts'
import { noteServerTime } from './clock/server-clock.ts'
import { createStorage, openTestPage } from './testing-page.ts'

/**
 * Signs somebody in to the server at this address as the console does; returns a function that signs out and leaves no
 * trace.
 */
export async function signInAt(origin: string, person: { email: string; password: string }) {
  openTestPage(origin)
  const config = await loadRuntimeConfig()
  ConsoleLogger.LOG_LEVEL = 'ERROR'
  Amplify.configure({
    Auth: {
      Cognito: {
        userPoolId: config.userPoolId,
        userPoolClientId: config.userPoolClientId,
        identityPoolId: config.identityPoolId,
        userPoolEndpoint: `${origin}/cognito-idp/`,
        identityPoolEndpoint: `${origin}/cognito-identity/`,
        allowGuestAccess: false,
      },
    },
  })
  const kept = createStorage()
  cognitoUserPoolsTokenProvider.setKeyValueStorage({
    getItem: async (name) => kept.getItem(name),
    setItem: async (name, value) => kept.setItem(name, value),
    removeItem: async (name) => kept.removeItem(name),
    clear: async () => undefined,
  })
  await signIn({ username: person.email, password: person.password })
  return async () => {
    await signOut()
    noteServerTime(new Date().toUTCString())
    vi.unstubAllGlobals()
  }
}
