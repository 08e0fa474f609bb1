import type { FastifyInstance } from 'fastify'
import type { RequestContext } from './action.ts'

/** Runs work after the response has gone out, and waits for it before the server closes. */
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
