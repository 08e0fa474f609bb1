import { createHash } from 'node:crypto'
import type { ComparedEntry, Comparison } from '@vestry/contract/calls/merges.ts'
import type { Kysely } from 'kysely'
import type { FindLastChange } from '../../audit/find-last-change.ts'
import type { Tables } from '../../database/tables.ts'
import { collectEverywhere } from '../../trash/merge-entries.ts'
import { findClashes, type MarkClash } from '../../trash/merge-rows.ts'
import { stateOf } from '../attendance/current-record-sql.ts'
import { ATTENDEE_CHANGES } from '../attendees/attendees-handlers.ts'
import { attendeesById } from '../attendees/attendees-sql.ts'
import type { ListStaff } from '../classes/classes-handlers.ts'

type Parts = { findLastChange: FindLastChange; listStaff: ListStaff }

const DIGEST_LENGTH = 22

/** Two entries side by side; undefined where one of them is not there. */
export async function compareEntries(
  db: Kysely<Tables>,
  [one, other]: readonly [number, number],
  { findLastChange, listStaff }: Parts,
): Promise<Comparison | undefined> {
  const seen = await readSeen(db, [one, other])
  if (seen === undefined) {
    return undefined
  }
  const { rows, titles, clashes } = seen
  const names = new Map((await listStaff()).map(({ sub, name }) => [sub, name]))
  const entries = seen.entries.map(async (entry): Promise<ComparedEntry> => {
    const own = <Row extends { attendee_id: number }>(all: readonly Row[]) =>
      all.filter(({ attendee_id }) => attendee_id === entry.id)
    return {
      ...entry,
      last_change: await findLastChange(`attendee/${entry.id}`, ATTENDEE_CHANGES),
      classes: own(rows.roster).map(({ series_id }) => titles.series.get(series_id) ?? ''),
      attendance: own(rows.attendance).length,
      absences: own(rows.planned_absence).length,
      follow_ups: own(rows.follow_up).length,
      sources: own(rows.attendee_source).map(({ source, source_id }) => `${source} ${source_id}`),
    }
  })
  const markOf = (mark: MarkClash['kept']) => ({
    id: mark.id,
    attendee_id: mark.attendee_id,
    class_title: titles.classes.get(mark.class_id) ?? '',
    state: stateOf(mark),
    comment: mark.comment,
    changed: mark.changed,
    changed_by: names.get(mark.changed_by) ?? '',
  })
  return {
    seen: seen.digest,
    entries: (await Promise.all(entries)) as Comparison['entries'],
    attendance: rows.attendance.length - seen.all.length,
    clashes: clashes.map(({ kept, merged }) => ({
      session_datetime: kept.session_datetime,
      deleted: seen.deleted.has(kept.class_id),
      marks: [markOf(kept), markOf(merged)],
    })),
  }
}

/** What a merge depends on of what was shown, in whichever order, as one text. */
export async function findDigest(
  db: Kysely<Tables>,
  ids: readonly [number, number],
): Promise<string | undefined> {
  return (await readSeen(db, ids))?.digest
}

async function readSeen(db: Kysely<Tables>, ids: readonly [number, number]) {
  const entries = await attendeesById(db, ids)
  if (entries.length < ids.length) {
    return undefined
  }
  const { rows, deleted } = await collectEverywhere(db, ids)
  const [kept, merged] = ids
  const all = findClashes(rows.attendance, { kept, merged, deleted: new Set(deleted.keys()) })
  const clashes = all.filter(({ clear }) => clear === undefined)
  const marks = clashes.flatMap((clash) => [clash.kept, clash.merged]).sort((a, b) => a.id - b.id)
  const digest = createHash('sha256')
    .update(JSON.stringify([entries.toSorted((a, b) => a.id - b.id), marks.map(textOf)]))
    .digest('base64url')
    .slice(0, DIGEST_LENGTH)
  const titles = {
    classes: new Map([
      ...(await titlesOf(
        db,
        'class_session',
        marks.map(({ class_id }) => class_id),
      )),
      ...deleted,
    ]),
    series: await titlesOf(
      db,
      'class_series',
      rows.roster.map(({ series_id }) => series_id),
    ),
  }
  return { entries, rows, deleted, all, clashes, titles, digest }
}

function textOf({ id, class_id, version }: MarkClash['kept']): string {
  return `${id} ${class_id} ${version}`
}

async function titlesOf(
  db: Kysely<Tables>,
  table: 'class_session' | 'class_series',
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) {
    return new Map()
  }
  const rows = await db.selectFrom(table).select(['id', 'title']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, title }) => [id, title]))
}
