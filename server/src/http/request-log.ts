import { isIP, isIPv4 } from 'node:net'
import { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { labelRequest } from './request-labels.ts'
import { sampleLogLines } from './sample-log-lines.ts'

/** Stands for the address when the server calls itself. */
export const ITSELF = 'itself'

type Line = { write(line: string): void }

/** How the log is written: it holds no secret, no name, and no text that somebody sent. */
export function logOptions(log: Line | undefined, level: 'info' | 'warn') {
  return (
    log !== undefined && {
      level,
      stream: log,
      base: null,
      serializers: {
        req: requestForLog,
        res: (reply: { statusCode?: number }) => ({ status: reply.statusCode }),
        err: (error: Error) => errorForLog(error),
      },
      redact: REDACTED,
      hooks: {
        logMethod(this: unknown, given: unknown[], method: (...line: unknown[]) => void) {
          const [first] = given
          // Given an error alone, pino would use its message as the message of the line.
          if (first instanceof Error && given.length === 1) {
            method.call(this, { err: first }, 'Something failed.')
          } else {
            method.apply(this, given)
          }
        },
      },
    }
  )
}

function requestForLog(request: FastifyRequest) {
  const { method, route } = labelRequest(request)
  return { method, route, network: networkForLog(request.ip) }
}

/** Enough of an address to see where trouble comes from, and too little to be one person's. */
function networkForLog(address: string): string {
  const plain = address.replace(/^::ffff:/i, '')
  if (isIPv4(plain)) {
    return `${plain.slice(0, plain.lastIndexOf('.'))}.0/24`
  }
  if (isIP(plain) === 0) {
    // What a proxy passes on may not be an address.
    return plain === ITSELF ? plain : 'unknown'
  }
  return `${plain.split('::')[0]?.split(':').slice(0, 3).join(':')}::/48`
}

const SECRETS = ['password', 'Password', 'secret', 'token', 'Session', 'signature', 'authorization']
const REDACTED = [...SECRETS, ...SECRETS.map((name) => `*.${name}`)]

type LoggedError = { type: string; code?: string; message: string; stack: string; cause?: LoggedError }
const DEEPEST = 5
/** What a database says about where an error is; never its detail, which quotes the row. */
const PLACES = ['constraint', 'table', 'column', 'responseCode'] as const

/** An error by its kind, its place and its causes. Its other properties may hold anything, so they are left out. */
function errorForLog(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) {
    return { type: typeof error, message: 'This is no error.', stack: '' }
  }
  const { code, cause, errors } = error as Error & { code?: unknown; errors?: unknown }
  const inner = cause ?? (Array.isArray(errors) ? errors[0] : undefined)
  const stack = (error.stack ?? '')
    .replace(error.message, '')
    .split('\n')
    .filter((line) => /^\s+at .*:\d+:\d+\)?$/.test(line))
  return {
    type: error.name,
    ...(typeof code === 'string' && /^\w{1,60}$/.test(code) && { code }),
    message: withoutQuotes(error),
    ...Object.fromEntries(
      PLACES.map((place) => [place, (error as unknown as Record<string, unknown>)[place]]).filter(
        ([, value]) => /^[\w.]{1,80}$/.test(String(value ?? '')),
      ),
    ),
    stack: stack.map((line) => line.trim()).join('\n'),
    ...(inner !== undefined && depth < DEEPEST && { cause: errorForLog(inner, depth + 1) }),
  }
}

/** Text between quotes in an error message is often something that somebody sent. */
function withoutQuotes(error: Error): string {
  // The errors of the JavaScript engine quote the program, and nothing else.
  if ((error instanceof TypeError || error instanceof ReferenceError) && !('code' in error)) {
    return error.message
  }
  return error.message
    .replaceAll(/".*"|`.*`|(?<![A-Za-z])'.*'(?![A-Za-z])/gs, '…')
    .replaceAll(/=?\s?\(.*\)/gs, '(…)')
    .replaceAll(/[^\s<>]+@[^\s<>]+|\barn:.*|\b(?:images|preaching)\/.*/gs, '…')
}

/**
 * Logs one line for each request from outside, except for probes that succeed, and except for the lines of a flood
 * beyond what anybody would read: those are counted.
 */
export function logResponses(http: FastifyInstance) {
  const sample = sampleLogLines(performance.now.bind(performance), (network, leftOut) =>
    http.log.warn({ network, leftOut }, 'Log lines of many requests were left out.'),
  )
  http.addHook('onResponse', (request, reply, done) => {
    const isProbe = reply.statusCode < 500 && /^\/(healthz|readyz)$/.test(request.routeOptions.url ?? '')
    if (
      !isProbe &&
      request.socket.remoteAddress !== ITSELF &&
      sample.isWritten(networkForLog(request.ip), reply.statusCode >= 400)
    ) {
      request.log.info({ req: request, res: reply, ms: Math.round(reply.elapsedTime) }, 'answered')
    }
    done()
  })
  http.addHook('onClose', async () => sample.finish())
}

/** Fastify's own lines, except that an error's message doesn't become the message of the line. */
export class QuietLogController extends LogController {
  constructor() {
    super({ disableRequestLogging: true })
  }

  override defaultErrorLog(error: Error, request: FastifyRequest, reply: FastifyReply) {
    if (reply.statusCode >= 500) {
      request.log.error({ err: error, req: request }, 'A request failed.')
    }
  }

  override streamError(error: Error & { code?: string }, request: FastifyRequest) {
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') {
      request.log.error({ err: error, req: request }, 'A response was cut off.')
    }
  }
}
