import type { Registry } from 'prom-client'

/** What the server counts. No label ever holds anything about a person, or the text of a request. */
export type ServerMetrics = Awaited<ReturnType<typeof createMetrics>>

/** The state of a pool of connections, as the driver reports it. */
export type PoolState = { total: number; idle: number; waiting: number }

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60]
const QUERY_SECONDS = [0.0005, 0.001, 0.005, 0.02, 0.1, 0.5, 2]

/** Made only if somebody asks for metrics; other servers don't load its library. */
export async function createMetrics(version: string) {
  const { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } = await import('prom-client')
  const registry: Registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]

  const build = new Gauge({
    name: 'vestry_build_info',
    help: 'Always 1; its label names the version.',
    labelNames: ['version'],
    registers,
  })
  build.set({ version }, 1)
  const requests = new Counter({
    name: 'vestry_requests_total',
    help: 'Requests answered or cut off, by what was asked for.',
    labelNames: ['surface', 'route', 'method', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'vestry_request_duration_seconds',
    help: 'From when the head of a request has come until its answer is sent or cut off.',
    labelNames: ['surface', 'route'],
    buckets: SECONDS,
    registers,
  })
  const inFlight = new Gauge({
    name: 'vestry_requests_in_flight',
    help: 'Requests that are being answered.',
    labelNames: ['surface'],
    registers,
  })
  const errors = new Counter({
    name: 'vestry_errors_total',
    help: 'Refusals and failures, by the code they are answered with.',
    labelNames: ['surface', 'code'],
    registers,
  })
  const bytes = new Counter({
    name: 'vestry_storage_bytes_total',
    help: 'Bytes of the store, in and out.',
    labelNames: ['direction'],
    registers,
  })
  const queries = new Histogram({
    name: 'vestry_database_query_duration_seconds',
    help: 'Time of a statement, the wait for its connection left out.',
    buckets: QUERY_SECONDS,
    registers,
  })
  const signIns = new Counter({
    name: 'vestry_sign_ins_total',
    help: 'Sign-ins begun, succeeded, refused for a wrong proof, and put off for too many attempts.',
    labelNames: ['outcome'],
    registers,
  })
  const emails = new Counter({
    name: 'vestry_letters_total',
    help: 'Emails and text messages, sent or failed.',
    labelNames: ['channel', 'outcome'],
    registers,
  })
  for (const outcome of ['begun', 'succeeded', 'refused', 'throttled']) {
    signIns.inc({ outcome }, 0)
  }
  // Prometheus sees a rise only after an earlier number, so what alerts watch is there from the start.
  for (const channel of ['mail', 'text']) {
    emails.inc({ channel, outcome: 'failed' }, 0)
  }
  errors.inc({ surface: 'storage', code: 'InsufficientCapacity' }, 0)

  return {
    registry,
    requests,
    durations,
    inFlight,
    errors,
    bytes,
    query: (milliseconds: number) => queries.observe(milliseconds / 1000),
    signIn: (outcome: 'begun' | 'succeeded' | 'refused' | 'throttled') => signIns.inc({ outcome }),
    /** The newest copy is looked up each time, because another process may have made it. */
    watchCopies(newest: () => Promise<number | undefined>, every: number) {
      new Gauge({
        name: 'vestry_backup_last_success_timestamp_seconds',
        help: 'When the newest copy in VESTRY_BACKUP_FOLDER was made; 0 before the first.',
        registers,
        async collect() {
          this.set(((await newest()) ?? 0) / 1000)
        },
      })
      const interval = new Gauge({
        name: 'vestry_backup_interval_seconds',
        help: 'What VESTRY_BACKUP_EVERY puts between two copies.',
        registers,
      })
      interval.set(every / 1000)
    },
    /** Wraps a way to send emails, and counts what it sends. */
    countSent<Sent>(channel: 'mail' | 'text', send: (message: Sent) => Promise<void>) {
      return async (message: Sent) => {
        try {
          await send(message)
          emails.inc({ channel, outcome: 'sent' })
        } catch (error) {
          emails.inc({ channel, outcome: 'failed' })
          throw error
        }
      }
    },
    watchPool(read: () => PoolState) {
      const pool = new Gauge({
        name: 'vestry_database_connections',
        help: 'Connections of the pool, and who waits for one.',
        labelNames: ['state'],
        registers,
        collect() {
          for (const [state, count] of Object.entries(read())) {
            pool.set({ state }, count)
          }
        },
      })
    },
  }
}
