import { isDay } from '../rules/is-day.ts'
import { nameKey } from '../text/search-key.ts'
import type { RecordingTags } from './recording-tags.ts'

/** What a file says about the sermon in it; what it doesn't say is absent. */
export type Proposal = {
  localizedname?: string
  event_datetime?: string
  preacher_id?: number
  chapters?: string
}

type Presenter = { id: number; presenterName: string }

/** When a service is taken to begin if nobody wrote down its time. */
const USUAL_TIME = '10:00'
const YEAR_FIRST = /(?<!\d)((?:19|20)\d\d)([-._ ]?)(\d\d)\2(\d\d)(?!\d)/
const DAY_FIRST = /(?<!\d)(\d\d?)\.(\d\d?)\.((?:19|20)\d\d)(?!\d)/
/** A time right after a date: `10-30`, `10.30`, `10h30`, or `103000` as recorders write it. */
const TIME = /^[ _T-]+([01]\d|2[0-3])(?:[-.:h]([0-5]\d)(?!\d)|([0-5]\d)(?:[0-5]\d)?(?![\d]))/
const EDGES = /^[\s\-–—_.,]+|[\s\-–—_.,]+$/g
/** The names that devices and programs give their files. */
const NO_TITLE =
  /^(?:(?:new |neue? |nueva )?(?:audio|aufnahme|dsc|file|gmt|grabaci[oó]n|img|memo|mov|mvi|pxl|rec|recording|sermon|sound|stream|track|untitled|vid|video|voice|zoom))*[\s\d()_.-]*$/i

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
  const title = [tags.title, parts.filter((part, at) => part !== '' && at !== speaker).join(' - ')]
    .map((text) => text?.replace(EDGES, ''))
    .find((text) => text !== undefined && !NO_TITLE.test(text) && /\p{L}{2}/u.test(text))
  const presenter = known(tags.artist) ?? known(parts[speaker])
  const moment = named.moment ?? (tags.day === undefined ? undefined : `${tags.day}T${USUAL_TIME}`)
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

function takeDate(text: string): { rest: string; moment?: string } {
  const found = YEAR_FIRST.exec(text) ?? DAY_FIRST.exec(text)
  if (found === null) {
    return { rest: text }
  }
  const [whole] = found
  const [year, month, day] =
    found.length === 5 ? [found[1], found[3], found[4]] : [found[3], found[2], found[1]]
  const date = `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`
  if (!isDay(date)) {
    return { rest: text }
  }
  const after = text.slice(found.index + whole.length)
  const time = TIME.exec(after)
  const clock = time === null ? USUAL_TIME : `${time[1]}:${time[2] ?? time[3]}`
  const rest = `${text.slice(0, found.index)} - ${after.slice(time?.[0].length ?? 0)}`
  return { rest, moment: `${date}T${clock}` }
}
