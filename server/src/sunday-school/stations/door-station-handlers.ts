import type { DoorStation, doorStationRoutes } from '@vestry/contract/calls/door-stations.ts'
import { PAIRING_MS } from '@vestry/contract/sunday-school/station-rules.ts'
import type { Kysely, Selectable, Transaction } from 'kysely'
import type { Actor, AuditLog } from '../../audit/audit-log.ts'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/open-database.ts'
import type { Tables } from '../../database/tables.ts'
import { withWriteLock } from '../../database/with-write-lock.ts'
import { ApiError } from '../../http/api-errors.ts'
import type { Handlers } from '../../http/mount-routes.ts'
import { findPrinter } from '../door-printers/label-printing.ts'
import { drawSecret, hashSecret } from './station-secrets.ts'

type Labels = Pick<DoorStation, 'printer_id' | 'paper'>

/** The calls with which an administrator keeps the door's stations. */
export function createDoorStationHandlers({
  database,
  auditLog,
  clock,
}: {
  database: Database
  auditLog: AuditLog
  clock: Clock
}): Handlers<typeof doorStationRoutes> {
  const write = <Result>(work: (db: Transaction<Tables>) => Promise<Result>) =>
    withWriteLock(database, 'sunday_school', work)
  const record = (db: Kysely<Tables>, change: 'added' | 'changed' | 'deleted', id: number, actor: Actor) =>
    auditLog.recordChange(db, { kind: `station_${change}`, records: [`station/${id}`], ...actor })

  return {
    list: async () => {
      const rows = await database.sql
        .selectFrom('door_station')
        .selectAll()
        .orderBy('name')
        .orderBy('id')
        .execute()
      const printers = await database.sql.selectFrom('printer').select('id').execute()
      const known = new Set(printers.map(({ id }) => id))
      return rows.map((row) => answerOf(row, known))
    },

    create: async ({ body: { kind, name, ...labels }, ...actor }) =>
      write(async (db) => {
        const [secret, made_at] = [drawSecret(), clock.now()]
        const { id } = await db
          .insertInto('door_station')
          .values({
            ...{ kind, name, ...(await labelColumns(db, labels)), made_at },
            ...{ secret_hash: hashSecret(secret), made_by: actor.caller.name ?? actor.caller.email },
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        await record(db, 'added', id, actor)
        return { message: 'Station successfully created', id, secret, until: made_at + PAIRING_MS }
      }),

    update: async ({ body: { id, name, ...labels }, ...actor }) =>
      write(async (db) => {
        const former = await findStation(db, id)
        const row = { name, ...(await labelColumns(db, labels)) }
        const isSame =
          former.name === name && former.printer_id === row.printer_id && former.paper === row.paper
        if (!isSame) {
          await db.updateTable('door_station').set(row).where('id', '=', id).execute()
          await record(db, 'changed', id, actor)
        }
        return { message: 'Station successfully updated', id }
      }),

    remove: async ({ query: { id }, ...actor }) =>
      write(async (db) => {
        await findStation(db, id)
        await db.deleteFrom('door_station').where('id', '=', id).execute()
        await record(db, 'deleted', id, actor)
        return { message: 'Station successfully deleted' }
      }),
  }
}

function answerOf(row: Selectable<Tables['door_station']>, printers: ReadonlySet<number>): DoorStation {
  const { id, name, kind, printer_id, paper, made_at, made_by, paired_at, seen_at } = row
  return {
    ...{ id, name, kind, made: made_at, made_by },
    printer_id: printers.has(printer_id) ? printer_id : null,
    paper: paper || null,
    paired: paired_at || null,
    seen: seen_at || null,
  }
}

async function labelColumns(db: Kysely<Tables>, { printer_id, paper }: Labels) {
  if (printer_id !== null) {
    await findPrinter(db, printer_id)
  }
  return { printer_id: printer_id ?? 0, paper: paper ?? ('' as const) }
}

async function findStation(db: Kysely<Tables>, id: number) {
  const station = await db.selectFrom('door_station').selectAll().where('id', '=', id).executeTakeFirst()
  if (station === undefined) {
    throw new ApiError('not_found', 'There is no such station; it may have been deleted.')
  }
  return station
}
