import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { acceptsGzip, varyByEncoding } from './compress-response.ts'
import { describeApi, type Operation } from './openapi.ts'
import { PAGE_HEADERS, scriptsIn } from './security-headers.ts'

/** The one style element that the documentation page adds by itself; the policy names it by its content. */
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

const JAVASCRIPT = 'text/javascript; charset=utf-8'
const CSS = 'text/css; charset=utf-8'

const pageAt = (prefix: string) => `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Vestry: the calls of the API</title>
<link rel="stylesheet" href="${prefix}/docs/static/swagger-ui.css">
<link rel="stylesheet" href="${prefix}/docs/static/index.css">
</head>
<body>
<div id="swagger-ui"></div>
<script src="${prefix}/docs/static/swagger-ui-bundle.js"></script>
<script src="${prefix}/docs/static/start.js"></script>
</body>
</html>
`
// Every area starts folded: when all of the 126 calls and more are open at once, swagger-ui 5 draws only those of the
// first area.
const startAt = (prefix: string) => `SwaggerUIBundle({
  url: '${prefix}/openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  docExpansion: 'none',
  validatorUrl: null,
})
`

/** Describes the calls that are mounted after it: `/openapi.json` for programs, and `/docs` for people. */
export function serveApiDocs(scope: FastifyInstance, parts: { version: string; publicUrl: string }): void {
  const { prefix } = scope
  const operations: Operation[] = []
  scope.addHook('onRoute', ({ url, method, config }) => {
    if (config?.operation && method !== 'HEAD') {
      operations.push({ url, ...config.operation })
    }
  })
  const documentOf = () => JSON.stringify(describeApi(parts.version, operations))
  scope.get('/openapi.json', cached('application/json; charset=utf-8', documentOf))
  for (const [path, type, make] of [
    ['/docs', 'text/html; charset=utf-8', () => pageAt(prefix)],
    ['/docs/static/start.js', JAVASCRIPT, () => startAt(prefix)],
    ['/docs/static/swagger-ui-bundle.js', JAVASCRIPT, () => readSwaggerUi('swagger-ui-bundle.js')],
    ['/docs/static/swagger-ui.css', CSS, () => readSwaggerUi('swagger-ui.css')],
    ['/docs/static/index.css', CSS, () => readSwaggerUi('index.css')],
  ] as const) {
    const send = cached(type, make)
    scope.get(path, (request, reply) => {
      const scripts = scriptsIn(`${prefix}/docs/static/`, request.host, parts.publicUrl)
      reply.headers({ ...PAGE_HEADERS, 'content-security-policy': docsPolicy(scripts) })
      return send(request, reply)
    })
  }
}

const readSwaggerUi = (name: string) =>
  readFileSync(new URL(`static/${name}`, import.meta.resolve('@fastify/swagger-ui')), 'utf8')

/**
 * Answers with a text that is made, named and compressed at the first call, and is not sent to clients that have it
 * already.
 */
function cached(type: string, make: () => string) {
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
    const packed = acceptsGzip(request.headers['accept-encoding'])
    if (packed) {
      reply.header('content-encoding', 'gzip')
    }
    return reply.type(type).send(packed ? made.packed : made.plain)
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the document says of the call. */
    operation?: Omit<Operation, 'url'>
  }
}
