import type { FastifyInstance } from 'fastify'

/** Takes no new request, lets those in flight finish, and after `milliseconds` cuts off what is left. */
export async function closeInTime(http: FastifyInstance, milliseconds: number) {
  const cut = setTimeout(() => http.server.closeAllConnections(), milliseconds)
  try {
    await http.close()
  } finally {
    clearTimeout(cut)
  }
}
