import { CognitoIdentityProvider } from '@aws-sdk/client-cognito-identity-provider'
import type { TestCognito } from './start-cognito.ts'

type Key = { accessKeyId: string; secretAccessKey: string }

/** Amazon's own client, which signs its calls with the server's access key, or with another one. */
export function operatorClient(
  server: TestCognito,
  credentials: Key = server.serverKey,
  region = 'us-east-1',
) {
  return new CognitoIdentityProvider({
    region,
    credentials,
    maxAttempts: 1,
    endpoint: `${server.origin}/cognito-idp/`,
    systemClockOffset: server.clock.now() - Date.now(),
  })
}
