import { normalForm } from '../text/normal-form.ts'

// Chapters of a recording, typed one to a line. No schema is here: the form shows what it reads.

/** `at` in whole seconds from the beginning. */
export type Chapter = { at: number; title: string }
/** Why a line is no chapter: no time at its beginning; no title after it; not later than the one before; too long. */
export type ChapterReason = 'no_time' | 'no_title' | 'order' | 'too_long'
export type UnreadLine = { line: number; text: string; reason: ChapterReason }

export const MAX_CHAPTERS = 200
export const MAX_CHAPTER_TITLE = 128
/** The fewest lines that Apple takes for chapters. */
const MIN_FOR_APPLE = 3

const LINE_ENDS = /\r\n?|[\v\f\u0085\u2028\u2029]/g
const TIME = /^[-–—•*\s]*[[(]?(?:(\d{1,2}):)?(\d{1,3}):(\d{2})(?!:?\d)[\])]?/
const BEFORE_TITLE = /^[-–—:|\s]+/
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const CONTROLS = /[\u0000-\u0008\u000E-\u001F\u007F-\u009F\u200B\uFEFF]/g

/** Reads lines such as `00:00 Welcome`, `1:02:30 - Prayer` and `[75:10] Blessing`. */
export function readChapters(text: string): { chapters: Chapter[]; unread: UnreadLine[] } {
  const chapters: Chapter[] = []
  const unread: UnreadLine[] = []
  const lines = normalForm(text, 'NFC').replace(LINE_ENDS, '\n').replace(CONTROLS, '').split('\n')
  for (const [at, untrimmed] of lines.entries()) {
    const line = untrimmed.trim()
    const read = line === '' ? undefined : readLine(line, chapters)
    if (typeof read === 'string') {
      unread.push({ line: at + 1, text: line, reason: read })
    } else if (read !== undefined) {
      chapters.push(read)
    }
  }
  return { chapters, unread }
}

function readLine(line: string, before: Chapter[]): Chapter | ChapterReason {
  const found = TIME.exec(line)
  const at = found === null ? undefined : secondsOf(found)
  if (found === null || at === undefined) {
    return 'no_time'
  }
  const title = line.slice(found[0].length).replace(BEFORE_TITLE, '')
  if (title === '') {
    return 'no_title'
  }
  if (title.length > MAX_CHAPTER_TITLE || before.length === MAX_CHAPTERS) {
    return 'too_long'
  }
  return at > (before.at(-1)?.at ?? -1) ? { at, title } : 'order'
}

function secondsOf([, hours, minutes, seconds]: RegExpExecArray): number | undefined {
  const within = Number(seconds) < 60 && (hours === undefined || Number(minutes) < 60)
  return within ? (Number(hours ?? 0) * 60 + Number(minutes)) * 60 + Number(seconds) : undefined
}

/** Apple shows chapters from the description when there are three or more, the first at the very beginning. */
export function appleShowsChapters(chapters: readonly Chapter[]): boolean {
  return chapters.length >= MIN_FOR_APPLE && chapters[0]?.at === 0
}

/** The chapters as they are typed, and as Apple and Spotify read them in a description. */
export function writeChapters(chapters: readonly Chapter[]): string {
  const times = chapterTimes(chapters)
  return chapters.map(({ title }, place) => `${times[place]} ${title}`).join('\n')
}

/** When each begins, such as `02:30`; if one needs hours all have them, such as `00:02:30`. */
export function chapterTimes(chapters: readonly Chapter[]): string[] {
  const hasHours = chapters.some(({ at }) => at >= 3600)
  return chapters.map(({ at }) => {
    const parts = [Math.floor(at / 60) % 60, at % 60]
    const all = hasHours ? [Math.floor(at / 3600), ...parts] : parts
    return all.map((part) => String(part).padStart(2, '0')).join(':')
  })
}

/** The document of Podcasting 2.0, served as `application/json+chapters`. */
export function chaptersDocument(chapters: readonly Chapter[]) {
  return { version: '1.2.0', chapters: chapters.map(({ at, title }) => ({ startTime: at, title })) }
}

/** The chapters, as they are typed, of such a document from elsewhere; empty if it has no valid ones. */
export function readChaptersDocument(json: string): string {
  const { chapters = [] } = JSON.parse(json) as { chapters?: { startTime?: unknown; title?: unknown }[] }
  const listed = chapters.flatMap(({ startTime, title }) =>
    Number.isFinite(startTime) && typeof title === 'string' && title.trim() !== ''
      ? [{ at: Math.floor(Number(startTime)), title: title.trim().slice(0, MAX_CHAPTER_TITLE) }]
      : [],
  )
  const text = writeChapters(listed.slice(0, MAX_CHAPTERS))
  return readChapters(text).unread.length === 0 ? text : ''
}
