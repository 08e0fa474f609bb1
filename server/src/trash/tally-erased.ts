import type { Insertable, Kysely, Selectable } from 'kysely'
import { inParts } from '../database/in-parts.ts'
import type { Tables } from '../database/tables.ts'
import type { TrashedRows } from './trash-content.ts'

export type ErasedTally = Selectable<Tables['erased_tally']>
type Session = Pick<Selectable<Tables['class_session']>, 'id' | 'series_id' | 'session_datetime'>

/** The rows of a child who is on no roster any more. */
export type ChildRows = Required<Pick<TrashedRows, 'roster_past' | 'planned_absence' | 'attendance'>>

/** The numbers of a child in these classes. */
export function tallyChild(
  { roster_past, planned_absence, attendance }: ChildRows,
  sessions: readonly Session[],
): ErasedTally[] {
  const records = new Map(attendance.map((record) => [record.class_id, record]))
  return sessions.flatMap(({ id, series_id, session_datetime: time }) => {
    const record = records.get(id)
    const expected = roster_past.some(
      (past) => past.series_id === series_id && past.since <= time && time < past.until,
    )
    if (record === undefined && !expected) {
      return []
    }
    const day = time.slice(0, 10)
    const away = planned_absence.some(({ from_day, until_day }) => from_day <= day && day <= until_day)
    const present = record?.attended === 1
    const absent = record?.marked === 1 && !present
    const as = present ? 'present' : away ? 'away' : absent ? 'absent' : 'not_recorded'
    const only = (state: typeof as) => Number(expected && as === state)
    return [
      {
        class_id: id,
        records: Number(record !== undefined),
        present: Number(present),
        absent: Number(absent),
        expected_present: only('present'),
        expected_absent: only('absent'),
        expected_away: only('away'),
        expected_not_recorded: only('not_recorded'),
      },
    ]
  })
}

/** Both lists of tallies, with those of the same class added up. */
export function addTallies(some: readonly ErasedTally[], more: readonly ErasedTally[]): ErasedTally[] {
  return [...Map.groupBy([...some, ...more], ({ class_id }) => class_id).values()].map((tallies) =>
    tallies.reduce((sum, one) => ({
      class_id: sum.class_id,
      records: sum.records + one.records,
      present: sum.present + one.present,
      absent: sum.absent + one.absent,
      expected_present: sum.expected_present + one.expected_present,
      expected_absent: sum.expected_absent + one.expected_absent,
      expected_away: sum.expected_away + one.expected_away,
      expected_not_recorded: sum.expected_not_recorded + one.expected_not_recorded,
    })),
  )
}

/** Adds these tallies to those of the classes, whose open rolls notice it. */
export async function saveTallies(db: Kysely<Tables>, tallies: readonly ErasedTally[]): Promise<void> {
  await inParts(tallies, async (part) => {
    const ids = part.map(({ class_id }) => class_id)
    const former = await db.selectFrom('erased_tally').selectAll().where('class_id', 'in', ids).execute()
    await db.deleteFrom('erased_tally').where('class_id', 'in', ids).execute()
    const sums: Insertable<Tables['erased_tally']>[] = addTallies(former, part)
    await db.insertInto('erased_tally').values(sums).execute()
    await db
      .updateTable('class_session')
      .set((row) => ({ roll_version: row('roll_version', '+', 1) }))
      .where('id', 'in', ids)
      .execute()
  })
}
