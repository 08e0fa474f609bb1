import type { FastifyRequest } from 'fastify'

/** The parts of the server by which requests are counted. */
export type Surface = 'api' | 'identity' | 'storage' | 'console' | 'health'

/** How logs and metrics label a request: by its route, never by the names in its address. */
export type RequestLabels = { surface: Surface; route: string; method: string }

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

export function labelRequest(request: FastifyRequest): RequestLabels {
  const method = METHODS.has(request.method) ? request.method : 'other'
  return { ...routeOf(request), method }
}

function routeOf({ raw, routeOptions, action }: FastifyRequest): Omit<RequestLabels, 'method'> {
  const path = raw.url ?? ''
  // The store handles each request before it is routed.
  if (path.startsWith('/s3/') || path === '/s3') {
    return {
      surface: 'storage',
      route: /^\/s3\/[^/?]+\/[^?]/.test(path) ? '/s3/:bucket/:key' : '/s3/:bucket',
    }
  }
  const url = routeOptions.url
  if (url === '/healthz' || url === '/readyz') {
    return { surface: 'health', route: url }
  }
  if (path.startsWith('/api/')) {
    return { surface: 'api', route: url ?? '/api/*' }
  }
  const [, service] = /^\/(cognito-(?:idp|identity))(?:[/?]|$)/.exec(path) ?? []
  if (service !== undefined) {
    return { surface: 'identity', route: `/${service}/${url === undefined ? '*' : (action ?? '')}` }
  }
  if (url !== undefined && /^\/(oauth2\/|logout)|\/\.well-known\//.test(url)) {
    return { surface: 'identity', route: url }
  }
  // Every file of the console has a route of its own, named by its content.
  return {
    surface: 'console',
    route: url === '/config.json' ? url : path.startsWith('/assets/') ? '/assets/*' : '/*',
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** What was asked for, where one address answers many calls, such as `InitiateAuth`; only known names. */
    action?: string
    /** The code with which it was refused or failed: one of a closed list. */
    failure?: string
  }
}
