/**
 * Without a line, on a processor slowed four times: from a cold start with an expired token until today's rolls, and one
 * of 200, can be used; and from a finger's touch until the mark is kept, until that is drawn, and until its copy is on the disk.
 * The peer in the same run is the same start with a line and a good token.
 */
import { chromium, type Page } from '@playwright/test'
import { planClass as planRoll } from '../e2e/attendance-church.ts'
import { openLine } from '../e2e/cut-line.ts'
import { signIn } from '../e2e/fixtures.ts'
import { keptValues } from '../e2e/kept-class.ts'
import { workerIsReady } from '../e2e/offline-visit.ts'
import { ADMIN, startTestServer } from '../e2e/running-server.ts'
import { findChromium } from '../tools/find-programs.ts'
import { leaveNewsAway } from './leave-news-away.ts'
import { untilUsable } from './page-load.ts'

const ROUNDS = 7
const CHILDREN = 200
const TITLE = 'The whole school'
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const FULL_SPEED = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 }
/** Before and after a touch, in ms: nobody hits a row that still moves. */
const PAUSE = 150
const HOURS = 10 * 3_600_000
const ROWS = { elements: 'li[data-child] button[aria-pressed]', count: 2 * CHILDREN }

const server = await startTestServer({ VESTRY_TIMEZONE: 'UTC' })
const line = await openLine(server.origin)
const browser = await chromium.launch({
  executablePath: await findChromium(),
  args: ['--no-sandbox', '--disable-quic'],
})
try {
  const context = await browser.newContext({ ...PHONE, timezoneId: 'UTC' })
  const page = await context.newPage()
  await signIn(page, { ...server, origin: line.origin }, ADMIN)
  await workerIsReady(page)
  const children = Array.from({ length: CHILDREN }, (_, child) => ({
    first_name: `Child ${child}`,
    last_name: `Family ${(child * 7) % 61}`,
  }))
  const session_datetime = `${new Date().toISOString().slice(0, 10)}T23:30:00`
  const { id } = await planRoll(page, TITLE, children, { session_datetime })
  const roll = `/sunday-school/classes/attendance?class=${id}`
  const kept = page.waitForResponse((answer) => answer.url().includes(`roll-call?class_id=${id}`))
  await page.goto(`${line.origin}/today`)
  await (await kept).finished()
  while ((await keptValues(page)) === 0) {
    await page.waitForTimeout(100)
  }
  await page.close()

  const screens = {
    'today’s rolls': ['/today', { elements: 'main li a', count: 1 }],
    [`a roll of ${CHILDREN}`]: [roll, ROWS],
  } as const
  const lines = {
    'with a line': 'open',
    'in flight mode': 'flight',
    'on one that is cut': 'refused',
    'on one that hangs': 'hanging',
  } as const
  const table: Record<string, Record<string, number>> = {}
  for (const [name, [path, shows]] of Object.entries(screens)) {
    for (const [how, state] of Object.entries(lines)) {
      line.set(state === 'flight' ? 'refused' : state)
      const times: number[] = []
      for (let round = 0; round < ROUNDS; round += 1) {
        const fresh = await openSlow(state === 'flight')
        await expire(fresh, state === 'open' ? 0 : HOURS)
        await fresh.goto(line.origin + path, { waitUntil: 'commit' })
        times.push(await fresh.evaluate(untilUsable, shows))
        await fresh.close()
      }
      table[name] = { ...table[name], [how]: at(times, 0.5) }
    }
  }
  console.log('ms from a cold start until usable, medians, CPU slowed 4×')
  console.table(table)

  line.set('refused')
  const cellar = await openSlow()
  await cellar.goto(line.origin + roll, { waitUntil: 'commit' })
  await cellar.evaluate(untilUsable, ROWS)
  const taps = await tapAll(cellar)
  const spread = (times: number[]) => ({ p50: at(times, 0.5), p95: at(times, 0.95), most: at(times, 1) })
  console.log(`ms from ${taps.length} touches, CPU slowed 4×`)
  console.table({
    'until the row says kept': spread(taps.map(({ kept }) => kept)),
    'until that is drawn': spread(taps.map(({ drawn }) => drawn)),
    'until the copy is on the disk': spread(taps.map(({ copied }) => copied)),
  })

  async function openSlow(offline = false): Promise<Page> {
    const fresh = await context.newPage()
    await leaveNewsAway(fresh)
    const devtools = await context.newCDPSession(fresh)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await devtools.send('Network.emulateNetworkConditions', { ...FULL_SPEED, offline })
    return fresh
  }
} finally {
  await browser.close()
  await line.close()
  await server.destroy()
}

/** Has the tokens seem to be this much older, by the drift of the clock that Amplify has noted. */
async function expire(page: Page, by: number): Promise<void> {
  await page.addInitScript((drift) => {
    const key = Object.keys(localStorage).find((name) => name.endsWith('.clockDrift'))
    if (key !== undefined) {
      localStorage.setItem(key, String(drift))
    }
  }, by)
}

type Tap = { kept: number; drawn: number; copied: number }

/** Marks every child present with a finger; the first only finds out that there is no line. */
async function tapAll(page: Page): Promise<Tap[]> {
  await page.evaluate(() => {
    const taps: Tap[] = []
    let copied: ((at: number) => void) | undefined
    const { transaction } = IDBDatabase.prototype
    IDBDatabase.prototype.transaction = function (...given) {
      const change = transaction.apply(this, given)
      if (this.name === 'vestry.marks' && change.mode === 'readwrite') {
        const done = copied
        change.addEventListener('complete', () => done?.(performance.now()))
      }
      return change
    }
    Object.assign(window, { taps })
    addEventListener('click', watch, { capture: true })
    function watch({ timeStamp, target }: MouseEvent) {
      const row = (target as Element).closest('[data-child]')
      if (row === null) {
        return
      }
      const observer = new MutationObserver(() => {
        if (row.matches('[data-kept]')) {
          observer.disconnect()
          const kept = performance.now() - timeStamp
          const { port1, port2 } = new MessageChannel()
          const tap = { kept, drawn: 0, copied: 0 }
          taps.push(tap)
          // The next task after the frame's own work runs once it is drawn.
          port1.onmessage = () => {
            tap.drawn = performance.now() - timeStamp
          }
          copied = (at) => {
            tap.copied ||= at - timeStamp
          }
          requestAnimationFrame(() => port2.postMessage(undefined))
        }
      })
      observer.observe(row, { attributes: true })
    }
  })
  for (const button of await page.locator('li[data-child] button[data-mark=present]').all()) {
    await button.scrollIntoViewIfNeeded()
    await page.waitForTimeout(PAUSE)
    const { x = 0, y = 0, width = 0, height = 0 } = (await button.boundingBox()) ?? {}
    await page.touchscreen.tap(x + width / 2, y + height / 2)
    await page.waitForTimeout(PAUSE)
  }
  return (await page.evaluate(() => (window as unknown as { taps: Tap[] }).taps)).slice(1)
}

function at(times: number[], part: number): number {
  const sorted = times.toSorted((one, other) => one - other)
  return Math.round(sorted[Math.min(Math.floor(sorted.length * part), sorted.length - 1)] ?? 0)
}
