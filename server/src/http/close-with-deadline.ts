import type { FastifyInstance } from 'fastify'

/**
 * Takes no new request, lets those in flight finish, and after `milliseconds` cuts off what is left and waits no
 * longer, such as for a mail server that says nothing.
 */
export async function closeWithDeadline(http: FastifyInstance, milliseconds: number) {
  let cut: NodeJS.Timeout | undefined
  const deadline = new Promise<void>((resolve) => {
    cut = setTimeout(() => {
      http.server.closeAllConnections()
      setImmediate(resolve)
    }, milliseconds)
  })
  // A connection whose answer had begun before may be kept open by its client for as long as that likes.
  const idle = setInterval(() => {
    if (!http.server.listening) {
      http.server.closeIdleConnections()
    }
  }, 50)
  try {
    await Promise.race([http.close(), deadline])
  } finally {
    clearTimeout(cut)
    clearInterval(idle)
  }
}
