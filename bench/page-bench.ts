/**
 * The first load of the list for a signed-in person: bytes by kind, and the time until its table can be used on a
 * processor slowed four times. The peer in the same run is an empty page of the same origin, loaded the same way.
 */
import { gzipSync } from 'node:zlib'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { signIn } from '../e2e/house.ts'
import { ADMIN, startHouse } from '../e2e/running-house.ts'
import { findChromium } from '../tools/find-programs.ts'

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>

const ROUNDS = 7
/** 9 Mb/s each way and 60 ms, a fair line to a small server. */
const LINE = { offline: false, downloadThroughput: 9e6 / 8, uploadThroughput: 9e6 / 8, latency: 60 }

const house = await startHouse({}, ['--demo'])
const browser = await chromium.launch({
  executablePath: await findChromium(),
  args: ['--no-sandbox', '--disable-quic'],
})
try {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  await signIn(page, house, ADMIN)
  const state = await context.storageState()
  await context.close()

  const files = await loadedFiles(browser, state, house.origin)
  const sums = new Map<string, { raw: number; gz: number; files: number }>()
  for (const { kind, body } of files) {
    const sum = sums.get(kind) ?? { raw: 0, gz: 0, files: 0 }
    sums.set(kind, {
      raw: sum.raw + body.length,
      gz: sum.gz + gzipSync(body, { level: 9 }).length,
      files: sum.files + 1,
    })
  }
  console.table(
    Object.fromEntries(
      [...sums].map(([kind, { raw, gz, files }]) => [kind, { files, 'kB raw': kB(raw), 'kB gz': kB(gz) }]),
    ),
  )

  const usable: number[] = []
  const empty: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    usable.push(
      await timeUntil(`${house.origin}/preaching`, (slow) => slow.locator('tbody tr').nth(9).waitFor()),
    )
    empty.push(await timeUntil(`${house.origin}/healthz`, (slow) => slow.locator('body').waitFor()))
  }
  console.table({
    'usable table, CPU slowed 4×': {
      'median ms': median(usable),
      'beside an empty page': ratio(usable, empty),
    },
    'empty page': { 'median ms': median(empty), 'beside an empty page': '1.0' },
  })

  async function timeUntil(address: string, ready: (page: Page) => Promise<void>): Promise<number> {
    const fresh = await browser.newContext({ storageState: state, viewport: { width: 1280, height: 800 } })
    const slow = await fresh.newPage()
    const devtools = await fresh.newCDPSession(slow)
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', LINE)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    const started = performance.now()
    await slow.goto(address, { waitUntil: 'commit' })
    await ready(slow)
    const took = performance.now() - started
    await fresh.close()
    return took
  }
} finally {
  await browser.close()
  await house.destroy()
}

async function loadedFiles(browser: Browser, storageState: StorageState, origin: string) {
  const context = await browser.newContext({ storageState })
  const page = await context.newPage()
  const files: { kind: string; body: Buffer }[] = []
  const reading: Promise<void>[] = []
  page.on('response', (response) => {
    const kind =
      { document: 'HTML', script: 'JS', stylesheet: 'CSS' }[response.request().resourceType()] ?? 'other'
    reading.push(
      response.body().then((body) => {
        files.push({ kind, body })
      }),
    )
  })
  await page.goto(`${origin}/preaching`)
  await page.locator('tbody tr').nth(9).waitFor()
  await Promise.all(reading)
  await context.close()
  return files
}

function median(values: number[]): number {
  return Math.round(values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0)
}

function ratio(values: number[], peer: number[]): string {
  return (median(values) / median(peer)).toFixed(1)
}

function kB(bytes: number): string {
  return (bytes / 1000).toFixed(1)
}
