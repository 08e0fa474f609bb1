import { plainLine, plainText } from './plain-text.ts'
import { readDate, USUAL_TIME } from './read-date.ts'
import { readDuration } from './read-duration.ts'
import { readRss, textOf, type XmlElement } from './read-xml.ts'
import { addressIn, type SourceFile, type SourceSermon, UNKNOWN_SERMON } from './source-sermon.ts'

const FILE = /\.(mp3|m4a|m4b|aac|mp4|m4v|mov|webm|weba|ogg|oga|opus|wav|flac)$/i
/** No church has so many sermons; the rest is not read. */
const MOST_POSTS = 50_000
/** The limit of what is kept of them, in characters; an element counts as a hundred. */
const MOST_KEPT = 300_000_000
const ELEMENT = 100
const VIDEO = /\.(mp4|m4v|mov|webm)$/i

/**
 * Reads the sermons of Sermon Manager and of Church Content from an export of WordPress, in one file or several;
 * undefined if one of them is no such file.
 */
export async function readWordPress(...exports: AsyncIterable<string>[]): Promise<SourceFile | undefined> {
  const posts: XmlElement[][] = []
  const files = new Map<string, string>()
  /** The website of each post. */
  const sites: string[] = []
  let kept = 0
  let title = ''
  let isAnyCutOff = false
  for (const pieces of exports) {
    const { channel, isCutOff, isRss } = await readRss(pieces, ({ children }) => {
      const type = textOf(children, 'wp:post_type')
      if (type === 'attachment') {
        files.set(textOf(children, 'wp:post_id'), addressIn(textOf(children, 'wp:attachment_url')))
      } else if (type in KINDS && textOf(children, 'wp:status') !== 'trash') {
        posts.push(children)
        kept += weightOf(children)
      }
      return posts.length < MOST_POSTS && kept < MOST_KEPT
    })
    if (!isRss || textOf(channel, 'wp:wxr_version') === '') {
      return undefined
    }
    const address = textOf(channel, 'wp:base_site_url') || textOf(channel, 'link')
    sites.push(...posts.slice(sites.length).map(() => address))
    title ||= plainLine(textOf(channel, 'title'))
    isAnyCutOff ||= isCutOff
  }
  return {
    title,
    sermons: posts.map((post, at) => sermonOf(post, files, sites[at] ?? '')),
    isCutOff: isAnyCutOff,
    isLocked: false,
  }
}

function weightOf(elements: readonly XmlElement[]): number {
  return elements.reduce((sum, { text, children }) => sum + ELEMENT + text.length + weightOf(children), 0)
}

/** Where the two plugins keep the parts of a sermon. */
const KINDS: Record<string, Kind> = {
  wpfc_sermon: {
    terms: {
      speakers: 'wpfc_preacher',
      series: 'wpfc_sermon_series',
      topics: 'wpfc_sermon_topics',
      category: 'wpfc_service_type',
      books: 'wpfc_bible_book',
    },
    recordings: ['sermon_audio', 'sermon_video_link', 'sermon_video'],
    recordingIds: ['sermon_audio_id'],
    attachments: ['sermon_notes', 'sermon_notes_multiple', 'sermon_bulletin', 'sermon_bulletin_multiple'],
  },
  ctc_sermon: {
    terms: {
      speakers: 'ctc_sermon_speaker',
      series: 'ctc_sermon_series',
      topics: 'ctc_sermon_topic',
      category: '',
      books: 'ctc_sermon_book',
    },
    recordings: ['_ctc_sermon_audio', '_ctc_sermon_video'],
    recordingIds: [],
    attachments: ['_ctc_sermon_pdf'],
  },
}

type Kind = {
  terms: Record<'speakers' | 'series' | 'topics' | 'category' | 'books', string>
  recordings: string[]
  recordingIds: string[]
  attachments: string[]
}

function sermonOf(
  post: readonly XmlElement[],
  files: ReadonlyMap<string, string>,
  site: string,
): SourceSermon {
  const { terms, recordings, recordingIds, attachments } = KINDS[textOf(post, 'wp:post_type')] as Kind
  const metas = new Map(
    post
      .filter(({ name }) => name === 'wp:postmeta')
      .map(({ children }) => [textOf(children, 'wp:meta_key'), textOf(children, 'wp:meta_value')]),
  )
  const meta = (name: string) => metas.get(name) ?? ''
  const named = (domain: string) =>
    post
      .filter(({ name, attributes }) => name === 'category' && domain !== '' && attributes.domain === domain)
      .map(({ text }) => plainLine(text))
      .filter((name) => name !== '')
  const addressed = recordings.map((name) => addressesIn(meta(name), site))
  const attached = recordingIds.map((id) => addressesIn(files.get(meta(id)) ?? '', site))
  const recording =
    [...addressed, ...attached].flat().find((address) => FILE.test(new URL(address).pathname)) ??
    // If a script hands out the sound, its address has no ending.
    (isAddress(meta(recordings[0] ?? '')) ? addressed[0]?.[0] : undefined) ??
    ''
  const held =
    heldOn(meta('sermon_date')) ||
    wallClock(textOf(post, 'wp:post_date')) ||
    (readDate(textOf(post, 'pubdate'))?.held ?? '')
  return {
    ...UNKNOWN_SERMON,
    guid: textOf(post, 'guid') || textOf(post, 'link'),
    title: plainLine(textOf(post, 'title')),
    description: plainText(meta('sermon_description') || textOf(post, 'content:encoded')),
    held,
    speakers: [...new Set(named(terms.speakers))],
    series: named(terms.series)[0] ?? '',
    topics: [...new Set(named(terms.topics))],
    category: named(terms.category)[0] ?? '',
    passages: plainLine(meta('bible_passage')) || named(terms.books).join('; '),
    recording,
    media_format: recording !== '' && VIDEO.test(new URL(recording).pathname) ? 'video' : 'audio',
    duration: readDuration(meta('_wpfc_sermon_duration')),
    picture: files.get(meta('_thumbnail_id')) ?? '',
    attachments: [...new Set(attachments.flatMap((name) => addressesIn(meta(name), site)))].map(
      (address) => ({
        address,
        title: nameOfFile(address),
      }),
    ),
    isPublished: textOf(post, 'wp:status') === 'publish',
  }
}

/**
 * Every address in a value: one alone, as a whole or as the site itself writes it, several in PHP's own form, or one in
 * the code of a player.
 */
function addressesIn(given: string, site: string): string[] {
  const value = given.trim()
  const found = isAddress(value)
    ? [value]
    : (value.replaceAll('&amp;', '&').match(/https?:\/\/[^\s"'<>;\]]+/gi) ?? [])
  const whole = found.length > 0 || !LOCAL.test(value) ? found : [withSite(value, site)]
  return whole
    .map((address) => addressIn(address.startsWith('//') ? withSite(address, site) : address))
    .filter(Boolean)
}

const LOCAL = /^[^\s"<>{}[\]:;][^"<>{}[\]:;\n]*\.[a-z0-9]{2,4}$/i

function isAddress(value: string): boolean {
  return /^(https?:)?\/\/[^"<>\n]+$/i.test(value.trim())
}

/** `//old.example/a.mp3`, `/uploads/a.mp3`, `wp-content/a.mp3`, or `old.example/a.mp3` without its beginning. */
function withSite(value: string, site: string): string {
  const isHost = /^[\w-]+(\.[\w-]+)*\.[a-z]{2,}\//i.test(value)
  return isHost
    ? `https://${value}`
    : (URL.parse(value.replaceAll(' ', '%20'), site.replace(/\/?$/, '/'))?.href ?? '')
}

function nameOfFile(address: string): string {
  const name = new URL(address).pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/** WordPress keeps the day that was typed as the seconds until it began in UTC, older ones as a text. */
function heldOn(date: string): string {
  return /^-?\d{5,12}$/.test(date)
    ? wallClock(new Date(Number(date) * 1000).toISOString().slice(0, 19))
    : wallClock(date) || (readDate(date)?.held ?? '')
}

function wallClock(text: string): string {
  const [, day = '', time = '00:00:00'] = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d)?))?/.exec(text) ?? []
  const seconds = time.length === 5 ? `${time}:00` : time
  const isTime = Number.isFinite(Date.parse(`${day}T${seconds}Z`))
  return isTime && day > '1900' ? `${day}T${seconds === '00:00:00' ? USUAL_TIME : seconds}` : ''
}
