import type {
  DoorOperation,
  DoorOperationAnswer,
  doorOfflineRoutes,
} from '@vestry/contract/calls/door-offline.ts'
import type { Kysely } from 'kysely'
import type { Actor, AuditLog } from '../../audit/audit-log.ts'
import { churchTime } from '../../church-time.ts'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/open-database.ts'
import type { Tables } from '../../database/tables.ts'
import { withWriteLock } from '../../database/with-write-lock.ts'
import type { Handlers } from '../../http/mount-routes.ts'
import type { AtTheDoor } from './arrive.ts'
import { doArrival, doGivingBack } from './do-kept.ts'
import { readDoorBook } from './door-book.ts'
import { type CodeDevice, reserveCodes } from './door-codes.ts'
import { recordArrivals, recordGivings } from './record-at-door.ts'
import { findBroughtBy } from './stays-sql.ts'

/** The calls of the door for devices that work without a line. */
export function createDoorOfflineHandlers({
  database,
  auditLog,
  clock,
  timeZone,
}: {
  database: Database
  auditLog: AuditLog
  clock: Clock
  timeZone: () => string
}): Handlers<typeof doorOfflineRoutes> {
  const wallClock = () => churchTime(clock, timeZone())

  async function does(
    db: Kysely<Tables>,
    operation: DoorOperation,
    { device, ...actor }: Actor & { device: CodeDevice },
  ): Promise<DoorOperationAnswer['refused']> {
    const { caller } = actor
    const today = wallClock().slice(0, 10)
    // What a device says of a day that has not come was not done then.
    const isToCome = operation.day > today
    const day = isToCome ? today : operation.day
    const at: AtTheDoor = { day, now: clock.now(), sub: caller.sub, by: caller.name ?? caller.email }
    const then = { ...operation, day }
    if (then.kind === 'giving_back') {
      const { decided, refused } = await doGivingBack(db, then, at)
      await recordGivings(db, auditLog, decided, actor)
      return refused
    }
    const adult = then.brought_by === undefined ? undefined : await findBroughtBy(db, then.brought_by)
    const taken = await doArrival(db, { ...then, adult }, at, device)
    await recordArrivals(db, auditLog, taken, { looking: at, ...actor })
    return taken.refused.map(({ attendee_id, why }) => ({ attendee_id, why }))
  }

  return {
    book: async ({ body: { device }, caller }) => {
      const now = wallClock()
      const codes = await withWriteLock(database, 'sunday_school', (db) =>
        reserveCodes(db, now.slice(0, 10), { device, sub: caller.sub }),
      )
      return { ...(await readDoorBook(database.sql, now)), codes }
    },

    sendKept: async ({ body: { device, operations }, ...actor }) =>
      withWriteLock(database, 'sunday_school', async (db) => {
        const own = { device, sub: actor.caller.sub }
        const answers = await findAnswered(
          db,
          own,
          operations.map(({ number }) => number),
        )
        for (const operation of operations.toSorted((one, other) => one.number - other.number)) {
          const { number } = operation
          if (!answers.has(number)) {
            const refused = await does(db, operation, { device: own, ...actor })
            await db
              .insertInto('door_operation')
              .values({ ...own, number, answered_at: clock.now(), refused: JSON.stringify(refused) })
              .execute()
            answers.set(number, refused)
          }
        }
        return {
          operations: operations.map(({ number }) => ({ number, refused: answers.get(number) ?? [] })),
        }
      }),
  }
}

async function findAnswered(
  db: Kysely<Tables>,
  { sub, device }: CodeDevice,
  numbers: readonly number[],
): Promise<Map<number, DoorOperationAnswer['refused']>> {
  const rows = await db
    .selectFrom('door_operation')
    .select(['number', 'refused'])
    .where('sub', '=', sub)
    .where('device', '=', device)
    .where('number', 'in', numbers)
    .execute()
  return new Map(rows.map(({ number, refused }) => [number, JSON.parse(refused)]))
}
