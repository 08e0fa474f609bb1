import { unreachable } from './call-api.ts'

/** What browsers and Vite say when code could not be loaded. */
const NOT_FETCHED = /dynamically imported module|module script failed|preload CSS/i

/**
 * Loads code with `load`, but doesn't try without a connection, unless a service worker may have it: until the page is
 * reloaded, Chromium asks only once for code that could not be loaded, so a try that came too soon would be the last.
 *
 * @throws {ApiError} `unreachable` when it could not be loaded
 */
export async function fetchCode<T>(load: () => Promise<T>): Promise<T> {
  if (!navigator.onLine && !navigator.serviceWorker?.controller) {
    throw unreachable()
  }
  try {
    return await load()
  } catch (error) {
    throw error instanceof Error && NOT_FETCHED.test(error.message) ? unreachable() : error
  }
}
