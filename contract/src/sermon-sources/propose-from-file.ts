import { isDay } from '../rules/is-day.ts'
import { nameKey } from '../text/search-key.ts'
import { monthOf, USUAL_TIME } from './read-date.ts'
import type { RecordingTags } from './recording-tags.ts'

/** What a file says about the sermon in it; what it doesn't say is absent. */
export type Proposal = {
  localizedname?: string
  event_datetime?: string
  preacher_id?: number
  chapters?: string
}

type Presenter = { id: number; presenterName: string }

const USUAL_MINUTE = USUAL_TIME.slice(0, 'HH:MM'.length)
/**
 * How names say the day. Numbers with the year last are a day with points between them, or where they fit in one order
 * alone; a day before the name of its month begins a part, since of `Psalm 23 May 2026` nobody knows the day.
 */
const DATES = [
  /(?<!\d)(?<year>(?:19|20)\d\d)(?<between>[-._ ]?)(?<month>\d\d)\k<between>(?<day>\d\d)(?!\d)/,
  /(?<!\d)(?<day>\d\d?)\.(?<month>\d\d?)\.(?<year>(?:19|20)\d\d)(?!\d)/,
  /(?<!\d)(?<day>1[3-9]|[23]\d)(?<between>[-_]?)(?<month>\d\d)\k<between>(?<year>(?:19|20)\d\d)(?!\d)/,
  /(?<!\d)(?<month>\d\d)(?<between>[-_]?)(?<day>1[3-9]|[23]\d)\k<between>(?<year>(?:19|20)\d\d)(?!\d)/,
  /(?<!\d)(?<day>(?<month>\d\d))(?<between>[-_]?)\k<day>\k<between>(?<year>(?:19|20)\d\d)(?!\d)/,
  /(?<=^|\s[-–—]\s+|[_|(,]\s*|(?:sun|dom)\p{L}*\.?,? )(?<day>\d\d?)(?:st|nd|rd|th|[º.])?[- ]+(?:of |de )?(?<name>\p{L}{3,})\.?,?[- ]+(?:del? )?(?<year>(?:19|20)\d\d)(?!\d)/iu,
  /(?<!\p{L})(?<name>\p{L}{3,})\.?[- ]+(?<day>\d\d?)(?:st|nd|rd|th)?,?[- ]+(?<year>(?:19|20)\d\d)(?!\d)/iu,
]
const SUNDAY_BEFORE = /(?<!\p{L})(?:sun(?:day)?|dom(?:ingo)?)\.?,?\s*$/iu
/** A time right after a date: `10-30`, `10.30`, `10h30`, or `103000` as recorders write it. */
const TIME =
  /^[ _T-]+(?:at |a las? )?([01]\d|2[0-3])(?:[-.:h]([0-5]\d)(?:[-.:][0-5]\d)?(?!\d)|([0-5]\d)(?:[0-5]\d)?(?![\d]))/
const EDGES = /^[\s\-–—_.,]+|[\s\-–—_.,]+$/g
/** The names that devices and programs give their files. */
const NO_TITLE =
  /^(?:(?:new |neue? |nueva )?(?:aud|audio|aufnahme|dsc|file|gallery|gmt|grabaci[oó]n|img|memo|mov|mvi|ptt|pxl|rec|recording|screen|sermon|signal|sound|stream|telegram|track|untitled|vid|video|voice|wa|whatsapp|zoom|\d{3,4}x\d{3,4}|am|pm)[\s\d()_.-]*)*[\s\d()_.-]*$/i
/** What stands between a title and who speaks. */
const CONNECTED = /\s+(?:by|with|de|por|con)$/i

/** Finds title, date, presenter and chapters in the tags and the name of a file, such as `2026-11-22 Grace - Ada Smith.mp3`. */
export function proposeFromFile(
  fileName: string,
  tags: RecordingTags,
  presenters: readonly Presenter[],
): Proposal {
  const named = takeDate(wordsOf(fileName))
  const parts = named.rest.split(/\s+[-–—]\s+|\s*[_|]\s*/).map((part) => part.replace(EDGES, ''))
  const known = (name: string | undefined) =>
    name === undefined || name.trim() === ''
      ? undefined
      : presenters.find(({ presenterName }) => nameKey(presenterName) === nameKey(name))
  const speaker = parts.findIndex((part) => known(part) !== undefined)
  const within = speaker === -1 ? findSpeakerIn(parts, presenters) : undefined
  if (within !== undefined) {
    parts[within.at] = within.rest
  }
  const title = [tags.title, parts.filter((part, at) => part !== '' && at !== speaker).join(' - ')]
    .map((text) => text?.replace(EDGES, ''))
    .find((text) => text !== undefined && !NO_TITLE.test(text) && /\p{L}{2}/u.test(text))
  const presenter = known(tags.artist) ?? known(parts[speaker]) ?? within?.presenter
  const moment = named.moment ?? (tags.day === undefined ? undefined : `${tags.day}T${USUAL_MINUTE}`)
  return {
    ...(title !== undefined && { localizedname: title.charAt(0).toUpperCase() + title.slice(1) }),
    ...(moment !== undefined && { event_datetime: moment }),
    ...(presenter !== undefined && { preacher_id: presenter.id }),
    ...(tags.chapters !== undefined && { chapters: tags.chapters }),
  }
}

/** The name without its ending; dashes and underscores that stand for spaces become spaces. */
function wordsOf(fileName: string): string {
  const base = fileName.replace(/\.[^.\s]{1,5}$/, '')
  return /\s/.test(base) ? base : base.replaceAll('_', ' ').replace(/(?<=\p{L})-(?=\p{L})/gu, ' ')
}

/** A presenter of at least two names with whom a part begins or ends, and what is left of the part. */
function findSpeakerIn(parts: readonly string[], presenters: readonly Presenter[]) {
  const keys = parts.map(nameKey)
  for (const presenter of presenters) {
    const name = nameKey(presenter.presenterName)
    const count = name.split(' ').length
    for (const [at, key] of count > 1 ? keys.entries() : []) {
      const words = (parts[at] ?? '').split(/\s+/)
      if (key.endsWith(` ${name}`)) {
        return { at, presenter, rest: words.slice(0, -count).join(' ').replace(CONNECTED, '') }
      }
      if (key.startsWith(`${name} `)) {
        return { at, presenter, rest: words.slice(count).join(' ') }
      }
    }
  }
  return undefined
}

function takeDate(text: string): { rest: string; moment?: string } {
  for (const form of DATES) {
    const found = form.exec(text)
    const { year, month, day, name } = found?.groups ?? {}
    const number = name === undefined ? month : monthOf(name)
    const date = `${year}-${String(number).padStart(2, '0')}-${day?.padStart(2, '0')}`
    if (found === null || !isDay(date)) {
      continue
    }
    const before = text.slice(0, found.index).replace(SUNDAY_BEFORE, '')
    const after = text.slice(found.index + found[0].length)
    const time = TIME.exec(after)
    // Zoom writes the time of Greenwich.
    const isLocal = time !== null && !/gmt$/i.test(before)
    return {
      rest: `${before} - ${after.slice(time?.[0].length ?? 0)}`,
      moment: `${date}T${isLocal ? `${time[1]}:${time[2] ?? time[3]}` : USUAL_MINUTE}`,
    }
  }
  return { rest: text }
}
