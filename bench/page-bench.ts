/**
 * The first load of a screen for a signed-in person, with an empty cache: bytes by kind, and the time until it can be
 * used on a processor slowed four times. The screens are the list of sermons and the roll call of a class of 200
 * children. The peer in the same run is an empty page of the same origin, loaded the same way.
 */
import { gzipSync } from 'node:zlib'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { callAs } from '../e2e/church-calls.ts'
import { signIn } from '../e2e/fixtures.ts'
import { ADMIN, startTestServer } from '../e2e/running-server.ts'
import { findChromium } from '../tools/find-programs.ts'

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>

/** A screen: its path, what shows that it can be used, and the state of the navigation to it. */
type Screen = { path: string; ready(page: Page): Promise<void>; carried?: object }

const ROUNDS = 7
const CHILDREN = 200
/** 9 Mb/s each way and 60 ms, a fair connection to a small server. */
const LINE = { offline: false, downloadThroughput: 9e6 / 8, uploadThroughput: 9e6 / 8, latency: 60 }

const server = await startTestServer({}, ['--demo'])
const browser = await chromium.launch({
  executablePath: await findChromium(),
  args: ['--no-sandbox', '--disable-quic'],
})
try {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  await signIn(page, server, ADMIN)
  const visit = await planClass(page)
  await callAs(page, 'PUT', '/settings', { publicPages: true })
  const state = await context.storageState()
  await context.close()

  const empty: Screen = { path: '/healthz', ready: (fresh) => fresh.locator('body').waitFor() }
  const screens: Record<string, Screen> = {
    'list of sermons': {
      path: '/preaching',
      ready: (fresh) => fresh.locator('tbody tr').nth(9).waitFor(),
    },
    'public pages': { path: '/sermons', ready: (fresh) => drawn(fresh) },
    today: { path: '/today', ready: (fresh) => fresh.locator('main li a').first().waitFor() },
    [`roll call of ${CHILDREN}`]: {
      path: '/sunday-school/classes/attendance',
      carried: visit,
      ready: (fresh) =>
        fresh
          .locator('li[data-child] button[aria-pressed]')
          .nth(2 * CHILDREN - 1)
          .waitFor(),
    },
  }
  for (const [name, screen] of Object.entries(screens)) {
    const { files, requests, elements } = await loadOnce(browser, state, server.origin, screen)
    console.log(`${name}: ${requests} requests until it can be used, ${elements} elements`)
    console.table(weigh(files))
  }

  const times = new Map<string, number[]>()
  const drawnEmpty: Screen = { path: '/healthz', ready: (fresh) => drawn(fresh) }
  const timed = { ...screens, 'empty page': empty, 'empty page, drawn': drawnEmpty }
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, screen] of Object.entries(timed)) {
      times.set(name, [...(times.get(name) ?? []), await timeUntil(browser, state, server.origin, screen)])
    }
  }
  const peer = times.get('empty page') ?? []
  console.table(
    Object.fromEntries(
      [...times].map(([name, values]) => [
        name,
        { 'usable, median ms, CPU slowed 4×': median(values), 'beside an empty page': ratio(values, peer) },
      ]),
    ),
  )
} finally {
  await browser.close()
  await server.destroy()
}

/** Until something of it is visible: a page without a script can be used from then on. */
async function drawn(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        new PerformanceObserver(() => resolve()).observe({ type: 'paint', buffered: true })
      }),
  )
}

/** A class of many children on a coming Sunday; returns the state with which the attendance screen is opened. */
async function planClass(page: Page) {
  const [title, session_datetime] = ['The whole school', '2035-05-06T10:30:00']
  const { id, series_id } = await callAs<{ id: number; series_id: number }>(page, 'POST', '/classes', {
    title,
    session_datetime,
  })
  const attendee_ids: number[] = []
  for (let child = 0; child < CHILDREN; child++) {
    const added = await callAs<{ id: number }>(page, 'POST', '/attendees', {
      first_name: `Child ${child}`,
      last_name: `Family ${(child * 7) % 61}`,
      parent_contact: `Parent ${child}, 600 ${100 + child} 000`,
      notes: child % 10 === 0 ? 'Allergic to nuts' : '',
    })
    attendee_ids.push(added.id)
  }
  await callAs(page, 'POST', '/classes/roster', { series_id, attendee_ids })
  return { class_id: id, title, session_datetime, session_type: 'upcoming' }
}

/** A page of a signed-in person, with nothing in its cache. */
async function freshPage(browser: Browser, storageState: StorageState, { carried }: Screen): Promise<Page> {
  const context = await browser.newContext({ storageState, viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  if (carried) {
    await page.addInitScript((usr) => history.replaceState({ usr, key: 'bench', idx: 0 }, ''), carried)
  }
  return page
}

async function timeUntil(
  browser: Browser,
  storageState: StorageState,
  origin: string,
  screen: Screen,
): Promise<number> {
  const page = await freshPage(browser, storageState, screen)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', LINE)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const started = performance.now()
  await page.goto(origin + screen.path, { waitUntil: 'commit' })
  await screen.ready(page)
  const took = performance.now() - started
  await page.context().close()
  return took
}

/** All files, including those that are loaded when the screen is idle. */
async function loadOnce(browser: Browser, storageState: StorageState, origin: string, screen: Screen) {
  const page = await freshPage(browser, storageState, screen)
  const files: { kind: string; body: Buffer }[] = []
  const reading: Promise<void>[] = []
  let asked = 0
  page.on('request', () => asked++)
  page.on('response', (response) => {
    const kind =
      { document: 'HTML', script: 'JS', stylesheet: 'CSS' }[response.request().resourceType()] ?? 'other'
    reading.push(
      response.body().then((body) => {
        files.push({ kind, body })
      }),
    )
  })
  await page.goto(origin + screen.path)
  await screen.ready(page)
  const requests = asked
  const elements = await page.locator('*').count()
  await page.waitForLoadState('networkidle')
  await Promise.all(reading)
  await page.context().close()
  return { files, requests, elements }
}

/** Files and bytes by kind. */
function weigh(files: { kind: string; body: Buffer }[]) {
  const byKind = Map.groupBy(files, ({ kind }) => kind)
  return Object.fromEntries(
    [...byKind].map(([kind, some]) => [
      kind,
      {
        files: some.length,
        'kB raw': kB(some.reduce((sum, { body }) => sum + body.length, 0)),
        'kB gz': kB(some.reduce((sum, { body }) => sum + gzipSync(body, { level: 9 }).length, 0)),
      },
    ]),
  )
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
