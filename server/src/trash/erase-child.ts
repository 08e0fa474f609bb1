import type { Kysely } from 'kysely'
import { wallClockAt } from '../church-time.ts'
import type { Tables } from '../database/tables.ts'
import { collectAttendee } from './collect-rows.ts'
import { findConcerned, forgetFamilies } from './families-of-children.ts'
import { addTallies, type CountedRows, saveTallies, tallyChild } from './tally-erased.ts'
import { partOf, readContent, type TrashedRows } from './trash-content.ts'
import { deleteEntry, entriesOfKind, findHolder, forgetMerges, saveContent } from './trash-sql.ts'

/**
 * Keeps the numbers of a child, without saying whose they are, and takes the child out of the trash: its own deletion,
 * what deleted classes hold of it, and what is kept of entries that were merged into it. If the child is not in the
 * trash, the caller has to delete its rows; false if there is no such child at all.
 */
export async function eraseChild(
  db: Kysely<Tables>,
  id: number,
  church: { today: string; timeZone: string },
): Promise<boolean> {
  const { today } = church
  const own = await rowsOf(db, id, church)
  if (own === undefined) {
    return false
  }
  const deleted = (await entriesOfKind(db, 'class')).map((entry) => ({ entry, ...readContent(entry) }))
  const all = join([own, ...deleted.map(({ rows }) => leaveRosters(partOf(rows, id, true), today))])
  for (const { entry, rows, needs } of deleted) {
    const tallies = tallyChild(all, rows.class_session ?? [])
    const holds = Object.values(partOf(rows, id, true)).some((some) => some.length > 0)
    if (holds || tallies.length > 0) {
      const erased_tally = addTallies(rows.erased_tally ?? [], tallies)
      await saveContent(db, entry.record, {
        rows: { ...rows, ...partOf(rows, id, false), erased_tally },
        needs,
      })
    }
  }
  await saveTallies(db, tallyChild(all, await findSessions(db, all)))
  const trashed = await findHolder(db, `attendee/${id}`)
  const families = await findConcerned(db, id, trashed && readContent(trashed).rows)
  await deleteEntry(db, { record: `attendee/${id}` })
  await forgetMerges(db, id)
  await forgetFamilies(db, id, families)
  return true
}

/** The rows of a child or, if it was deleted, those that it had until then. */
async function rowsOf(
  db: Kysely<Tables>,
  id: number,
  { today, timeZone }: { today: string; timeZone: string },
): Promise<CountedRows | undefined> {
  const present = await db.selectFrom('attendee').select('id').where('id', '=', id).executeTakeFirst()
  if (present) {
    return leaveRosters((await collectAttendee(db, id)).content.rows, today)
  }
  const entry = await findHolder(db, `attendee/${id}`)
  return entry && leaveRosters(readContent(entry).rows, wallClockAt(entry.deleted, timeZone).slice(0, 10))
}

/**
 * The child is not expected on these rosters from this day on; before step 0021 nobody knew since when it was on them.
 */
function leaveRosters(
  { roster = [], roster_past = [], planned_absence = [], attendance = [] }: TrashedRows,
  until: string,
): CountedRows {
  const left = roster.map(({ since, ...row }) => ({ ...row, since: since || until, until }))
  return { roster_past: [...roster_past, ...left], planned_absence, attendance }
}

function join(parts: readonly CountedRows[]): CountedRows {
  return {
    roster_past: parts.flatMap(({ roster_past }) => roster_past),
    planned_absence: parts.flatMap(({ planned_absence }) => planned_absence),
    attendance: parts.flatMap(({ attendance }) => attendance),
  }
}

/** The classes with a record of the child, or with the child on their roster. */
async function findSessions(db: Kysely<Tables>, { roster_past, attendance }: CountedRows) {
  const series = [...new Set(roster_past.map(({ series_id }) => series_id))]
  const columns = ['id', 'series_id', 'session_datetime'] as const
  const of = (column: 'series_id' | 'id', ids: readonly number[]) =>
    ids.length === 0 ? [] : db.selectFrom('class_session').select(columns).where(column, 'in', ids).execute()
  const recorded = attendance.map(({ class_id }) => class_id)
  const found = [...(await of('series_id', series)), ...(await of('id', recorded))]
  return [...new Map(found.map((session) => [session.id, session])).values()]
}
