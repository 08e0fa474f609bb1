import type { NewPreachingItem, SermonChange } from '@vestry/contract/calls/preaching.ts'
import { LIBRARY_TEXTS } from '@vestry/contract/records/preaching-record.ts'
import { blankOf, namesOf, type RecordOf } from '@vestry/contract/records/record-fields.ts'
import { readChapters } from '@vestry/contract/sermons/sermon-chapters.ts'
import { readTranscript } from '@vestry/contract/transcripts/read-transcript.ts'
import { churchMidnight, momentOf } from '../church-time.ts'
import { ApiError } from '../http/api-errors.ts'
import { keepPassages } from './passages/passage-rows.ts'
import { readPassages } from './passages/read-passages.ts'
import type { ChurchClock, Item, ItemContent } from './preaching-sql.ts'
import { languageOf } from './sermon-language.ts'
import { NO_PARTS } from './sermon-parts-sql.ts'
import { writeSound } from './sermon-sound.ts'
import { describeTranscriptProblem } from './transcripts/describe-transcript-problem.ts'

type SentContent = Omit<NewPreachingItem, 'uuid'>

/** The new content of an item: what was sent, and the former value of everything that was left out. */
export async function contentOf(sent: SentContent, time: ChurchClock, former?: Item): Promise<ItemContent> {
  refuseTwice(sent)
  refuseUnreadable(sent)
  const { path, poster_path, state, publish_at, topics, speakers, ...rest } = sent
  const texts = textsOf(sent, former)
  const reading = await readPassages(texts.passages, languageOf(sent.language_id))
  const published_at = publicationOf({ state, publish_at }, time, former)
  const audio_path = sent.audio_path ?? (former?.path === path ? former.audio_path : '')
  return {
    ...rest,
    path,
    poster_path,
    duration: sent.duration ?? (former?.path === path ? former.duration : 0),
    sound: sent.sound ? writeSound(sent.sound) : former?.path === path ? former.sound : '',
    audio_path,
    small_poster_path:
      sent.small_poster_path ?? (former?.poster_path === poster_path ? former.small_poster_path : ''),
    publish_at: published_at,
    series_id: sent.series_id === undefined ? (former?.series_id ?? null) : sent.series_id,
    ...texts,
    passages_read: keepPassages(reading.passages),
    topics: topics ? [...new Set(topics)].sort((a, b) => a - b) : (former?.topics ?? NO_PARTS.topics),
    speakers: speakers ?? former?.speakers ?? NO_PARTS.speakers,
    attachments: sent.attachments ?? former?.attachments ?? NO_PARTS.attachments,
    transcript: sent.transcript ?? former?.transcript ?? '',
    feed_date: keptFeedDate({ ...rest, publish_at: published_at }, time, former),
    media_size: former?.path === path && former.audio_path === audio_path ? former.media_size : null,
    source_guid: former?.source_guid ?? '',
  }
}

/** A text that is left out stays as it is. */
function textsOf(sent: SentContent, former: Item | undefined): RecordOf<typeof LIBRARY_TEXTS> {
  const texts = { ...blankOf(LIBRARY_TEXTS) }
  for (const name of namesOf(LIBRARY_TEXTS)) {
    texts[name] = sent[name] ?? former?.[name] ?? texts[name]
  }
  return texts
}

/** The content of an item after one change of several. */
export function changedContent(
  { uuid: _, version: __, ...former }: Item,
  change: SermonChange,
  time: ChurchClock,
): ItemContent {
  const { state, publish_at = '', add_topics = [], remove_topics = [] } = change
  const { preacher_id = former.preacher_id, topics = former.topics, speakers = former.speakers } = change
  const kept = topics.filter((id) => !remove_topics.includes(id))
  const published =
    state === undefined ? former.publish_at : publicationOf({ state, publish_at }, time, former)
  return {
    ...former,
    preacher_id,
    preaching_category_id: change.preaching_category_id ?? former.preaching_category_id,
    series_id: change.series_id === undefined ? former.series_id : change.series_id,
    publish_at: published,
    topics: [...new Set([...kept, ...add_topics])].sort((a, b) => a - b),
    // Nobody speaks twice in a sermon.
    speakers: speakers.filter((speaker) => speaker.preacher_id !== preacher_id),
    feed_date: keptFeedDate({ ...former, publish_at: published }, time, former),
  }
}

type Dated = Pick<Item, 'event_datetime' | 'publish_at'>

/** The date of a sermon in feeds: when it was held, or when it was published if that was earlier. */
export function feedDateOf({ event_datetime, publish_at }: Dated, timeZone: string): number {
  const held = momentOf(event_datetime, timeZone) ?? churchMidnight(event_datetime.slice(0, 10), timeZone)
  return publish_at ? Math.min(held, publish_at) : held
}

/** The date in feeds, kept from the first time that an item is out: players show an item again when its date moves. */
function keptFeedDate(
  next: Dated,
  { clock, timeZone }: ChurchClock,
  former: Pick<Item, keyof Dated | 'feed_date'> | undefined,
): number | null {
  const isOut = ({ publish_at }: Dated) => publish_at !== null && publish_at <= clock.now()
  const first = former && isOut(former) ? former : isOut(next) ? next : undefined
  return former?.feed_date ?? (first ? feedDateOf(first, timeZone()) : null)
}

/** When an item comes out, in milliseconds; null for a draft. What is published already keeps its time. */
function publicationOf(
  { state, publish_at = '' }: Pick<SentContent, 'state' | 'publish_at'>,
  { clock, timeZone }: ChurchClock,
  former: Pick<Item, 'publish_at'> | undefined,
): number | null {
  const before = former?.publish_at ?? null
  if (state === 'draft') {
    return null
  }
  if (state === 'published') {
    return before === null || before > clock.now() ? clock.now() : before
  }
  if (publish_at === '') {
    throw new ApiError('invalid_request', 'publish_at is missing: say when the item comes out.', {
      field: 'publish_at',
    })
  }
  const moment = momentOf(publish_at, timeZone())
  if (moment === undefined) {
    throw new ApiError(
      'invalid_request',
      'publish_at is in the hour that the clocks skip when they go forward.',
      { field: 'publish_at' },
    )
  }
  return moment
}

/** Refuses chapters or a transcript that can't be read, and says where it goes wrong. */
function refuseUnreadable({ chapters = '', transcript = '' }: SentContent): void {
  const [unread] = readChapters(chapters).unread
  if (unread) {
    const message = `chapters: line ${unread.line} is no chapter. Write the time and the title, such as 12:30 The second promise, each later than the one before.`
    throw new ApiError('invalid_request', message, { field: 'chapters' })
  }
  const read = transcript === '' ? undefined : readTranscript(Buffer.from(transcript))
  if (read && 'problem' in read) {
    const message = `transcript: ${describeTranscriptProblem(read.problem, 'en')}`
    throw new ApiError('invalid_request', message, { field: 'transcript' })
  }
}

function refuseTwice({ preacher_id, speakers = [] }: SentContent): void {
  const heard = [preacher_id, ...speakers.map((speaker) => speaker.preacher_id)]
  if (new Set(heard).size < heard.length) {
    throw new ApiError('invalid_request', 'speakers names somebody twice, or the presenter again.', {
      field: 'speakers',
    })
  }
}
