import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { ApiError } from './api-errors.ts'
import { takesGzip, varyByEncoding } from './compress-response.ts'
import { PAGE_HEADERS, scriptsIn } from './security-headers.ts'

/** The one style element that the documentation page puts in by itself, known by its content alone. */
const DOCS_STYLE = "'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='"
const docsPolicy = (scripts: string) =>
  [
    "default-src 'none'",
    `script-src ${scripts}`,
    `style-src 'self' ${DOCS_STYLE}`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')

const FILE_NAME = /^\w[\w.-]{0,100}$/

/** Describes the calls that are mounted after it: `/api/openapi.json`, and `/api/docs` for people. */
export async function serveOpenApi(
  scope: FastifyInstance,
  { version, publicUrl }: { version: string; publicUrl: string },
) {
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
  const json = keepText(() => JSON.stringify(scope.swagger()), 'application/json; charset=utf-8')
  const yaml = keepText(() => scope.swagger({ yaml: true }), 'application/x-yaml')
  scope.get('/openapi.json', { schema: { hide: true } }, json)
  /** What the page would make or read anew at each call; the largest of its files by their names. */
  const texts = new Map([
    [`${scope.prefix}/docs/json`, json],
    [`${scope.prefix}/docs/yaml`, yaml],
    [
      'swagger-ui-bundle.js',
      keepText(() => readPageFile('swagger-ui-bundle.js'), 'text/javascript; charset=utf-8'),
    ],
    ['swagger-ui.css', keepText(() => readPageFile('swagger-ui.css'), 'text/css; charset=utf-8')],
  ])
  // biome-ignore lint/nursery/noMisusedPromises: Fastify awaits its plugins
  await scope.register(async (docs) => {
    docs.addHook('onRequest', async (request, reply) => {
      const scripts = scriptsIn(`${scope.prefix}/docs/static/`, request.host, publicUrl)
      reply.headers({ ...PAGE_HEADERS, 'content-security-policy': docsPolicy(scripts) })
      // Whatever is no plain name of a file is none of its files; it fails on some of that.
      const { '*': file } = request.params as { '*'?: string }
      if (file !== undefined && !FILE_NAME.test(file)) {
        throw new ApiError('not_found', 'There is nothing at this address.')
      }
      const kept = texts.get(file ?? request.routeOptions.url ?? '')
      if (kept !== undefined) {
        return kept(request, reply)
      }
    })
    await docs.register(swaggerUi, {
      routePrefix: '/docs',
      indexPrefix: scope.prefix,
      uiConfig: { docExpansion: 'list', validatorUrl: null },
    })
  })
}

const readPageFile = (name: string) =>
  readFileSync(new URL(`static/${name}`, import.meta.resolve('@fastify/swagger-ui')), 'utf8')

/** Answers with a text that is made, named and compressed at the first call, and not sent to whoever has it. */
function keepText(make: () => string, type: string) {
  let made: { plain: Buffer; packed: Buffer; etag: string } | undefined
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    if (made === undefined) {
      const plain = Buffer.from(make())
      const hash = createHash('sha256').update(plain).digest('base64url')
      made = { plain, packed: gzipSync(plain), etag: `W/"${hash.slice(0, 22)}"` }
    }
    varyByEncoding(reply)
    reply.headers({ etag: made.etag, 'cache-control': 'no-cache' })
    if (request.headers['if-none-match']?.includes(made.etag)) {
      return reply.code(304).send()
    }
    const packed = takesGzip(request.headers['accept-encoding'])
    if (packed) {
      reply.header('content-encoding', 'gzip')
    }
    return reply.type(type).send(packed ? made.packed : made.plain)
  }
}
