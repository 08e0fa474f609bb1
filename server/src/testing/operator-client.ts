import { CognitoIdentityProvider } from '@aws-sdk/client-cognito-identity-provider'
import type { IdentityHouse } from './identity-house.ts'

type Key = { accessKeyId: string; secretAccessKey: string }

/** Amazon's own client, which signs its calls with the server's access key, or with another one. */
export function operatorClient(
  house: IdentityHouse,
  credentials: Key = house.serverKey,
  region = 'us-east-1',
) {
  return new CognitoIdentityProvider({
    region,
    credentials,
    maxAttempts: 1,
    endpoint: `${house.origin}/cognito-idp/`,
    systemClockOffset: house.clock.now() - Date.now(),
  })
}
