import { decodeJWT } from 'aws-amplify/auth'
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito'
import { Hub } from 'aws-amplify/utils'
import { cognitoCall } from '../../../server/src/testing/cognito-call.ts'
import { currentPage, type Page } from './device-pages.ts'
import { keepTokensIn } from './sign-in-tokens.ts'

const orchestrator = cognitoUserPoolsTokenProvider.tokenOrchestrator

/**
 * Amplify is one in this process: from now on it renews the tokens of each device by that device's line, and tells only its
 * page. Returns what undoes that.
 */
export function shareAmplify(): () => void {
  const [listen, refresh] = [Hub.listen, orchestrator.getTokenRefresher()]
  Hub.listen = ((channel: string, hear: Parameters<typeof listen>[1]) => {
    const page = currentPage()
    return listen.call(Hub, channel, (said) => {
      if (page.open && currentPage() === page) {
        hear(said)
      }
    })
  }) as typeof Hub.listen
  /** As Amplify does, each page renews its tokens once at a time. */
  const renewals = new WeakMap<Page, ReturnType<typeof renew>>()
  orchestrator.setTokenRefresher(({ tokens, username }) => {
    const page = currentPage()
    const renewal =
      renewals.get(page) ??
      renew(tokens.refreshToken ?? '', username).finally(() => {
        renewals.delete(page)
      })
    renewals.set(page, renewal)
    return renewal
  })
  return () => {
    Hub.listen = listen
    orchestrator.setTokenRefresher(refresh)
  }
}

let client = ''
const storage = () => currentPage().globals.localStorage as Storage

/** To be called each time that a page has configured Amplify, which then looks elsewhere. */
export function keepTokensOnDevice(userPoolClientId: string): void {
  client = userPoolClientId
  keepTokensIn({
    getItem: (name: string) => storage().getItem(name),
    setItem: (name: string, value: string) => storage().setItem(name, value),
    removeItem: (name: string) => storage().removeItem(name),
  } as Storage)
}

async function renew(refreshToken: string, username: string) {
  const input = { ClientId: client, RefreshToken: refreshToken }
  const response = await fetch('/cognito-idp/', cognitoCall('GetTokensFromRefreshToken', input)).catch(() => {
    throw named('NetworkError')
  })
  const answer = await response.json()
  if (!response.ok) {
    throw named(String(answer.__type).replace(/^.*#/, ''))
  }
  const { AccessToken, IdToken, RefreshToken = refreshToken } = answer.AuthenticationResult
  const accessToken = decodeJWT(AccessToken)
  const clockDrift = (accessToken.payload.iat ?? 0) * 1000 - Date.now()
  return { accessToken, idToken: decodeJWT(IdToken), clockDrift, refreshToken: RefreshToken, username }
}

function named(name: string): Error {
  return Object.assign(new Error(name), { name })
}
