import type { FastifyInstance } from 'fastify'
import { cognitoCall } from './cognito-call.ts'

/**
 * A token of somebody who signs in by sending the password itself, in one step; the identity token unless another one
 * is named.
 */
export async function signInByPassword(
  http: FastifyInstance,
  clientId: string,
  { email, password }: { email: string; password: string },
  kind: 'IdToken' | 'AccessToken' = 'IdToken',
): Promise<string> {
  const response = await http.inject({
    url: '/cognito-idp/',
    ...cognitoCall('InitiateAuth', {
      AuthFlow: 'USER_PASSWORD_AUTH',
      ClientId: clientId,
      AuthParameters: { USERNAME: email, PASSWORD: password },
    }),
  })
  const token = response.json().AuthenticationResult?.[kind]
  if (typeof token !== 'string') {
    throw new Error(`${email} could not sign in: ${response.body}`)
  }
  return token
}
