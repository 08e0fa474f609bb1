import { readRecordName } from '@vestry/contract/rules/audit-kinds.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../database/tables.ts'

export type RecordTitle = { title: string; moment?: string }

/** The columns with the titles of records; a child's name is never read. */
const TITLES = {
  item: { table: 'preaching_item', id: 'uuid', title: 'localizedname', moment: null },
  presenter: { table: 'preacher', id: 'id', title: 'presenter_name', moment: null },
  category: { table: 'preaching_category', id: 'id', title: 'category', moment: null },
  topic: { table: 'topic', id: 'id', title: 'name', moment: null },
  sermon_series: { table: 'sermon_series', id: 'id', title: 'name', moment: null },
  class: { table: 'class_session', id: 'id', title: 'title', moment: 'session_datetime' },
  series: { table: 'class_series', id: 'id', title: 'title', moment: null },
} as const

type Titled = keyof typeof TITLES

/** The titles of these records, as they are now or as they went to the trash; records that are in neither have none. */
export async function findTitles(
  db: Kysely<Tables>,
  records: readonly (string | null)[],
): Promise<Map<string, RecordTitle>> {
  const ids = new Map<Titled, Set<string>>()
  for (const record of records) {
    const name = readRecordName(record ?? '')
    if (name !== undefined && name.type in TITLES) {
      const type = name.type as Titled
      ids.set(type, (ids.get(type) ?? new Set()).add(name.id))
    }
  }
  const titles = new Map<string, RecordTitle>()
  for (const [type, asked] of ids) {
    for (const { id, title, moment } of await findOf(db, type, [...asked])) {
      titles.set(`${type}/${id}`, { title, ...(moment !== null && { moment }) })
    }
  }
  for (const { record, ...title } of await findTrashed(db, [...ids], titles)) {
    titles.set(record, title)
  }
  return titles
}

async function findOf(db: Kysely<Tables>, type: Titled, asked: readonly string[]) {
  const { table, id, title, moment } = TITLES[type]
  const ids = id === 'uuid' ? asked : asked.filter((text) => /^\d{1,9}$/.test(text)).map(Number)
  if (ids.length === 0) {
    return []
  }
  const { rows } = await sql<{
    id: string | number
    title: string
    moment: string | null
  }>`select ${sql.ref(id)} as id,
    ${sql.ref(title)} as title, ${moment === null ? sql`null` : sql.ref(moment)} as moment
    from ${sql.table(table)} where ${sql.ref(id)} in (${sql.join(ids)})`.execute(db)
  return rows
}

async function findTrashed(
  db: Kysely<Tables>,
  asked: readonly [Titled, ReadonlySet<string>][],
  found: ReadonlyMap<string, unknown>,
): Promise<(RecordTitle & { record: string })[]> {
  const missing = asked
    .filter(([type]) => type === 'item' || type === 'class')
    .flatMap(([type, ids]) => [...ids].map((id) => `${type}/${id}`))
    .filter((record) => !found.has(record))
  if (missing.length === 0) {
    return []
  }
  const rows = await db
    .selectFrom('trash_record')
    .innerJoin('trash', 'trash.record', 'trash_record.held_by')
    .select(['trash_record.record', 'trash.name as title', 'trash.moment', 'trash.classes'])
    .where('trash_record.record', 'in', missing)
    .where('trash.kind', 'in', ['item', 'class'])
    .execute()
  // A class that was deleted with others has there only the time of the first of them, so none is given.
  return rows.map(({ record, title, moment, classes }) => ({
    record,
    title,
    ...(record.startsWith('class/') && classes === 1 && { moment }),
  }))
}
