import type { StationStay, stationRoutes } from '@vestry/contract/calls/station.ts'
import type { Kysely, Transaction } from 'kysely'
import type { Actor, AuditLog } from '../../audit/audit-log.ts'
import { churchTime } from '../../church-time.ts'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/open-database.ts'
import type { Tables } from '../../database/tables.ts'
import { withWriteLock } from '../../database/with-write-lock.ts'
import { ApiError } from '../../http/api-errors.ts'
import { limitPerMinute } from '../../http/limit-per-minute.ts'
import type { Handlers } from '../../http/mount-routes.ts'
import { networkOf } from '../../http/network-of.ts'
import { takeIn } from '../door/arrive.ts'
import { listSessions } from '../door/door-classes-sql.ts'
import { listCalledNumbers } from '../door/parent-calls-sql.ts'
import { recordArrivals } from '../door/record-at-door.ts'
import { findHere } from '../door/stays-sql.ts'
import { printerAnswer } from '../door-printers/door-printer-handlers.ts'
import type { PrintLabels } from '../door-printers/label-printing.ts'
import { findByNumber } from './find-by-number.ts'
import { stationOf } from './find-station.ts'
import { stationHours } from './station-hours.ts'
import { drawSecret, hashSecret } from './station-secrets.ts'

/** How much a station may ask in a minute, and a network with all of its stations: more than people can type. */
const MAX_ASKED = { station: 60, network: 240 }

/** The calls of the stations themselves, each of which answers what whoever stands there may see. */
export function createStationHandlers({
  database,
  auditLog,
  clock,
  timeZone,
  keepsDoor,
  printLabels,
}: {
  database: Database
  auditLog: AuditLog
  clock: Clock
  timeZone: () => string
  keepsDoor: () => boolean
  printLabels: PrintLabels
}): Handlers<typeof stationRoutes> {
  const { sql } = database
  const write = <Result>(work: (db: Transaction<Tables>) => Promise<Result>) =>
    withWriteLock(database, 'sunday_school', work)
  const wallClock = () => churchTime(clock, timeZone())
  const isExcessive = {
    station: limitPerMinute(MAX_ASKED.station),
    network: limitPerMinute(MAX_ASKED.network),
  }

  const hoursAt = async (now: string) =>
    keepsDoor() ? stationHours(await listSessions(sql, now.slice(0, 10)), now) : { open: false, opens: null }

  const limit = ({ caller, address }: Actor): void => {
    const excessive = [isExcessive.station(caller.sub), isExcessive.network(networkOf(address))]
    if (excessive.includes(true)) {
      throw new ApiError('too_many_requests', 'There were too many questions from here. Go to the desk.')
    }
  }

  /** Lets a station ask about children, while families may take themselves in; returns the church's wall clock. */
  const admit = async (actor: Actor): Promise<string> => {
    limit(actor)
    const now = wallClock()
    if (!(await hoursAt(now)).open) {
      throw new ApiError('wrong_status', 'Self check-in is closed now. Go to the desk.')
    }
    return now
  }

  return {
    pair: async ({ caller, ...request }) =>
      write(async (db) => {
        const { id, name, kind } = stationOf(caller)
        const key = drawSecret()
        const { numUpdatedRows } = await db
          .updateTable('door_station')
          .set({ secret_hash: hashSecret(key), paired_at: clock.now(), seen_at: clock.now() })
          .where('id', '=', id)
          .where('paired_at', '=', 0)
          .executeTakeFirstOrThrow()
        if (Number(numUpdatedRows) === 0) {
          throw new ApiError('not_signed_in', 'Another device became this station just now.')
        }
        await auditLog.recordChange(db, {
          kind: 'station_paired',
          records: [`station/${id}`],
          ...{ caller, address: request.address },
        })
        return { key, name, kind }
      }),

    state: async ({ caller }) => {
      const { id } = stationOf(caller)
      const now = wallClock()
      const { name, kind, paper, ...row } = await sql
        .selectFrom('door_station')
        .select(['name', 'kind', 'printer_id', 'paper'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const printer = await sql
        .selectFrom('printer')
        .selectAll()
        .where('id', '=', row.printer_id)
        .executeTakeFirst()
      return {
        ...{ name, kind, now, ...(await hoursAt(now)) },
        printer: printer ? labelsOf(printerAnswer(printer)) : null,
        paper: paper || null,
      }
    },

    called: async () => ({ numbers: keepsDoor() ? await listCalledNumbers(sql) : [] }),

    find: async ({ body: { number }, ...actor }) => {
      const now = await admit(actor)
      return { children: (await findByNumber(sql, number, now)).children }
    },

    arrive: async ({ body: { request_id, number, children }, ...actor }) => {
      const now = await admit(actor)
      return await write(async (db) => {
        const { families, children: found } = await findByNumber(db, number, now)
        const here = await findHere(
          db,
          found.map(({ attendee_id }) => attendee_id),
        )
        // Whoever is here already has a code, which is told again to the same request alone.
        const own = children.filter(({ attendee_id, class_id }) => {
          const stay = here.get(attendee_id)
          const classes = found.find((child) => child.attendee_id === attendee_id)?.classes ?? []
          return stay === undefined
            ? classes.some((one) => one.class_id === class_id)
            : stay.request_id === request_id
        })
        const stays =
          own.length === 0 ? [] : await arriveAs(db, { request_id, families, children: own }, actor)
        const inside = new Set(stays.map(({ attendee_id }) => attendee_id))
        const desk = children.map(({ attendee_id }) => attendee_id).filter((id) => !inside.has(id))
        return { stays, desk: [...new Set(desk)] }
      })
    },

    print: async ({ body, caller, address }) => {
      limit({ caller, address })
      return await printLabels(stationOf(caller).printer_id, body)
    },
  }

  /** Takes children in as the desk does, and decides nothing otherwise than the rules say. */
  async function arriveAs(
    db: Kysely<Tables>,
    {
      families: [family_id],
      ...arriving
    }: {
      request_id: string
      families: readonly number[]
      children: { attendee_id: number; class_id: number }[]
    },
    actor: Actor,
  ): Promise<StationStay[]> {
    const { sub, email: by } = actor.caller
    const at = { day: wallClock().slice(0, 10), now: clock.now(), sub, by }
    // The number says whose family it is, and not who stands there.
    const coming = { ...arriving, adult: undefined, cameWith: family_id, override: undefined }
    const stays = await recordArrivals(db, auditLog, await takeIn(db, coming, at), { looking: at, ...actor })
    return stays.map(({ id, attendee_id, first_name, class_title, room, day, code, number }) => ({
      ...{ stay_id: id, attendee_id, first_name },
      ...{ class_title, room, day, code, number },
    }))
  }
}

function labelsOf({ name, size, kinds }: ReturnType<typeof printerAnswer>) {
  return { name, size, kinds }
}
