import { CONFIG_PATH } from './good-answers.ts'

/** What the worker answers: a file of the console, its page, or what the browser must know at start. */
export type Sort = 'file' | 'page' | 'config'

type Asked = Pick<Request, 'method' | 'url' | 'mode'>

/**
 * What a request is for, or undefined if the worker leaves it alone: all that is not read, the API, the store, signing
 * in, pages and files for listeners, and whatever else is not the console's own. `pages` are the first steps of the
 * console's addresses.
 */
export function sortRequest(
  { method, url, mode }: Asked,
  own: string,
  pages: readonly string[],
): Sort | undefined {
  const { origin, pathname } = new URL(url)
  if (method !== 'GET' || origin !== own) {
    return undefined
  }
  if (mode === 'navigate') {
    return pages.includes(pathname.split('/')[1] ?? '') ? 'page' : undefined
  }
  if (pathname === CONFIG_PATH) {
    return 'config'
  }
  return pathname.startsWith('/assets/') ? 'file' : undefined
}
