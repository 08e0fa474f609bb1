import { ALWAYS_POSSIBLE, type Route } from '@vestry/contract/route.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { ApiError } from './api-errors.ts'
import type { Caller, VerifyIdToken } from './caller.ts'

export type Handler<R extends Route> = (input: {
  query: z.output<R['query']>
  body: z.output<R['body']>
  caller: Caller
}) => Promise<z.output<R['answer']>>

export type Handlers<Routes extends Record<string, Route>> = { [Name in keyof Routes]: Handler<Routes[Name]> }

/** Binds a feature's declared calls to its handlers; the compiler refuses a missing or an extra one. */
export function mountRoutes<Routes extends Record<string, Route>>(
  app: FastifyInstance,
  feature: string,
  routes: Routes,
  handlers: Handlers<Routes>,
  verifyIdToken: VerifyIdToken,
): void {
  for (const [name, route] of Object.entries(routes)) {
    const handle = handlers[name] as Handler<Route>
    app.route({
      method: route.method,
      url: route.path,
      schema: {
        operationId: `${feature}.${name}`,
        tags: [feature],
        summary: route.summary,
        querystring: route.query,
        ...(!(route.body instanceof z.ZodUndefined) && { body: route.body }),
        response: { 200: route.answer },
      },
      onRequest: async (request) => {
        request.caller = await admit(request, route, verifyIdToken)
      },
      handler: async (request) => {
        try {
          return await handle({ query: request.query, body: request.body, caller: request.caller as Caller })
        } catch (error) {
          throw declared(error, route)
        }
      },
    })
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    caller?: Caller
  }
}

async function admit(request: FastifyRequest, route: Route, verifyIdToken: VerifyIdToken): Promise<Caller> {
  const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  const caller = token === undefined ? undefined : await verifyIdToken(token)
  if (!caller) {
    throw new ApiError('not_signed_in', 'Your session has ended. Sign in again to go on.')
  }
  if (route.who !== 'signed_in' && !route.who.includes(caller.role)) {
    throw new ApiError('not_allowed', 'Your role does not allow this.')
  }
  return caller
}

/** Lets a declared error through; any other one is a bug of ours and keeps its cause for the log. */
function declared(error: unknown, route: Route): unknown {
  if (
    error instanceof ApiError &&
    !ALWAYS_POSSIBLE.includes(error.code) &&
    !route.errors.includes(error.code)
  ) {
    return new Error(
      `${route.method} ${route.path} answered an error that it does not declare: ${error.code}`,
      {
        cause: error,
      },
    )
  }
  return error
}
