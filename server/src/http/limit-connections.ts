import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Milliseconds, but for the number of connections. */
export type ConnectionLimits = {
  /** How long a body may take, outside of the store. */
  wholeBody: number
  /** How long a client may be waited for: to send on, or to take what it asked for. */
  standstill: number
  /** How many connections there are at most; the one that has been waited for longest makes room for a new one. */
  connections: number
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  wholeBody: 60_000,
  standstill: 120_000,
  connections: 2000,
}

/** Gives up whoever sends or reads too slowly, and lets no flood of connections keep others out. */
export function limitConnections(http: FastifyInstance, limits: ConnectionLimits) {
  const { server } = http
  // By their ends: over TLS, requests come on another socket than the one that was accepted.
  const idle = new Map<string, Socket>()
  const busy = new Map<string, { socket: Socket; request: IncomingMessage; response: ServerResponse }>()

  server.on('connection', (socket: Socket) => {
    const ends = endsOf(socket)
    socket.once('close', () => {
      idle.delete(ends)
      busy.delete(ends)
    })
    if (idle.size + busy.size >= limits.connections) {
      makeRoom(socket)
    }
    idle.set(ends, socket)
  })

  /** A recording on its way is left alone. */
  function makeRoom(newcomer: Socket) {
    const [oldest] = idle.values()
    const slowest = oldest ? undefined : busy.values().find((one) => !isOfStore(one.request) && waits(one))
    const given = oldest ?? slowest?.socket ?? newcomer
    given.destroy()
  }

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    const ends = endsOf(socket)
    idle.delete(ends)
    busy.set(ends, { socket, request, response })
    const timer = isOfStore(request) ? undefined : giveUpSlowBody(request, limits.wholeBody)
    // A recording may take hours on a slow line, as long as it moves.
    response.setTimeout(limits.standstill, () => {
      if (waits({ request, response })) {
        socket.destroy()
      }
    })
    response.once('close', () => {
      clearTimeout(timer)
      if (!socket.destroyed && busy.get(ends)?.response === response) {
        busy.delete(ends)
        idle.set(ends, socket)
      }
    })
  })
}

function endsOf({ remoteAddress, remotePort, localAddress }: Socket): string {
  return `${remoteAddress} ${remotePort} ${localAddress}`
}

const isOfStore = ({ url }: IncomingMessage) => url?.startsWith('/s3/') === true

/** Whether it is the client's turn: to send on, or to take what it asked for. */
function waits({ request, response }: { request: IncomingMessage; response: ServerResponse }): boolean {
  return !request.complete || response.writableLength > 0
}

function giveUpSlowBody(request: IncomingMessage, patience: number): NodeJS.Timeout | undefined {
  if (request.headers['content-length'] === undefined && request.headers['transfer-encoding'] === undefined) {
    return undefined
  }
  return setTimeout(() => {
    if (!request.complete) {
      request.socket.destroy()
    }
  }, patience)
}
