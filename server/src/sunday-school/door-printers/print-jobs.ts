import { setTimeout as pause } from 'node:timers/promises'
import type { PrintJob } from '@vestry/contract/calls/bridge.ts'
import type { Kysely } from 'kysely'
import type { Clock } from '../../clock.ts'
import type { Tables } from '../../database/tables.ts'
import type { Printed } from './send-to-printer.ts'

const LOOK_EVERY = 50
/** What nobody waits for any more, since a process ended, goes after so many milliseconds. */
const LEFT_BEHIND = 60_000
/** So long the outcome may take on its way back. */
const WAY_BACK = 300

/**
 * Has a bridge print, through the database, since the bridge may ask another process. What it has not taken by the
 * deadline, it never gets. Of what it has taken and tells nothing of, labels may come out.
 */
export async function printByBridge(
  db: Kysely<Tables>,
  {
    request_id,
    bridge_id,
    ...job
  }: Pick<PrintJob, 'request_id' | 'printer' | 'pictures'> & { bridge_id: number },
  { clock, deadline, reportError }: { clock: Clock; deadline: number; reportError: (error: unknown) => void },
): Promise<Printed> {
  if (!(await isBridge(db, bridge_id))) {
    return { outcome: 'silent', sent: false }
  }
  const now = clock.now()
  await db
    .deleteFrom('print_job')
    .where('until', '<', now - LEFT_BEHIND)
    .execute()
  const until = Math.round(now + deadline - performance.now())
  await db
    .insertInto('print_job')
    .values({ request_id, bridge_id, job: JSON.stringify(job), until })
    .execute()
  try {
    return await waitForOutcome(db, request_id, deadline)
  } catch (error) {
    // The bridge may have it: nobody may be told that nothing comes out.
    reportError(error)
    return { outcome: 'silent', sent: true }
  }
}

/** Whether there is such a bridge; it may have been deleted. */
export async function isBridge(db: Kysely<Tables>, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('door_station')
    .select('id')
    .where('id', '=', id)
    .where('kind', '=', 'bridge')
    .executeTakeFirst()
  return row !== undefined
}

async function waitForOutcome(db: Kysely<Tables>, request_id: string, deadline: number): Promise<Printed> {
  for (;;) {
    const row = await db
      .selectFrom('print_job')
      .select('outcome')
      .where('request_id', '=', request_id)
      .executeTakeFirst()
    if (row?.outcome !== '' || performance.now() + LOOK_EVERY > deadline) {
      break
    }
    await pause(LOOK_EVERY)
  }
  // One statement: nobody can take it between being looked at and going.
  const last = await db
    .deleteFrom('print_job')
    .where('request_id', '=', request_id)
    .returning(['taken', 'outcome', 'sent'])
    .executeTakeFirst()
  if (last !== undefined && last.outcome !== '') {
    return { outcome: last.outcome, sent: last.sent === 1 }
  }
  return { outcome: 'silent', sent: last?.taken !== 0 }
}

/** What waits for a bridge and is of use yet; it is handed out once. */
export async function takeJobs(db: Kysely<Tables>, bridge_id: number, now: number): Promise<PrintJob[]> {
  const waiting = await db
    .selectFrom('print_job')
    .select('request_id')
    .where('bridge_id', '=', bridge_id)
    .where('taken', '=', 0)
    .where('until', '>', now)
    .execute()
  if (waiting.length === 0) {
    return []
  }
  const rows = await db
    .updateTable('print_job')
    .set({ taken: 1 })
    .where('bridge_id', '=', bridge_id)
    .where('taken', '=', 0)
    .where('until', '>', now)
    .returning(['request_id', 'job', 'until'])
    .execute()
  return rows
    .toSorted((a, b) => a.until - b.until)
    .map(({ request_id, job, until }) => ({
      ...{ request_id, ...(JSON.parse(job) as Pick<PrintJob, 'printer' | 'pictures'>) },
      within: Math.max(0, until - now - WAY_BACK),
    }))
}

/** Keeps what a bridge tells of what it has taken; nothing if nobody waits for it any more. */
export async function settleJob(
  db: Kysely<Tables>,
  bridge_id: number,
  { request_id, outcome, sent }: Printed & { request_id: string },
): Promise<void> {
  await db
    .updateTable('print_job')
    .set({ outcome, sent: sent ? 1 : 0 })
    .where('request_id', '=', request_id)
    .where('bridge_id', '=', bridge_id)
    .where('taken', '=', 1)
    .where('outcome', '=', '')
    .execute()
}
