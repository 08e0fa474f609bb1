import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { DEFAULT_POSTER_PATH } from '@vestry/contract/sermons/media.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openStoreToRead } from '../../../../server/src/open-store.ts'
import { ADA, startTestServer, type TestServer } from '../../../../server/src/testing/start-test-server.ts'
import { createTestClock } from '../../../../server/src/testing/test-clock.ts'
import { type Fate, openTestPage, type TestPage } from '../../api/testing-page.ts'
import { signInAt } from '../../api/testing-sign-in.ts'
import { deleteStoredFile } from './stored-files.ts'
import { abandonUploads, uploadFile } from './upload-file.ts'

const MEBIBYTE = 1024 * 1024
const FOLDER = 'preaching/2026/'
/** A file with two full parts and a short one. */
const LARGE = randomBytes(18 * MEBIBYTE)
const SMALL = randomBytes(1000)

let server: TestServer
let origin: string
let leave: () => Promise<void>
let reader: Awaited<ReturnType<typeof openStoreToRead>>
let page: TestPage
let names = 0

beforeAll(async () => {
  server = await startTestServer({ clock: createTestClock(Date.now()) })
  origin = await server.app.http.listen({ port: 0, host: '127.0.0.1' })
  leave = await signInAt(origin, ADA)
  reader = await openStoreToRead(server.config, server.clock)
})
beforeEach(() => {
  page = openTestPage(origin)
})
afterAll(async () => {
  await leave()
  await reader.close()
  await server.destroy()
})

/** A name that no other test has. */
const newName = () => {
  names += 1
  return `hope-${names}a.mp3`
}
const sourceOf = (bytes: Buffer, name: string, isOnlyName?: true) => ({
  file: new File([new Uint8Array(bytes)], name, { lastModified: 1 }),
  name,
  contentType: 'audio/mpeg',
  ...(isOnlyName && { isOnlyName }),
})
const upload = (source: ReturnType<typeof sourceOf>, more: Partial<Parameters<typeof uploadFile>[2]> = {}) =>
  uploadFile(source, FOLDER, {
    onProgress: () => undefined,
    signal: new AbortController().signal,
    ...more,
  })
const stored = async (path: string) => await buffer(await server.app.store.read(path))
const paths = async (name: string) => {
  const found: string[] = []
  for await (const { key } of server.app.store.list(`${FOLDER}${name.replace('.mp3', '')}`)) {
    found.push(key.slice(FOLDER.length))
  }
  return found
}
const openUploads = () => reader.unfinished?.().number
const records = () => Object.keys(page.storage)
/** What happens to the first request of a kind; all others are answered. */
const once = (wanted: string, fate: () => Fate | Promise<Fate>) => {
  let isDone = false
  page.line.fateOf = (request) => {
    const isIt = !isDone && request === wanted
    isDone ||= isIt
    return isIt ? fate() : 'answered'
  }
}
/** Somebody else's browser, which stores something at a path. */
const takePath = (name: string) => server.app.store.put(`${FOLDER}${name}`, Buffer.from('theirs'), {})

describe('a small file', () => {
  test('is sent whole, with its type, once the store says that its name is free', async () => {
    const name = newName()
    const told: object[] = []
    const { path } = await upload(sourceOf(SMALL, name), { onProgress: (one) => told.push(one) })
    expect(path).toBe(`${FOLDER}${name}`)
    expect(await stored(path)).toEqual(SMALL)
    expect((await server.app.store.find(path))?.headers['content-type']).toBe('audio/mpeg')
    expect(page.requests).toEqual(['HEAD 404', 'PUT 200'])
    expect(told).toEqual([{ loaded: 1000, total: 1000 }])
    expect(records()).toEqual([])
  })

  test('gets a number where its name is taken, and the other file stays', async () => {
    const name = newName()
    await takePath(name)
    const { path } = await upload(sourceOf(SMALL, name))
    expect(path).toBe(`${FOLDER}${name.replace('.mp3', '-2.mp3')}`)
    expect((await stored(`${FOLDER}${name}`)).toString()).toBe('theirs')
    expect(await stored(path)).toEqual(SMALL)
  })

  test('gets a name that is safe in a path', async () => {
    expect(await upload(sourceOf(SMALL, 'Small talk.mp3'))).toEqual({ path: `${FOLDER}Small-talk.mp3` })
  })

  test('that may have no other name is not stored where that is taken', async () => {
    const name = newName()
    await takePath(name)
    await expect(upload(sourceOf(SMALL, name, true))).rejects.toMatchObject({ code: 'failed' })
    expect(await paths(name)).toEqual([name])
  })

  test('leaves a path to whoever takes it in the last moment', async () => {
    const name = newName()
    once('PUT', async (): Promise<Fate> => {
      await takePath(name)
      return 'answered'
    })
    const { path } = await upload(sourceOf(SMALL, name))
    expect(path).toBe(`${FOLDER}${name.replace('.mp3', '-2.mp3')}`)
    expect((await stored(`${FOLDER}${name}`)).toString()).toBe('theirs')
    expect(await stored(path)).toEqual(SMALL)
  })

  test('is sent again with new credentials when the store says that they have expired', async () => {
    const name = newName()
    const body = '<?xml version="1.0"?><Error><Code>ExpiredToken</Code><Message>Expired</Message></Error>'
    once('PUT', () => new Response(body, { status: 400 }))
    expect(await upload(sourceOf(SMALL, name))).toEqual({ path: `${FOLDER}${name}` })
    expect(page.requests).toEqual(['HEAD 404', 'PUT 400', 'PUT 200'])
    const [first, second, third] = page.accessKeys
    expect(second).toBe(first)
    expect(third).not.toBe(first)
  })

  test('is sent by a laptop that slept meanwhile', async () => {
    const name = newName()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const now = vi.spyOn(performance, 'now')
    try {
      const asleep = Promise.withResolvers<void>()
      once('PUT', () => {
        asleep.resolve()
        return 'hangs'
      })
      const sent = upload(sourceOf(SMALL, name))
      await asleep.promise
      const { now: awake } = Performance.prototype
      now.mockImplementation(() => awake.call(performance) + 11 * 60_000)
      await vi.advanceTimersByTimeAsync(60_000)
      expect(page.requests).toEqual(['HEAD 404', 'PUT broken'])
      vi.useRealTimers()
      page.goOnline()
      expect(await sent).toEqual({ path: `${FOLDER}${name}` })
    } finally {
      now.mockRestore()
      vi.useRealTimers()
    }
    expect(await stored(`${FOLDER}${name}`)).toEqual(SMALL)
  })

  test('is not stored twice where the answer was lost', async () => {
    const name = newName()
    once('PUT', () => 'answer lost')
    const { path } = await upload(sourceOf(SMALL, name))
    expect(path).toBe(`${FOLDER}${name}`)
    expect(await stored(path)).toEqual(SMALL)
    expect(await paths(name)).toEqual([name])
    expect(page.requests).toEqual(['HEAD 404', 'PUT broken', 'PUT 412', 'HEAD 200'])
  })

  test('that was cancelled in the moment in which it was stored is removed again', async () => {
    const name = newName()
    const controller = new AbortController()
    once('PUT', async (): Promise<Fate> => {
      setTimeout(() => controller.abort(), 20)
      return 'answer lost'
    })
    const answer = upload(sourceOf(SMALL, name), { signal: controller.signal })
    await expect(answer).rejects.toMatchObject({ code: 'aborted' })
    expect(await paths(name)).toEqual([])
  })
})

describe('a large file', () => {
  test('goes in parts, of which nothing is left over', async () => {
    const name = newName()
    const told: number[] = []
    const { path } = await upload(sourceOf(LARGE, name), { onProgress: ({ loaded }) => told.push(loaded) })
    expect(path).toBe(`${FOLDER}${name}`)
    expect((await stored(path)).equals(LARGE)).toBe(true)
    expect((await server.app.store.find(path))?.headers['content-type']).toBe('audio/mpeg')
    const [head, begin, ...rest] = page.requests
    expect([head, begin, rest.pop()]).toEqual(['HEAD 404', 'POST uploads 200', 'POST upload 200'])
    expect(rest.toSorted()).toEqual(['PUT part 1 200', 'PUT part 2 200', 'PUT part 3 200'])
    expect([told.at(0), told.at(-1)]).toEqual([0, LARGE.length])
    expect(told).toEqual(told.toSorted((one, other) => one - other))
    expect([records(), openUploads()]).toEqual([[], 0])
  })

  /** Sends a file, and leaves the page when everything except the second part is in the store. */
  async function breakOff(name: string) {
    const { requests, line, storage } = page
    line.fateOf = (request) => (request === 'PUT part 2' ? 'hangs' : 'answered')
    void upload(sourceOf(LARGE, name))
    await expect.poll(() => requests).toContain('PUT part 1 200')
    await expect.poll(() => requests).toContain('PUT part 3 200')
    page = openTestPage(origin, storage)
  }

  test('that a reload broke off goes on with the part that is missing', async () => {
    const name = newName()
    await breakOff(name)
    expect(records()).toHaveLength(1)
    const told: number[] = []
    const { path } = await upload(sourceOf(LARGE, name), { onProgress: ({ loaded }) => told.push(loaded) })
    expect(path).toBe(`${FOLDER}${name}`)
    expect(page.requests).toEqual(['GET upload 200', 'PUT part 2 200', 'POST upload 200'])
    expect(told[0]).toBe(10 * MEBIBYTE)
    expect((await stored(path)).equals(LARGE)).toBe(true)
    expect([records(), openUploads()]).toEqual([[], 0])
  })

  test('with another content is begun anew beside it', async () => {
    const name = newName()
    await breakOff(name)
    const other = randomBytes(9 * MEBIBYTE)
    const { path } = await upload(sourceOf(other, name))
    expect(page.requests[0]).toBe('HEAD 404')
    expect((await stored(path)).equals(other)).toBe(true)
    expect(records()).toHaveLength(1)
    await abandonUploads(name)
  })

  test('of which the store knows nothing more is begun anew', async () => {
    const name = newName()
    await breakOff(name)
    const before = { ...page.storage }
    await abandonUploads(name)
    expect([records(), openUploads()]).toEqual([[], 0])
    Object.assign(page.storage, before)
    page = openTestPage(origin, page.storage)
    const { path } = await upload(sourceOf(LARGE, name))
    expect(page.requests.slice(0, 3)).toEqual(['GET upload 404', 'HEAD 404', 'HEAD 404'])
    expect((await stored(path)).equals(LARGE)).toBe(true)
    expect([records(), openUploads()]).toEqual([[], 0])
  })

  test('is stored once where the answer to its completion was lost', async () => {
    const name = newName()
    once('POST upload', () => 'answer lost')
    expect(await upload(sourceOf(LARGE, name))).toEqual({ path: `${FOLDER}${name}` })
    expect(await paths(name)).toEqual([name])
    expect([records(), openUploads()]).toEqual([[], 0])
  })

  test('leaves a path to whoever takes it in the last moment, and sends its parts to another', async () => {
    const name = newName()
    once('POST upload', async (): Promise<Fate> => {
      await takePath(name)
      return 'answered'
    })
    const { path } = await upload(sourceOf(LARGE, name))
    expect(path).toBe(`${FOLDER}${name.replace('.mp3', '-2.mp3')}`)
    expect((await stored(`${FOLDER}${name}`)).toString()).toBe('theirs')
    expect((await stored(path)).equals(LARGE)).toBe(true)
    expect([records(), openUploads()]).toEqual([[], 0])
  })

  test.each(['PUT part 3', 'POST upload'])('that is cancelled at %s leaves nothing', async (at) => {
    const name = newName()
    const controller = new AbortController()
    once(at, () => {
      controller.abort()
      return 'answered'
    })
    const answer = upload(sourceOf(LARGE, name), { signal: controller.signal })
    await expect(answer).rejects.toMatchObject({ code: 'aborted' })
    expect(await paths(name)).toEqual([])
    expect([records(), openUploads()]).toEqual([[], 0])
  })

  test('that is cancelled while a part is on its way leaves nothing', async () => {
    const name = newName()
    const controller = new AbortController()
    once('PUT part 3', () => 'hangs')
    const answer = upload(sourceOf(LARGE, name), { signal: controller.signal })
    await expect.poll(() => page.requests).toContain('PUT part 2 200')
    controller.abort()
    await expect(answer).rejects.toMatchObject({ code: 'aborted' })
    expect(page.requests).toContain('DELETE upload 204')
    expect(await paths(name)).toEqual([])
    expect([records(), openUploads()]).toEqual([[], 0])
  })

  test('that is cancelled while offline ends, and its record stays for whoever sends it again', async () => {
    const name = newName()
    const controller = new AbortController()
    once('PUT part 2', () => {
      page.goOffline()
      setTimeout(() => controller.abort(), 20)
      return 'cut'
    })
    page.line.fateOf = (
      (first) => (request) =>
        request === 'DELETE upload' ? 'cut' : first(request)
    )(page.line.fateOf)
    const answer = upload(sourceOf(LARGE, name), { signal: controller.signal })
    await expect(answer).rejects.toMatchObject({ code: 'aborted' })
    expect(records()).toHaveLength(1)
    page = openTestPage(origin, page.storage)
    await abandonUploads(name)
    expect([records(), openUploads()]).toEqual([[], 0])
  })

  test('in two tabs at once is stored twice, and the second one writes down nothing', async () => {
    const name = newName()
    let most = 0
    page.line.fateOf = () => {
      most = Math.max(most, records().length)
      return 'answered'
    }
    const answers = await Promise.all([upload(sourceOf(LARGE, name)), upload(sourceOf(LARGE, name))])
    expect(answers.map(({ path }) => path).toSorted()).toEqual([
      `${FOLDER}${name.replace('.mp3', '-2.mp3')}`,
      `${FOLDER}${name}`,
    ])
    expect([most, records(), openUploads()]).toEqual([1, [], 0])
  })

  test('that nobody will send again is removed, and the uploads of other files stay', async () => {
    const [name, other] = [newName(), newName()]
    await breakOff(name)
    await breakOff(other)
    await abandonUploads(name)
    expect([records().length, openUploads()]).toEqual([1, 1])
    await abandonUploads(other)
    expect([records(), openUploads()]).toEqual([[], 0])
  })
})

test('a stored file is removed, whether or not it is there, and the poster of the server never', async () => {
  const { path } = await upload(sourceOf(SMALL, newName()))
  page.requests.length = 0
  for (const one of [path, path, DEFAULT_POSTER_PATH]) {
    await deleteStoredFile(one)
  }
  expect(page.requests).toEqual(['DELETE 204', 'DELETE 204'])
  expect(await server.app.store.has(path)).toBe(false)
  expect(await server.app.store.has(DEFAULT_POSTER_PATH)).toBe(true)
})
