import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { enrolAll, holdClass, newChild } from '../../../../server/src/testing/hold-classes.ts'
import { ADA, startTestServer, type TestServer } from '../../../../server/src/testing/start-test-server.ts'
import { createTestClock } from '../../../../server/src/testing/test-clock.ts'
import { signInAt } from '../testing-sign-in.ts'
import { readNews } from './read-news.ts'
import { type SharedNews, shareNews } from './share-news.ts'
import { followRoll, forgetNews, onNews, toldRevision } from './told-news.ts'

/** Node's own locks, which are those of a browser. */
const { locks } = navigator
const WAIT = { timeout: 30_000 }

let server: TestServer
let leave: () => Promise<void>
const left: (() => void)[] = []

beforeAll(async () => {
  server = await startTestServer({ clock: createTestClock(Date.now()) })
  leave = await signInAt(await server.app.http.listen({ port: 0, host: '127.0.0.1' }), ADA)
})
afterEach(() => {
  for (const go of left.splice(0)) {
    go()
  }
  forgetNews()
})
afterAll(async () => {
  await leave()
  // Node's client keeps connections that have asked nothing yet, which a stop would wait for.
  server.app.http.server.closeAllConnections()
  await server.destroy()
})

type Stream = { classes: readonly number[]; cut: () => void; open: boolean }

/** Tabs of one person in one browser, with the streams that they open; all have the same memory here. */
function openBrowser(random = () => 0) {
  const person = crypto.randomUUID()
  const streams: Stream[] = []
  let line: 'up' | 'down' = 'up'
  async function* read(classes: readonly number[], signal: AbortSignal) {
    if (line === 'down') {
      throw new Error('no line')
    }
    const cutting = new AbortController()
    const stream = { classes, cut: () => cutting.abort(), open: true }
    streams.push(stream)
    try {
      yield* readNews(classes, AbortSignal.any([signal, cutting.signal]))
    } finally {
      stream.open = false
    }
  }
  return {
    streams,
    openStreams: () => streams.filter(({ open }) => open).length,
    turn(next: typeof line) {
      line = next
    },
    openTab(): SharedNews {
      const tab = shareNews({ person, read, locks, random })
      left.push(tab.stop)
      tab.look(true)
      return tab
    },
  }
}

/** A class of Ada's with one child, and the revision of its roll. */
async function newClass() {
  const { id, series_id } = await holdClass(server)
  const attendee_id = await newChild(server)
  await enrolAll(server, series_id, [attendee_id])
  return {
    id,
    revision: async () =>
      (await server.ask('GET /attendance/roll-call', { query: { class_id: id } })).revision,
    mark: () =>
      server.ask('PUT /attendance/roll-call', {
        body: { class_id: id, marks: [{ attendee_id, state: 'present', seen: 0 }] },
      }),
  }
}

function follow(class_id: number) {
  const changed = vi.fn()
  left.push(followRoll(class_id, changed))
  return changed
}

test('a roll that is followed is told, and again when it is another', async () => {
  const { id, revision, mark } = await newClass()
  const changed = follow(id)
  openBrowser().openTab()
  await expect.poll(() => toldRevision(id), WAIT).toBe(await revision())
  const before = changed.mock.calls.length
  await mark()
  await expect.poll(() => changed.mock.calls.length, WAIT).toBe(before + 1)
  expect(toldRevision(id)).toBe(await revision())
})

test('all tabs of a browser have one stream, which the next one takes over', async () => {
  const browser = openBrowser()
  const { id } = await newClass()
  follow(id)
  const [first] = [browser.openTab(), browser.openTab(), browser.openTab()]
  await expect.poll(() => toldRevision(id), WAIT).toBeDefined()
  expect(browser.streams).toHaveLength(1)
  first.stop()
  await expect.poll(() => browser.streams.length, WAIT).toBe(2)
  await expect.poll(browser.openStreams, WAIT).toBe(1)
  await expect.poll(() => toldRevision(id), WAIT).toBeDefined()
})

test('a page that is not looked at leaves the stream to one that is, or to none', async () => {
  const browser = openBrowser()
  const { id } = await newClass()
  follow(id)
  const [first, second] = [browser.openTab(), browser.openTab()]
  await expect.poll(() => toldRevision(id), WAIT).toBeDefined()
  first.look(false)
  await expect.poll(() => browser.streams.length, WAIT).toBe(2)
  await expect.poll(() => toldRevision(id), WAIT).toBeDefined()
  second.look(false)
  await expect.poll(browser.openStreams, WAIT).toBe(0)
  expect(toldRevision(id)).toBeUndefined()
  first.look(true)
  await expect.poll(() => toldRevision(id), WAIT).toBeDefined()
})

test('the stream is opened anew for a roll that it lacks, and goes on without one that is refused', async () => {
  const browser = openBrowser()
  const [one, two] = [await newClass(), await newClass()]
  follow(one.id)
  browser.openTab()
  await expect.poll(() => toldRevision(one.id), WAIT).toBeDefined()
  follow(two.id)
  await expect.poll(() => toldRevision(two.id), WAIT).toBeDefined()
  expect(browser.streams.map(({ classes }) => classes)).toEqual([[one.id], [one.id, two.id]])
  const stop = followRoll(two.id + 1_000_000, () => undefined)
  await expect.poll(() => browser.streams.at(-1)?.classes, WAIT).toEqual([])
  await expect.poll(() => toldRevision(one.id), WAIT).toBeUndefined()
  stop()
  await expect.poll(() => toldRevision(one.id), WAIT).toBeDefined()
  expect(browser.streams.at(-1)?.classes).toEqual([one.id, two.id])
})

test('nothing counts as told while the stream is cut, and what happened then is told when it is back', async () => {
  const browser = openBrowser()
  const { id, revision, mark } = await newClass()
  follow(id)
  browser.openTab()
  await expect.poll(() => toldRevision(id), WAIT).toBeDefined()
  const changed: string[] = []
  left.push(onNews((topics) => changed.push(...topics)))
  browser.turn('down')
  browser.streams.at(-1)?.cut()
  await expect.poll(() => toldRevision(id), WAIT).toBeUndefined()
  await mark()
  browser.turn('up')
  await expect.poll(() => toldRevision(id), WAIT).toBe(await revision())
  expect(changed).toContain('sunday_school')
  expect(changed).not.toContain('preaching')
})

test('a lost stream is tried at once when the page is looked at again', async () => {
  // Without that, the next try would be in an hour.
  const browser = openBrowser(() => 3600)
  const { id } = await newClass()
  follow(id)
  const tab = browser.openTab()
  await expect.poll(() => toldRevision(id), WAIT).toBeDefined()
  browser.streams.at(-1)?.cut()
  await expect.poll(() => toldRevision(id), WAIT).toBeUndefined()
  tab.look(true)
  await expect.poll(() => toldRevision(id), WAIT).toBeDefined()
})

test('of another person nothing is heard, and nothing more once one has left', async () => {
  const [mine, theirs] = [openBrowser(), openBrowser()]
  const tab = mine.openTab()
  const { id } = await newClass()
  follow(id)
  await expect.poll(() => toldRevision(id), WAIT).toBeDefined()
  tab.stop()
  forgetNews()
  await expect.poll(mine.openStreams, WAIT).toBe(0)
  expect(toldRevision(id)).toBeUndefined()
  expect(theirs.streams).toEqual([])
})
