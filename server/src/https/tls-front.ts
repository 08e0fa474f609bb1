import { once } from 'node:events'
import type { Socket } from 'node:net'
import { createServer } from 'node:tls'
import type { FastifyInstance } from 'fastify'
import { networkOf } from '../http/network-of.ts'
import { TLS_OPTIONS } from '../http/watch-certificate.ts'

/** How long a client may take to agree on keys. */
const HANDSHAKE_TIMEOUT = 10_000
/** How many connections may be about to, and how many of one client: the phones behind a router are one. */
const HANDSHAKES = 1024
const HANDSHAKES_PER_CLIENT = 128

/** A second way into a server that speaks plain HTTP. */
export type TlsFront = {
  /** Takes up another certificate, with its key; open connections keep theirs. */
  use(pem: string): void
  /** Lets nobody new in, and waits until the server has ended all connections. */
  close(): Promise<void>
}

/**
 * Listens with TLS, and hands what it decrypts to the server, to whose hooks, limits and log each connection is one of
 * its own.
 */
export async function openTlsFront(
  http: FastifyInstance,
  { host, port, pem }: { host: string; port: number; pem: string },
): Promise<TlsFront> {
  const front = createServer({
    cert: pem,
    key: pem,
    ...TLS_OPTIONS,
    ALPNProtocols: ['http/1.1'],
    handshakeTimeout: HANDSHAKE_TIMEOUT,
  })
  /** The clients of connections that are about to, by the connection's other end. */
  const beginning = new Map<string, string>()
  front.on('connection', (socket: Socket) => {
    const end = otherEnd(socket)
    const client = networkOf(socket.remoteAddress ?? '')
    const ofClient = [...beginning.values()].filter((other) => other === client)
    if (beginning.size >= HANDSHAKES || ofClient.length >= HANDSHAKES_PER_CLIENT) {
      socket.destroy()
      return
    }
    beginning.set(end, client)
    socket.once('close', () => beginning.delete(end))
  })
  front.on('secureConnection', (socket) => {
    beginning.delete(otherEnd(socket))
    http.server.emit('connection', socket)
  })
  // A scanner, or a phone that doesn't trust the certificate.
  front.on('tlsClientError', (_error, socket) => socket.destroy())
  front.listen(port, host)
  await once(front, 'listening')
  return {
    use: (pem) => front.setSecureContext({ cert: pem, key: pem, ...TLS_OPTIONS }),
    async close() {
      front.close()
      await once(front, 'close')
    },
  }
}

const otherEnd = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`
