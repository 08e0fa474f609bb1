import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { limitPipelining } from './limit-pipelining.ts'
import { networkOf } from './network-of.ts'
import { sendServiceUnavailable } from './service-unavailable.ts'
import { proxyMatcher } from './trusted-proxies.ts'

/** In milliseconds, except for the numbers of connections and bytes. */
export type ConnectionLimits = {
  /** How long a body may take, except one for the store. */
  bodyTimeout: number
  /** How long a connection may stall: while the client sends a body, or takes a response. */
  idleTimeout: number
  /** Bytes of a recording that must move within the idle timeout. */
  minBytesMoved: number
  /**
   * How many connections there are at most; when all are used, one that waits for its client is closed to make room for
   * a new one.
   */
  connections: number
  /**
   * How many of them one client may hold. A church counts as one client: sixty phones, each with several connections.
   */
  perClient: number
  /** How many transfers of one person are never closed to make room. */
  protectedPerPerson: number
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  bodyTimeout: 60_000,
  idleTimeout: 120_000,
  minBytesMoved: 240 * 1024,
  connections: 2000,
  perClient: 640,
  protectedPerPerson: 32,
}

const TOO_MANY = 'There are too many requests from your address at once. Try again in a moment.'

type Exchange = {
  request: IncomingMessage
  response: ServerResponse
  slowBody: NodeJS.Timeout | undefined
  /** Present once the caller has been identified: the bytes moved so far, and when that was measured. */
  moved?: { bytes: number; at: number }
  /** The person whose transfer it is, if it must not be closed to make room. */
  protectedFor?: string
  /** It goes on for as long as its client listens, and its client does as well without it. */
  givesWay?: true
}

type Connection = {
  ends: string
  socket: Socket
  /** The client that the connection counts for; for a connection of a proxy, none until there is a request. */
  client: string | undefined
  isProxy: boolean
  exchange?: Exchange
}

/**
 * Closes connections whose client sends or reads too slowly, and keeps a flood of connections from shutting others out:
 * each client has a share of them, and when the share or all of them are used, an idle one is closed, or if there is
 * none, one that waits for its client. A proxy's connections count for the clients behind it.
 */
export function limitConnections(
  http: FastifyInstance,
  limits: ConnectionLimits,
  trustProxy: readonly string[] = [],
) {
  const { server } = http
  const isProxy = proxyMatcher(trustProxy)
  /**
   * Kept by their two ends, since over TLS requests come on another socket object; the one that changed longest ago
   * comes first.
   */
  const connections = new Map<string, Connection>()
  const held = new Counts()
  const protectedTransfers = new Counts()

  server.on('connection', (socket: Socket) => {
    const proxied = isProxy(socket.remoteAddress)
    const client = proxied ? undefined : networkOf(socket.remoteAddress ?? '')
    const connection: Connection = { ends: endsOf(socket), socket, client, isProxy: proxied }
    const tooMany = client !== undefined && held.of(client) >= limits.perClient
    const full = tooMany || connections.size >= limits.connections
    if (full && !evict(tooMany ? client : undefined)) {
      socket.destroy()
      return
    }
    connections.set(connection.ends, connection)
    held.add(client)
    socket.once('close', () => forget(connection))
  })

  function forget(connection: Connection) {
    if (connections.get(connection.ends) !== connection) {
      return
    }
    finish(connection)
    connections.delete(connection.ends)
    held.remove(connection.client)
  }

  /**
   * Closes the connection that comes first in the order of eviction, of one client or of all; false when none can be
   * closed.
   */
  function evict(client: string | undefined): boolean {
    let given: Connection | undefined
    let order = Number.POSITIVE_INFINITY
    for (const one of connections.values()) {
      const place = client === undefined || one.client === client ? evictionOrderOf(one) : order
      if (place < order) {
        given = one
        order = place
      }
    }
    if (given) {
      forget(given)
      given.socket.destroy()
    }
    return given !== undefined
  }

  /**
   * The order of eviction: first connections of clients that hold many, then those of all; idle ones first, then those
   * that wait for their client or only bring it news.
   */
  function evictionOrderOf({ client, exchange }: Connection): number {
    if (exchange && !exchange.givesWay && (exchange.protectedFor !== undefined || !waits(exchange))) {
      return Number.POSITIVE_INFINITY
    }
    const holdsMuch = client !== undefined && held.of(client) > limits.perClient / 2
    return (holdsMuch ? 0 : 2) + (exchange ? 1 : 0)
  }

  limitPipelining(server, (request, response) => {
    const connection = connections.get(endsOf(request.socket))
    if (!connection) {
      request.socket.destroy()
      return false
    }
    if (!namesHostOnce(request)) {
      response.writeHead(400, { connection: 'close' }).end()
      return false
    }
    const exchange: Exchange = {
      request,
      response,
      slowBody: giveUpSlowBody(request, limits.bodyTimeout),
    }
    connection.exchange = exchange
    moveToEnd(connection)
    onAuthenticated.set(request, (person) => {
      // The client may have left while its key was looked up.
      if (connection.exchange !== exchange) {
        return
      }
      clearTimeout(exchange.slowBody)
      exchange.moved = { bytes: movedBy(request.socket), at: performance.now() }
      if (protectedTransfers.of(person) < limits.protectedPerPerson) {
        exchange.protectedFor = person
        protectedTransfers.add(person)
      }
    })
    onGivingWay.set(request, () => {
      exchange.givesWay = true
    })
    response.setTimeout(limits.idleTimeout, () => {
      if (waits(exchange)) {
        request.socket.destroy()
      }
    })
    response.once('close', () => {
      if (connection.exchange === exchange) {
        finish(connection)
        moveToEnd(connection)
      }
    })
    return true
  })

  function finish(connection: Connection) {
    clearTimeout(connection.exchange?.slowBody)
    protectedTransfers.remove(connection.exchange?.protectedFor)
    delete connection.exchange
    if (connection.isProxy) {
      held.remove(connection.client)
      connection.client = undefined
    }
  }

  function moveToEnd(connection: Connection) {
    if (connections.delete(connection.ends)) {
      connections.set(connection.ends, connection)
    }
  }

  http.addHook('onRequest', (request, reply, done) => {
    const connection = connections.get(endsOf(request.socket))
    if (connection?.isProxy && !isProxy(request.ip)) {
      const client = networkOf(request.ip)
      if (held.of(client) >= limits.perClient && !evict(client)) {
        sendServiceUnavailable(request, reply, TOO_MANY)
        return
      }
      connection.client = client
      held.add(client)
    }
    done()
  })

  const watch = setInterval(() => {
    const now = performance.now()
    for (const { exchange } of connections.values()) {
      if (exchange?.moved && !keepsMoving(exchange, exchange.moved, now)) {
        exchange.request.socket.destroy()
      }
    }
  }, limits.idleTimeout / 4)
  watch.unref()
  http.addHook('onClose', async () => clearInterval(watch))

  function keepsMoving(exchange: Exchange, before: { bytes: number; at: number }, now: number): boolean {
    const bytes = movedBy(exchange.request.socket)
    if (!waits(exchange) || bytes - before.bytes >= limits.minBytesMoved) {
      exchange.moved = { bytes, at: now }
    }
    return now - (exchange.moved?.at ?? now) < limits.idleTimeout
  }
}

const onAuthenticated = new WeakMap<IncomingMessage, (person: string) => void>()

/**
 * Marks a request to the store as made by a person who has signed it: the transfer may take as long as it needs while
 * bytes move, and is not closed to make room.
 */
export function protectTransfer(request: IncomingMessage, person: string) {
  onAuthenticated.get(request)?.(person)
}

const onGivingWay = new WeakMap<IncomingMessage, () => void>()

/** Marks a request whose response goes on without end: it is closed when room is needed. */
export function giveWay(request: IncomingMessage) {
  onGivingWay.get(request)?.()
}

class Counts {
  private readonly counts = new Map<string, number>()

  of(name: string): number {
    return this.counts.get(name) ?? 0
  }

  add(name: string | undefined) {
    if (name !== undefined) {
      this.counts.set(name, this.of(name) + 1)
    }
  }

  remove(name: string | undefined) {
    if (name !== undefined && this.of(name) > 1) {
      this.counts.set(name, this.of(name) - 1)
    } else if (name !== undefined) {
      this.counts.delete(name)
    }
  }
}

function endsOf({ remoteAddress, remotePort, localAddress }: Socket): string {
  return `${remoteAddress} ${remotePort} ${localAddress}`
}

/** The bytes received so far, and those handed to the network. */
function movedBy({ bytesRead, bytesWritten, writableLength }: Socket): number {
  return bytesRead + bytesWritten - writableLength
}

/** Whether the server waits for the client: for the rest of the request, or until it reads the response. */
function waits({ request, response }: Pick<Exchange, 'request' | 'response'>): boolean {
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

/** Whether it is clear for which host a request is (RFC 9112, section 3.2); of several hosts Node takes the first. */
function namesHostOnce({ headers, rawHeaders, httpVersion }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length
  return hosts === 1 ? headers.host !== undefined : hosts === 0 && httpVersion === '1.0'
}
