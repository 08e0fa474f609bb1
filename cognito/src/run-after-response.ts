import type { FastifyInstance } from 'fastify'
import type { RequestContext } from './action.ts'

/**
 * Runs work once the current turn of the event loop is over, so that no response waits for it, though it may begin
 * before the response has gone out. The server waits for it before it closes.
 */
export function createRunAfterResponse(app: FastifyInstance): RequestContext['later'] {
  const running = new Set<Promise<void>>()
  app.addHook('onClose', async () => {
    await Promise.all(running)
  })
  return (what, work) => {
    const run = new Promise<void>((resolve) => setImmediate(resolve))
      .then(work)
      .catch((error: unknown) => app.log.error({ err: error }, what))
      .finally(() => running.delete(run))
    running.add(run)
  }
}
