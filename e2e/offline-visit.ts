import type { Page } from '@playwright/test'
import { type Line, openLine } from './cut-line.ts'
import { expect, signIn, test } from './fixtures.ts'
import type { RunningServer } from './running-server.ts'

type Offline = {
  /** The line between browsers and the worker's server. */
  line: Line
  /** A page of the administrator over that line, whose browser has kept the console. */
  visitor: Page
}

/** Tests in which a service worker may work, and the line can be cut. */
export const offlineTest = test.extend<Offline>({
  serviceWorkers: 'allow',
  line: async ({ server }, use) => {
    const line = await openLine(server.origin)
    await use(line)
    await line.close()
  },
  visitor: async ({ line, server, page }, use) => {
    await signInOver(page, line, server)
    await workerIsReady(page)
    await use(page)
  },
})

export async function signInOver(page: Page, line: Line, server: RunningServer): Promise<void> {
  await signIn(page, { ...server, origin: line.origin })
}

/** Waits until the service worker has kept what it keeps, and answers for this page. */
export async function workerIsReady(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (navigator.serviceWorker.controller === null) {
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve))
    }
  })
}

/** What the console's service worker is at; a page that was opened before it was `activated` may never be its own. */
export async function workerState(page: Page): Promise<string | undefined> {
  return await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state)
}

/** How many service workers the browser has for the console. */
export async function registrations(page: Page): Promise<number> {
  return await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
}

/** What service workers have kept in this browser: paths and types. */
export async function keptFiles(page: Page): Promise<[path: string, type: string][]> {
  return await page.evaluate(async () => {
    const kept: [string, string][] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const answer = await cache.match(request)
        kept.push([new URL(request.url).pathname, answer?.headers.get('content-type') ?? ''])
      }
    }
    return kept
  })
}

export { expect }
