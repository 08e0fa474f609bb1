import { lateCode } from '../ui/late-code.tsx'
import type { MarksPlace, Pending } from './kept-marks.ts'
import { entriesOf, FORMER, placeNames, placeOf } from './mark-places.ts'
import { unsavedCount } from './roll-marks.ts'

/** What keeps marks: it comes when a roll is opened. */
export const keptMarks = lateCode(() => import('./kept-marks.ts'))

/** The person whose marks they are; not their address, which may change and become somebody else's. */
export type Marker = { sub: string; email: string }

/**
 * Where the unsaved marks of one person in one class are kept, encrypted, so that they survive a reload. Every open screen
 * has a place of its own and holds its lock, so that no screen clears what another one has kept.
 */
export function pendingMarks(
  storage: Storage,
  locks: Pick<LockManager, 'request'>,
  { sub, email }: Marker,
  classId: number,
  loadPlaces: () => Promise<
    Pick<typeof import('./kept-marks.ts'), 'openPlace' | 'readPlace' | 'removePlace'>
  > = keptMarks.insist,
) {
  const device = crypto.randomUUID()
  const own = placeOf(classId, sub, device)
  /** How the names of this person's places begin; in those of former versions it was the address once. */
  const starts = [placeOf(classId, sub, ''), `${FORMER}${classId}.${sub}/`, `${FORMER}${classId}.${email}/`]
  let place: MarksPlace | undefined
  /** Whether something of this screen is kept there, unless another screen has taken it over. */
  let kept = false
  let closed = false
  return {
    /** The device under which this screen sends its operations. */
    device,
    /** Has marks kept from then on. The key is asked for anew, which may have been thrown away with what it protected. */
    async unlock(): Promise<void> {
      place = undefined
      const { openPlace } = await loadPlaces()
      place = await openPlace(storage, own, sub)
    },
    /**
     * Returns whether they are kept: where the storage is full, or there is no key yet, they are as safe as the open page.
     * `isGone`: all that was kept here was thrown away, by nobody who could have taken it over.
     */
    write(marks: Pending, isGone = false): boolean {
      try {
        if (!isGone && closed && kept && entriesOf(storage, own).length === 0) {
          return true
        }
        kept = unsavedCount(marks) > 0
        return place?.write(marks) ?? !kept
      } catch {
        return false
      }
    },
    /**
     * Holds the screen's own place until the returned function is called, and takes over what was left in others'
     * places once they are free. `changed` is called when marks can be kept, and when there is one place less.
     */
    open(take: (left: Pending) => Promise<void>, changed: () => void = () => undefined): () => void {
      closed = false
      const closing = new AbortController()
      const { signal } = closing
      const lock = (name: string, work: () => Promise<void>) => {
        // The request is aborted when the screen is closed.
        locks.request(name, { signal }, work).catch(() => undefined)
      }
      lock(own, () => new Promise((resolve) => signal.addEventListener('abort', () => resolve())))
      const takeOthers = async () => {
        await this.unlock()
        changed()
        const { readPlace, removePlace } = await loadPlaces()
        for (const name of placeNames(storage)) {
          if (name !== own && starts.some((start) => name.startsWith(start))) {
            lock(name, async () => {
              await take(await readPlace(storage, name, sub))
              removePlace(storage, name, sub)
              changed()
            })
          }
        }
      }
      takeOthers().catch(() => undefined)
      return () => {
        closed = true
        closing.abort()
      }
    },
  }
}
export type PendingMarks = ReturnType<typeof pendingMarks>
