import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { serveApiDocs } from './api-docs.ts'
import { ApiError } from './api-errors.ts'
import { authenticateCallers } from './authenticate-callers.ts'
import type { FindStation, VerifyIdToken } from './caller.ts'
import { checkInput } from './check-input.ts'
import { pathOf } from './create-http.ts'
import { handleErrors } from './handle-errors.ts'
import type { Authenticate } from './mount-routes.ts'

export type ApiParts = {
  version: string
  /** The address people use. */
  publicUrl: string
  verifyIdToken: VerifyIdToken
  findStation: FindStation
  /** Whether an error means that the database can't be reached at the moment. */
  isUnavailable(error: unknown): boolean
  /** Mounts the calls of the features. */
  mount(scope: FastifyInstance, authenticate: Authenticate): void
}

/** Everything below `/api`: its errors, its limits, its document, and the features' calls. */
export function apiScope(parts: ApiParts) {
  return async (scope: FastifyInstance) => {
    const methods = new Map<string, Set<string>>()
    scope.addHook('onRoute', ({ method, url }) => {
      methods.set(url, new Set([...(methods.get(url) ?? []), ...[method].flat()]))
    })
    scope.setValidatorCompiler<z.ZodType>(({ schema }) => checkInput(schema, 'body'))
    // The compiler and the tests check the shape of a response; checking it here would cost more than everything else.
    scope.setSerializerCompiler(() => JSON.stringify)
    scope.setErrorHandler(handleErrors(parts.isUnavailable))
    // Children's names must not stay in the cache of a shared computer.
    scope.addHook('onRequest', (_request, reply, done) => {
      reply.header('cache-control', 'no-store')
      done()
    })
    readJsonOnly(scope)
    serveApiDocs(scope, parts)
    parts.mount(scope, authenticateCallers(parts))
    scope.setNotFoundHandler(async (request, reply) => {
      const allowed = methods.get(pathOf(request.url))
      if (!allowed) {
        throw new ApiError('not_found', 'There is no such endpoint.')
      }
      const list = [...allowed].join(', ')
      reply.header('allow', list)
      throw new ApiError('method_not_allowed', `This endpoint allows only ${list}.`)
    })
  }
}

/** Accepts JSON and nothing else. An empty body counts as none: the call's own schema says whether that is enough. */
function readJsonOnly(scope: FastifyInstance) {
  const parse = scope.getDefaultJsonParser('error', 'error')
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') {
      done(null, undefined)
      return
    }
    void parse(request, body, (error, value) => {
      done(error && Object.assign(error, { code: 'FST_ERR_CTP_INVALID_JSON_BODY' }), value)
    })
  })
}
