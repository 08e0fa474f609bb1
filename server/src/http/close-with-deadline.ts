import type { FastifyInstance } from 'fastify'

/**
 * Accepts no new requests, lets those in flight finish, and after `milliseconds` cuts off what is left. It waits no
 * longer than that, for example for a mail server that says nothing. `closeFront` closes what hands it connections.
 */
export async function closeWithDeadline(
  http: FastifyInstance,
  milliseconds: number,
  closeFront: () => Promise<unknown> = async () => undefined,
) {
  let cut: NodeJS.Timeout | undefined
  const deadline = new Promise<void>((resolve) => {
    cut = setTimeout(() => {
      http.server.closeAllConnections()
      setImmediate(resolve)
    }, milliseconds)
  })
  // If a response had begun before, its client could keep the connection open for as long as it likes.
  const idle = setInterval(() => {
    if (!http.server.listening) {
      http.server.closeIdleConnections()
    }
  }, 50)
  try {
    await Promise.race([Promise.all([http.close(), closeFront()]), deadline])
  } finally {
    clearTimeout(cut)
    clearInterval(idle)
  }
}
