import { createHmac, randomBytes } from 'node:crypto'
import { churchDay } from '../../church-time.ts'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/open-database.ts'
import { networkOf } from '../../http/network-of.ts'
import { addDownloads, type DayCount, UnknownOutcome } from './downloads-sql.ts'
import { isListener } from './is-listener.ts'
import { keepNewest } from './keep-newest.ts'

/** Players ask for a few ranges. If one asks for more, those that touch none of the kept ones are left out. */
const MAX_RANGES = 16

/** How many seconds of a recording make a download; of a shorter one, all of it. */
const SECONDS = 60
/**
 * For how many listeners it is remembered what they have: 20 MB, or 80 at worst. If there are more, for those who came
 * last.
 */
const MAX_LISTENERS = 50_000

/** A recording as it is served. */
export type Recording = {
  item: number
  path: string
  /** In bytes. */
  size: number
  /** In seconds; 0 where nobody knows. */
  duration: number
}

/** A part of a recording that a listener has received. */
export type Served = {
  recording: Recording
  /** Where the sound of the recording begins. */
  begins: number
  first: number
  /** The byte before which the part ends. */
  end: number
  address: string
  agent: string
}

/** What a listener has of a recording so far; `counted` once it has become a download. */
type Listener = { path: string; has: ByteRanges } | 'counted'

export type CounterParts = {
  database: Database
  clock: Clock
  timeZone: () => string
  maxListeners?: number
}

/**
 * Counts downloads by the rules of IAB 2.1: what went through the socket, at least 60 seconds of sound, one for each
 * item, program and address on each of the church's days. Listeners are known by a hash alone; its salt is never
 * written down and goes at midnight, with all hashes. Only sums reach the database.
 */
export function createDownloadCounter({
  database,
  clock,
  timeZone,
  maxListeners = MAX_LISTENERS,
}: CounterParts) {
  let day = ''
  let salt = randomBytes(32)
  let listeners = new Map<string, Listener>()
  let counts = new Map<string, DayCount>()

  function beginDay(): void {
    const today = churchDay(clock, timeZone())
    if (today !== day) {
      day = today
      salt = randomBytes(32)
      listeners = new Map()
    }
  }

  function count({ recording, begins, first, end, address, agent }: Served): void {
    if (!isListener(agent)) {
      return
    }
    beginDay()
    const { item, path, size, duration } = recording
    const key = createHmac('sha256', salt)
      .update(JSON.stringify([item, networkOf(address), agent]))
      .digest('base64')
    const known = listeners.get(key)
    if (known === 'counted') {
      keepNewest(listeners, key, known, maxListeners)
      return
    }
    const needed = Math.ceil((size - begins) * (duration > SECONDS ? SECONDS / duration : 1))
    const has = addRange(known?.path === path ? known.has : [], Math.max(first, begins), end)
    if (bytesOf(has) < needed) {
      keepNewest(listeners, key, { path, has }, maxListeners)
      return
    }
    keepNewest(listeners, key, 'counted', maxListeners)
    addTo(counts, { item, day, downloads: 1 })
  }

  /** Writes the sums to the database. What can't be written is written the next time. */
  async function flush(): Promise<void> {
    beginDay()
    if (counts.size === 0) {
      return
    }
    const taken = counts
    counts = new Map()
    try {
      await addDownloads(database, [...taken.values()])
    } catch (error) {
      if (!(error instanceof UnknownOutcome)) {
        for (const one of taken.values()) {
          addTo(counts, one)
        }
      }
      throw error
    }
  }

  return { count, flush }
}

function addTo(counts: Map<string, DayCount>, { item, day, downloads }: DayCount): void {
  const key = `${day} ${item}`
  counts.set(key, { item, day, downloads: downloads + (counts.get(key)?.downloads ?? 0) })
}

/** Parts of a file that don't touch each other, each from its first byte up to but not including its end. */
type ByteRanges = readonly (readonly [first: number, end: number])[]

/** Adds a part, and joins it with those that it touches. */
function addRange(ranges: ByteRanges, first: number, end: number): ByteRanges {
  if (end <= first) {
    return ranges
  }
  const apart = ranges.filter((range) => range[1] < first || range[0] > end)
  if (apart.length === MAX_RANGES) {
    return ranges
  }
  const touched = ranges.filter((range) => !apart.includes(range))
  const joined = [
    Math.min(first, ...touched.map((range) => range[0])),
    Math.max(end, ...touched.map((range) => range[1])),
  ] as const
  return [...apart, joined]
}

/** How many bytes they have together. */
function bytesOf(ranges: ByteRanges): number {
  return ranges.reduce((sum, [first, end]) => sum + end - first, 0)
}
