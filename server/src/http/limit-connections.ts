import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { answerInTurn } from './answer-in-turn.ts'
import { networkOf } from './network-of.ts'
import { refuseForNow } from './refuse-for-now.ts'
import { trustIn } from './trusted-proxies.ts'

/** Milliseconds, but for the numbers of connections and bytes. */
export type ConnectionLimits = {
  /** How long a body may take, outside of the store. */
  wholeBody: number
  /** How long a client may be waited for: to send on, or to take what it asked for. */
  standstill: number
  /** Bytes of a recording that must move in the time of a standstill. */
  leastMoved: number
  /** How many connections there are at most; whoever is waited for makes room for a new one. */
  connections: number
  /** How many of them one client may hold. A church is one client: sixty phones, each with several. */
  ofOneClient: number
  /** How many transfers of one person keep their place when room is needed. */
  sparedOfOnePerson: number
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  wholeBody: 60_000,
  standstill: 120_000,
  leastMoved: 240 * 1024,
  connections: 2000,
  ofOneClient: 640,
  sparedOfOnePerson: 32,
}

const TOO_MANY = 'There are too many requests from your address at once. Try again in a moment.'

type Exchange = {
  request: IncomingMessage
  response: ServerResponse
  slowBody: NodeJS.Timeout | undefined
  /** Present once whoever asks has proved to be somebody: what had moved at a time. */
  moved?: { bytes: number; at: number }
  /** Whose place in the line it keeps. */
  sparedFor?: string
}

type Connection = {
  ends: string
  socket: Socket
  /** Whose it is; behind a proxy, nobody's while nothing is asked. */
  client: string | undefined
  isProxy: boolean
  exchange?: Exchange
}

/**
 * Gives up whoever sends or reads too slowly, and lets no flood of connections keep others out: a client has a share
 * of them, and when that or all are used, one that asks nothing makes room, and after those one that is waited for.
 * A proxy's connections belong to those who come through it.
 */
export function limitConnections(
  http: FastifyInstance,
  limits: ConnectionLimits,
  trustProxy: readonly string[] = [],
) {
  const { server } = http
  const isProxy = trustIn(trustProxy)
  /** By their ends, since over TLS requests come on another socket; the one that changed longest ago is first. */
  const connections = new Map<string, Connection>()
  const held = new Counts()
  const spared = new Counts()

  server.on('connection', (socket: Socket) => {
    const proxied = isProxy(socket.remoteAddress)
    const client = proxied ? undefined : networkOf(socket.remoteAddress ?? '')
    const connection: Connection = { ends: endsOf(socket), socket, client, isProxy: proxied }
    const tooMany = client !== undefined && held.of(client) >= limits.ofOneClient
    const full = tooMany || connections.size >= limits.connections
    if (full && !makeRoom(tooMany ? client : undefined)) {
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

  /** Closes the connection that can best be spared, of one client or of all; false when each is needed. */
  function makeRoom(client: string | undefined): boolean {
    let given: Connection | undefined
    let order = Number.POSITIVE_INFINITY
    for (const one of connections.values()) {
      const place = client === undefined || one.client === client ? orderOf(one) : order
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

  /** Who goes first: of the clients that hold much, then of all; whoever asks nothing, then whoever is waited for. */
  function orderOf({ client, exchange }: Connection): number {
    if (exchange && (exchange.sparedFor !== undefined || !waits(exchange))) {
      return Number.POSITIVE_INFINITY
    }
    const holdsMuch = client !== undefined && held.of(client) > limits.ofOneClient / 2
    return (holdsMuch ? 0 : 2) + (exchange ? 1 : 0)
  }

  answerInTurn(server, (request, response) => {
    const connection = connections.get(endsOf(request.socket))
    if (!connection) {
      request.socket.destroy()
      return false
    }
    const exchange: Exchange = {
      request,
      response,
      slowBody: giveUpSlowBody(request, limits.wholeBody),
    }
    connection.exchange = exchange
    moveToEnd(connection)
    admit.set(request, (person) => {
      clearTimeout(exchange.slowBody)
      exchange.moved = { bytes: movedBy(request.socket), at: performance.now() }
      if (spared.of(person) < limits.sparedOfOnePerson) {
        exchange.sparedFor = person
        spared.add(person)
      }
    })
    response.setTimeout(limits.standstill, () => {
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
    spared.remove(connection.exchange?.sparedFor)
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
      if (held.of(client) >= limits.ofOneClient && !makeRoom(client)) {
        refuseForNow(request, reply, TOO_MANY)
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
  }, limits.standstill / 4)
  watch.unref()
  http.addHook('onClose', async () => clearInterval(watch))

  function keepsMoving(exchange: Exchange, before: { bytes: number; at: number }, now: number): boolean {
    const bytes = movedBy(exchange.request.socket)
    if (!waits(exchange) || bytes - before.bytes >= limits.leastMoved) {
      exchange.moved = { bytes, at: now }
    }
    return now - (exchange.moved?.at ?? now) < limits.standstill
  }
}

const admit = new WeakMap<IncomingMessage, (person: string) => void>()

/**
 * Tells that a request for the store is that of somebody who is known, by a name that is theirs alone: their transfer
 * may take as long as it needs while it moves, and keeps its place when room is made.
 */
export function spareTransfer(request: IncomingMessage, person: string) {
  admit.get(request)?.(person)
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

/** What has come, and what has gone to the network. */
function movedBy({ bytesRead, bytesWritten, writableLength }: Socket): number {
  return bytesRead + bytesWritten - writableLength
}

/** Whether it is the client's turn: to send on, or to take what it asked for. */
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
