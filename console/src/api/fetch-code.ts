import { mayLoadCode } from '../ui/may-load-code.ts'
import { unreachable } from './call-api.ts'

/** What browsers and Vite say when code could not be loaded. */
const NOT_FETCHED = /dynamically imported module|module script failed|preload CSS/i

/**
 * Loads code with `load`, but doesn't try where it can't come.
 *
 * @throws {ApiError} `unreachable` when it could not be loaded
 */
export async function fetchCode<T>(load: () => Promise<T>): Promise<T> {
  if (!mayLoadCode()) {
    throw unreachable()
  }
  try {
    return await load()
  } catch (error) {
    throw error instanceof Error && NOT_FETCHED.test(error.message) ? unreachable() : error
  }
}
