import type { Kysely } from 'kysely'
import { churchDay, churchMidnight } from '../../church-time.ts'
import type { Clock } from '../../clock.ts'
import type { Tables } from '../../database/tables.ts'

/** A device that is heard of is written down only this long after the last time; it says itself each minute. */
const WRITTEN_EVERY = 50_000
/** After this long a device counts as silent. */
const SILENT_AFTER = 2 * 60_000
/** More would help nobody. */
const MAX_SILENT = 20

type Device = { sub: string; device: string }

/** When the church's present day began: what was said before that is forgotten. */
export function beganToday(clock: Clock, timeZone: string): number {
  return churchMidnight(churchDay(clock, timeZone), timeZone)
}

/**
 * Writes down that a device has these rolls open and no others. It takes no lock: nobody else writes of this device,
 * and nothing that is shown at once depends on it.
 */
export async function keepOpenRolls(
  db: Kysely<Tables>,
  { sub, device }: Device,
  { class_ids, now, today }: { class_ids: readonly number[]; now: number; today: number },
): Promise<void> {
  const rows = await db
    .selectFrom('open_roll')
    .select(['class_id', 'heard'])
    .where('sub', '=', sub)
    .where('device', '=', device)
    .execute()
  const isKept = (row: (typeof rows)[number]) => row.heard >= today && class_ids.includes(row.class_id)
  const kept = new Map(rows.filter(isKept).map(({ class_id, heard }) => [class_id, heard]))
  const left = rows.filter((row) => !isKept(row)).map(({ class_id }) => class_id)
  if (left.length > 0) {
    await db
      .deleteFrom('open_roll')
      .where('sub', '=', sub)
      .where('device', '=', device)
      .where('class_id', 'in', left)
      .execute()
  }
  const due = class_ids.filter((id) => (kept.get(id) ?? 0) <= now - WRITTEN_EVERY)
  if (due.length > 0) {
    await db
      .insertInto('open_roll')
      .values(due.map((class_id) => ({ sub, device, class_id, since: now, heard: now })))
      .onConflict((row) => row.columns(['sub', 'device', 'class_id']).doUpdateSet({ heard: now }))
      .execute()
  }
}

/**
 * The rolls that devices had open today and that nobody has said anything of since; not those of the one who asks. With
 * a `sub` in `ofTeacher`, those of this person's classes.
 */
export async function listSilent(
  db: Kysely<Tables>,
  asked: { sub: string; ofTeacher: string | undefined; class_id: number | undefined },
  { now, today }: { now: number; today: number },
) {
  const { sub, ofTeacher, class_id } = asked
  return await db
    .selectFrom('open_roll')
    .innerJoin('class_session', 'class_session.id', 'open_roll.class_id')
    .select(['open_roll.sub', 'class_id', 'title as class_title', 'since', 'heard'])
    .where('heard', '>=', today)
    .where('heard', '<', now - SILENT_AFTER)
    .where('open_roll.sub', '!=', sub)
    .$if(class_id !== undefined, (query) => query.where('class_id', '=', class_id ?? 0))
    .$if(ofTeacher !== undefined, (query) =>
      query.where(({ eb, selectFrom }) =>
        eb(
          'class_id',
          'in',
          selectFrom('class_teacher')
            .select('class_teacher.class_id')
            .where('class_teacher.sub', '=', ofTeacher ?? ''),
        ),
      ),
    )
    .orderBy('since')
    .orderBy('class_id')
    .limit(MAX_SILENT)
    .execute()
}

/** Forgets what was last heard before the church's present day. */
export async function forgetOpenRolls(db: Kysely<Tables>, clock: Clock, timeZone: string): Promise<void> {
  const before = beganToday(clock, timeZone)
  await db.deleteFrom('open_roll').where('heard', '<', before).execute()
}
