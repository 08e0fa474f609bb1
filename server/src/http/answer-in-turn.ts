import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Requests that a connection may send ahead of their answers. Browsers and SDKs send none. */
const MAX_AHEAD = 32

type Exchange = [request: IncomingMessage, response: ServerResponse]

/**
 * Answers the requests of a connection one after the other, in their order, and cuts off whoever sends too many ahead
 * of their answers: nobody gets more than their turn, and little is kept of what waits. `begin` hears of each request
 * when its turn has come, and refuses it with `false`.
 */
export function answerInTurn(
  server: Server,
  begin: (request: IncomingMessage, response: ServerResponse) => boolean,
) {
  const waiting = new WeakMap<Socket, Exchange[]>()
  // The framework listens from the beginning, and has no place to come before it.
  const answers = server.listeners('request') as RequestListener[]
  server.removeAllListeners('request')

  function take([request, response]: Exchange) {
    const { socket } = request
    response.once('close', () => {
      const next = waiting.get(socket)?.shift()
      if (next === undefined) {
        waiting.delete(socket)
      } else if (!socket.writableEnded && !socket.destroyed) {
        take(next)
      }
    })
    if (begin(request, response)) {
      for (const answer of answers) {
        answer(request, response)
      }
    }
  }

  server.on('request', (request, response) => {
    const { socket } = request
    const queue = waiting.get(socket)
    if (socket.destroyed) {
      return
    }
    if (queue === undefined) {
      waiting.set(socket, [])
      take([request, response])
    } else if (queue.length < MAX_AHEAD) {
      queue.push([request, response])
    } else {
      queue.length = 0
      socket.destroy()
    }
  })
}
