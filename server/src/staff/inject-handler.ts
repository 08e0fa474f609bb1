import type { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider'
import type { FastifyInstance } from 'fastify'
import { ITSELF } from '../http/request-log.ts'

type Handler = CognitoIdentityProviderClient['config']['requestHandler']

/**
 * Sends a client's requests to the server that it runs in, without a connection: they are signed, read and refused like
 * any other.
 */
export function injectHandler(http: FastifyInstance): Handler {
  return {
    async handle({ method, path, query, headers, body }) {
      const answer = await http.inject({
        method: method as 'POST',
        url: path,
        ...(query && { query: query as Record<string, string> }),
        headers,
        // Any view of bytes other than a Buffer would be taken for an object and sent as JSON.
        ...(body !== undefined && { payload: Buffer.from(body) }),
        remoteAddress: ITSELF,
      })
      return {
        response: {
          statusCode: answer.statusCode,
          headers: Object.fromEntries(
            Object.entries(answer.headers).map(([name, value]) => [name, String(value)]),
          ),
          body: answer.rawPayload,
        },
      }
    },
    updateHttpClientConfig() {},
    httpHandlerConfigs: () => ({}),
    metadata: { handlerProtocol: 'http/1.1' },
  }
}
