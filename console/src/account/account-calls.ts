import { queryOptions } from '@tanstack/react-query'
import {
  fetchDevices,
  fetchMFAPreference,
  fetchUserAttributes,
  type ListWebAuthnCredentialsOutput,
  listWebAuthnCredentials,
} from 'aws-amplify/auth'
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito'

export const readAttributes = queryOptions({
  queryKey: ['account', 'attributes'],
  queryFn: () => fetchUserAttributes(),
})
export type OwnAttributes = Awaited<ReturnType<typeof fetchUserAttributes>>

export const readFactors = queryOptions({
  queryKey: ['account', 'factors'],
  queryFn: () => fetchMFAPreference(),
})

export type Passkey = ListWebAuthnCredentialsOutput['credentials'][number]

export const readPasskeys = queryOptions({
  queryKey: ['account', 'passkeys'],
  queryFn: async () => {
    const found: Passkey[] = []
    let nextToken: string | undefined
    do {
      const page = await listWebAuthnCredentials({
        pageSize: 20,
        ...(nextToken !== undefined && { nextToken }),
      })
      found.push(...page.credentials)
      nextToken = page.nextToken
    } while (nextToken !== undefined)
    return found
  },
})

/** The devices on which the person signs in, and the key of this one if it is among them. */
export const readDevices = queryOptions({
  queryKey: ['account', 'devices'],
  queryFn: async () => {
    const devices = await fetchDevices()
    const own = await cognitoUserPoolsTokenProvider.authTokenStore.getDeviceMetadata()
    return { devices, current: own?.deviceKey }
  },
})
