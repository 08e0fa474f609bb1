import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Milliseconds, but for the number of connections. */
export type ConnectionLimits = {
  /** How long a body may take, outside of the store. */
  wholeBody: number
  /** How long a request to the store may carry nothing. */
  standstill: number
  /** How many connections there are at most; the one that has been idle longest makes room for a new one. */
  connections: number
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  wholeBody: 60_000,
  standstill: 120_000,
  connections: 2000,
}

/** Gives up whoever sends too slowly, and lets no flood of connections keep others out. */
export function limitConnections(http: FastifyInstance, limits: ConnectionLimits, tls: boolean) {
  const idle = new Set<Socket>()
  let count = 0
  http.server.on(tls ? 'secureConnection' : 'connection', (socket: Socket) => {
    count += 1
    socket.once('close', () => {
      count -= 1
      idle.delete(socket)
    })
    idle.add(socket)
    if (count > limits.connections) {
      const [oldest] = idle
      oldest?.destroy()
    }
  })
  http.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    idle.delete(socket)
    const stop = request.url?.startsWith('/s3/')
      ? giveUpAtStandstill(request, response, limits.standstill)
      : giveUpSlowBody(request, limits.wholeBody)
    response.once('close', () => {
      stop()
      if (!socket.destroyed) {
        idle.add(socket)
      }
    })
  })
}

/** A recording may take hours on a slow line, as long as it moves. */
function giveUpAtStandstill(request: IncomingMessage, response: ServerResponse, patience: number) {
  response.setTimeout(patience, () => {
    // Only where the client is waited for: to send on, or to take what it asked for.
    if (!request.complete || response.writableLength > 0) {
      request.socket.destroy()
    }
  })
  return () => undefined
}

function giveUpSlowBody(request: IncomingMessage, patience: number) {
  if (request.headers['content-length'] === undefined && request.headers['transfer-encoding'] === undefined) {
    return () => undefined
  }
  const timer = setTimeout(() => {
    if (!request.complete) {
      request.socket.destroy()
    }
  }, patience)
  return () => clearTimeout(timer)
}
