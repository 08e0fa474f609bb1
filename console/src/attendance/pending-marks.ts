import { ROLL_STATES } from '@vestry/contract/sunday-school/sunday-school-rules.ts'
import type { Marks, UnsavedMark, UnsavedMarks } from './roll-marks.ts'

const GREATEST = 2 ** 31 - 1

/** The person whose marks they are; not their address, which may change and become somebody else's. */
export type Marker = { sub: string; email: string }

type Pending = Pick<Marks, 'sent' | 'waiting'>

/**
 * Where the unsaved marks of one person in one class are kept, so that they survive a reload. Every open screen has a
 * place of its own and holds its lock, so that no screen clears what another one has kept.
 */
export function pendingMarks(
  storage: Storage,
  locks: Pick<LockManager, 'request'>,
  { sub, email }: Marker,
  classId: number,
) {
  const places = `vestry.roll.${classId}.${sub}/`
  const device = crypto.randomUUID()
  const own = `${places}${device}`
  /** Where the version before this one kept them. */
  const formerPlaces = `vestry.roll.${classId}.${email}/`
  /** Whether something of this screen is kept there, unless another screen has taken it over. */
  let kept = false
  let closed = false
  return {
    /** The device under which this screen sends its operations. */
    device,
    /**
     * Returns whether they are kept: where the storage is full, they are as safe as the open page. `isGone`: all that was
     * kept here was thrown away, by nobody who could have taken it over.
     */
    write({ sent, waiting }: Pending, isGone = false): boolean {
      try {
        if (!isGone && closed && kept && storage.getItem(own) === null) {
          return true
        }
        kept = sent.size + waiting.size > 0
        writePlace(storage, own, { sent, waiting })
        return true
      } catch {
        return false
      }
    },
    /**
     * Holds the screen's own place until the returned function is called, and takes over what was left in others'
     * places once they are free. `taken` is called when there is one place less.
     */
    open(take: (left: Pending) => Promise<void>, taken: () => void = () => undefined): () => void {
      closed = false
      const closing = new AbortController()
      const { signal } = closing
      const lock = (place: string, work: () => Promise<void>) => {
        // The request is aborted when the screen is closed.
        locks.request(place, { signal }, work).catch(() => undefined)
      }
      lock(own, () => new Promise((resolve) => signal.addEventListener('abort', () => resolve())))
      for (const place of namesIn(storage)) {
        if ((place.startsWith(places) && place !== own) || place.startsWith(formerPlaces)) {
          lock(place, async () => {
            await take(readPlace(storage, place))
            storage.removeItem(place)
            taken()
          })
        }
      }
      return () => {
        closed = true
        closing.abort()
      }
    },
  }
}
export type PendingMarks = ReturnType<typeof pendingMarks>

/** A place in which a screen has kept marks of a class. */
export type Place = { name: string; classId: number }

/** The places of a person's unsaved marks on this device, whether their screens are open or not. */
export function placesOf(storage: Storage, sub: string): Place[] {
  return placesAmong(namesIn(storage), sub)
}

/** Those of these names that are a person's places. */
export function placesAmong(names: readonly string[], sub: string): Place[] {
  return names.flatMap((name) => {
    const [, classId, owner] = /^vestry\.roll\.(\d+)\.(.+)\/[^/]*$/.exec(name) ?? []
    return owner === sub ? [{ name, classId: Number(classId) }] : []
  })
}

/** Keeps these marks in a place; without any, there is no such place any more. */
export function writePlace(storage: Storage, place: string, { sent, waiting }: Pending): void {
  if (sent.size + waiting.size === 0) {
    storage.removeItem(place)
  } else {
    storage.setItem(place, JSON.stringify({ sent: [...sent], waiting: [...waiting] }))
  }
}

function namesIn(storage: Storage): string[] {
  return Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '')
}

export function readPlace(storage: Storage, place: string): Pending {
  try {
    const pending = JSON.parse(storage.getItem(place) ?? '{}') as Record<string, unknown>
    return { sent: readMarks(pending.sent), waiting: readMarks(pending.waiting) }
  } catch {
    return { sent: new Map(), waiting: new Map() }
  }
}

function readMarks(value: unknown): UnsavedMarks {
  const marks = new Map<number, UnsavedMark>()
  for (const entry of Array.isArray(value) ? value : []) {
    const [id, unsaved] = Array.isArray(entry) ? entry : []
    const { state, seen, at, made, as } = (unsaved ?? {}) as UnsavedMark
    if (isNumber(id, 1) && ROLL_STATES.includes(state) && isNumber(seen, 0)) {
      marks.set(id, {
        ...{ state, seen },
        ...(typeof at === 'string' && { at }),
        ...(isNumber(made, 0, Number.MAX_SAFE_INTEGER) && { made }),
        ...(isNumber(as?.number, 1) && typeof as.device === 'string' && { as }),
      })
    }
  }
  return marks
}

/** Whether the server can have such a number. */
function isNumber(value: unknown, least: number, greatest = GREATEST): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= greatest
}
