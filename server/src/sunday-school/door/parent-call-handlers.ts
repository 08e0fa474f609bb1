import type { parentCallRoutes } from '@vestry/contract/calls/parent-calls.ts'
import { MAX_MESSAGES } from '@vestry/contract/sunday-school/call-rules.ts'
import type { Kysely, Transaction } from 'kysely'
import type { Actor, AuditLog } from '../../audit/audit-log.ts'
import { churchDay } from '../../church-time.ts'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/open-database.ts'
import type { Tables } from '../../database/tables.ts'
import { withWriteLock } from '../../database/with-write-lock.ts'
import { ApiError } from '../../http/api-errors.ts'
import type { Handlers } from '../../http/mount-routes.ts'
import { closeCalls, countMessages, describeCall, findCall } from './parent-calls-sql.ts'
import { failureOf, languageCalled, type Messengers, type ParentMessage } from './parent-message.ts'
import { findReachable, type ReachableAdult } from './reachable-adults.ts'
import { requireHere, requireStay, type StayRow } from './stays-sql.ts'

/** The calls with which parents are called. */
export function createParentCallHandlers({
  database,
  auditLog,
  clock,
  timeZone,
  messengers,
  church,
  reportError,
}: {
  database: Database
  auditLog: AuditLog
  clock: Clock
  timeZone: () => string
  messengers: Messengers
  /** The church's name, and the language of messages to people of whom it is not known. */
  church: () => { name: string; language: string }
  reportError: (error: unknown) => void
}): Handlers<typeof parentCallRoutes> {
  const write = <Result>(work: (db: Transaction<Tables>) => Promise<Result>) =>
    withWriteLock(database, 'sunday_school', work)

  const listReachable = async (db: Kysely<Tables>, stay: StayRow): Promise<ReachableAdult[]> => {
    const asked = { ...messengers, day: churchDay(clock, timeZone()) }
    return (await findReachable(db, [stay], asked)).get(stay.id) ?? []
  }

  /** Writes a message to an adult who may be called for this child; nobody who is barred is among those. */
  const writeMessage = async (
    db: Kysely<Tables>,
    stay: StayRow,
    { way, adult_id }: { way: ParentMessage['way']; adult_id: number | undefined },
  ) => {
    const adult = (await listReachable(db, stay)).find((one) => one.adult_id === adult_id)
    const to = adult?.addresses.get(way)
    if (adult === undefined || to === undefined) {
      const message = 'This adult can’t be called for this child in this way. Choose another one.'
      throw new ApiError('not_allowed', message, { field: 'adult_id' })
    }
    if ((await countMessages(db, adult.adult_id, clock.now())) >= MAX_MESSAGES) {
      const message = `This adult was sent ${MAX_MESSAGES} messages within ten minutes. Call another one, or wait.`
      throw new ApiError('too_many_requests', message)
    }
    const { name: churchName, language } = church()
    return {
      adult,
      message: {
        ...{ way, to, churchName, language: languageCalled(adult.language) ?? language },
        ...(await describeChild(db, stay)),
      },
    }
  }

  const record = (
    db: Kysely<Tables>,
    change: { kind: 'parent_called'; way: string } | { kind: 'parent_call_closed' },
    { in_class, attendee_id }: StayRow,
    actor: Actor,
  ) => {
    const about = { records: [`class/${in_class}` as const], ...actor }
    const attendees = [attendee_id]
    return change.kind === 'parent_called'
      ? auditLog.recordChange(db, { kind: change.kind, parts: { attendees, way: change.way }, ...about })
      : auditLog.recordChange(db, { kind: change.kind, parts: { attendees }, ...about })
  }

  return {
    choices: async ({ query: { stay_id } }) => {
      const adults = await listReachable(database.sql, await requireStay(database.sql, stay_id))
      return {
        ways: [...((await hasScreen(database.sql)) ? ['screen' as const] : []), ...messengers.ways],
        adults: adults.map(({ adult_id, name, brought, addresses }) => ({
          ...{ adult_id, name, brought },
          ways: [...addresses.keys()],
        })),
      }
    },

    call: async ({ body: { request_id, stay_id, way, reason, adult_id }, ...actor }) => {
      const message = await write(async (db) => {
        if ((await findCall(db, request_id)) !== undefined) {
          return undefined
        }
        const stay = await requireStay(db, stay_id)
        requireHere(stay)
        const written = way === 'screen' ? undefined : await writeMessage(db, stay, { way, adult_id })
        await db
          .insertInto('door_call')
          .values({
            ...{ request_id, stay_id, attendee_id: stay.attendee_id, way, reason, at: clock.now() },
            called_by: actor.caller.name ?? actor.caller.email,
            ...{ adult_id: written?.adult.adult_id ?? 0, adult: written?.adult.name ?? '' },
            ...{ state: written === undefined ? 'sent' : 'waiting', failure: '' },
          })
          .execute()
        await record(db, { kind: 'parent_called', way }, stay, actor)
        return written?.message
      })
      if (message !== undefined) {
        const failure = await trySending(message)
        await write((db) =>
          db
            .updateTable('door_call')
            .set({ state: failure === '' ? 'sent' : 'failed', failure })
            .where('request_id', '=', request_id)
            .execute(),
        )
      }
      const call = await findCall(database.sql, request_id)
      if (call === undefined) {
        throw new ApiError('not_found', 'This arrival was taken back meanwhile.')
      }
      return { call: describeCall(call, clock.now()) }
    },

    close: async ({ body: { stay_id }, ...actor }) =>
      write(async (db) => {
        const stay = await requireStay(db, stay_id)
        const by = actor.caller.name ?? actor.caller.email
        if (await closeCalls(db, stay_id, { now: clock.now(), by })) {
          await record(db, { kind: 'parent_call_closed' }, stay, actor)
        }
        return { message: 'The call is over' }
      }),
  }

  /** Returns why a message failed; empty if it was handed over. */
  async function trySending(message: ParentMessage) {
    try {
      await messengers.send(message)
      return ''
    } catch (error) {
      reportError(error)
      return failureOf(error)
    }
  }
}

/** Whether a device shows the numbers. */
async function hasScreen(db: Kysely<Tables>): Promise<boolean> {
  const screen = db
    .selectFrom('door_station')
    .select('id')
    .where('kind', '=', 'screen')
    .where('paired_at', '>', 0)
  return (await screen.executeTakeFirst()) !== undefined
}

/** A child's first name, and its class with the room: of the rest a message says nothing. */
async function describeChild(
  db: Kysely<Tables>,
  { attendee_id, in_class }: StayRow,
): Promise<{ child: string; place: string }> {
  const { first_name, title, room } = await db
    .selectFrom('attendee')
    .leftJoin('class_session', (join) => join.on('class_session.id', '=', in_class))
    .select(['first_name', 'title', 'room'])
    .where('attendee.id', '=', attendee_id)
    .executeTakeFirstOrThrow()
  return { child: first_name, place: [title, room].filter(Boolean).join(', ') }
}
