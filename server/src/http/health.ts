import type { FastifyInstance } from 'fastify'

/**
 * `/healthz` answers while the process is alive; `/readyz` only while each check passes and the server isn't
 * closing, so that a load balancer sends nobody here in vain.
 */
export function answerHealth(http: FastifyInstance, checks: Record<string, () => Promise<unknown>>) {
  let closing = false
  http.addHook('preClose', async () => {
    closing = true
  })
  http.get('/healthz', async () => ({ status: 'alive' }))
  http.get('/readyz', async (request, reply) => {
    if (closing) {
      return reply.code(503).send({ status: 'closing' })
    }
    for (const [name, check] of Object.entries(checks)) {
      try {
        await check()
      } catch (error) {
        request.log.error({ err: error }, `${name} is not ready`)
        return reply.code(503).send({ status: 'not ready', part: name })
      }
    }
    return { status: 'ready' }
  })
}
