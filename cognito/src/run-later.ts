import type { FastifyInstance } from 'fastify'
import type { RequestContext } from './action.ts'

/** Runs work after the answer, and lets it end before the server closes. */
export function openLater(app: FastifyInstance): RequestContext['later'] {
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
