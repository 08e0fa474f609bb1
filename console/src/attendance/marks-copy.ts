import { openDeviceDatabase } from '../api/offline/device-database.ts'
import { entriesOf, placesOf } from './mark-places.ts'

/** A person's marks as the local storage has them; `changed`: the number of the change after which it was made. */
type Copy = { changed: number; entries: [name: string, value: string][] }

const COPY = 'copy'
const database = openDeviceDatabase('vestry.marks')
const waiting = new Set<string>()
const restored = new Map<string, Promise<void>>()

/** Has a person's marks copied to the disk, which browsers do with the local storage up to a minute later. */
export function copyMarks(storage: Storage, sub: string): void {
  try {
    storage.setItem(changedName(sub), String(Math.max(Date.now(), changedIn(storage, sub) + 1)))
  } catch {
    // What has no room for that is kept as long as the browser lives.
  }
  // The next change copies again.
  writeCopy(storage, sub).catch(() => undefined)
}

/** Brings back what the browser had not written to the disk when it died; once for each page and person. */
export function restoreMarks(storage: Storage, sub: string): Promise<void> {
  // Where a database can't be read, what the local storage has is all there is.
  const restoring = restored.get(sub) ?? restore(storage, sub).catch(() => undefined)
  restored.set(sub, restoring)
  return restoring
}

async function restore(storage: Storage, sub: string): Promise<void> {
  const isOld = await alone(sub, async () => {
    const [kept] = await database.list(sub)
    const { changed, entries } = (kept?.value ?? { changed: 0, entries: [] }) as Copy
    if (changed > changedIn(storage, sub)) {
      const lost = new Map(entries)
      for (const name of marksIn(storage, sub).filter((name) => !lost.has(name))) {
        storage.removeItem(name)
      }
      for (const [name, value] of lost) {
        storage.setItem(name, value)
      }
      storage.setItem(changedName(sub), String(changed))
    }
    return changed < changedIn(storage, sub)
  })
  if (isOld) {
    await writeCopy(storage, sub)
  }
}

/** Changes that come while one copy is written go into the next. */
async function writeCopy(storage: Storage, sub: string): Promise<void> {
  if (waiting.has(sub)) {
    return
  }
  waiting.add(sub)
  await alone(sub, async () => {
    waiting.delete(sub)
    const entries = marksIn(storage, sub).map((name) => [name, storage.getItem(name) ?? ''])
    await database.put(sub, COPY, { changed: changedIn(storage, sub), entries }, Date.now())
  })
}

/** One tab at a time, so that no copy is written over a newer one. */
async function alone<Result>(sub: string, work: () => Promise<Result>): Promise<Result> {
  return await navigator.locks.request(`vestry.copy.${sub}`, work)
}

function marksIn(storage: Storage, sub: string): string[] {
  return placesOf(storage, sub).flatMap(({ name }) => entriesOf(storage, name))
}

const changedName = (sub: string) => `vestry.changed.${sub}`

function changedIn(storage: Storage, sub: string): number {
  return Number(storage.getItem(changedName(sub)) ?? 0)
}
