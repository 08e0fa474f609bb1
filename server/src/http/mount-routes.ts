import { Readable } from 'node:stream'
import {
  ALWAYS_POSSIBLE,
  EventStream,
  type Route,
  type SentFile,
  type Who,
} from '@vestry/contract/calls/route.ts'
import type { Right, StationRight } from '@vestry/contract/rules/rights.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { ApiError } from './api-errors.ts'
import { sendCachedJson } from './cached-json.ts'
import { type Caller, may } from './caller.ts'
import { readQueries } from './check-input.ts'
import { compressResponse } from './compress-response.ts'
import { giveWay } from './limit-connections.ts'
import { hasBody } from './openapi.ts'

export type Handler<R extends Route> = (
  input: {
    query: z.output<R['query']>
    body: z.output<R['body']>
    caller: Caller
    /** Where the request comes from. */
    address: string
    /** Whether an answer that takes its time is still of use: the client is there, and the server does not stop. */
    isAwaited: () => boolean
  } & (z.output<R['answer']> extends EventStream ? { lookAgain: LookAgain } : unknown),
) => Promise<z.output<R['answer']>>

/** Finds the caller anew while an answer goes on; throws if they may no longer make the call. */
export type LookAgain = () => Promise<Caller>

export type Handlers<Routes extends Record<string, Route>> = { [Name in keyof Routes]: Handler<Routes[Name]> }

/** Identifies the person behind a request, or the station for a call of stations; or refuses the request. */
export type Authenticate = (request: FastifyRequest, who: Who) => Promise<Caller>

/** Connects a feature's declared calls with its handlers; the compiler refuses a missing or an extra one. */
export function mountRoutes<Routes extends Record<string, Route>>(
  scope: FastifyInstance,
  feature: string,
  routes: Routes,
  handlers: Handlers<Routes>,
  authenticate: Authenticate,
): void {
  let stopping = false
  scope.addHook('preClose', async () => {
    stopping = true
  })
  for (const [name, route] of Object.entries(routes)) {
    const handle = handlers[name] as Handler<Route>
    const queryOf = readQueries(route.query)

    async function authorize(request: FastifyRequest): Promise<Caller> {
      const caller = await authenticate(request, route.who)
      requireRights(route.who, caller)
      return caller
    }

    scope.route({
      method: route.method,
      url: route.path,
      exposeHeadRoute: route.answer !== EventStream,
      ...(route.maxBody !== undefined && { bodyLimit: route.maxBody }),
      config: { operation: { feature, name, route } },
      schema: hasBody(route) ? { body: route.body } : {},
      // A body is read only once its sender is authenticated; a GET has no body, so another hook would only cost time.
      ...(route.method !== 'GET' && {
        onRequest: async (request: FastifyRequest) => {
          request.caller = await authorize(request)
        },
      }),
      handler: async (request, reply) => {
        const caller = request.caller ?? (await authorize(request))
        const query = queryOf(request)
        try {
          const lookAgain = () => authorize(request)
          const isAwaited = () => !stopping && !request.raw.socket.destroyed
          const input = { query, body: request.body, caller, address: request.ip, lookAgain, isAwaited }
          const answer = await handle(input)
          if (route.answer === EventStream) {
            return sendEvents(request, reply, answer as Readable)
          }
          if (route.files !== undefined) {
            return sendFile(reply, answer as SentFile)
          }
          return sendCachedJson(reply, answer as object)
            ? reply
            : await compressResponse(request, reply, answer)
        } catch (error) {
          throw declared(error, route)
        }
      },
    })
  }
}

/** Whether this person may make a call. */
export function mayCall(who: Who, caller: Caller): boolean {
  return who.every((right) => may(caller, right))
}

/** Refuses somebody who may not make a call, with the sentence about the first right that they lack. */
export function requireRights(who: Who, caller: Caller): void {
  const missing = who.find((right) => !may(caller, right))
  if (missing !== undefined) {
    throw new ApiError('not_allowed', REFUSALS[missing] ?? 'Your role does not allow this.')
  }
}

/** What a person is told who lacks a right that a group can be given. */
const REFUSALS: Partial<Record<Right | StationRight, string>> = {
  sermons: 'Your group does not add or change sermons. An administrator can allow it in Settings.',
  children: 'Your group does not add or change children. An administrator can allow it in Settings.',
  delete: 'Your group does not delete anything. An administrator can allow it in Settings.',
  pairing: 'This device is a station already.',
  station: 'This is not a station that people use.',
  selfStation: 'This station is not one for self check-in.',
  screenStation: 'This station is not a screen.',
  bridgeStation: 'This station is not a bridge to printers.',
}

declare module 'fastify' {
  interface FastifyRequest {
    caller?: Caller
  }
}

/** Lets a declared error through; any other one is our bug, and its cause is kept for the log. */
function declared(error: unknown, route: Route): unknown {
  if (
    error instanceof ApiError &&
    !ALWAYS_POSSIBLE.includes(error.code) &&
    !route.errors.includes(error.code)
  ) {
    return new Error(
      `${route.method} ${route.path} answered an error that it does not declare: ${error.code}`,
      { cause: error },
    )
  }
  return error
}

/** Sends events as they come, past a proxy that would gather them; the connection makes room for others when it must. */
function sendEvents({ raw }: FastifyRequest, reply: FastifyReply, events: Readable): FastifyReply {
  giveWay(raw)
  return reply.type('text/event-stream').header('x-accel-buffering', 'no').send(events)
}

/** Sends a file for download while it is made: however long it is, only a little of it is in memory at a time. */
function sendFile(reply: FastifyReply, { type, content }: SentFile): FastifyReply {
  return reply
    .type(type)
    .header('content-disposition', 'attachment')
    .send(Readable.from(content, { objectMode: false }))
}
