/** One action of Cognito's protocol, for `fetch` or Fastify's `inject`; the caller gives the address. */
export function cognitoCall(action: string, input: object) {
  const service = isOfIdentityPool(action) ? 'AWSCognitoIdentityService' : 'AWSCognitoIdentityProviderService'
  return {
    method: 'POST' as const,
    headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': `${service}.${action}` },
    body: JSON.stringify(input),
  }
}

export const isOfIdentityPool = (action: string) =>
  action === 'GetId' || action === 'GetCredentialsForIdentity'
