import { searchKey } from '@vestry/contract/search-key.ts'
import type { SourceSermon } from '@vestry/contract/sermon-sources/source-sermon.ts'
import type { Kysely } from 'kysely'
import { wallClockAt } from '../church-time.ts'
import type { Tables } from '../database/tables.ts'
import type { PlannedSermon } from './sermon-imports-sql.ts'

const AT_ONCE = 500

/** What would become of each sermon: whether it is new, known already, like another, or can't be read. */
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
      ...{ sermon, state, why, uuid, event_datetime },
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

/** When a sermon was held by the church's clock; empty where nobody says. */
export function heldAt({ held, at }: SourceSermon, timeZone: string): string {
  return held === '' && at !== null ? wallClockAt(at, timeZone) : held
}

/** The uuids of sermons that are known by these: those that came in with them, and our own. */
export async function findKnown(db: Kysely<Tables>, guids: readonly string[]): Promise<Map<string, string>> {
  const known = new Map<string, string>()
  for (let at = 0; at < guids.length; at += AT_ONCE) {
    const some = guids.slice(at, at + AT_ONCE).filter((guid) => guid !== '')
    if (some.length > 0) {
      const rows = await db
        .selectFrom('preaching_item')
        .select(['uuid', 'source_guid'])
        .where(({ or, eb, and }) =>
          or([and([eb('source_guid', '<>', ''), eb('source_guid', 'in', some)]), eb('uuid', 'in', some)]),
        )
        .execute()
      for (const { uuid, source_guid } of rows) {
        known.set(source_guid || uuid, uuid).set(uuid, uuid)
      }
    }
  }
  return known
}

/** What the sermons in the trash are known by. */
export async function findTrashed(db: Kysely<Tables>): Promise<Set<string>> {
  const entries = await db.selectFrom('trash').select('content').where('kind', '=', 'item').execute()
  return new Set(
    entries.flatMap(({ content }) => {
      const { rows } = JSON.parse(content) as {
        rows: { preaching_item?: { uuid: string; source_guid?: string }[] }
      }
      return (rows.preaching_item ?? []).flatMap(({ uuid, source_guid = '' }) => [uuid, source_guid])
    }),
  )
}

/** The uuids of sermons by their days and titles, of those with these titles. */
async function findAlike(db: Kysely<Tables>, keys: readonly string[]): Promise<Map<string, string>> {
  const alike = new Map<string, string>()
  for (let at = 0; at < keys.length; at += AT_ONCE) {
    const some = keys.slice(at, at + AT_ONCE).filter((key) => key !== '')
    if (some.length > 0) {
      const rows = await db
        .selectFrom('preaching_item')
        .select(['uuid', 'search_key', 'event_datetime'])
        .where('search_key', 'in', some)
        .execute()
      for (const { uuid, search_key, event_datetime } of rows) {
        alike.set(`${event_datetime.slice(0, 10)} ${search_key}`, uuid)
      }
    }
  }
  return alike
}
