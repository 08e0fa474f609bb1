import { searchKey } from '@vestry/contract/text/search-key.ts'
import type { Database } from '@vestry/server/database/open-database.ts'
import { sql as query } from 'kysely'
import { inChunks, numbered, seededPick, two } from './made-up.ts'

const WORDS =
  'grace mercy hope faith love light bread water vine shepherd king harvest mountain river desert temple promise covenant prayer silence journey garden morning evening stone door spirit wisdom courage patience joy peace mission church family neighbour stranger table feast song psalm prophet exile return temptation forgiveness healing calling witness servant'.split(
    ' ',
  )
const PREACHERS = 40
const CATEGORIES = 12
const SERIES = 60
const TOPICS = 24
/** Later than any clock. */
const TO_COME = Date.UTC(2999, 0, 1)
const FIRST_YEAR = 2000
const YEARS = 26

/** In a third of the titles. */
export const MANY = 'García'
/** In ten titles, however many there are. */
export const FEW = 'Quixote'

/**
 * Fills an empty database with this many items: forty preachers, twelve categories, twenty-six years. Half are in a
 * series, each has two topics, and every tenth has a second speaker; every fiftieth is a draft, and as many are
 * scheduled.
 */
export async function fillItems({ sql }: Database, items: number): Promise<void> {
  const pick = seededPick()
  await sql
    .insertInto('preacher')
    .values(
      numbered(PREACHERS - 1).map((n) => ({ presenter_name: `Preacher ${n}`, name_key: `preacher ${n}` })),
    )
    .execute()
  await sql
    .insertInto('preaching_category')
    .values(numbered(CATEGORIES - 6).map((n) => ({ category: `Category ${n}`, name_key: `category ${n}` })))
    .execute()
  await sql
    .insertInto('sermon_series')
    .values(
      numbered(SERIES).map((n) => ({
        ...{ name: `Series ${n}`, name_key: `series ${n}`, description: '', picture_path: '' },
        ...{ sermon_order: 'oldest' as const, version: 1 },
      })),
    )
    .execute()
  await sql
    .insertInto('topic')
    .values(numbered(TOPICS).map((n) => ({ name: `Topic ${n}`, name_key: `topic ${n}` })))
    .execute()
  const rowOf = (index: number) => {
    const words = numbered(4).map(() => WORDS[pick(WORDS.length)])
    const name = index % Math.floor(items / 10) === 3 ? FEW : pick(3) === 0 ? MANY : 'Pérez'
    const title = `${words.join(' ')} ${name} ${index}`
    const year = FIRST_YEAR + pick(YEARS)
    return {
      uuid: `00000000-0000-4000-8000-${index.toString(16).padStart(12, '0')}`,
      localizedname: title,
      search_key: searchKey(title),
      event_datetime: `${year}-${two(1 + pick(12))}-${two(1 + pick(28))}T${two(8 + pick(12))}:30:00`,
      description: 'What the sermon is about, in a sentence or two as the staff would write it down.',
      path: `preaching/${year}/sermon-${index}.mp3`,
      poster_path: 'images/default-banner.jpg',
      media_format: 'audio' as const,
      language_id: 1 + pick(2),
      preacher_id: 1 + pick(PREACHERS),
      preaching_category_id: 1 + pick(CATEGORIES),
      series_id: index % 2 === 0 ? 1 + (Math.floor(index / 2) % SERIES) : null,
      publish_at: index % 50 === 7 ? null : index % 50 === 8 ? TO_COME + index : 0,
      version: 1,
    }
  }
  await sql.transaction().execute(async (transaction) => {
    await inChunks(items, rowOf, (rows) => transaction.insertInto('preaching_item').values(rows).execute())
    // Each is about some verses of one of 1,320 chapters.
    await query`insert into sermon_passage select id, (1 + id % 66) * 1000 + 1 + (id / 66) % 20,
      1 + id % 12, 7 + id % 12 from preaching_item`.execute(transaction)
    await query`insert into sermon_topic select id, 1 + id % ${TOPICS} from preaching_item
      union select id, 1 + (id / ${TOPICS}) % ${TOPICS} from preaching_item`.execute(transaction)
    await query`insert into sermon_speaker select id, 0, 1 + id % ${PREACHERS}, '' from preaching_item
      where id % 10 = 0`.execute(transaction)
  })
}
