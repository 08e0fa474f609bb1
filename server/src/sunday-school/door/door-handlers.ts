import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Arrivals, doorRoutes } from '@vestry/contract/calls/door.ts'
import type { Kysely, Transaction } from 'kysely'
import type { Actor, AuditLog } from '../../audit/audit-log.ts'
import { churchTime } from '../../church-time.ts'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/open-database.ts'
import type { Tables } from '../../database/tables.ts'
import { withWriteLock } from '../../database/with-write-lock.ts'
import { ApiError } from '../../http/api-errors.ts'
import { type Caller, may } from '../../http/caller.ts'
import type { Handlers } from '../../http/mount-routes.ts'
import { type AtTheDoor, moveStay, takeIn, takeMarkBack } from './arrive.ts'
import { readBoard } from './door-board.ts'
import { findHolders, giveCodes, loseCode } from './door-codes.ts'
import { createDoorSearch } from './find-at-door.ts'
import { answerOf, bearWitness, giveBack, listDoorCollectors } from './hand-over.ts'
import { addNewcomers } from './newcomers.ts'
import { listCalled } from './parent-calls-sql.ts'
import type { MessageSetup } from './reachable-adults.ts'
import { recordArrivals, recordAtDoor, recordGivings } from './record-at-door.ts'
import {
  describeStay,
  findBroughtBy,
  listStays,
  requireHere,
  requireStay,
  type StayRow,
} from './stays-sql.ts'

/** The calls of the door, where children arrive and are given back. */
export function createDoorHandlers({
  database,
  auditLog,
  clock,
  timeZone,
  messengers,
}: {
  database: Database
  auditLog: AuditLog
  clock: Clock
  timeZone: () => string
  messengers: MessageSetup
}): Handlers<typeof doorRoutes> {
  const write = <Result>(work: (db: Transaction<Tables>) => Promise<Result>) =>
    withWriteLock(database, 'sunday_school', work)
  const find = createDoorSearch(database)
  const wallClock = () => churchTime(clock, timeZone())
  const at = ({ caller }: Pick<Actor, 'caller'>): AtTheDoor => ({
    day: wallClock().slice(0, 10),
    now: clock.now(),
    sub: caller.sub,
    by: caller.name ?? caller.email,
  })

  /** The answer to whoever took children in, and what the audit trail says of it. */
  const answerArrivals = async (
    db: Kysely<Tables>,
    taken: Awaited<ReturnType<typeof takeIn>>,
    actor: Actor,
  ): Promise<Arrivals> => ({
    stays: await recordArrivals(db, auditLog, taken, { looking: at(actor), ...actor }),
    refused: taken.refused,
  })

  return {
    board: async ({ caller }) => {
      const [now, wall] = [clock.now(), wallClock()]
      const board = {
        ...(await readBoard(database.sql, { sub: caller.sub, now }, wall)),
        called: await listCalled(database.sql, { ...messengers, day: wall.slice(0, 10), now }),
      }
      // To write a full board takes as long as to read it: a child who has come meanwhile is taken in before.
      await nextTurn()
      return board
    },

    find: async ({ query: { search } }) => find(search, wallClock()),

    arrive: async ({ body: { brought_by, reason, ...arriving }, ...actor }) =>
      write(async (db) => {
        const override = overrideOf(reason, actor)
        const adult = brought_by === undefined ? undefined : await findBroughtBy(db, brought_by)
        return await answerArrivals(
          db,
          await takeIn(db, { ...arriving, adult, cameWith: adult?.family_id, override }, at(actor)),
          actor,
        )
      }),

    arriveNew: async ({ body: { reason, ...newcomers }, ...actor }) =>
      write(async (db) => {
        const override = overrideOf(reason, actor)
        const { ids, added, family_id, isNewFamily, adult } = await addNewcomers(db, newcomers)
        const children = newcomers.children.map(({ class_id }, place) => ({
          attendee_id: ids[place] ?? 0,
          class_id,
        }))
        const { request_id } = newcomers
        const taken = await takeIn(
          db,
          { request_id, children, adult, cameWith: adult?.family_id, override },
          at(actor),
        )
        const newOnes = added.map((id) => `attendee/${id}` as const)
        await auditLog.recordChange(db, { kind: 'attendee_added', records: newOnes, ...actor })
        const families = isNewFamily ? ([`family/${family_id}`] as const) : []
        await auditLog.recordChange(db, { kind: 'family_added', records: families, ...actor })
        return await answerArrivals(db, taken, actor)
      }),

    move: async ({ body: { stay_id, class_id, reason }, ...actor }) =>
      write(async (db) => {
        const stay = await requireStay(db, stay_id)
        requireHere(stay)
        const override = overrideOf(reason, actor)
        const why = await moveStay(db, stay, { class_id, override }, at(actor))
        if (why !== undefined) {
          return { stay: null, why }
        }
        if (stay.in_class !== class_id) {
          await recordAtDoor(db, auditLog, 'arrival_moved', [{ ...stay, class_id }], actor)
        }
        return { stay: await describeStay(db, at(actor), stay_id), why: null }
      }),

    undoArrival: async ({ query: { stay_id }, ...actor }) =>
      write(async (db) => {
        const stay = await requireStay(db, stay_id)
        requireHere(stay)
        await takeMarkBack(db, stay, at(actor))
        await db.deleteFrom('stay').where('id', '=', stay_id).execute()
        await recordAtDoor(db, auditLog, 'arrival_undone', [classOf(stay)], actor)
        return { message: 'The child has not arrived' }
      }),

    findToCollect: async ({ query: { code, stay_id }, caller }) => {
      const looking = { sub: caller.sub, now: clock.now() }
      const day = wallClock().slice(0, 10)
      const one = stay_id === undefined ? undefined : await requireStay(database.sql, stay_id)
      const code_of =
        one?.code_of ??
        (code === undefined ? undefined : (await findHolders(database.sql, [day], code)).get(day))
      if (code_of === undefined) {
        throw new ApiError('not_found', 'No child who is here today has this code.', { field: 'code' })
      }
      const stays = await listStays(database.sql, looking, (stay) =>
        stay.and([stay('stay.code_of', '=', code_of), stay('stay.day', '=', one?.day ?? day)]),
      )
      const ids = stays.map(({ attendee_id }) => attendee_id)
      return { stays, adults: await listDoorCollectors(database.sql, ids, day) }
    },

    witness: async ({ body, ...actor }) =>
      write(async (db) => {
        const decided = await bearWitness(db, body, at(actor))
        const seen = decided.flatMap(({ stay, why }) => (stay && why === undefined ? [classOf(stay)] : []))
        await recordAtDoor(db, auditLog, 'seen_without_tag', seen, actor)
        await recordGivings(
          db,
          auditLog,
          decided.filter(({ why }) => why !== undefined),
          actor,
        )
        return await answerOf(db, decided, at(actor))
      }),

    handOver: async ({ body: { reason, adult_id, code, ...giving }, ...actor }) =>
      write(async (db) => {
        const override = overrideOf(reason, actor)
        const decided = await giveBack(db, { ...giving, adult_id, code, override }, at(actor))
        await recordGivings(db, auditLog, decided, actor)
        return await answerOf(db, decided, at(actor))
      }),

    undoHandover: async ({ query: { stay_id }, ...actor }) =>
      write(async (db) => {
        const stay = await requireStay(db, stay_id)
        const back = await db
          .selectFrom('stay')
          .select('id')
          .where('attendee_id', '=', stay.attendee_id)
          .where('id', '>', stay_id)
          .executeTakeFirst()
        if (back !== undefined) {
          throw new ApiError('changed_meanwhile', 'This child has arrived again since.')
        }
        if (stay.gone_at > 0) {
          await db
            .updateTable('stay')
            .set({ gone_at: 0, gone_by: '', gone_to: '', gone_way: '', gone_reason: '', witness_at: 0 })
            .where('id', '=', stay_id)
            .execute()
          await recordAtDoor(db, auditLog, 'giving_back_undone', [classOf(stay)], actor)
        }
        return { message: 'The child is here', stay: await describeStay(db, at(actor), stay_id) }
      }),

    renewCode: async ({ body: { stay_id, lost: code }, ...actor }) =>
      write(async (db) => {
        const stay = await requireStay(db, stay_id)
        const { day, code_of } = stay
        if (await loseCode(db, { day, code_of, code })) {
          await giveCodes(db, day, [code_of])
          await recordAtDoor(db, auditLog, 'door_code_renewed', [classOf(stay)], actor)
        }
        return { message: 'The family has a new code', stay: await describeStay(db, at(actor), stay_id) }
      }),

    closeAlert: async ({ body: { id }, ...actor }) =>
      write(async (db) => {
        const alert = await db.selectFrom('door_alert').selectAll().where('id', '=', id).executeTakeFirst()
        if (alert === undefined) {
          throw new ApiError('not_found', 'There is no such alert.')
        }
        if (alert.closed_at === 0) {
          const { now: closed_at, by: closed_by } = at(actor)
          await db.updateTable('door_alert').set({ closed_at, closed_by }).where('id', '=', id).execute()
          await auditLog.recordChange(db, {
            kind: 'door_alert_closed',
            records: [`attendee/${alert.attendee_id}`],
            ...actor,
          })
        }
        return { message: 'Alert closed' }
      }),

    account: async ({ body: { stay_ids, accounted } }) =>
      write(async (db) => {
        await db
          .updateTable('stay')
          .set({ accounted: accounted ? 1 : 0 })
          .where('id', 'in', stay_ids)
          .execute()
        return { message: 'Saved' }
      }),
  }
}

/** Why somebody decides otherwise than the rules say, which few may. */
function overrideOf(reason: string, { caller }: { caller: Caller }): string | undefined {
  if (reason === '') {
    return undefined
  }
  if (!may(caller, 'doorOverride')) {
    throw new ApiError('not_allowed', 'You may not decide this. Ask somebody who may.', { field: 'reason' })
  }
  return reason
}

function classOf({ in_class: class_id, attendee_id }: StayRow) {
  return { class_id, attendee_id }
}
