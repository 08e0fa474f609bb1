import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Action, ActionTable, RequestContext } from './action.ts'
import { DECLARED_ERRORS } from './action-errors.ts'
import type { AuthenticateOperator } from './admin/operator-signature.ts'
import type { Clock } from './core/requests/host.ts'
import type { SignedRequest } from './core/requests/request-signature.ts'
import { CognitoError, type CognitoErrorName } from './errors.ts'
import { membersError, readMembers } from './read-members.ts'
import { createRunAfterResponse } from './run-after-response.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What was asked for when one address answers many calls, such as `InitiateAuth`; only known names. */
    action?: string
    /** The code with which it was refused or failed: one of a closed list. */
    failure?: string
  }
}

const CONTENT_TYPE = 'application/x-amz-json-1.1'
/** The biggest request of the protocol carries a few tokens. */
const BODY_LIMIT = 64 * 1024

/** One service of the protocol: its path, the prefix of its `X-Amz-Target` header, and its actions. */
export type ProtocolService = { path: string; target: string; actions: ActionTable }

const ERROR_OF_CODE: Record<string, [CognitoErrorName, string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['RequestEntityTooLargeException', 'The request is too large.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    'UnsupportedMediaTypeException',
    `The content type must be ${CONTENT_TYPE}.`,
  ],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['SerializationException', 'The request is cut off.'],
}
const UNKNOWN_PATH = new CognitoError(
  'UnknownOperationException',
  'Operations are sent by POST to the root of this service.',
)
const TRUNCATED_BODY = new CognitoError('SerializationException', 'The request is cut off.')

/** Serves the JSON 1.1 protocol: one path for a service, the action named in a header, errors by `__type`. */
export function wirePlugin(
  services: readonly ProtocolService[],
  authenticateOperator: AuthenticateOperator,
  clock: Clock,
) {
  return async (app: FastifyInstance): Promise<void> => {
    const later = createRunAfterResponse(app)
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(CONTENT_TYPE, { parseAs: 'string' }, (_request, body, done) => done(null, body))
    app.setErrorHandler((error, request, reply) => {
      const known = toCognitoError(request.raw.destroyed && !request.raw.complete ? TRUNCATED_BODY : error)
      request.failure = known.name
      if (known.status >= 500) {
        request.log.error({ err: error, req: request }, 'An identity action failed.')
      }
      return refuse(reply, known)
    })
    app.addHook('onRequest', async (request, reply) => {
      reply.header('content-type', CONTENT_TYPE)
      reply.header('cache-control', 'no-store')
      reply.header('x-amzn-requestid', request.id)
      // Clients that sign set their clock by it.
      reply.header('date', new Date(clock.now()).toUTCString())
    })
    for (const service of services) {
      await app.register(servicePlugin(service, authenticateOperator, later), {
        prefix: service.path.replace(/\/$/, ''),
      })
    }
  }
}

function servicePlugin(
  { target, actions }: ProtocolService,
  authenticateOperator: AuthenticateOperator,
  later: RequestContext['later'],
) {
  return async (app: FastifyInstance): Promise<void> => {
    app.post('/', { bodyLimit: BODY_LIMIT }, async (request) => {
      const action = actionOf(request, target, actions)
      const context: RequestContext = { address: request.ip, later }
      if (action.signed) {
        context.operator = await authenticateOperator(signedRequestOf(request))
      }
      return bytesOf(await perform(action, request, context))
    })
    app.setNotFoundHandler(async (request, reply) => {
      request.failure = UNKNOWN_PATH.name
      return refuse(reply, UNKNOWN_PATH, 404)
    })
  }
}

function refuse(reply: FastifyReply, { name, message, status }: CognitoError, code = status) {
  return reply
    .code(code)
    .header('content-type', CONTENT_TYPE)
    .header('x-amzn-errortype', name)
    .send(bytesOf({ __type: name, message }))
}

/** As bytes, since Fastify adds a charset to the type of a text, which the protocol does not have. */
function bytesOf(answer: object): Buffer {
  return Buffer.from(JSON.stringify(answer))
}

function actionOf(request: FastifyRequest, target: string, actions: ActionTable): Action {
  const [service, name = ''] = String(request.headers['x-amz-target'] ?? '').split('.')
  const action = service === target && Object.hasOwn(actions, name) ? actions[name] : undefined
  if (!action) {
    throw new CognitoError(
      'UnknownOperationException',
      `${name || 'That'} is not an operation of this service.`,
    )
  }
  request.action = name
  return action
}

function signedRequestOf({ raw, body }: FastifyRequest): SignedRequest & { body: string } {
  const [path = '', query = ''] = (raw.url ?? '').split(/\?(.*)/s)
  return {
    method: raw.method ?? '',
    path,
    query: [...new URLSearchParams(query)],
    headers: raw.headers,
    body: String(body),
  }
}

async function perform(action: Action, request: FastifyRequest, context: RequestContext) {
  const { action: name = '' } = request
  const members = readMembers(request.body)
  const input = action.input.safeParse(members)
  if (!input.success) {
    throw membersError(input.error, members)
  }
  // One action, and two very different things: the second is done for everybody every hour.
  if (String((input.data as { AuthFlow?: unknown }).AuthFlow).startsWith('REFRESH')) {
    request.action = 'InitiateAuth/refresh'
  }
  try {
    return await action.act(input.data, context)
  } catch (error) {
    if (error instanceof CognitoError && !DECLARED_ERRORS[name]?.includes(error.name)) {
      throw new Error(`${name} does not declare ${error.name}.`, { cause: error })
    }
    throw error
  }
}

function toCognitoError(error: unknown): CognitoError {
  if (error instanceof CognitoError) {
    return error
  }
  const [name, message] = ERROR_OF_CODE[(error as { code?: string }).code ?? ''] ?? [
    'InternalErrorException',
    'Something went wrong on our side. Try again in a moment.',
  ]
  return new CognitoError(name, message)
}
