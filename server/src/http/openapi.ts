import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { PAGE_HEADERS } from './security-headers.ts'

/** The one style element that the documentation page puts in by itself, known by its content alone. */
const DOCS_STYLE = "'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='"
const DOCS_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'self' ${DOCS_STYLE}`,
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

/** Describes the calls that are mounted after it: `/api/openapi.json`, and `/api/docs` for people. */
export async function serveOpenApi(scope: FastifyInstance, version: string) {
  await scope.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Vestry',
        version,
        description:
          'The calls of the console. Each needs the identity token of a signed-in member of staff as a Bearer token.',
      },
      components: {
        securitySchemes: { identityToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      },
      security: [{ identityToken: [] }],
    },
    transform: jsonSchemaTransform,
  })
  scope.get('/openapi.json', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(JSON.stringify(scope.swagger())),
  )
  // biome-ignore lint/nursery/noMisusedPromises: Fastify awaits its plugins
  await scope.register(async (docs) => {
    docs.addHook('onRequest', async (_request, reply) => {
      reply.headers(PAGE_HEADERS)
    })
    await docs.register(swaggerUi, {
      routePrefix: '/docs',
      indexPrefix: scope.prefix,
      staticCSP: DOCS_POLICY,
      uiConfig: { docExpansion: 'list', validatorUrl: null },
    })
  })
}
