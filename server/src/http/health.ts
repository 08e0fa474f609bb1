import type { FastifyInstance } from 'fastify'

/** Probes ask every few seconds; a part that takes longer than this to answer is not ready. */
const PATIENCE = 2_000

type Check = () => Promise<unknown>
type State = 'ready' | 'not ready'

/**
 * `/healthz` answers while the process is alive; `/readyz` only while each check passes in time and the server isn't
 * stopping, so that a load balancer sends nobody here in vain. It names the parts that aren't ready, and nothing else.
 */
export function answerHealth(http: FastifyInstance, checks: Record<string, Check>, patience = PATIENCE) {
  let stopping = false
  http.addHook('preClose', async () => {
    stopping = true
  })
  http.get('/healthz', async () => ({ status: 'alive' }))

  const contexts = Object.entries(checks).map(([name, check]) => ({ name, ask: oneAtATime(check) }))
  http.get('/readyz', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    if (stopping) {
      return reply.code(503).send({ status: 'stopping' })
    }
    const parts: Record<string, State> = {}
    await Promise.all(
      contexts.map(async ({ name, ask }) => {
        try {
          await withTimeout(ask(), patience)
          parts[name] = 'ready'
        } catch (error) {
          parts[name] = 'not ready'
          request.log.error({ err: error }, `${name} is not ready`)
        }
      }),
    )
    const ready = Object.values(parts).every((state) => state === 'ready')
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', parts })
  })
}

/** A part that hangs is asked once, however many probes ask. */
function oneAtATime(check: Check): Check {
  let running: Promise<unknown> | undefined
  return () => {
    running ??= check().finally(() => {
      running = undefined
    })
    return running
  }
}

async function withTimeout(work: Promise<unknown>, patience: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('It does not answer in time.')), patience)
  })
  try {
    await Promise.race([work, tooLong])
  } finally {
    clearTimeout(timer)
  }
}
