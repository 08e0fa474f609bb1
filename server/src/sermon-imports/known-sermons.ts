import type { SourceSermon } from '@vestry/contract/sermon-sources/source-sermon.ts'
import { searchKey } from '@vestry/contract/text/search-key.ts'
import { type Kysely, type SqlBool, sql } from 'kysely'
import { wallClockAt } from '../church-time.ts'
import { inParts } from '../database/in-parts.ts'
import type { Tables } from '../database/tables.ts'
import { readContent } from '../trash/trash-content.ts'
import type { PlannedSermon } from './sermon-imports-sql.ts'

/** What would become of each sermon: it is new, known already, like another one, or can't be read. */
export async function planSermons(
  db: Kysely<Tables>,
  sermons: readonly SourceSermon[],
  timeZone: string,
): Promise<PlannedSermon[]> {
  const guids = sermons.map(({ guid }) => guid)
  const known = await findKnown(db, guids)
  const trashed = await findTrashed(db)
  const alike = await findAlike(
    db,
    sermons.map(({ title }) => searchKey(title)),
  )
  const met = new Set<string>()
  return sermons.map((sermon): PlannedSermon => {
    const { guid, title, recording } = sermon
    const event_datetime = heldAt(sermon, timeZone)
    const there = known.get(guid)
    const isTwice = met.has(guid)
    met.add(guid)
    const plan = (state: PlannedSermon['state'], why: PlannedSermon['why'] = '', uuid = '') => ({
      sermon,
      state,
      why,
      uuid,
      event_datetime,
    })
    if (there !== undefined) {
      return plan('known', '', there)
    }
    if (trashed.has(guid)) {
      return plan('known', 'in_trash')
    }
    if (isTwice) {
      return plan('unreadable', 'twice')
    }
    if (recording === '') {
      return plan('unreadable', 'no_recording')
    }
    if (title === '') {
      return plan('unreadable', 'no_title')
    }
    if (event_datetime === '') {
      return plan('unreadable', 'no_date')
    }
    const twin = alike.get(`${event_datetime.slice(0, 10)} ${searchKey(title)}`)
    return twin === undefined ? plan('new') : plan('alike', '', twin)
  })
}

const DAY = 24 * 60 * 60_000

/**
 * When a sermon was held by the church's clock; empty if the source doesn't say. It stays on the day that the source
 * writes, and midnight counts as no time.
 */
export function heldAt({ held, at }: SourceSermon, timeZone: string): string {
  const here = at === null || (held !== '' && at % DAY === 0) ? held : wallClockAt(at, timeZone)
  return held === '' || here.slice(0, 10) === held.slice(0, 10) ? here : held
}

/** The uuids of sermons by their guids: those that sermons were imported with, and our own. */
export async function findKnown(db: Kysely<Tables>, guids: readonly string[]): Promise<Map<string, string>> {
  const rows = await inParts(guids.filter(Boolean), (part) =>
    db
      .selectFrom('preaching_item')
      .select(['uuid', 'source_guid'])
      .where(({ or, eb, and }) =>
        or([and([eb('source_guid', '<>', ''), eb('source_guid', 'in', part)]), eb('uuid', 'in', part)]),
      )
      .execute(),
  )
  return new Map(
    rows.flatMap(({ uuid, source_guid }) => [
      [source_guid || uuid, uuid],
      [uuid, uuid],
    ]),
  )
}

/** The uuid of a sermon whose recording is the same object of the store. */
export async function findByRecording(
  db: Kysely<Tables>,
  { recording }: SourceSermon,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('preaching_item')
    .select('uuid')
    .where('path', '=', recording)
    .limit(1)
    .executeTakeFirst()
  return row?.uuid
}

/** The uuids and guids of sermons in the trash: of all, or of those that may have this guid. */
export async function findTrashed(db: Kysely<Tables>, guid?: string): Promise<Set<string>> {
  const quoted = JSON.stringify(guid)?.replace(/[!%_]/g, '!$&')
  const entries = await db
    .selectFrom('trash')
    .select('content')
    .where('kind', '=', 'item')
    .$if(guid !== undefined, (trash) => trash.where(sql<SqlBool>`content like ${`%${quoted}%`} escape '!'`))
    .execute()
  return new Set(
    entries.flatMap((entry) => {
      const { preaching_item = [] } = readContent(entry).rows
      return preaching_item.flatMap(({ uuid, source_guid = '' }) => [uuid, source_guid])
    }),
  )
}

/** The uuids of sermons by day and title, for these titles. */
async function findAlike(db: Kysely<Tables>, keys: readonly string[]): Promise<Map<string, string>> {
  const rows = await inParts(keys.filter(Boolean), (part) =>
    db
      .selectFrom('preaching_item')
      .select(['uuid', 'search_key', 'event_datetime'])
      .where('search_key', 'in', part)
      .execute(),
  )
  return new Map(
    rows.map(({ uuid, search_key, event_datetime }) => [
      `${event_datetime.slice(0, 10)} ${search_key}`,
      uuid,
    ]),
  )
}
