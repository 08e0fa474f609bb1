import type { Browser, BrowserContext, Page, Response } from '@playwright/test'
import { workerIsReady } from '../e2e/offline-visit.ts'
import { leaveNewsAway } from './leave-news-away.ts'

export type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>

/**
 * A screen: its path, whether a service worker keeps it, the elements that show that it can be used once there are so many,
 * and the state of the navigation to it. One without such elements can be used when something of it is drawn, since it needs no script.
 */
export type Screen = {
  path: string
  isKept?: boolean
  shows?: { elements: string; count: number }
  carried?: object
}

/** What a visit took: all in ms after the navigation began, by the clock of the page. */
export type Visit = {
  usable: number
  /** How many were sent until then, those that the cache answered and the page itself included. */
  requests: number
  /** When the first call of the API left. */
  firstCall: number | undefined
  /** When the last script arrived of those that were there once the screen could be used. */
  lastFile: number | undefined
}

export type LoadedFile = { kind: string; body: Buffer }

/** 9 Mb/s each way and 60 ms, a fair connection to a small server. */
const LINE = { offline: false, downloadThroughput: 9e6 / 8, uploadThroughput: 9e6 / 8, latency: 60 }

/** Of a signed-in person, with nothing in the cache. */
export async function openContext(browser: Browser, storageState: StorageState): Promise<BrowserContext> {
  return await browser.newContext({ storageState, viewport: { width: 1280, height: 800 } })
}

/** Loads a screen in a new page, which is closed when all has come that is loaded when the browser is idle. */
export async function visit(context: BrowserContext, origin: string, screen: Screen): Promise<Visit> {
  const page = await openPage(context, screen)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', LINE)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.goto(origin + screen.path, { waitUntil: 'commit' })
  const usable = await page.evaluate(untilUsable, screen.shows)
  await page.waitForLoadState('networkidle')
  const loaded = await page.evaluate(readLoaded, usable)
  if (screen.isKept) {
    await workerIsReady(page)
  }
  await page.close()
  return { usable, ...loaded }
}

/** Loads a screen once at full speed: all files, including those that are loaded when the browser is idle. */
export async function loadAll(context: BrowserContext, origin: string, screen: Screen) {
  const page = await openPage(context, screen)
  const files: LoadedFile[] = []
  const reading: Promise<void>[] = []
  const read = (response: Response) => {
    const kind =
      { document: 'HTML', script: 'JS', stylesheet: 'CSS' }[response.request().resourceType()] ?? 'other'
    reading.push(
      response.body().then((body) => {
        files.push({ kind, body })
      }),
    )
  }
  page.on('response', read)
  await page.goto(origin + screen.path)
  await page.evaluate(untilUsable, screen.shows)
  const elements = await page.locator('*').count()
  await page.waitForLoadState('networkidle')
  // A roll goes on asking.
  page.off('response', read)
  await Promise.all(reading)
  await page.close()
  return { files, elements }
}

async function openPage(context: BrowserContext, { carried }: Screen): Promise<Page> {
  const page = await context.newPage()
  await leaveNewsAway(page)
  if (carried) {
    await page.addInitScript((usr) => history.replaceState({ usr, key: 'bench', idx: 0 }, ''), carried)
  }
  return page
}

/**
 * In the page: the moment at which it can be used, looked for at each frame. Playwright's own waiting looks every 500 ms
 * after the first ones.
 */
export function untilUsable(shows: Screen['shows']): Promise<number> {
  return new Promise((resolve, reject) => {
    if (shows === undefined) {
      new PerformanceObserver((list) => resolve(list.getEntries()[0]?.startTime ?? 0)).observe({
        type: 'paint',
        buffered: true,
      })
      return
    }
    const { elements, count } = shows
    const look = () => {
      const now = performance.now()
      if (document.querySelectorAll(elements)[count - 1]?.checkVisibility({ visibilityProperty: true })) {
        resolve(now)
      } else if (now > 30_000) {
        reject(new Error(`${location.pathname} does not show ${count} of ${elements}.`))
      } else {
        requestAnimationFrame(look)
      }
    }
    look()
  })
}

/**
 * In the page: what it noted of its requests until the moment at which it could be used. It notes a request only when
 * the response has come, so this is read later.
 */
function readLoaded(usable: number): Omit<Visit, 'usable'> {
  const noted = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  const calls = noted.filter(({ name }) => new URL(name).pathname.startsWith('/api/'))
  const scripts = noted.filter(
    ({ name, responseEnd }) => new URL(name).pathname.endsWith('.js') && responseEnd <= usable,
  )
  return {
    requests: 1 + noted.filter(({ startTime }) => startTime <= usable).length,
    firstCall: calls.map(({ startTime }) => startTime).sort((one, other) => one - other)[0],
    lastFile: scripts.map(({ responseEnd }) => responseEnd).sort((one, other) => other - one)[0],
  }
}
