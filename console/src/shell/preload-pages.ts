import { matchPath } from 'react-router'
import type { Address } from '../api/page-reads.ts'
import { currentUserId } from '../auth/session.ts'
import type { AppRoute } from './app-route.ts'
import { lazyPage } from './lazy-page.ts'

/** Matches every address that no page has. */
export const notFoundPage = lazyPage(
  async () => (await import('./not-found-page.tsx')).NotFoundPage,
  'refused',
)

const findRoute = (routes: readonly AppRoute[], pathname: string) =>
  routes.find(({ path }) => matchPath(path, pathname) !== null)

/** Loads the code of the page at an address of the console, if it is not loaded yet. */
export async function preloadPage(routes: readonly AppRoute[], pathname: string): Promise<void> {
  const route = findRoute(routes, pathname)
  await (route === undefined ? notFoundPage.preload() : 'page' in route && route.page.preload())
}

/** For how long a page that is opened first waits for what it reads, in ms, before it shows that it waits. */
const WAITS = 300

/** Has the page at an address, whose code is loaded, find what it reads when it is drawn: then it is drawn only once. */
export async function readFirst(routes: readonly AppRoute[], address: Address): Promise<void> {
  const route = findRoute(routes, address.pathname)
  if (route !== undefined && 'page' in route && currentUserId() !== undefined) {
    const tooLong = new Promise((resolve) => setTimeout(resolve, WAITS))
    await Promise.race([route.page.loaded()?.read?.(address), tooLong])
  }
}
