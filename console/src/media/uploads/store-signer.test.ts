import { Amplify } from 'aws-amplify'
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { loadRuntimeConfig } from '../../console-config.ts'
import { presignForStore, signForStore } from './store-signer.ts'

const MINUTE = 60_000
const START = Date.UTC(2030, 0, 6, 9)
const CLIENT = 'client'
const USER = 'ruth'

/** A token that is not checked here, valid for two hours. */
function token(claims: object): string {
  const times = { iat: START / 1000, exp: START / 1000 + 7200 }
  const payload = Buffer.from(JSON.stringify({ ...times, sub: USER, ...claims })).toString('base64url')
  return `${Buffer.from('{"alg":"RS256"}').toString('base64url')}.${payload}.c2lnbmVk`
}

let credentialsGiven = 0

function answer(url: string, target: string): object {
  if (url.endsWith('/config.json')) {
    return { region: 'us-east-1', storageEndpoint: 'https://store.example.org/preaching' }
  }
  if (target.endsWith('.GetId')) {
    return { IdentityId: 'us-east-1:11111111-2222-3333-4444-555555555555' }
  }
  credentialsGiven += 1
  const Credentials = {
    AccessKeyId: `KEY${credentialsGiven}`,
    SecretKey: 'secret',
    SessionToken: 'session',
    Expiration: (Date.now() + 60 * MINUTE) / 1000,
  }
  return { IdentityId: 'us-east-1:11111111-2222-3333-4444-555555555555', Credentials }
}

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: START })
  vi.stubGlobal('location', { origin: 'https://console.example.org' })
  vi.stubGlobal('fetch', async (url: string | URL, init?: RequestInit) =>
    Response.json(answer(String(url), new Headers(init?.headers).get('x-amz-target') ?? '')),
  )
  await loadRuntimeConfig()
  const kept = new Map<string, string>([
    [`CognitoIdentityServiceProvider.${CLIENT}.LastAuthUser`, USER],
    [`CognitoIdentityServiceProvider.${CLIENT}.${USER}.accessToken`, token({ token_use: 'access' })],
    [
      `CognitoIdentityServiceProvider.${CLIENT}.${USER}.idToken`,
      token({ token_use: 'id', iss: 'https://console.example.org/us-east-1_pool' }),
    ],
  ])
  Amplify.configure({
    Auth: {
      Cognito: {
        userPoolId: 'us-east-1_pool',
        userPoolClientId: CLIENT,
        identityPoolId: 'us-east-1:66666666-7777-8888-9999-000000000000',
        allowGuestAccess: false,
      },
    },
  })
  cognitoUserPoolsTokenProvider.setKeyValueStorage({
    getItem: async (key) => kept.get(key) ?? null,
    setItem: async () => {},
    removeItem: async () => {},
    clear: async () => {},
  })
})

afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('what is signed is signed with the same temporary credentials for 50 minutes, then with new ones', async () => {
  const keys: string[] = []
  for (const minutes of [0, 16, 31, 49.9, 50.1]) {
    vi.setSystemTime(START + minutes * MINUTE)
    const address = new URL(await presignForStore('images/lamp.jpg'))
    const { headers } = await signForStore({ method: 'PUT', key: 'images/lamp.jpg' })
    keys.push(address.searchParams.get('X-Amz-Credential')?.split('/')[0] ?? '')
    keys.push(/Credential=(\w+)/.exec(headers.get('authorization') ?? '')?.[1] ?? '')
  }
  expect(keys).toEqual([...Array(8).fill('KEY1'), 'KEY2', 'KEY2'])
})
