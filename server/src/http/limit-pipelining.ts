import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * How many requests a connection may pipeline, that is, send before their responses. Browsers and SDKs pipeline none.
 */
const MAX_PIPELINED = 32

type Exchange = [request: IncomingMessage, response: ServerResponse]

/**
 * Handles the pipelined requests of a connection one at a time and in order, and closes a connection that sends too
 * many of them. `begin` is called with each request before it is handled, and refuses it with `false`.
 */
export function limitPipelining(
  server: Server,
  begin: (request: IncomingMessage, response: ServerResponse) => boolean,
) {
  const waiting = new WeakMap<Socket, Exchange[]>()
  // The framework listens from the start, and offers no way to come before it.
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

  /**
   * Waits until everything that was read at once is parsed: with bodies, Node answers in between, and other clients get
   * no turn.
   */
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
  // Otherwise Node would answer this by itself, out of order and without a limit.
  server.on('checkExpectation', receive)
}

/** After the socket is gone, Node would still parse what it has read, perhaps thousands of requests. */
function stopReading(socket: Socket & { parser?: { remove(): void } | null }) {
  socket.parser?.remove()
}
