import type { RollState } from '@vestry/contract/sunday-school/sunday-school-rules.ts'
import { addChildren, plan } from '../../../server/src/testing/build-class.ts'
import { pastHandlers } from '../../../server/src/testing/hold-classes.ts'
import type { TestServer } from '../../../server/src/testing/start-test-server.ts'
import type { RollWitness } from './roll-witness.ts'

/** What an administrator does meanwhile; with `undo`, what undoes it. */
export type OfficeMove =
  | { act: 'office marks'; child: number; state: RollState }
  | { act: 'cancel' | 'move' | 'delete class'; undo: boolean }
  | { act: 'delete child' | 'merge'; child: number; undo: boolean }
  | { act: 'erase'; child: number }

/** The server for tests in which many hours pass: Ada signs in again before her token expires. */
export function signedInForLong(server: TestServer): TestServer {
  let signedIn: { token: Promise<string>; at: number } | undefined
  const tokenNow = async () => {
    if (signedIn === undefined || server.clock.now() - signedIn.at > 50 * 60_000) {
      signedIn = { token: server.signIn(), at: server.clock.now() }
    }
    return await signedIn.token
  }
  return {
    ...server,
    ask: async (call, given) => await server.ask(call, { token: await tokenNow(), ...given }),
    tryCall: async (call, given) => await server.tryCall(call, { token: await tokenNow(), ...given }),
  }
}

/** A class of two teachers on the church's present day, with so many children. */
export async function planRoll(server: TestServer, day: string, teachers: string[], count: number) {
  const session_datetime = `${day}T10:30:00`
  const { id, series_id, content } = await plan(server, { session_datetime, teachers })
  const children = await addChildren(server, count)
  await server.ask('POST /classes/roster', { body: { series_id, attendee_ids: children } })
  const names = new Map<number, string>()
  for (const attendee_id of children) {
    const { first_name } = await server.ask('GET /attendees/profile', { query: { attendee_id } })
    names.set(attendee_id, first_name)
  }
  return { id, session_datetime, content, children, names }
}
export type PlannedRoll = Awaited<ReturnType<typeof planRoll>>

/** The office, whose work may be refused: that is not under test here. */
export function createOffice(server: TestServer, roll: PlannedRoll, witness: RollWitness) {
  const { id: class_id, children } = roll
  const erased = new Set<number>()
  /** The entry that each was merged into, also if that was undone since. */
  const mergedInto = new Map<number, number>()
  /** Those that were ever deleted. */
  const deleted = new Set<number>()
  const began = server.clock.now()

  const wasMerged = (child: number) => mergedInto.has(child) || [...mergedInto.values()].includes(child)
  const restore = (record: string) => server.tryCall('POST /trash/restore', { body: { record } })

  async function act(move: OfficeMove): Promise<unknown> {
    const of = (at: number) => children[at % children.length] ?? 0
    switch (move.act) {
      case 'office marks': {
        const attendee_id = of(move.child)
        const seen = (await witness.read()).get(attendee_id)?.version ?? 0
        const marks = [{ attendee_id, state: move.state, seen }]
        return await server.tryCall('PUT /attendance/roll-call', { body: { class_id, marks } })
      }
      case 'cancel':
        return await server.tryCall('PUT /classes/cancelled', { body: { class_id, cancelled: !move.undo } })
      case 'move': {
        const session_datetime = move.undo
          ? roll.session_datetime
          : roll.session_datetime.replace('T10:30', 'T12:00')
        const { content } = roll
        return await server.tryCall('PUT /classes', { body: { ...content, id: class_id, session_datetime } })
      }
      case 'delete class': {
        const records = await server.tryCall('GET /attendance', { query: { class_id } })
        const query = { class_id, records: (records.body as unknown as unknown[]).length }
        return move.undo
          ? await restore(`class/${class_id}`)
          : await server.tryCall('DELETE /classes', { query })
      }
      case 'delete child': {
        const attendee_id = of(move.child)
        deleted.add(attendee_id)
        return move.undo
          ? await restore(`attendee/${attendee_id}`)
          : await server.tryCall('DELETE /attendees', { query: { attendee_id } })
      }
      case 'merge': {
        const [kept, merged] = [of(move.child + 1), of(move.child)]
        if (move.undo) {
          return await restore(`merge/${merged}`)
        }
        const compared = await server.tryCall('GET /attendees/merge', {
          query: { attendee_id: kept, other_id: merged },
        })
        const { seen } = compared.body as unknown as { seen: string }
        mergedInto.set(merged, kept)
        return await server.tryCall('POST /attendees/merge', { body: { kept, merged, seen } })
      }
      case 'erase': {
        const attendee_id = of(move.child)
        const { status } = await server.tryCall('POST /attendees/erase', { body: { attendee_id } })
        if (status === 200) {
          erased.add(attendee_id)
        }
      }
    }
  }

  return {
    act: async (move: OfficeMove) => {
      await witness.between(() => act(move))
      await witness.read()
    },
    erased,
    mergedInto,
    /** Whether nobody has deleted, merged or erased a child. */
    leftAlone: (child: number) => !(deleted.has(child) || erased.has(child) || wasMerged(child)),
    wasMerged,
    /** What the database says in the end of this morning, past everything that answers. */
    truth: (guestNames: readonly string[]) =>
      pastHandlers(server, async (db) => ({
        operations: await db
          .selectFrom('attendance_operation')
          .selectAll()
          .where('answered_at', '>=', began)
          .execute(),
        claims: await db
          .selectFrom('attendance_claim')
          .selectAll()
          .where('arrived_at', '>=', began)
          .execute(),
        guests:
          guestNames.length === 0
            ? []
            : await db
                .selectFrom('attendee')
                .select(['id', 'first_name', 'request_id'])
                .where('first_name', 'in', guestNames)
                .execute(),
        absences: await db
          .selectFrom('planned_absence')
          .selectAll()
          .where('from_day', '=', roll.session_datetime.slice(0, 10))
          .execute(),
        records: await db.selectFrom('attendance').selectAll().where('class_id', '=', class_id).execute(),
        trash: await db.selectFrom('trash').selectAll().where('deleted', '>=', began).execute(),
      })),
    /** The day's next class is another one's. */
    leave: async () => {
      await act({ act: 'delete class', undo: false })
    },
  }
}
export type Office = ReturnType<typeof createOffice>
