import { mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { boxesOf } from '../server/src/testing/mp4-boxes.ts'
import { test as base, expect } from './fixtures.ts'
import { openMediaPage } from './media-page.ts'
import { contentHashes, makeSamples, packetHashes, probe } from './media-samples.ts'

type Workshop = { samples: string; results: string }
type Outcome = {
  name: string
  contentType: string
  media_format: string
  duration: number | null
  progress: number[]
}

let workshop: Workshop

const test = base.extend<{ mediaPage: Page }>({
  mediaPage: async ({ staffPage }, use) => {
    await openMediaPage(staffPage)
    // Other specs of the worker use the same browser.
    await staffPage.evaluate(async () => {
      const root = await navigator.storage.getDirectory()
      await root.removeEntry('recordings', { recursive: true }).catch(() => undefined)
    })
    await use(staffPage)
  },
})

// The samples take longer to make, beside other work, than a test may take.
test.beforeAll(async ({ folder }) => {
  test.setTimeout(600_000)
  workshop = { samples: join(folder, 'samples'), results: join(folder, 'results') }
  mkdirSync(workshop.samples)
  mkdirSync(workshop.results)
  await makeSamples(workshop.samples)
})

/** Prepares a sample in the page and writes the result down in the workshop; a refusal gives its code. */
async function prepare(page: Page, sample: string): Promise<Outcome | string> {
  await page.setInputFiles('#media-file', join(workshop.samples, sample))
  const answer = await page.evaluate(prepareInPage)
  if ('code' in answer) {
    return answer.code
  }
  const { content, ...outcome } = answer
  writeFileSync(join(workshop.results, outcome.name), Buffer.from(content, 'base64'))
  return outcome
}

async function prepareInPage(): Promise<(Outcome & { content: string }) | { code: string }> {
  const [file] = document.querySelector<HTMLInputElement>('#media-file')?.files ?? []
  const progress: number[] = []
  try {
    const prepared = await window.media.prepareRecording(file, {
      onProgress: (fraction) => progress.push(fraction),
      signal: new AbortController().signal,
    })
    const reader = new FileReader()
    await new Promise((resolve) => {
      reader.onload = resolve
      reader.readAsDataURL(prepared.file)
    })
    await prepared.dispose()
    const { name, contentType, media_format, duration = null } = prepared
    const content = String(reader.result).replace(/^.*,/, '')
    return { name, contentType, media_format, duration, progress, content }
  } catch (error) {
    return { code: String((error as { code?: string }).code ?? error) }
  }
}

/** What the page says of a sample that was chosen; a refusal gives its code. */
async function examine(page: Page, sample: string): Promise<string> {
  await page.setInputFiles('#media-file', join(workshop.samples, sample))
  return await page.evaluate(async () => {
    const [file] = document.querySelector<HTMLInputElement>('#media-file')?.files ?? []
    return await window.media.examineFile(file).catch((error: { code: string }) => error.code)
  })
}

/** What lies in the browser's private file system. */
async function privateFiles(page: Page): Promise<string[]> {
  return await page.evaluate(async () => {
    const root = await navigator.storage.getDirectory()
    const names: string[] = []
    for await (const name of (await root.getDirectoryHandle('recordings', { create: true })).keys()) {
      names.push(name)
    }
    return names
  })
}

/** Plays a result and tells how many seconds the player went on and how large its picture is. */
async function play(page: Page, outcome: Outcome): Promise<{ seconds: number; width: number }> {
  await page.setInputFiles('#media-file', join(workshop.results, outcome.name))
  return await page.evaluate(async ({ contentType, media_format }) => {
    const [file] = document.querySelector<HTMLInputElement>('#media-file')?.files ?? []
    const player = document.createElement(media_format as 'audio' | 'video')
    player.src = URL.createObjectURL(new Blob(file ? [file] : [], { type: contentType }))
    player.muted = true
    await player.play()
    await new Promise<void>((resolve, reject) => {
      player.onerror = () => reject(new Error(player.error?.message))
      player.ontimeupdate = () => player.currentTime > 0.3 && resolve()
    })
    player.pause()
    const width = player instanceof HTMLVideoElement ? player.videoWidth : 0
    return { seconds: player.currentTime, width }
  }, outcome)
}

type Published = [sample: string, name: string, contentType: string, media_format: 'audio' | 'video']

const COPIES: Published[] = [
  ['index-at-end.mp4', 'index-at-end.mp4', 'video/mp4', 'video'],
  ['index-in-front.mp4', 'index-in-front.mp4', 'video/mp4', 'video'],
  ['fragmented.mp4', 'fragmented.mp4', 'video/mp4', 'video'],
  ['camera.mov', 'camera.mp4', 'video/mp4', 'video'],
  ['desktop.mkv', 'desktop.mp4', 'video/mp4', 'video'],
  ['late-start.mkv', 'late-start.mp4', 'video/mp4', 'video'],
  ['vp8.webm', 'vp8.webm', 'video/webm', 'video'],
  ['vp9.webm', 'vp9.webm', 'video/webm', 'video'],
  ['sermon.mp3', 'sermon.mp3', 'audio/mpeg', 'audio'],
  ['with-cover.mp3', 'with-cover.mp3', 'audio/mpeg', 'audio'],
  ['no-length.mp3', 'no-length.mp3', 'audio/mpeg', 'audio'],
  ['phone.m4a', 'phone.m4a', 'audio/mp4', 'audio'],
  ['desk.wav', 'desk.wav', 'audio/wav', 'audio'],
  ['archive.flac', 'archive.flac', 'audio/flac', 'audio'],
  ['vorbis.ogg', 'vorbis.ogg', 'audio/ogg', 'audio'],
  ['opus.ogg', 'opus.ogg', 'audio/ogg', 'audio'],
]

const REWRAPPED: Published[] = [
  ['broadcast.ts', 'broadcast.mp4', 'video/mp4', 'video'],
  ['stream.aac', 'stream.m4a', 'audio/mp4', 'audio'],
]

test('a recording of every usual kind is copied bit by bit, begins at zero and plays', async ({
  mediaPage,
}) => {
  await expectPublished(mediaPage, COPIES, packetHashes)
  // There is one cover and one title.
  const { streams, title } = probe(join(workshop.results, 'with-cover.mp3'))
  expect(streams).toEqual(['audio mp3', 'video png'])
  expect(title).toBe('Hope')
})

test('what a broadcast or a stream has is put into another container without a change to its content', async ({
  mediaPage,
}) => {
  await expectPublished(mediaPage, REWRAPPED, contentHashes)
})

/** Each of them is taken when it is chosen, is prepared whole, leaves nothing behind and plays; its content is what it was, by these hashes. */
async function expectPublished(page: Page, recordings: Published[], hashesOf: (file: string) => string) {
  for (const [sample, name, contentType, media_format] of recordings) {
    await test.step(sample, async () => {
      expect(await examine(page, sample)).toBe(media_format)
      const outcome = await prepare(page, sample)
      expect(outcome).toMatchObject({ name, contentType, media_format })
      const result = join(workshop.results, name)
      expect(await privateFiles(page)).toEqual([])
      expect(hashesOf(result)).toBe(hashesOf(join(workshop.samples, sample)))
      expectWhole(outcome as Outcome, result, 12)
      const { seconds, width } = await play(page, outcome as Outcome)
      expect(seconds).toBeGreaterThan(0.3)
      expect(width).toBe(media_format === 'video' ? 320 : 0)
    })
  }
}

function expectWhole(outcome: Outcome, result: string, seconds: number) {
  const { start, duration } = probe(result)
  expect(Math.abs(start)).toBeLessThan(0.06)
  expect(Math.abs(duration - seconds)).toBeLessThan(0.4)
  expect(Math.abs((outcome.duration ?? 0) - seconds)).toBeLessThan(0.4)
  expect(outcome.progress.at(-1)).toBe(1)
  expect(outcome.progress).toEqual(outcome.progress.toSorted((a, b) => a - b))
  if (/mp4$/.test(outcome.contentType)) {
    const boxes = boxesOf(readFileSync(result)).map(({ name }) => name)
    expect(boxes.indexOf('moov')).toBeGreaterThan(0)
    expect(boxes.indexOf('moov')).toBeLessThan(boxes.indexOf('mdat'))
    expect(boxes).not.toContain('moof')
  }
}

test('what can’t be published is refused with the reason, and nothing stays behind', async ({
  mediaPage,
}) => {
  expect(await examine(mediaPage, 'cut-off.mp4')).toBe('cut_off')
  expect(await prepare(mediaPage, 'cut-off.mp4')).toBe('cut_off')
  expect(await privateFiles(mediaPage)).toEqual([])
  // A clock that jumps is seen only when all of it is read.
  expect(await examine(mediaPage, 'eight-pieces.ts')).toBe('video')
  expect(await privateFiles(mediaPage)).toEqual([])
  expect(await prepare(mediaPage, 'eight-pieces.ts')).toBe('time_jumps')
  expect(await privateFiles(mediaPage)).toEqual([])
})

test('a cancelled preparation ends as aborted, and nothing stays behind', async ({ mediaPage }) => {
  await mediaPage.setInputFiles('#media-file', join(workshop.samples, 'broadcast.ts'))
  const code = await mediaPage.evaluate(async () => {
    const [file] = document.querySelector<HTMLInputElement>('#media-file')?.files ?? []
    const controller = new AbortController()
    try {
      await window.media.prepareRecording(file, {
        onProgress: () => controller.abort(),
        signal: controller.signal,
      })
      return 'prepared'
    } catch (error) {
      return (error as { code: string }).code
    }
  })
  expect(code).toBe('aborted')
  expect(await privateFiles(mediaPage)).toEqual([])
})

test('the same file chosen again after a reload is taken up without a new copy', async ({ mediaPage }) => {
  const prepareAndKeep = async () => {
    await mediaPage.setInputFiles('#media-file', join(workshop.samples, 'camera.mov'))
    return await mediaPage.evaluate(async () => {
      const [file] = document.querySelector<HTMLInputElement>('#media-file')?.files ?? []
      const progress: number[] = []
      const onProgress = (fraction: number) => progress.push(fraction)
      const prepared = await window.media.prepareRecording(file, {
        onProgress,
        signal: new AbortController().signal,
      })
      return { entry: prepared.file.name, steps: progress.length }
    })
  }
  const first = await prepareAndKeep()
  await openMediaPage(mediaPage)
  const second = await prepareAndKeep()
  expect(second).toEqual({ entry: first.entry, steps: 1 })
  expect(await privateFiles(mediaPage)).toEqual([first.entry])
})

test('a browser without a private file system prepares in memory', async ({ mediaPage }) => {
  await mediaPage.evaluate(() => {
    navigator.storage.getDirectory = () => Promise.reject(new DOMException('', 'SecurityError'))
  })
  const outcome = await prepare(mediaPage, 'phone.m4a')
  expectWhole(outcome as Outcome, join(workshop.results, 'phone.m4a'), 12)
})

/** The worker's files take a piece and say so, but keep no more than so many bytes, as in a private window. */
async function keepOnly(page: Page, bytes: number): Promise<void> {
  const patch = `
    const write = FileSystemSyncAccessHandle.prototype.write
    FileSystemSyncAccessHandle.prototype.write = function (data, options) {
      const room = Math.max(0, ${bytes} - options.at)
      write.call(this, data.subarray(0, room), options)
      return data.byteLength
    }
  `
  await page.route('**/remux-worker*', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: `${patch}${await answer.text()}` })
  })
}

test('a private file that falls short of what it was said to have taken is not used', async ({
  mediaPage,
}) => {
  await keepOnly(mediaPage, 20_000)
  const outcome = await prepare(mediaPage, 'phone.m4a')
  expectWhole(outcome as Outcome, join(workshop.results, 'phone.m4a'), 12)
  expect(await privateFiles(mediaPage)).toEqual([])
})

test('a recording that fits neither a private file nor memory is refused, never cut', async ({
  mediaPage,
}) => {
  await keepOnly(mediaPage, 20_000)
  const length = 301_000_000
  const recording = join(workshop.samples, 'two-hours.wav')
  writeFileSync(recording, wavHeader(length))
  truncateSync(recording, length)
  expect(await prepare(mediaPage, 'two-hours.wav')).toBe('out_of_space')
  expect(await privateFiles(mediaPage)).toEqual([])
})

/** The start of a WAV file of so many bytes: two channels of 16 bits, 48,000 times a second. */
function wavHeader(length: number): Buffer {
  const header = Buffer.from('RIFF____WAVEfmt ____________________data____')
  header.writeUInt32LE(length - 8, 4)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(2, 22)
  header.writeUInt32LE(48_000, 24)
  header.writeUInt32LE(192_000, 28)
  header.writeUInt16LE(4, 32)
  header.writeUInt16LE(16, 34)
  header.writeUInt32LE(length - 44, 40)
  return header
}

test('too little space is noticed before anything is written', async ({ mediaPage }) => {
  await mediaPage.evaluate(() => {
    navigator.storage.estimate = () => Promise.resolve({ quota: 1_000_000, usage: 0 })
  })
  expect(await prepare(mediaPage, 'camera.mov')).toBe('out_of_space')
  expect(await privateFiles(mediaPage)).toEqual([])
})

test('what earlier visits left behind is swept, but not what an unfinished upload needs', async ({
  mediaPage,
}) => {
  await mediaPage.evaluate(async () => {
    const root = await navigator.storage.getDirectory()
    const folder = await root.getDirectoryHandle('recordings', { create: true })
    for (const name of ['crashed', 'old', 'fresh', 'unfinished', 'given-up']) {
      await folder.getFileHandle(name, { create: true })
    }
    const hour = 3_600_000
    const keep = (entry: string, age: number) =>
      localStorage.setItem(`vestry.recording.${entry}`, JSON.stringify({ entry, kept: Date.now() - age }))
    const sending = (file: string, age: number) =>
      localStorage.setItem(`vestry.upload.${file}`, JSON.stringify({ file, started: Date.now() - age }))
    keep('old', 25 * hour)
    keep('fresh', hour)
    keep('unfinished', 25 * hour)
    sending('unfinished', 25 * hour)
    keep('given-up', 200 * hour)
    sending('given-up', 200 * hour)
  })
  await prepare(mediaPage, 'phone.m4a')
  expect((await privateFiles(mediaPage)).toSorted()).toEqual(['fresh', 'unfinished'])
})

test('a copy that another tab uses is not swept', async ({ mediaPage }) => {
  await mediaPage.evaluate(async () => {
    const root = await navigator.storage.getDirectory()
    await (await root.getDirectoryHandle('recordings', { create: true })).getFileHandle('used', {
      create: true,
    })
  })
  const other = await mediaPage.context().newPage()
  await other.goto('/preaching')
  await other.evaluate(async () => {
    await new Promise<void>((taken) => {
      navigator.locks.request('vestry-recording-used', () => {
        taken()
        return new Promise(() => undefined)
      })
    })
  })
  await prepare(mediaPage, 'phone.m4a')
  expect(await privateFiles(mediaPage)).toEqual(['used'])
  await other.close()
  // The browser gives a closed tab's locks back in its own time.
  await expect(async () => {
    await prepare(mediaPage, 'phone.m4a')
    expect(await privateFiles(mediaPage)).toEqual([])
  }).toPass()
})
