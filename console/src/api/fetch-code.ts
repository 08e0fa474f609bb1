import { unreachable } from './call-api.ts'

/** What browsers and Vite say when code could not be loaded. */
const NOT_FETCHED = /dynamically imported module|module script failed|preload CSS/i

/**
 * Fetches code by `load`. Without a connection it is not asked for: Chromium asks for code that did not come only once
 * until the page is loaded anew, so whoever wanted it too soon would never have it.
 *
 * @throws {ApiError} `unreachable` when it did not come
 */
export async function fetchCode<T>(load: () => Promise<T>): Promise<T> {
  if (!navigator.onLine) {
    throw unreachable()
  }
  try {
    return await load()
  } catch (error) {
    throw error instanceof Error && NOT_FETCHED.test(error.message) ? unreachable() : error
  }
}
