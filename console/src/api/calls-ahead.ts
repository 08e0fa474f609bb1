import type { Address } from './page-reads.ts'

/** The response to a call that was made before the code which needs it was there; `at`: when it came, by this clock. */
export type AheadAnswer = { response: Response; at: number }
type AheadCall = { token: string; asked: number; answer: Promise<AheadAnswer | undefined> }

declare global {
  interface Window {
    /** The calls that were made ahead, by their addresses: the script of the first paint makes some before this code. */
    vestryAhead?: Map<string, AheadCall>
    /** Makes the calls of the page at an address ahead; that script alone knows which, since it shares no code. */
    vestryAskAhead?: (address: Address) => void
  }
}

/** What was asked longer ago than this, in ms, may have changed meanwhile. */
export const GOOD_FOR = 10_000

/** Makes a call that will be needed soon. A failure costs nothing: whoever needs the response asks again. */
export function callAhead(url: string, token: string): void {
  const headers = { Accept: 'application/json', Authorization: `Bearer ${token}` }
  const answer = readWhole(url, { headers }).catch(() => undefined)
  window.vestryAhead ??= new Map()
  window.vestryAhead.set(url, { token, asked: Date.now(), answer })
}

/** A response that nobody reads would keep its connection open. */
async function readWhole(url: string, init: RequestInit): Promise<AheadAnswer> {
  const response = await fetch(url, init)
  const at = Date.now()
  const { status, headers } = response
  return { response: new Response(await response.arrayBuffer(), { status, headers }), at }
}

/** After a change, here or elsewhere, what was asked before it is old. */
export function forgetAhead(): void {
  globalThis.window?.vestryAhead?.clear()
}

/** The response to a call that was made ahead with this token, once; undefined if there is none, or `signal` ends it. */
export async function takeAhead(
  url: string,
  token: string | undefined,
  signal?: AbortSignal,
): Promise<AheadAnswer | undefined> {
  const ahead = globalThis.window?.vestryAhead
  const call = ahead?.get(url)
  ahead?.delete(url)
  const age = Date.now() - (call?.asked ?? 0)
  if (call?.token !== token || !(age >= 0 && age < GOOD_FOR)) {
    return undefined
  }
  const ended = new Promise<undefined>((resolve) =>
    signal?.addEventListener('abort', () => resolve(undefined)),
  )
  return await Promise.race([call?.answer, ended])
}
