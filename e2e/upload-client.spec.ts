import { createHash, randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { test as base, expect } from './fixtures.ts'
import { openMediaPage } from './media-page.ts'
import { makeLongRecording } from './media-samples.ts'

const MEBIBYTE = 1024 * 1024
const FOLDER = 'preaching/2026/'

type UploaderPage = {
  page: Page
  /** Opens the page with the file field and the media code, unless it is open. */
  open(): Promise<void>
  /** Uploads a file of the workshop; `name` is the name it should get. */
  upload(file: string, name: string): Promise<{ path: string }>
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

async function uploadInPage({ name, folder }: { name: string; folder: string }): Promise<{ path: string }> {
  const [file] = document.querySelector<HTMLInputElement>('#media-file')?.files ?? []
  const source = { file, name, contentType: 'audio/mpeg' }
  return await window.media.uploadFile(source, folder, {
    onProgress: () => undefined,
    signal: new AbortController().signal,
  })
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

test('two tabs that send the same name at once store two files', async ({ openUploader, folder }) => {
  const sums = ['left', 'right'].map((name) => makeFile(folder, name, 10 * MEBIBYTE))
  const left = await openUploader()
  const right = await openUploader(left.page.context())
  const sent = await Promise.all([left.upload('left', 'both.mp3'), right.upload('right', 'both.mp3')])
  const paths = sent.map(({ path }) => path)
  expect(paths.toSorted()).toEqual(['preaching/2026/both-2.mp3', 'preaching/2026/both.mp3'])
  const stored = await Promise.all(paths.map((path) => left.fetchStored(path)))
  expect(stored).toEqual(sums.map((sha256) => ({ sha256, type: 'audio/mpeg' })))
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
