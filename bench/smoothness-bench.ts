/**
 * What a person notices: how long after a click the rows of a list are drawn, how long the frames take while a list of
 * 100 sermons with posters scrolls, on a processor slowed four times, and how far the content moves while it loads. The
 * console's pages have ten rows: for the scrolled list its call is changed to ask for 100.
 */
import { readFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { makeOperatorKey } from '@vestry/server/testing/ask-command-line.ts'
import { buildSermon } from '@vestry/server/testing/build-sermon.ts'
import { AwsClient } from 'aws4fetch'
import { callAs } from '../e2e/church-calls.ts'
import { signIn } from '../e2e/fixtures.ts'
import { ADMIN, startTestServer } from '../e2e/running-server.ts'
import { findChromium } from '../tools/find-programs.ts'
import { leaveNewsAway } from './leave-news-away.ts'

const ROUNDS = 7
const SERMONS = 100
const POSTER = join(import.meta.dirname, '..', 'server', 'media', 'demo', 'poster-sea.jpg')
/** The milliseconds between pointing at something and pressing it, and until a person has read what came. */
const PAUSE = 300
/** How often a turning wheel sends an event, and by how many pixels each scrolls. */
const TURN = { every: 40, by: 100 }

const server = await startTestServer({}, ['--demo'])
const browser = await chromium.launch({
  executablePath: await findChromium(),
  args: ['--no-sandbox', '--disable-quic'],
})
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  await signIn(page, server, ADMIN)
  await fillSermons(page)
  const state = await page.context().storageState()
  await measureClicks(state)
  await measureScrolling(state)
  await measureShifts(state)
  console.log(`load average ${loadavg().map((load) => load.toFixed(1))}`)
} finally {
  await browser.close()
  await server.destroy()
}

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>

/** The latest sermons, each with a poster of its own. */
async function fillSermons(page: Page) {
  const poster = await readFile(POSTER)
  const store = new AwsClient({
    ...(await makeOperatorKey({ VESTRY_DATA: server.dataFolder })),
    service: 's3',
    region: 'us-east-1',
  })
  for (let sermon = 0; sermon < SERMONS; sermon++) {
    const poster_path = `images/bench/${sermon}.jpg`
    const { ok, status } = await store.fetch(`${server.origin}/s3/preaching/${poster_path}`, {
      method: 'PUT',
      body: poster,
      headers: { 'content-type': 'image/jpeg' },
    })
    if (!ok) {
      throw new Error(`The store answered ${status}.`)
    }
    const event_datetime = `2035-05-06T10:${String(sermon % 60).padStart(2, '0')}:00`
    const body = buildSermon({ event_datetime, poster_path, small_poster_path: poster_path })
    await callAs(page, 'POST', '/preachingManagement', body)
  }
}

async function freshPage(storageState: StorageState): Promise<Page> {
  const context = await browser.newContext({ storageState, viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  await leaveNewsAway(page)
  return page
}

async function measureClicks(state: StorageState) {
  const times = new Map<string, number[]>()
  for (let round = 0; round < ROUNDS; round++) {
    const page = await freshPage(state)
    const click = async (name: string, button: ReturnType<Page['locator']>) => {
      await button.hover()
      await page.waitForTimeout(PAUSE)
      const drawn = page.evaluate(untilRowsDrawn)
      await button.click()
      times.set(name, [...(times.get(name) ?? []), await drawn])
    }
    await page.goto(`${server.origin}/today`)
    await page.waitForLoadState('networkidle')
    await click('menu, sermons', page.locator('a[href="/preaching"]').first())
    await click('next page', page.getByRole('button', { name: 'Next' }))
    await click('another order', page.getByRole('button', { name: 'Date' }))
    await page.getByRole('button', { name: 'Sunday School' }).click()
    await click('menu, classes', page.locator('a[href="/sunday-school/classes"]').first())
    await click('menu, attendees', page.locator('a[href="/sunday-school/attendees"]').first())
    await click('menu, classes again', page.locator('a[href="/sunday-school/classes"]').first())
    await page.context().close()
  }
  console.log('from a click to other rows, drawn, in ms')
  console.table(Object.fromEntries([...times].map(([name, values]) => [name, spread(values)])))
}

/** In the page: measures from the next click until a list has other rows than before, and they are painted. */
function untilRowsDrawn(): Promise<number> {
  const rows = () => document.querySelector('table[aria-busy="false"] tbody')?.textContent
  const before = rows()
  return new Promise((resolve) => {
    addEventListener(
      'click',
      ({ timeStamp }) => {
        const look = () => {
          const now = rows()
          if (now === undefined || now === before) {
            return
          }
          observer.disconnect()
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel()
            port2.onmessage = () => resolve(performance.now() - timeStamp)
            port1.postMessage(undefined)
          })
        }
        const observer = new MutationObserver(look)
        observer.observe(document.body, {
          subtree: true,
          childList: true,
          attributes: true,
          characterData: true,
        })
      },
      { capture: true, once: true },
    )
  })
}

async function measureScrolling(state: StorageState) {
  const longest: number[] = []
  const slow: number[] = []
  const posters: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const page = await freshPage(state)
    await page.route(/\/api\/preachingManagement\?/, (route) =>
      route.continue({ url: route.request().url().replace('limit=10', `limit=${SERMONS}`) }),
    )
    await page.goto(`${server.origin}/preaching`)
    await page
      .locator('tbody tr')
      .nth(SERMONS - 1)
      .waitFor()
    await page.waitForLoadState('networkidle')
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await page.mouse.move(700, 400)
    const frames = page.evaluate(countFrames)
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    for (let top = 0; top < height; top += TURN.by) {
      await page.mouse.wheel(0, TURN.by)
      await new Promise((resolve) => setTimeout(resolve, TURN.every))
    }
    await page.evaluate(() => dispatchEvent(new Event('counted')))
    const deltas = await frames
    longest.push(Math.max(...deltas))
    slow.push(deltas.filter((delta) => delta > 50).length)
    posters.push(await page.locator('tbody img').evaluateAll(countLoaded))
    await page.context().close()
  }
  console.log(`scrolling through ${SERMONS} sermons with posters, CPU slowed 4×`)
  console.table({
    'longest frame, ms': spread(longest),
    'frames above 50 ms': spread(slow),
    'posters drawn': spread(posters),
  })
}

function countLoaded(pictures: Element[]): number {
  return pictures.filter((picture) => (picture as HTMLImageElement).naturalWidth > 0).length
}

/** In the page: measures the time between each two frames, until it is told to stop. */
function countFrames(): Promise<number[]> {
  return new Promise((resolve) => {
    const deltas: number[] = []
    let last: number | undefined
    let on = true
    addEventListener('counted', () => {
      on = false
      resolve(deltas)
    })
    const frame = (now: number) => {
      if (last !== undefined) {
        deltas.push(now - last)
      }
      last = now
      if (on) {
        requestAnimationFrame(frame)
      }
    }
    requestAnimationFrame(frame)
  })
}

/** The layout shift of pages while they load, with all their pictures, on a slow processor. */
async function measureShifts(state: StorageState) {
  const shifts: Record<string, { 'layout shift': string; 'what moved': string }> = {}
  for (const path of [
    '/preaching',
    '/today',
    '/sunday-school/attendees',
    '/sunday-school/classes',
    '/calendar',
  ]) {
    const page = await freshPage(state)
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await page.addInitScript(keepShifts)
    await page.goto(server.origin + path)
    await page.waitForLoadState('networkidle')
    const { sum, moved } = await page.evaluate(
      () => (window as unknown as { shifts: { sum: number; moved: string[] } }).shifts,
    )
    shifts[path] = { 'layout shift': sum.toFixed(4), 'what moved': [...new Set(moved)].join(' ') }
    await page.context().close()
  }
  console.table(shifts)
}

/** In the page: adds up the shifts that no click or key has caused. */
function keepShifts() {
  const shifts = { sum: 0, moved: [] as string[] }
  Object.assign(window, { shifts })
  type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node?: Element }[] }
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
      if (!hadRecentInput) {
        shifts.sum += value
        shifts.moved.push(...sources.map(({ node }) => node?.nodeName ?? ''))
      }
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

function spread(values: number[]) {
  const sorted = values.toSorted((one, other) => one - other)
  const at = (part: number) => Math.round(sorted[Math.floor((sorted.length - 1) * part)] ?? 0)
  return { least: at(0), median: at(0.5), most: at(1) }
}
