import { randomUUID } from 'node:crypto'
import type { ClassBody } from '@vestry/server/testing/build-class.ts'
import { Ledger } from './ledger.ts'
import { type Church, type Load, pickFrom } from './load.ts'

/** The sessions of a series in their order. */
type Series = { at: string; room: string; cancelled: number }[]

const WEEKS = 6
const WEEK = 7 * 24 * 60 * 60_000

/** Plans series of classes, and changes, cancels and deletes the sessions from one of them on. */
export function seriesLoad({ calls, pick, tag }: Church): Load {
  const ledger = new Ledger<Series>('series')
  const ids = new Map<string, number[]>()
  let count = 0

  async function plan() {
    count += 1
    const title = `${tag} ${count}`
    const first = Date.UTC(2030, 0, 6, 10, 30) + pick(50) * WEEK
    const room = `Room ${pick(100)}`
    const times = Array.from({ length: WEEKS }, (_none, week) =>
      new Date(first + week * WEEK).toISOString().slice(0, 19),
    )
    const body: ClassBody = {
      request_id: randomUUID(),
      title,
      session_datetime: times[0] ?? '',
      room,
      repeat: { every: 1, weekdays: ['SU'], times: WEEKS },
    }
    const series = times.map((at) => ({ at, room, cancelled: 0 }))
    await ledger.write(title, series, () => calls.api('POST /classes', { body }), { again: true })
  }

  /** Does something to one session of the series and to all that follow it. */
  async function changeFrom(title: string, series: Series, sessions: readonly number[]) {
    const place = pick(series.length)
    const id = sessions[place] ?? 0
    const [before, rest] = [series.slice(0, place), series.slice(place)]
    const choice = pick(3)
    if (choice === 0) {
      const room = `Room ${pick(100)}`
      const body = { id, title, room, session_datetime: rest[0]?.at ?? '', scope: 'following' as const }
      // A value that the session has already is no change, and the later sessions keep theirs.
      const changed = rest[0]?.room === room ? rest : rest.map((session) => ({ ...session, room }))
      await ledger.write(title, [...before, ...changed], () => calls.api('PUT /classes', { body }))
    } else if (choice === 1) {
      const cancelled = pick(2) === 0
      const body = { class_id: id, scope: 'following' as const, cancelled }
      const changed = rest.map((session) => ({ ...session, cancelled: Number(cancelled) }))
      await ledger.write(title, [...before, ...changed], () => calls.api('PUT /classes/cancelled', { body }))
    } else {
      const query = { class_id: String(id), scope: 'following' as const }
      const left = before.length > 0 ? before : undefined
      await ledger.write(title, left, () => calls.api('DELETE /classes', { query }))
    }
  }

  return {
    async act() {
      const title = pickFrom(pick, ledger.keys())
      const series = title === undefined ? undefined : ledger.get(title)
      if (title === undefined || series === undefined || pick(2) === 0) {
        await plan()
        return
      }
      const sessions = ids.get(title) ?? (await findSessions(title))
      ids.set(title, sessions)
      await changeFrom(title, series, sessions)
    },

    async check({ sql }) {
      const rows = await sql
        .selectFrom('class_session')
        .selectAll()
        .where('title', 'like', `${tag} %`)
        .orderBy('session_datetime')
        .execute()
      ids.clear()
      const found = Map.groupBy(rows, ({ series_id }) => series_id)
      return ledger.settle(
        [...found.values()].map((sessions) => [
          sessions[0]?.title ?? '',
          sessions.map(({ session_datetime: at, room, cancelled }) => ({ at, room, cancelled })),
        ]),
      )
    },

    repeat: () => ledger.repeat(),
  }

  async function findSessions(title: string): Promise<number[]> {
    const query = { search: title, direction: 'ASC', operator: 'gte', limit: '100' } as const
    const page = await calls.api('GET /classes/by-date', {
      query: { ...query, session_datetime: '2030-01-01' },
    })
    return page.results.filter((session) => session.title === title).map(({ id }) => id)
  }
}
