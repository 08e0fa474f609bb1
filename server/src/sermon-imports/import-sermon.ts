import { randomUUID } from 'node:crypto'
import type { SermonImportChoices } from '@vestry/contract/calls/sermon-imports.ts'
import { LIBRARY_FIELDS, PREACHING_FIELDS, SERIES_FIELDS } from '@vestry/contract/records/preaching-record.ts'
import { blankOf } from '@vestry/contract/records/record-fields.ts'
import { MAX_NAME } from '@vestry/contract/rules/preaching-rules.ts'
import type { SourceSermon } from '@vestry/contract/sermon-sources/source-sermon.ts'
import { LANGUAGES } from '@vestry/contract/sermons/languages.ts'
import { DEFAULT_POSTER_PATH } from '@vestry/contract/sermons/media.ts'
import { nameKey } from '@vestry/contract/text/search-key.ts'
import type { Kysely, Transaction } from 'kysely'
import type { Actor, AuditLog } from '../audit/audit-log.ts'
import { objectsOf } from '../database/is-used-object.ts'
import type { Tables } from '../database/tables.ts'
import { findByKey, findLookup, insertLookup, insertSeries, type LookupKind } from '../lookups/lookups-sql.ts'
import { type ChurchClock, insertItem } from '../preaching/preaching-sql.ts'
import { contentOf, feedDateOf } from '../preaching/sermon-content.ts'
import { keepNamed } from '../trash/discarded-objects.ts'
import type { StoredFiles } from './fetch-files.ts'

/** What the audit trail calls the names that an import adds. */
const NOUNS = {
  preacher: 'presenter',
  category: 'category',
  topic: 'topic',
  series: 'sermon_series',
} as const satisfies Record<LookupKind, string>

/** A name that an import has added, such as `presenter/7`. */
export type CreatedName = `${(typeof NOUNS)[LookupKind]}/${number}`

type Adding = {
  choices: SermonImportChoices
  files: StoredFiles
  event_datetime: string
  time: ChurchClock
  auditLog: AuditLog
  actor: Pick<Actor, 'caller'>
}

/** Adds a sermon whose files are in the store, and the names that it needs, under the caller's lock. */
export async function addSermon(
  db: Transaction<Tables>,
  sermon: SourceSermon,
  { choices, files, event_datetime, time, auditLog, actor }: Adding,
): Promise<{ uuid: string; created: CreatedName[] }> {
  const created: CreatedName[] = []
  const named = async (kind: LookupKind, name: string) => {
    const found = await findOrAdd(db, kind, name)
    if (found?.isNew) {
      const record = `${NOUNS[kind]}/${found.id}` as const
      created.push(record)
      await auditLog.recordChange(db, { kind: `${NOUNS[kind]}_added`, records: [record], ...actor })
    }
    return found?.id
  }
  const ours = new Map(choices.speakers.map(({ name, as }) => [name, as]))
  const speakers: number[] = []
  for (const name of sermon.speakers) {
    const id = await named('preacher', ours.get(name) ?? name)
    if (id !== undefined && !speakers.includes(id)) {
      speakers.push(id)
    }
  }
  const topics: number[] = []
  for (const topic of sermon.topics.slice(0, LIBRARY_FIELDS.topics.max)) {
    const id = await named('topic', topic)
    if (id !== undefined) {
      topics.push(id)
    }
  }
  const [preacher_id = await presentOr(db, 'preacher', choices.preacher_id), ...others] = speakers
  const uuid = randomUUID()
  const { title, guid, at, isPublished } = sermon
  const content = await contentOf(
    {
      localizedname: title.slice(0, PREACHING_FIELDS.localizedname.max),
      event_datetime,
      description: sermon.description.slice(0, PREACHING_FIELDS.description.max),
      path: files.path,
      poster_path: files.poster_path ?? DEFAULT_POSTER_PATH,
      media_format: files.media_format,
      language_id: languageOf(sermon.language) ?? choices.language_id,
      preacher_id,
      preaching_category_id:
        (await named('category', sermon.category)) ??
        (await presentOr(db, 'category', choices.preaching_category_id)),
      duration: files.duration,
      state: isPublished ? choices.state : 'draft',
      publish_at: '',
      series_id: (await named('series', sermon.series)) ?? null,
      passages: sermon.passages.slice(0, LIBRARY_FIELDS.passages.max),
      topics,
      speakers: others.slice(0, LIBRARY_FIELDS.speakers.max).map((id) => ({ preacher_id: id, part: '' })),
      attachments: files.attachments
        .slice(0, LIBRARY_FIELDS.attachments.max)
        .map(({ path, title: name }) => ({ path, title: name.slice(0, MAX_NAME) })),
      chapters: files.chapters,
      transcript: files.transcript.slice(0, LIBRARY_FIELDS.transcript.max),
    },
    time,
  )
  // Programs that know the sermon by its feed see the date that they have already.
  const feed_date = at ?? feedDateOf(content, time.timeZone())
  await keepNamed(db, objectsOf(content))
  await insertItem(db, { ...content, feed_date, source_guid: guid, uuid, version: 1 })
  await auditLog.recordChange(db, { kind: 'item_added', records: [`item/${uuid}`], ...actor })
  return { uuid, created }
}

function languageOf(tag: string): number | undefined {
  return LANGUAGES.find((language) => tag.split(/[-_]/)[0] === language.tag)?.id
}

/** The name's id, added if it is new; undefined for a name without a letter. */
async function findOrAdd(db: Kysely<Tables>, kind: LookupKind, given: string) {
  const name = given.slice(0, MAX_NAME).trim()
  const key = nameKey(name)
  if (key === '') {
    return undefined
  }
  const present = await findByKey(db, kind, key)
  if (present !== undefined) {
    return { id: present, isNew: false }
  }
  const id = await (kind === 'series'
    ? insertSeries(db, { ...blankOf(SERIES_FIELDS), name })
    : insertLookup(db, kind, name, key))
  return { id, isNew: true }
}

/** What was chosen may have been merged or deleted since; then the first one is used. */
async function presentOr(db: Kysely<Tables>, kind: 'preacher' | 'category', id: number): Promise<number> {
  const present = await findLookup(db, kind, id)
  if (present) {
    return id
  }
  const table = kind === 'preacher' ? 'preacher' : 'preaching_category'
  return (await db.selectFrom(table).select('id').orderBy('id').limit(1).executeTakeFirstOrThrow()).id
}
