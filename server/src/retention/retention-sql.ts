import { RETENTION_RULES, type RetentionRule } from '@vestry/contract/rules/retention-rules.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { findChildrenSeen } from '../trash/trash-sql.ts'

/** For how many months each rule keeps data, 0 for rules that are off. */
export type Rules = Record<RetentionRule, number>

export async function readRules(db: Kysely<Tables>): Promise<Rules> {
  const rows = await db.selectFrom('retention_rule').selectAll().execute()
  const months = new Map(rows.map((row) => [row.rule, row.months]))
  return Object.fromEntries(RETENTION_RULES.map((rule) => [rule, months.get(rule) ?? 0])) as Rules
}

export async function saveRule(db: Kysely<Tables>, rule: RetentionRule, months: number): Promise<void> {
  await db.deleteFrom('retention_rule').where('rule', '=', rule).execute()
  if (months > 0) {
    await db.insertInto('retention_rule').values({ rule, months }).execute()
  }
}

/**
 * Guests who came before this day and not since. Those who never came are not among them, nor those who since then were
 * put on a roster, were asked after, or were known to be away. What deleted classes hold of a guest counts as long as
 * the classes can be restored.
 */
function guestsUnseenSince(db: Kysely<Tables>, day: string, seenInTrash: readonly number[]) {
  return db
    .selectFrom('attendee')
    .$if(seenInTrash.length > 0, (query) => query.where('attendee.id', 'not in', seenInTrash))
    .where('is_member', '=', 0)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('attendance')
          .select('attendance.id')
          .whereRef('attendance.attendee_id', '=', 'attendee.id')
          .where('attended', '=', 1),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('attendance')
            .select('attendance.id')
            .whereRef('attendance.attendee_id', '=', 'attendee.id')
            .where('attended', '=', 1)
            .where('session_datetime', '>=', day),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('roster')
            .select('series_id')
            .whereRef('roster.attendee_id', '=', 'attendee.id')
            .where('since', '>=', day),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('planned_absence')
            .select('planned_absence.id')
            .whereRef('planned_absence.attendee_id', '=', 'attendee.id')
            .where('until_day', '>=', day),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('follow_up')
            .select('follow_up.id')
            .whereRef('follow_up.attendee_id', '=', 'attendee.id')
            .where('day', '>=', day),
        ),
      ),
    )
}

export async function countGuests(db: Kysely<Tables>, day: string): Promise<number> {
  const { count } = await guestsUnseenSince(db, day, await findChildrenSeen(db, day))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** This many of them, by last name, then first, with the day on which they were last seen. */
export async function listGuests(db: Kysely<Tables>, day: string, limit: number) {
  const rows = await guestsUnseenSince(db, day, await findChildrenSeen(db, day))
    .select(['attendee.id', 'first_name', 'last_name'])
    .select(({ selectFrom }) =>
      selectFrom('attendance')
        .whereRef('attendance.attendee_id', '=', 'attendee.id')
        .where('attended', '=', 1)
        .select(({ fn }) => fn.max('session_datetime').as('latest'))
        .as('latest'),
    )
    .orderBy('last_key')
    .orderBy('first_key')
    .orderBy('attendee.id')
    .limit(limit)
    .execute()
  return rows.map(({ latest, ...child }) => ({ ...child, last_seen: latest?.slice(0, 10) ?? '' }))
}

/** Remarks on a child on a day: the table, its column, and the column with the time. */
const REMARKS = [
  { table: 'attendance', remark: 'comment', at: 'session_datetime' },
  { table: 'planned_absence', remark: 'reason', at: 'until_day' },
  { table: 'follow_up', remark: 'note', at: 'day' },
  { table: 'stay', remark: 'reason', at: 'day' },
  { table: 'stay', remark: 'gone_reason', at: 'day' },
  { table: 'attendance_claim', remark: 'wanted_text', at: 'moment' },
  { table: 'attendance_claim', remark: 'there_text', at: 'moment' },
] as const

const isOld = ({ remark, at }: (typeof REMARKS)[number], day: string) =>
  sql`${sql.ref(remark)} <> '' and ${sql.ref(at)} < ${day}`

export async function countRemarks(db: Kysely<Tables>, day: string): Promise<number> {
  let sum = 0
  for (const of of REMARKS) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(of.table)} where ${isOld(of, day)}`.execute(db)
    sum += Number(rows[0]?.count ?? 0)
  }
  return sum
}

/** Removes up to this many remarks from before this day, and returns how many it removed. */
export async function removeRemarks(db: Kysely<Tables>, day: string, limit: number): Promise<number> {
  let removed = 0
  for (const of of REMARKS) {
    const { rows } = await sql<{ id: number }>`
      select id from ${sql.table(of.table)} where ${isOld(of, day)} order by id limit ${limit - removed}`.execute(
      db,
    )
    const ids = rows.map(({ id }) => id)
    if (ids.length > 0) {
      if (of.table === 'attendance') {
        await countUpRolls(db, ids)
      }
      await sql`update ${sql.table(of.table)} set ${sql.ref(of.remark)} = ''
        where id in (${sql.join(ids)})`.execute(db)
      removed += ids.length
    }
  }
  return removed
}

/** Gives records the next version of their class, so that nobody overwrites what they have not seen. */
async function countUpRolls(db: Kysely<Tables>, ids: readonly number[]): Promise<void> {
  await db
    .updateTable('class_session')
    .set((row) => ({ roll_version: row('roll_version', '+', 1) }))
    .where('id', 'in', (of) => of.selectFrom('attendance').select('class_id').where('id', 'in', ids))
    .execute()
  await db
    .updateTable('attendance')
    .set(({ selectFrom }) => ({
      version: selectFrom('class_session')
        .whereRef('class_session.id', '=', 'attendance.class_id')
        .select('roll_version'),
    }))
    .where('id', 'in', ids)
    .execute()
}

/** Stays that began before this day and are over. */
export async function countStays(db: Kysely<Tables>, day: string): Promise<number> {
  const { count } = await db
    .selectFrom('stay')
    .where('day', '<', day)
    .where('gone_at', '>', 0)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Removes up to this many of them, and the codes, numbers and closed alerts from before this moment, the beginning of the day. */
export async function removeStays(
  db: Kysely<Tables>,
  day: string,
  limit: number,
  before: number,
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('stay')
    .where('id', 'in', (old) =>
      old
        .selectFrom('stay')
        .select('id')
        .where('day', '<', day)
        .where('gone_at', '>', 0)
        .orderBy('id')
        .limit(limit),
    )
    .executeTakeFirstOrThrow()
  await db.deleteFrom('door_alert').where('at', '<', before).where('closed_at', '>', 0).execute()
  for (const table of ['door_code', 'door_number']) {
    await sql`delete from ${sql.table(table)}
      where day < ${day} and day not in (select day from stay)`.execute(db)
  }
  return Number(numDeletedRows)
}

export async function countEntries(db: Kysely<Tables>, before: number): Promise<number> {
  const { count } = await db
    .selectFrom('audit_event')
    .where('at', '<', before)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Removes up to this many entries of the audit trail from before this time, and returns how many it removed. */
export async function removeEntries(db: Kysely<Tables>, before: number, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('audit_event')
    .where('id', 'in', (old) =>
      old.selectFrom('audit_event').select('id').where('at', '<', before).orderBy('at').limit(limit),
    )
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
