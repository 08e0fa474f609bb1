import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, expect, test, vi } from 'vitest'
import { namesIn } from './mark-places.ts'
import { createLocks, memory } from './testing-browser.ts'

// A browser that dies loses what it had not written to the disk of the local storage; of a database it loses nothing.

const ADA = 'sub-ada'
const PLACE = `vestry.marks.7.${ADA}/1f0c`
const WAIT = { timeout: 30_000 }
const EMPTY = { sent: new Map(), waiting: new Map() }
const present = (...ids: number[]) => ({
  sent: new Map(),
  waiting: new Map(ids.map((id) => [id, { state: 'present' as const, seen: 0 }])),
})

/** A page of a browser that has started; `storage`: what its local storage had on the disk. */
async function startPage(storage: Storage) {
  vi.resetModules()
  const { openPlace, readPlace, removePlace } = await import('./kept-marks.ts')
  const { openDeviceDatabase } = await import('../api/offline/device-database.ts')
  const copies = openDeviceDatabase('vestry.marks')
  return {
    open: () => openPlace(storage, PLACE, ADA),
    read: () => readPlace(storage, PLACE, ADA),
    remove: () => removePlace(storage, PLACE, ADA),
    /** Resolves once all that is kept is on the disk. */
    async copied() {
      await vi.waitFor(async () => {
        const [copy] = await copies.list(ADA)
        expect(copy?.value).toMatchObject({ changed: changedIn(storage) })
      }, WAIT)
    },
  }
}
const changedIn = (storage: Storage) => Number(storage.getItem(`vestry.changed.${ADA}`))

/** The local storage as the disk has it when the browser dies. */
function onDisk(storage: Storage): Storage {
  return memory(new Map(namesIn(storage).map((name) => [name, storage.getItem(name) ?? ''])))
}

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('navigator', { onLine: true, locks: createLocks() })
})

test('marks that the disk of the local storage has not seen are there when the browser starts again', async () => {
  const storage = memory()
  const page = await startPage(storage)
  const place = await page.open()
  place.write(present(1))
  const disk = onDisk(storage)
  place.write(present(1, 2))
  place.write(present(1, 2, 3))
  await page.copied()
  const next = await startPage(disk)
  await next.open()
  expect(await next.read()).toEqual(present(1, 2, 3))
})

test('a mark that was undone, and one that was discarded, don’t come back from the disk', async () => {
  const storage = memory()
  const page = await startPage(storage)
  const place = await page.open()
  place.write(present(1, 2))
  await page.copied()
  const disk = onDisk(storage)
  place.write(present(1))
  await page.copied()
  const undone = onDisk(disk)
  const second = await startPage(undone)
  await second.open()
  expect(await second.read()).toEqual(present(1))

  page.remove()
  await page.copied()
  const third = await startPage(disk)
  await third.open()
  expect(await third.read()).toEqual(EMPTY)
})

test('a tab that dies before the copy is written has what the local storage has, and copies it then', async () => {
  const storage = memory()
  const page = await startPage(storage)
  const place = await page.open()
  place.write(present(1, 2))
  await page.copied()
  vi.stubGlobal('navigator', { onLine: true, locks: { request: () => new Promise(() => undefined) } })
  place.write(present(1))

  vi.stubGlobal('navigator', { onLine: true, locks: createLocks() })
  const next = await startPage(storage)
  await next.open()
  expect(await next.read()).toEqual(present(1))
  const disk = memory()
  await next.copied()
  const last = await startPage(disk)
  await last.open()
  expect(await last.read()).toEqual(present(1))
})

test('what a browser with its clock a day back has done last stands', async () => {
  const storage = memory()
  const page = await startPage(storage)
  const place = await page.open()
  place.write(present(1))
  await page.copied()
  const disk = onDisk(storage)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 86_400_000 })
  place.write(present(1, 2))
  await page.copied()
  const next = await startPage(disk)
  await next.open()
  vi.useRealTimers()
  expect(await next.read()).toEqual(present(1, 2))
})
