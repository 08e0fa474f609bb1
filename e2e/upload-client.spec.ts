import { createHash, randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { test as base, expect } from './fixtures.ts'
import { openMediaPage } from './media-page.ts'
import { makeLongRecording } from './media-samples.ts'

const MEBIBYTE = 1024 * 1024
const FOLDER = 'preaching/2026/'

type Sent = { path: string } | { code: string }
type UploaderPage = {
  page: Page
  /** Opens the page with the file field and the media code, unless it is open. */
  open(): Promise<void>
  /** Uploads a file of the workshop; `name` is the name it should get. */
  upload(file: string, name: string): Promise<Sent>
  /** What the store answers to a signed GET of that path: its SHA-256 and content type, or the status. */
  fetchStored(path: string): Promise<{ sha256: string; type: string | null } | number>
  /** The requests to the store so far, such as `PUT part 2 200`. */
  requests: string[]
}

const test = base.extend<{ openUploader: (context?: BrowserContext) => Promise<UploaderPage> }>({
  openUploader: async ({ server, signedIn, browser, folder }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (shared) => {
      const context = shared ?? (await browser.newContext({ storageState: signedIn, baseURL: server.origin }))
      contexts.push(context)
      const page = await context.newPage()
      const requests = recordRequests(page)
      const open = async () => {
        if (!(await page.evaluate(() => 'media' in window))) {
          await openMediaPage(page)
          requests.length = 0
        }
      }
      return {
        page,
        requests,
        open,
        async upload(file, name) {
          await open()
          await page.setInputFiles('#media-file', join(folder, file))
          return await page.evaluate(uploadInPage, { name, folder: FOLDER })
        },
        async fetchStored(path) {
          await open()
          return await page.evaluate(fetchInPage, path)
        },
      }
    })
    await Promise.all(contexts.map((context) => context.close()))
  },
})

async function uploadInPage({ name, folder }: { name: string; folder: string }): Promise<Sent> {
  const [file] = document.querySelector<HTMLInputElement>('#media-file')?.files ?? []
  const controller = new AbortController()
  Object.assign(window, { cancelUpload: () => controller.abort() })
  try {
    const source = { file, name, contentType: 'audio/mpeg' }
    return await window.media.uploadFile(source, folder, {
      onProgress: () => undefined,
      signal: controller.signal,
    })
  } catch (error) {
    return { code: String((error as { code?: string }).code ?? error) }
  }
}

/** Prepares and uploads as the form does; `steps` counts the progress of preparing. */
async function publishInPage(folder: string) {
  const [file] = document.querySelector<HTMLInputElement>('#media-file')?.files ?? []
  const signal = new AbortController().signal
  let steps = 0
  const onProgress = () => {
    steps += 1
  }
  const prepared = await window.media.prepareRecording(file, { onProgress, signal })
  const { path } = await window.media.uploadFile(prepared, folder, { onProgress: () => undefined, signal })
  await prepared.dispose()
  return { path, steps }
}

async function fetchInPage(path: string) {
  const response = await fetch(await window.media.storedFileUrl(path))
  if (!response.ok) {
    return response.status
  }
  const digest = await crypto.subtle.digest('SHA-256', await response.arrayBuffer())
  const sha256 = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
  return { sha256, type: response.headers.get('content-type') }
}

function recordRequests(page: Page): string[] {
  const requests: string[] = []
  page.on('response', (response) => {
    const url = new URL(response.url())
    if (url.pathname.startsWith('/s3/')) {
      const part = url.searchParams.get('partNumber')
      const what = part ? `part ${part}` : url.searchParams.has('uploads') ? 'begin' : ''
      const upload = !part && url.searchParams.has('uploadId') ? 'upload' : ''
      requests.push([response.request().method(), what, upload, response.status()].filter(Boolean).join(' '))
    }
  })
  return requests
}

function makeFile(folder: string, name: string, size: number): string {
  const content = randomBytes(size)
  writeFileSync(join(folder, name), content)
  return createHash('sha256').update(content).digest('hex')
}

test('a small file is sent whole, with its type', async ({ openUploader, folder }) => {
  const sha256 = makeFile(folder, 'small', 100_000)
  const { upload, fetchStored, requests } = await openUploader()
  expect(await upload('small', 'Small talk.mp3')).toEqual({ path: 'preaching/2026/Small-talk.mp3' })
  expect(requests).toEqual(['HEAD 404', 'PUT 200'])
  expect(await fetchStored('preaching/2026/Small-talk.mp3')).toEqual({ sha256, type: 'audio/mpeg' })
})

test('a large file is sent in parts', async ({ openUploader, folder }) => {
  const sha256 = makeFile(folder, 'large', 20 * MEBIBYTE)
  const { upload, fetchStored, requests } = await openUploader()
  expect(await upload('large', 'large.mp3')).toEqual({ path: 'preaching/2026/large.mp3' })
  expect(requests.toSorted()).toEqual(
    [
      'HEAD 404',
      'POST begin 200',
      'PUT part 1 200',
      'PUT part 2 200',
      'PUT part 3 200',
      'POST upload 200',
    ].toSorted(),
  )
  expect(await fetchStored('preaching/2026/large.mp3')).toEqual({ sha256, type: 'audio/mpeg' })
})

test('a name that is taken gets a number, and the other file stays', async ({ openUploader, folder }) => {
  const first = makeFile(folder, 'first', 1000)
  const second = makeFile(folder, 'second', 1000)
  const { upload, fetchStored } = await openUploader()
  expect(await upload('first', 'taken.mp3')).toEqual({ path: 'preaching/2026/taken.mp3' })
  expect(await upload('second', 'taken.mp3')).toEqual({ path: 'preaching/2026/taken-2.mp3' })
  expect(await fetchStored('preaching/2026/taken.mp3')).toMatchObject({ sha256: first })
  expect(await fetchStored('preaching/2026/taken-2.mp3')).toMatchObject({ sha256: second })
})

test('two tabs that send the same name at once store two files', async ({ openUploader, folder }) => {
  const sums = ['left', 'right'].map((name) => makeFile(folder, name, 10 * MEBIBYTE))
  const left = await openUploader()
  const right = await openUploader(left.page.context())
  const sent = await Promise.all([left.upload('left', 'both.mp3'), right.upload('right', 'both.mp3')])
  const paths = sent.map((one) => ('path' in one ? one.path : one.code))
  expect(paths.toSorted()).toEqual(['preaching/2026/both-2.mp3', 'preaching/2026/both.mp3'])
  const stored = await Promise.all(paths.map((path) => left.fetchStored(path)))
  expect(stored).toEqual(sums.map((sha256) => ({ sha256, type: 'audio/mpeg' })))
})

for (const size of [1000, 9 * MEBIBYTE]) {
  test(`a path that another browser takes in the last moment is left to it (${size} bytes)`, async ({
    openUploader,
    folder,
  }) => {
    const name = `race-${size}.mp3`
    const [slow, quick] = ['slow', 'quick'].map((file) => makeFile(folder, file, size))
    const slower = await openUploader()
    const quicker = await openUploader()
    let raced = false
    await slower.page.route(`**/${name}*`, async (route) => {
      const request = route.request()
      const last =
        request.method() === (size > 8 * MEBIBYTE ? 'POST' : 'PUT') && !request.url().includes('uploads=')
      if (last && !raced) {
        raced = true
        await quicker.upload('quick', name)
      }
      await route.continue()
    })
    expect(await slower.upload('slow', name)).toEqual({ path: `preaching/2026/race-${size}-2.mp3` })
    expect(await slower.fetchStored(`preaching/2026/${name}`)).toMatchObject({ sha256: quick })
    expect(await slower.fetchStored(`preaching/2026/race-${size}-2.mp3`)).toMatchObject({ sha256: slow })
  })
}

test('an answer that was lost on the way back does not store the file twice', async ({
  openUploader,
  folder,
}) => {
  const sha256 = makeFile(folder, 'lost', 1000)
  const { page, upload, fetchStored, requests } = await openUploader()
  const network = await page.context().newCDPSession(page)
  await network.send('Fetch.enable', { patterns: [{ urlPattern: '*/lost.mp3', requestStage: 'Response' }] })
  let lost = false
  network.on('Fetch.requestPaused', ({ requestId, request }) => {
    const lose = request.method === 'PUT' && !lost
    lost ||= lose
    const next = lose
      ? network.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionReset' })
      : network.send('Fetch.continueRequest', { requestId })
    next.catch(() => undefined)
  })
  expect(await upload('lost', 'lost.mp3')).toEqual({ path: 'preaching/2026/lost.mp3' })
  expect(requests).toEqual(['HEAD 404', 'PUT 412', 'HEAD 200'])
  expect(await fetchStored('preaching/2026/lost.mp3')).toMatchObject({ sha256 })
  expect(await fetchStored('preaching/2026/lost-2.mp3')).toBe(404)
})

test('credentials that expire on the way are renewed', async ({ openUploader, folder }) => {
  makeFile(folder, 'expired', 1000)
  const { page, upload, requests } = await openUploader()
  let expired = false
  let renewals = 0
  page.on('request', (request) => {
    renewals += request.headers()['x-amz-target']?.endsWith('GetCredentialsForIdentity') ? 1 : 0
  })
  await page.route('**/expired.mp3', async (route) => {
    if (route.request().method() === 'PUT' && !expired) {
      expired = true
      const body = '<?xml version="1.0"?><Error><Code>ExpiredToken</Code><Message>Expired</Message></Error>'
      await route.fulfill({ status: 400, contentType: 'application/xml', body })
    } else {
      await route.continue()
    }
  })
  expect(await upload('expired', 'expired.mp3')).toEqual({ path: 'preaching/2026/expired.mp3' })
  expect(requests).toEqual(['HEAD 404', 'PUT 400', 'PUT 200'])
  expect(renewals).toBe(2)
})

test('an upload waits while offline and then goes on', async ({ openUploader, folder }) => {
  const sha256 = makeFile(folder, 'offline', 64 * MEBIBYTE)
  const { page, upload, fetchStored, requests } = await openUploader()
  const partSent = page.waitForResponse((response) => response.url().includes('partNumber='))
  const sent = upload('offline', 'offline.mp3')
  await partSent
  await page.context().setOffline(true)
  await page.waitForFunction(() => !navigator.onLine)
  await page.waitForTimeout(1000)
  const before = requests.length
  await page.context().setOffline(false)
  expect(await sent).toEqual({ path: 'preaching/2026/offline.mp3' })
  expect(requests.length).toBeGreaterThan(before)
  expect(await fetchStored('preaching/2026/offline.mp3')).toMatchObject({ sha256 })
})

test('an upload goes on when the server was killed and comes back, with the parts that were there', async ({
  openUploader,
  folder,
  server,
}) => {
  const sha256 = makeFile(folder, 'killed', 64 * MEBIBYTE)
  const { page, upload, fetchStored, requests } = await openUploader()
  const secondPart = page.waitForResponse((response) => response.url().includes('partNumber=2'))
  const sent = upload('killed', 'killed.mp3')
  await secondPart
  await server.kill()
  const there = requests.filter((request) => request.startsWith('PUT part'))
  await page.waitForTimeout(1000)
  await server.start()
  expect(await sent).toEqual({ path: 'preaching/2026/killed.mp3' })
  const parts = requests.filter((request) => request.startsWith('PUT part'))
  expect(there.length).toBeLessThan(8)
  expect(parts.toSorted()).toEqual(Array.from({ length: 8 }, (_, index) => `PUT part ${index + 1} 200`))
  expect(await fetchStored('preaching/2026/killed.mp3')).toMatchObject({ sha256 })
})

test('an upload that a reload broke off sends only what is missing', async ({ openUploader, folder }) => {
  const sha256 = makeFile(folder, 'reloaded', 40 * MEBIBYTE)
  const { page, upload, fetchStored, requests } = await openUploader()
  let held = 0
  const hold = /partNumber=[345]/
  await page.route(hold, () => {
    held += 1
  })
  upload('reloaded', 'reloaded.mp3').catch(() => undefined)
  await expect.poll(() => held).toBe(3)
  await expect.poll(() => requests).toContain('PUT part 2 200')
  await page.reload()
  await page.unroute(hold)
  const before = requests.splice(0)
  expect(before.toSorted()).toEqual(
    ['HEAD 404', 'POST begin 200', 'PUT part 1 200', 'PUT part 2 200'].toSorted(),
  )
  expect(await upload('reloaded', 'reloaded.mp3')).toEqual({ path: 'preaching/2026/reloaded.mp3' })
  expect(requests.toSorted()).toEqual(
    ['GET upload 200', 'PUT part 3 200', 'PUT part 4 200', 'PUT part 5 200', 'POST upload 200'].toSorted(),
  )
  expect(await fetchStored('preaching/2026/reloaded.mp3')).toMatchObject({ sha256 })
})

test('a recording whose upload a reload broke off is neither prepared nor sent again', async ({
  openUploader,
  folder,
}) => {
  makeLongRecording(join(folder, 'sunday.wav'))
  const { page, open, requests } = await openUploader()
  const publish = async () => {
    await open()
    await page.setInputFiles('#media-file', join(folder, 'sunday.wav'))
    return await page.evaluate(publishInPage, FOLDER)
  }
  let held = 0
  const hold = /partNumber=[234]/
  await page.route(hold, () => {
    held += 1
  })
  publish().catch(() => undefined)
  await expect.poll(() => held).toBe(3)
  await expect.poll(() => requests).toContain('PUT part 1 200')
  await page.reload()
  await page.unroute(hold)
  requests.length = 0
  expect(await publish()).toEqual({ path: 'preaching/2026/sunday.wav', steps: 1 })
  expect(requests.toSorted()).toEqual(
    ['GET upload 200', 'PUT part 2 200', 'PUT part 3 200', 'PUT part 4 200', 'POST upload 200'].toSorted(),
  )
})

test('a cancelled upload leaves nothing', async ({ openUploader, folder }) => {
  makeFile(folder, 'cancelled', 24 * MEBIBYTE)
  const { page, upload, fetchStored, requests } = await openUploader()
  await page.route(/partNumber=3/, () => undefined)
  const sent = upload('cancelled', 'cancelled.mp3')
  await expect.poll(() => requests).toContain('PUT part 2 200')
  await page.evaluate(() => (window as unknown as { cancelUpload(): void }).cancelUpload())
  expect(await sent).toEqual({ code: 'aborted' })
  expect(requests).toContain('DELETE upload 204')
  expect(await fetchStored('preaching/2026/cancelled.mp3')).toBe(404)
  const records = await page.evaluate(() =>
    Object.keys(localStorage).filter((key) => key.startsWith('vestry.upload.')),
  )
  expect(records).toEqual([])
})

test('a cancelled upload ends while offline, too', async ({ openUploader, folder }) => {
  makeFile(folder, 'unreached', 24 * MEBIBYTE)
  const { page, upload, requests } = await openUploader()
  await page.route(/partNumber=3/, () => undefined)
  const sent = upload('unreached', 'unreached.mp3')
  await expect.poll(() => requests).toContain('PUT part 2 200')
  await page.context().setOffline(true)
  await page.evaluate(() => (window as unknown as { cancelUpload(): void }).cancelUpload())
  expect(await sent).toEqual({ code: 'aborted' })
  await page.context().setOffline(false)
})

test('a laptop that slept in the middle of an upload goes on with it', async ({ openUploader, folder }) => {
  const sha256 = makeFile(folder, 'slept', MEBIBYTE)
  const { page, upload, fetchStored } = await openUploader()
  await page.clock.install()
  let puts = 0
  await page.route(/slept/, async (route) => {
    puts += route.request().method() === 'PUT' ? 1 : 0
    // The first one never gets there.
    await (puts === 1 && route.request().method() === 'PUT' ? undefined : route.continue())
  })
  const sent = upload('slept', 'slept.mp3')
  await expect.poll(() => puts).toBe(1)
  await page.clock.fastForward(11 * 60_000)
  expect(await sent).toEqual({ path: 'preaching/2026/slept.mp3' })
  expect(await fetchStored('preaching/2026/slept.mp3')).toMatchObject({ sha256 })
})

test('a stored file is removed, and removing it again is no error', async ({ openUploader, folder }) => {
  makeFile(folder, 'removed', 1000)
  const { page, upload, fetchStored } = await openUploader()
  await upload('removed', 'removed.mp3')
  await page.evaluate(async () => {
    await window.media.deleteStoredFile('preaching/2026/removed.mp3')
    await window.media.deleteStoredFile('preaching/2026/removed.mp3')
  })
  expect(await fetchStored('preaching/2026/removed.mp3')).toBe(404)
})
