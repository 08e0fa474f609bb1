import type { Call } from '@vestry/contract/calls/api.ts'
import type { Right } from '@vestry/contract/rules/rights.ts'

/** A call that reads, with its query: as data, so that a page and whoever asks ahead for it can't ask differently. */
export type Read = { call: Call & `GET ${string}`; query?: object }

/** An address of the console, with the state of the navigation to it. */
export type Address = { pathname: string; search: string; state?: unknown }

/** Where the browser is, before there is a router that says it. */
export function presentAddress(): Address {
  const { pathname, search } = location
  return { pathname, search, state: history.state?.usr }
}

export type May = (right: Right) => boolean

/**
 * What a page reads before it can be used, as far as its address tells. What comes first can be asked for before the rest
 * is known.
 */
export type PageReads = (address: Address, may: May) => Iterable<Read>

/** What Today reads, and who keeps today's rolls on a device. */
export const TODAY = { call: 'GET /today' } as const satisfies Read
