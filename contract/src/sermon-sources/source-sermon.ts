import type { MediaFormat } from '../sermons/media.ts'

// A sermon as another system has it. No schema is here, so that the browser may load it.

export const SERMON_SOURCES = ['wordpress', 'folder', 'podcast', 'store'] as const
export type SermonSource = (typeof SERMON_SOURCES)[number]

/**
 * The sources that a browser reads: an export of WordPress, and the recordings in a folder, which it uploads before the
 * import starts.
 */
export const SOURCES_READ = ['wordpress', 'folder'] as const satisfies SermonSource[]

export type SourceSermon = {
  /** Its id where it comes from; feeds keep it. */
  guid: string
  title: string
  description: string
  /** When it was held by its writer's clock, `YYYY-MM-DDTHH:MM:SS`; empty when only the moment is known. */
  held: string
  /** When its feed says that it came out, in milliseconds. */
  at: number | null
  /** Who speaks, the presenter first. */
  speakers: string[]
  series: string
  topics: string[]
  category: string
  passages: string
  /** Such as `es`; empty when it is not said. */
  language: string
  /** Where the recording is: an address, or the path of an object of the store. Empty when there is none. */
  recording: string
  media_format: MediaFormat
  /** In seconds; 0 when it is not known. */
  duration: number
  picture: string
  attachments: { address: string; title: string }[]
  transcript: string
  chapters: string
  /** Whether it was published. */
  isPublished: boolean
}

/** How long its texts may be, and how many of each there may be. */
export const SOURCE_LIMITS = {
  address: 2000,
  title: 1000,
  description: 100_000,
  name: 300,
  passages: 2000,
  language: 40,
  speakers: 20,
  topics: 50,
  attachments: 50,
} as const

/** No moment is so far from 1970, in milliseconds: about the year 3084. */
export const LAST_MOMENT = 2 ** 45

/** A sermon of which nothing is known. */
export const UNKNOWN_SERMON: SourceSermon = {
  guid: '',
  title: '',
  description: '',
  held: '',
  at: null,
  speakers: [],
  series: '',
  topics: [],
  category: '',
  passages: '',
  language: '',
  recording: '',
  media_format: 'audio',
  duration: 0,
  picture: '',
  attachments: [],
  transcript: '',
  chapters: '',
  isPublished: true,
}

/** A whole file or feed. */
export type SourceFile = {
  /** The name that it gives itself. */
  title: string
  sermons: SourceSermon[]
  /** Whether the end of the file is missing. */
  isCutOff: boolean
  /** Whether its owner has locked it against other programs. */
  isLocked: boolean
}

/** Half of the addresses in old sites have a blank around or in them, or a literal percent sign. */
export function addressIn(text: string | undefined): string {
  const written = (text ?? '').trim().replace(/%(?![0-9a-f]{2})/gi, '%25')
  const address = URL.parse(written.replaceAll(' ', '%20'))
  return address !== null && /^https?:$/.test(address.protocol) ? address.href : ''
}

/** The sermon with everything that is too long cut off, so that an odd one doesn't keep the others away. */
export function fitSermon(sermon: SourceSermon): SourceSermon {
  const { address, name, speakers, topics, attachments, ...texts } = SOURCE_LIMITS
  const cut = (text: string, max: number) => text.replaceAll('\0', '').slice(0, max).toWellFormed()
  const fitAddress = (text: string) => (text.length > address ? '' : cut(text, address))
  const fitNames = (names: readonly string[], max: number) => names.slice(0, max).map((one) => cut(one, name))
  return {
    ...sermon,
    guid: cut(sermon.guid, address),
    title: cut(sermon.title, texts.title),
    description: cut(sermon.description, texts.description),
    at: sermon.at === null || Math.abs(sermon.at) > LAST_MOMENT ? null : sermon.at,
    speakers: fitNames(sermon.speakers, speakers),
    series: cut(sermon.series, name),
    topics: fitNames(sermon.topics, topics),
    category: cut(sermon.category, name),
    passages: cut(sermon.passages, texts.passages),
    language: cut(sermon.language, texts.language),
    recording: fitAddress(sermon.recording),
    duration: Math.min(sermon.duration, 2 ** 31 - 1),
    picture: fitAddress(sermon.picture),
    attachments: sermon.attachments
      .filter((one) => one.address.length <= address)
      .slice(0, attachments)
      .map((one) => ({ address: fitAddress(one.address), title: cut(one.title, name) })),
    transcript: fitAddress(sermon.transcript),
    chapters: fitAddress(sermon.chapters),
  }
}
