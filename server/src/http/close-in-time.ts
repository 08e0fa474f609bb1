import type { FastifyInstance } from 'fastify'

/**
 * Takes no new request, lets those in flight finish, and after `milliseconds` cuts off what is left and waits no
 * longer, such as for a mail server that says nothing.
 */
export async function closeInTime(http: FastifyInstance, milliseconds: number) {
  let cut: NodeJS.Timeout | undefined
  const deadline = new Promise<void>((resolve) => {
    cut = setTimeout(() => {
      http.server.closeAllConnections()
      setImmediate(resolve)
    }, milliseconds)
  })
  try {
    await Promise.race([http.close(), deadline])
  } finally {
    clearTimeout(cut)
  }
}
