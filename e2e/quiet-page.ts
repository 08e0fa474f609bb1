import type { Page, Request } from '@playwright/test'

const QUIET_FOR = 500

/** The requests of each watched page that are under way, but for its stream of news, which goes on. */
const underWay = new WeakMap<Page, Set<Request>>()

/** Has {@link untilQuiet} know what a page asks for. */
export function noteRequests(page: Page): void {
  const requests = new Set<Request>()
  underWay.set(page, requests)
  page.on('request', (request) => {
    if (new URL(request.url()).pathname !== '/api/news') {
      requests.add(request)
    }
  })
  const forget = (request: Request) => requests.delete(request)
  page.on('requestfinished', forget)
  page.on('requestfailed', forget)
  // What the page before has asked for may never end.
  page.on('domcontentloaded', () => requests.clear())
}

/** Resolves once a watched page is loaded and has asked for nothing for half a second. */
export async function untilQuiet(page: Page): Promise<void> {
  await page.waitForLoadState()
  for (let since = performance.now(); performance.now() - since < QUIET_FOR; ) {
    await page.waitForTimeout(50)
    if ((underWay.get(page)?.size ?? 0) > 0) {
      since = performance.now()
    }
  }
}

/** Nobody tells the page that something may have changed: it asks again when somebody has it do so, and not before. */
export async function tellNothing(page: Page): Promise<void> {
  await page.context().route(/\/api\/news(\?|$)/, (route) => route.abort())
}
