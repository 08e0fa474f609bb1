import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { APPLICATION } from './database.ts'
import { WRITES_CHANNEL } from './writes.ts'

const RECONNECT_AFTER = 1000

/**
 * Listens on a connection of its own for the writes of all processes, until the returned function is called. A
 * connection that is lost is made again, and what was written meanwhile counts as one write.
 */
export function listenToPostgres(connectionString: string, onWrite: () => void): () => void {
  const stopping = new AbortController()
  void listen(connectionString, onWrite, stopping.signal)
  return () => stopping.abort()
}

async function listen(connectionString: string, onWrite: () => void, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const client = new pg.Client({
      connectionString,
      application_name: APPLICATION,
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    })
    const lost = Promise.withResolvers<void>()
    const leave = () => lost.resolve()
    client.on('error', leave)
    client.on('end', leave)
    client.on('notification', onWrite)
    signal.addEventListener('abort', leave)
    try {
      await client.connect()
      await client.query(`listen ${WRITES_CHANNEL}`)
      onWrite()
      await lost.promise
    } catch {
      // The calls that need the database say why it is away.
    }
    signal.removeEventListener('abort', leave)
    client.end().catch(() => undefined)
    await pause(RECONNECT_AFTER, undefined, { signal, ref: false }).catch(() => undefined)
  }
}
