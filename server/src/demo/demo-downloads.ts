import { churchDay, dayAfter } from '../church-time.ts'
import type { Clock } from '../clock.ts'
import { chance } from './demo-chance.ts'

const DAYS = 120
/** How many listen to a sermon on the day it was held, how fast they become fewer, and how few they are later. */
const FIRST = 24
const FADING = 0.8
const LATER = 0.6

/** How often each sermon was downloaded on the days of some months until today. */
export function demoDownloads(
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
