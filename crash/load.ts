import type { Database } from '@vestry/server/database/open-database.ts'
import type { Calls } from './crash-calls.ts'

/** What a client of the load works with. */
export type Church = {
  calls: Calls
  /** The folder of emails. */
  outbox: string
  /** Chooses a number below a limit, by the seed. */
  pick: (below: number) => number
  /** Part of everything that this client makes, so that it finds its own things. */
  tag: string
}

/** A client that does one thing after the other, and keeps a ledger of the responses. */
export type Load = {
  /** Does one thing, chosen by the seed. */
  act(): Promise<void>
  /** After a crash: reports what is not as the ledger says, and goes on from what is there. */
  check(database: Database): Promise<string[]>
  /** Sends everything again that got no response and may be sent twice. */
  repeat(): Promise<void>
}

export function pickFrom<One>(pick: Church['pick'], some: readonly One[]): One | undefined {
  return some[pick(some.length)]
}
