import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { labelRequest } from '../http/request-labels.ts'
import { ITSELF } from '../http/request-log.ts'
import type { ServerMetrics } from './server-metrics.ts'

/** Counts every request from outside, also one that its client gives up. */
export function countRequests(http: FastifyInstance, metrics: ServerMetrics) {
  http.addHook('onRequest', (request, reply, done) => {
    if (request.socket.remoteAddress !== ITSELF) {
      count(request, reply, metrics)
    }
    done()
  })
}

function count(request: FastifyRequest, reply: FastifyReply, metrics: ServerMetrics) {
  const began = performance.now()
  const { surface } = labelRequest(request)
  const { socket } = request.raw
  const before = socket?.bytesWritten ?? 0
  metrics.inFlight.inc({ surface })
  reply.raw.once('close', () => {
    metrics.inFlight.dec({ surface })
    // Labelled again, since the name of the action is known by now.
    const { route, method } = labelRequest(request)
    const status = reply.raw.writableFinished ? String(reply.statusCode) : 'cut off'
    metrics.requests.inc({ surface, route, method, status })
    // A stream lasts as long as its client listens, which says nothing of the server.
    if (reply.getHeader('content-type') !== 'text/event-stream') {
      metrics.durations.observe({ surface, route }, (performance.now() - began) / 1000)
    }
    if (request.failure !== undefined) {
      metrics.errors.inc({ surface, code: request.failure })
    }
    if (surface === 'storage') {
      metrics.bytes.inc({ direction: 'in' }, lengthOf(request))
      metrics.bytes.inc({ direction: 'out' }, Math.max(0, (socket?.bytesWritten ?? 0) - before))
    }
    if (request.action === 'InitiateAuth' && status === '200') {
      metrics.signIn('begun')
    }
  })
}

function lengthOf({ raw, headers }: FastifyRequest): number {
  const length = Number(headers['content-length'] ?? 0)
  return raw.complete && Number.isSafeInteger(length) && length > 0 ? length : 0
}
