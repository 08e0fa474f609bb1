import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Clock } from '../../clock.ts'
import type { Tables } from '../../database/tables.ts'
import type { Printed } from './send-to-printer.ts'

/** Nobody repeats a call after so long, in milliseconds. */
const FORGOTTEN = 24 * 60 * 60_000
const LOOK_EVERY = 50

/**
 * Prints what a request asks for, at most once: the database remembers it before anything is sent, so that neither a
 * lost answer, nor the same call at another process, nor the end of this one prints a label twice. What certainly did not
 * come out may be tried again. Waits until `deadline` for what another call of the same request makes of it.
 */
export async function printOnce(
  db: Kysely<Tables>,
  { request_id, clock, deadline }: { request_id: string; clock: Clock; deadline: number },
  print: () => Promise<Printed>,
): Promise<Printed> {
  if (!(await begin(db, request_id, clock.now()))) {
    return await findPrinted(db, request_id, deadline)
  }
  const settle = ({ outcome, sent }: Printed) =>
    db
      .updateTable('label_print')
      .set({ outcome, sent: sent ? 1 : 0 })
      .where('request_id', '=', request_id)
      .execute()
  try {
    const printed = await print()
    await settle(printed)
    return printed
  } catch (error) {
    await settle({ outcome: 'silent', sent: false })
    throw error
  }
}

/** Whether this call is the one that prints. */
async function begin(db: Kysely<Tables>, request_id: string, at: number): Promise<boolean> {
  await db
    .deleteFrom('label_print')
    .where('at', '<', at - FORGOTTEN)
    .execute()
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('label_print')
    .values({ request_id, at, outcome: '', sent: 0 })
    .onConflict((known) =>
      known
        .column('request_id')
        .doUpdateSet({ at, outcome: '' })
        .where('label_print.outcome', '<>', '')
        .where('label_print.sent', '=', 0),
    )
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows) === 1
}

async function findPrinted(db: Kysely<Tables>, request_id: string, deadline: number): Promise<Printed> {
  for (;;) {
    const row = await db
      .selectFrom('label_print')
      .selectAll()
      .where('request_id', '=', request_id)
      .executeTakeFirst()
    if (row !== undefined && row.outcome !== '') {
      return { outcome: row.outcome, sent: row.sent === 1 }
    }
    if (performance.now() + LOOK_EVERY > deadline) {
      // Whoever began has not come to an end: it may have been sent.
      return { outcome: 'silent', sent: true }
    }
    await pause(LOOK_EVERY)
  }
}
