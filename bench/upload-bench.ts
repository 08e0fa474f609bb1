/**
 * What it costs to prepare a recording in the browser and to send it to the store, compared with copying the file and
 * remuxing it natively on the same machine. Memory is read from /proc, so it needs Linux.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { signIn } from '../e2e/fixtures.ts'
import { type MediaDoors, openMediaPage } from '../e2e/media-page.ts'
import { startTestServer } from '../e2e/running-server.ts'
import { findChromium, findFfmpeg } from '../tools/find-programs.ts'
import { HeapReader, type Peak, peakResident, watchMemory } from './browser-memory.ts'
import { sendToNowhere } from './discarding-server.ts'

const MEGABYTE = 1_000_000
const SIZES = (process.argv[2] ?? '100,2000').split(',').map((size) => Number(size) * MEGABYTE)
const DEBUGGING_PORT = 8169

type Row = {
  size: number
  copy: number
  native: number
  remux: number
  upload: number
  nowhere: number
  remuxPeak: Peak
  uploadPeak: Peak
  server: number
}

const { ffmpeg } = findFfmpeg()
const folder = mkdtempSync(join(tmpdir(), 'vestry-bench-'))
const server = await startTestServer()
try {
  const clip = makeClip()
  const rows: Row[] = []
  for (const size of SIZES) {
    rows.push(await measure(clip, size))
  }
  print(rows)
} finally {
  await server.destroy()
  rmSync(folder, { recursive: true, force: true })
}

/** A minute of film and sound, at about the 3 Mb/s of a streamed service. */
function makeClip(): string {
  const file = join(folder, 'clip.mp4')
  run(ffmpeg, [
    ...['-f', 'lavfi', '-i', 'testsrc2=size=1280x720:rate=30:duration=60'],
    ...['-f', 'lavfi', '-i', 'sine=frequency=440:duration=60:sample_rate=48000'],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '60', '-pix_fmt', 'yuv420p'],
    ...['-b:v', '3M', '-minrate', '3M', '-maxrate', '3M', '-bufsize', '3M', '-x264-params', 'nal-hrd=cbr'],
    ...['-c:a', 'aac', '-b:a', '128k', file],
  ])
  return file
}

async function measure(clip: string, size: number): Promise<Row> {
  const file = join(folder, `sermon-${size / MEGABYTE}.mp4`)
  const rounds = Math.ceil(size / statSync(clip).size) - 1
  run(ffmpeg, ['-stream_loop', String(rounds), '-i', clip, '-c', 'copy', '-fs', String(size), file])
  const copied = join(folder, 'copied.mp4')
  const copy = best(() => run('dd', [`if=${file}`, `of=${copied}`, 'bs=4M', 'conv=fsync', 'status=none']))
  const native = best(() => run(ffmpeg, ['-i', file, '-c', 'copy', '-movflags', '+faststart', copied]))
  rmSync(copied)
  const inBrowser = await measureBrowser(file)
  rmSync(file)
  return { size, copy, native, ...inBrowser, server: peakResident(server.pid()) }
}

async function measureBrowser(file: string) {
  // The private file system of an incognito window is in memory, so the profile is on disk.
  const profile = mkdtempSync(join(folder, 'profile-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: await findChromium(),
    baseURL: server.origin,
    args: [
      ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
      ...['--disable-background-networking', '--disable-component-update'],
      `--remote-debugging-port=${DEBUGGING_PORT}`,
    ],
  })
  try {
    const page = await openPage(context)
    const pid = browserPid(profile)
    const heap = await HeapReader.connect(DEBUGGING_PORT, '/preaching')
    await page.setInputFiles('#media-file', file)
    const read = () => heap.read()
    const remux = await watchMemory(pid, read, () => page.evaluate(prepareInPage))
    const upload = await watchMemory(pid, read, () => page.evaluate(uploadInPage))
    heap.close()
    return {
      nowhere: await sendToNowhere(context, file),
      remux: remux.result,
      remuxPeak: remux.peak,
      upload: upload.result,
      uploadPeak: upload.peak,
    }
  } finally {
    await context.close()
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function openPage(context: BrowserContext): Promise<Page> {
  const page = context.pages()[0] ?? (await context.newPage())
  await signIn(page, server)
  await openMediaPage(page)
  return page
}

/** The seconds that preparing takes; the prepared copy is kept in the page for the upload. */
async function prepareInPage(): Promise<number> {
  const [file] = document.querySelector<HTMLInputElement>('#media-file')?.files ?? []
  const options = { onProgress: () => undefined, signal: new AbortController().signal }
  const start = performance.now()
  const prepared = await window.media.prepareRecording(file, options)
  const seconds = (performance.now() - start) / 1000
  Object.assign(window, { prepared })
  return seconds
}

async function uploadInPage(): Promise<number> {
  const { prepared } = window as unknown as {
    prepared: Awaited<ReturnType<MediaDoors['prepareRecording']>>
  }
  const options = { onProgress: () => undefined, signal: new AbortController().signal }
  const start = performance.now()
  await window.media.uploadFile(prepared, 'preaching/2026/', options)
  const seconds = (performance.now() - start) / 1000
  await prepared.dispose()
  return seconds
}

/** The first process of the browser with this profile: the others have a type. */
function browserPid(profile: string): number {
  const commands = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => ({ pid: Number(pid), command: commandOf(pid) }))
  const first = commands.find(
    ({ command }) => command.includes(`--user-data-dir=${profile}`) && !command.includes('--type='),
  )
  if (first === undefined) {
    throw new Error('The browser is not found.')
  }
  return first.pid
}

/** Nothing of a process that has just ended. */
function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

function run(program: string, parameters: string[]): void {
  const quiet = program === ffmpeg ? ['-v', 'error', '-y'] : []
  execFileSync(program, [...quiet, ...parameters], { stdio: ['ignore', 'ignore', 'inherit'] })
}

/** The shorter time of two runs, in seconds. */
function best(work: () => void): number {
  const times = [0, 0].map(() => {
    const start = performance.now()
    work()
    return (performance.now() - start) / 1000
  })
  return Math.min(...times)
}

function print(rows: Row[]) {
  const seconds = (value: number) => `${value.toFixed(1)} s`
  const megabytes = (value: number) => `${Math.round(value / MEGABYTE)} MB`
  const table = rows.map((row) => ({
    recording: megabytes(row.size),
    'ffmpeg -c copy': seconds(row.native),
    'remux in browser': seconds(row.remux),
    'times ffmpeg (aim 5)': (row.remux / row.native).toFixed(2),
    'cp + fsync': seconds(row.copy),
    upload: seconds(row.upload),
    'share of cp rate (aim 0.5)': (row.copy / row.upload).toFixed(2),
    'to a server that discards': seconds(row.nowhere),
    'share of cp rate, at the very best': (row.copy / row.nowhere).toFixed(2),
    'share of the very best': (row.nowhere / row.upload).toFixed(2),
    'browser rise, remux (aim 500 MB)': megabytes(row.remuxPeak.rise),
    'browser rise, upload': megabytes(row.uploadPeak.rise),
    'JS heap (aim 100 MB)': megabytes(Math.max(row.remuxPeak.heap, row.uploadPeak.heap)),
    'server RSS (aim 200 MB)': megabytes(row.server),
  }))
  for (const row of table) {
    for (const [name, value] of Object.entries(row)) {
      process.stdout.write(`${name.padEnd(36)}${String(value).padStart(10)}\n`)
    }
    process.stdout.write('\n')
  }
  process.stdout.write(`load average while measuring: ${readFileSync('/proc/loadavg', 'utf8')}`)
}
