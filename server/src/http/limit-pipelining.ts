import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Pipelined requests that a connection may send before their responses. Browsers and SDKs send none. */
const MAX_PIPELINED = 32

type Exchange = [request: IncomingMessage, response: ServerResponse]

/**
 * Handles the pipelined requests of a connection one at a time, in their order, and closes a connection that sends too
 * many of them. `begin` is called with each request before it is handled, and refuses it with `false`.
 */
export function limitPipelining(
  server: Server,
  begin: (request: IncomingMessage, response: ServerResponse) => boolean,
) {
  const waiting = new WeakMap<Socket, Exchange[]>()
  // The framework listens from the beginning, and has no place to come before it.
  const answers = server.listeners('request') as RequestListener[]
  server.removeAllListeners('request')

  function take([request, response]: Exchange) {
    const { socket } = request
    response.once('close', () => setImmediate(takeNext, socket))
    if (begin(request, response)) {
      for (const answer of answers) {
        answer(request, response)
      }
    }
  }

  /** Not before all that was read at once is parsed: with bodies, Node answers in between, and nobody else has a turn. */
  function takeNext(socket: Socket) {
    const next = waiting.get(socket)?.shift()
    if (next === undefined) {
      waiting.delete(socket)
    } else if (!socket.writableEnded && !socket.destroyed) {
      take(next)
    }
  }

  function receive(request: IncomingMessage, response: ServerResponse) {
    const { socket } = request
    const queue = waiting.get(socket)
    if (socket.destroyed) {
      stopReading(socket)
      return
    }
    if (queue === undefined) {
      waiting.set(socket, [])
      take([request, response])
    } else if (queue.length < MAX_PIPELINED) {
      queue.push([request, response])
    } else {
      queue.length = 0
      socket.destroy()
      stopReading(socket)
    }
  }

  server.on('request', receive)
  // What Node would otherwise answer by itself, out of turn and without a limit.
  server.on('checkExpectation', receive)
}

/** Node would go on to parse what it has read when the socket is gone: thousands of requests, even. */
function stopReading(socket: Socket & { parser?: { remove(): void } | null }) {
  socket.parser?.remove()
}
