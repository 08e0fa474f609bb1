import type { AuditKind } from '@vestry/contract/rules/audit-kinds.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../database/tables.ts'

export type AuditRow = Awaited<ReturnType<typeof listEntries>>[number]

/** Which entries are wanted. Times are in milliseconds; `until` itself is not included. */
export type AuditQuery = {
  kind?: AuditKind | undefined
  /** One of these people did it, or it was done to one of them. */
  subs?: readonly string[] | undefined
  /** About this record, such as `attendee/12`. */
  record?: string | undefined
  since?: number | undefined
  until?: number | undefined
  /** Only what is older than this entry. */
  olderThan?: { at: number; id: number } | undefined
}

/** Entries, newest first. Each query reads an index of its own, so that a long trail is no slower. */
export async function listEntries(db: Kysely<Tables>, asked: AuditQuery, limit: number) {
  const { kind, subs, record, since, until, olderThan } = asked
  const columns = [
    'id',
    'at',
    'kind',
    'actor',
    'actor_name',
    'subject',
    'subject_name',
    'address',
    'parts',
    'detail',
  ] as const
  const wanted = (of?: { column: 'actor' | 'subject'; sub: string }) =>
    db
      .selectFrom('audit_event')
      .select(columns)
      .$if(of !== undefined, (query) => query.where(of?.column ?? 'actor', '=', of?.sub ?? ''))
      .$if(record !== undefined, (query) => query.where('subject', '=', record ?? ''))
      .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? 'sign_in'))
      .$if(since !== undefined, (query) => query.where('at', '>=', since ?? 0))
      .$if(until !== undefined, (query) => query.where('at', '<', until ?? 0))
      .$if(olderThan !== undefined, (query) =>
        query.where(sql<boolean>`(at, id) < (${olderThan?.at ?? 0}, ${olderThan?.id ?? 0})`),
      )
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
  if (subs === undefined) {
    return await wanted().execute()
  }
  const queries = subs.flatMap((sub) =>
    (['actor', 'subject'] as const).map((column) =>
      db.selectFrom(wanted({ column, sub }).as('found')).selectAll(),
    ),
  )
  const [first, ...others] = queries
  if (first === undefined) {
    return []
  }
  const all = others.reduce((one, other) => one.union(other), first)
  return await db
    .selectFrom(all.as('entry'))
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

const MAX_PEOPLE = 10

/** Everybody who ever went by this name in the trail, as actor or as subject: an address may have passed on. */
export async function findAuditActors(db: Kysely<Tables>, name: string): Promise<string[]> {
  const subs: string[] = []
  const nextOf = (column: 'actor' | 'subject') =>
    db
      .selectFrom('audit_event')
      .select((event) => event.fn.min(column).as('sub'))
      .where(`${column}_name`, '=', name)
      .where(column, '>', subs.at(-1) ?? '')
  while (subs.length < MAX_PEOPLE) {
    const { next } = await db
      .selectFrom(nextOf('actor').unionAll(nextOf('subject')).as('found'))
      .select((found) => found.fn.min('sub').as('next'))
      .executeTakeFirstOrThrow()
    if (next === null) {
      break
    }
    subs.push(next)
  }
  return subs
}

/** When each of these people was last the subject of an entry of these kinds, in milliseconds. */
export async function latestOf(
  db: Kysely<Tables>,
  kinds: readonly AuditKind[],
  subs: readonly string[],
): Promise<Map<string, number>> {
  if (subs.length === 0) {
    return new Map()
  }
  const rows = await db
    .selectFrom('audit_event')
    .select((event) => ['subject', event.fn.max<number>('at').as('latest')])
    .where('subject', 'in', subs)
    .where('kind', 'in', kinds)
    .groupBy('subject')
    .execute()
  return new Map(rows.map(({ subject, latest }) => [subject ?? '', latest]))
}

/** The newest entry of these kinds about a record. */
export async function latestChange(db: Kysely<Tables>, record: string, kinds: readonly AuditKind[]) {
  return await db
    .selectFrom('audit_event')
    .select(['at', 'actor', 'actor_name'])
    .where('subject', '=', record)
    .where('kind', 'in', kinds)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/**
 * The number of the newest entry of these kinds, 0 without any. It may stay the same when a process with a slow clock
 * writes an entry, or when one that was begun earlier is committed later: nothing may depend on it for long.
 */
export async function latestOfKinds(db: Kysely<Tables>, kinds: readonly AuditKind[]): Promise<number> {
  // The newest entry of each kind is at the end of that kind's range of the index.
  const newest = kinds.map(
    (kind) =>
      sql`select (select id from audit_event where kind = ${kind} order by at desc, id desc limit 1) as id`,
  )
  const { rows } = await sql<{
    id: number | null
  }>`select max(id) as id from (${sql.join(newest, sql` union all `)}) as newest`.execute(db)
  return rows[0]?.id ?? 0
}
