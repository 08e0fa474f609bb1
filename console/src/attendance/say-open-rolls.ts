import type { CallInput } from '@vestry/contract/calls/api.ts'
import { listKeptWork } from '../api/offline/kept-work.ts'
import { placesAmong, placesOf } from './mark-places.ts'

/** The server is told this often that a roll is still open, in ms: it takes two minutes of silence for a lost phone. */
const SAID_EVERY = 60_000

type Said = CallInput<'PUT /attendance/open-rolls'>['body'] & { at: number }

/**
 * The classes of which this browser has the roll open, if somebody looks at it, and those of which it has not sent
 * everything. Every open screen holds the lock of its place.
 */
export async function findOpenRolls(
  { storage, locks }: { storage: Storage; locks: Pick<LockManager, 'query'> },
  sub: string,
  looking: boolean,
): Promise<number[]> {
  const { held = [] } = looking ? await locks.query() : {}
  const screens = placesAmong(
    held.map(({ name = '' }) => name),
    sub,
  )
  const written = await listKeptWork(sub).catch(() => [])
  const ids = [...screens, ...placesOf(storage, sub)].map(({ classId }) => classId)
  const ofWork = written.map(({ operation }) => ('class_id' in operation ? operation.class_id : undefined))
  return [...new Set([...ids, ...ofWork])].filter((id) => id !== undefined).sort((a, b) => a - b)
}

/**
 * Tells the server which rolls this browser has open, when they are others than it was told last, by whichever tab, and
 * then every minute for as long as there are any. The call begins before this returns: the page may be closing.
 */
export async function sayOpenRolls(
  storage: Storage,
  sub: string,
  class_ids: number[],
  { now, call }: { now: number; call: (body: Omit<Said, 'at'>) => Promise<unknown> },
): Promise<void> {
  const key = `vestry.open-rolls.${sub}`
  const said = readSaid(storage.getItem(key))
  if (said === undefined && class_ids.length === 0) {
    return
  }
  const same = said?.class_ids.join() === class_ids.join()
  if (same && Math.abs(now - said.at) < SAID_EVERY) {
    return
  }
  const body = { device: said?.device ?? crypto.randomUUID(), class_ids }
  const text = JSON.stringify({ ...body, at: now })
  // What may have reached the server is known here, however the call ends.
  storage.setItem(key, text)
  await call(body)
  if (class_ids.length === 0 && storage.getItem(key) === text) {
    storage.removeItem(key)
  }
}

function readSaid(text: string | null): Said | undefined {
  try {
    return (JSON.parse(text ?? 'null') as Said | null) ?? undefined
  } catch {
    return undefined
  }
}
