import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sound } from '@vestry/contract/calls/preaching.ts'
import { IMAGE_PREFIX, mediaFolder } from '@vestry/contract/sermons/media.ts'
import { nameKey, searchKey } from '@vestry/contract/text/search-key.ts'
import { churchDay, dayAfter } from '../church-time.ts'
import type { Clock } from '../clock.ts'
import { inParts } from '../database/in-parts.ts'
import { withWriteLock } from '../database/with-write-lock.ts'
import { keepPassages } from '../preaching/passages/passage-rows.ts'
import { readPassages } from '../preaching/passages/read-passages.ts'
import { languageOf } from '../preaching/sermon-language.ts'
import { NO_PARTS, replaceParts } from '../preaching/sermon-parts-sql.ts'
import { writeSound } from '../preaching/sermon-sound.ts'
import { StartupError } from '../startup-error.ts'
import { chance, pick, uuidOf } from './demo-chance.ts'
import { DEMO_TEACHERS } from './demo-classes.ts'
import { DEMO_CATEGORIES, DEMO_PREACHERS, DEMO_SERMONS, DEMO_TOPICS } from './demo-sermons.ts'
import { fillDemoSundaySchool, isDemoSundaySchool, type SundaySchoolServer } from './demo-sunday-school.ts'

const DAYS = 120
/** How many listen to a sermon on the day it was held, how fast their number falls, and where it stops. */
const FIRST = 24
const FADING = 0.8
const LATER = 0.6

const MEDIA = join(import.meta.dirname, '..', '..', 'media', 'demo')
const YEARS = 5
const SHOWN_TEACHERS = 2
const PARTS = ['', ' II', ' III', ' IV', ' V']
const POSTERS = ['dawn', 'hills', 'sea', 'night', 'harvest', 'olive'].map((name) => `poster-${name}.jpg`)
/** Recordings of each language, with their duration in seconds. */
const RECORDINGS: Record<1 | 2, readonly (readonly [file: string, duration: number])[]> = {
  1: [
    ['sermon-en-1.mp3', 9],
    ['sermon-en-2.mp3', 10],
    ['sermon-en-1.mp4', 15],
  ],
  2: [
    ['sermon-es-1.mp3', 9],
    ['sermon-es-1.mp4', 15],
  ],
}

/** What the console has measured of each recording. */
const readSounds = () => JSON.parse(readFileSync(join(MEDIA, 'sounds.json'), 'utf8')) as Record<string, Sound>

type PutObject = (key: string, body: Uint8Array, headers: Record<string, string>) => Promise<void>

export type DemoServer = SundaySchoolServer & { put: PutObject }

/**
 * Fills an empty church with sermons and a Sunday school; an earlier demonstration gets whichever of the two it lacks.
 * Returns the teachers whom one may sign in as. Throws StartupError for any other church.
 */
export async function fillDemoChurch(server: DemoServer): Promise<string[]> {
  const { sql } = server.database
  const items = await demoItems(server.clock)
  const ours = items.map(({ uuid }) => uuid)
  const one = sql.selectFrom('preaching_item').select('id').where('uuid', 'in', ours).limit(1)
  const begun = (await one.executeTakeFirst()) ?? (await isDemoSundaySchool(server))
  if (!begun && !(await isEmpty(server))) {
    throw new StartupError(
      'This church is not the demonstration, so --demo would mix its data with invented ones; leave --demo out, or leave out VESTRY_DATA and DATABASE_URL.',
    )
  }
  if (!(await sql.selectFrom('preaching_item').select('id').limit(1).executeTakeFirst())) {
    await fillSermons(server, items)
    await keepDemoSettings(server)
  }
  await fillDemoSundaySchool(server)
  return DEMO_TEACHERS.slice(0, SHOWN_TEACHERS).map(({ email }) => email)
}

/** Whether there is nothing here but an administrator. */
async function isEmpty({ database: { sql } }: DemoServer): Promise<boolean> {
  for (const table of ['preaching_item', 'attendee', 'class_series'] as const) {
    if (await sql.selectFrom(table).select('id').limit(1).executeTakeFirst()) {
      return false
    }
  }
  return (await sql.selectFrom('identity_user').select('sub').limit(2).execute()).length < 2
}

/** Sermons of the last five years, each with a small recording and a poster that can really be played and shown. */
async function fillSermons(server: DemoServer, described: DemoItem[]): Promise<void> {
  for (const poster of POSTERS) {
    await server.put(IMAGE_PREFIX + poster, await readFile(join(MEDIA, poster)), {
      'content-type': 'image/jpeg',
    })
  }
  const items = await Promise.all(
    described.map(async (item) => ({ ...item, file: await readFile(item.file) })),
  )
  for (const item of items) {
    await server.put(item.path, item.file, {
      'content-type': item.media_format === 'video' ? 'video/mp4' : 'audio/mpeg',
    })
  }
  await withWriteLock(server.database, 'preaching', async (change) => {
    await change
      .insertInto('preacher')
      .values(DEMO_PREACHERS.map((name) => ({ presenter_name: name, name_key: nameKey(name) })))
      .execute()
    await change
      .insertInto('preaching_category')
      .values(DEMO_CATEGORIES.map((name) => ({ category: name, name_key: nameKey(name) })))
      .execute()
    const preachers = await change.selectFrom('preacher').select(['id', 'presenter_name as name']).execute()
    const categories = await change
      .selectFrom('preaching_category')
      .select(['id', 'category as name'])
      .execute()
    await change
      .insertInto('topic')
      .values(DEMO_TOPICS.map((name) => ({ name, name_key: nameKey(name) })))
      .execute()
    const titles = [...new Set(items.flatMap(({ series }) => series ?? []))]
    const made = { description: '', picture_path: '', sermon_order: 'oldest', version: 1 } as const
    await change
      .insertInto('sermon_series')
      .values(titles.map((name) => ({ name, name_key: nameKey(name), ...made })))
      .execute()
    const allSeries = await change.selectFrom('sermon_series').select(['id', 'name']).execute()
    await change
      .insertInto('preaching_item')
      .values(
        items.map(({ file: _, preacher, category, topics: __, series, ...item }) => ({
          ...item,
          series_id: series === undefined ? null : idOf(allSeries, series),
          preacher_id: idOf(preachers, preacher),
          preaching_category_id: idOf(categories, category),
        })),
      )
      .execute()
    const topics = await change.selectFrom('topic').select(['id', 'name']).execute()
    const rows = await change.selectFrom('preaching_item').select(['id', 'uuid', 'event_datetime']).execute()
    for (const { uuid, passages_read, topics: named } of items) {
      const parts = { ...NO_PARTS, passages_read, topics: named.map((name) => idOf(topics, name)) }
      await replaceParts(change, rows.find((row) => row.uuid === uuid)?.id ?? 0, parts)
    }
    const downloads = demoDownloads(rows, server.clock, server.timeZone)
    await inParts(downloads, (part) => change.insertInto('download_day').values(part).execute())
  })
}

/** Puts the sermons on public pages, whatever the default of a church is, and leaves nothing to set up. */
async function keepDemoSettings({ database }: DemoServer): Promise<void> {
  await database.sql
    .insertInto('church_setting')
    .values([
      { name: 'publicPages', value: JSON.stringify(true) },
      { name: 'gettingStarted', value: JSON.stringify(false) },
    ])
    .onConflict((set) => set.doNothing())
    .execute()
}

function idOf(rows: { id: number; name: string }[], name: string): number {
  const id = rows.find((row) => row.name === name)?.id
  if (id === undefined) {
    throw new Error(`The demonstration church does not know "${name}".`)
  }
  return id
}

type DemoItem = Awaited<ReturnType<typeof demoItems>>[number]

async function demoItems(clock: Clock) {
  const sundays = Math.floor((YEARS * 365.25) / 7) - 2
  const total = DEMO_SERMONS.length * YEARS
  const sounds = readSounds()
  const read = new Map<string, string>()
  for (const { passages, language_id } of DEMO_SERMONS) {
    const reading = await readPassages(passages, languageOf(language_id))
    read.set(passages, keepPassages(reading.passages))
  }
  return Array.from({ length: total }, (_, index) => {
    const sermon = pick(DEMO_SERMONS, index)
    const part = PARTS[Math.floor(index / DEMO_SERMONS.length)] ?? ''
    const day = lastSunday(clock.now() - Math.floor(((total - 1 - index) * sundays) / total) * 7 * 86_400_000)
    const [recording, duration] = pick(RECORDINGS[sermon.language_id], index)
    const localizedname = sermon.title + part
    const sound = sounds[recording]
    return {
      uuid: uuidOf(localizedname),
      localizedname,
      search_key: searchKey(localizedname),
      event_datetime: `${day}T${index % 4 === 3 ? '18:00' : '10:30'}:00`,
      description: sermon.description,
      path: `${mediaFolder(Number(day.slice(0, 4)))}${fileName(localizedname)}${recording.slice(-4)}`,
      file: join(MEDIA, recording),
      poster_path: IMAGE_PREFIX + pick(POSTERS, index),
      duration,
      sound: sound ? writeSound(sound) : '',
      media_format: recording.endsWith('.mp4') ? ('video' as const) : ('audio' as const),
      language_id: sermon.language_id,
      preacher: pick(DEMO_PREACHERS, index * 5 + 2),
      category: sermon.category,
      passages: sermon.passages,
      passages_read: read.get(sermon.passages) ?? '',
      topics: sermon.topics,
      series: sermon.isSeries && sermon.title,
      version: 1,
    }
  })
}

/** The Sunday on or before a time, as `YYYY-MM-DD`. */
function lastSunday(time: number): string {
  const date = new Date(time)
  date.setUTCDate(date.getUTCDate() - date.getUTCDay())
  return date.toISOString().slice(0, 10)
}

function fileName(title: string): string {
  return searchKey(title).replaceAll(/[^a-z0-9]+/g, '-')
}

/** How often each sermon was downloaded each day, over some months until today. */
function demoDownloads(
  items: readonly { id: number; uuid: string; event_datetime: string }[],
  clock: Clock,
  timeZone: string,
): { item_id: number; day: string; downloads: number }[] {
  const today = churchDay(clock, timeZone)
  return items.flatMap(({ id, uuid, event_datetime }) =>
    Array.from({ length: DAYS }, (_, ago) => dayAfter(today, -ago) ?? today)
      .filter((day) => day >= event_datetime)
      .map((day) => {
        const age = (Date.parse(day) - Date.parse(event_datetime.slice(0, 10))) / 86_400_000
        const mean = FIRST * FADING ** age + LATER
        return { item_id: id, day, downloads: Math.floor(2 * mean * chance(uuid, 'downloads', day)) }
      })
      .filter(({ downloads }) => downloads > 0),
  )
}
