/**
 * Without a line, on a processor slowed four times: from a cold start with an expired token until today's rolls, and one
 * of 200, can be used; and from a finger's touch until the child's row is drawn as kept. The peer in the same run is the
 * same start with a line and a good token.
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
  console.log(`ms from ${taps.length} touches until the row is drawn as kept, CPU slowed 4×`)
  console.table({ p50: at(taps, 0.5), p95: at(taps, 0.95), most: at(taps, 1) })

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

/** Marks every child present with a finger; the first only finds out that there is no line. */
async function tapAll(page: Page): Promise<number[]> {
  await page.evaluate(() => {
    const taps: number[] = []
    Object.assign(window, { taps })
    addEventListener(
      'click',
      ({ timeStamp, target }) => {
        const row = (target as Element).closest('[data-child]')
        const { port1, port2 } = new MessageChannel()
        // The next task runs once the frame is drawn in which the row says so.
        port1.onmessage = () => taps.push(performance.now() - timeStamp)
        const look = () =>
          row?.matches('[data-kept]') === true ? port2.postMessage(0) : requestAnimationFrame(look)
        requestAnimationFrame(look)
      },
      { capture: true },
    )
  })
  const buttons = await page.locator('li[data-child] button[data-mark=present]').all()
  for (const [index, button] of buttons.entries()) {
    await button.tap()
    await page.waitForFunction(
      (count) => (window as unknown as { taps: number[] }).taps.length > count,
      index,
    )
  }
  return (await page.evaluate(() => (window as unknown as { taps: number[] }).taps)).slice(1)
}

function at(times: number[], part: number): number {
  const sorted = times.toSorted((one, other) => one - other)
  return Math.round(sorted[Math.min(Math.floor(sorted.length * part), sorted.length - 1)] ?? 0)
}
