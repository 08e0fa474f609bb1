import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../database/open-database.ts'
import { eachDatabase } from '../../testing/each-database.ts'
import { openTestDatabase } from '../../testing/open-test-database.ts'
import { writeSampleRows } from '../../testing/sample-rows.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { createDownloadCounter, type Served } from './download-counter.ts'

const HOUR = 60 * 60_000
const SIZE = 240

/** Four files of two items, of few bytes, so that their parts often meet. */
const RECORDINGS = [
  { item: 14, path: 'a.mp3', size: SIZE, duration: 120 },
  { item: 14, path: 'b.mp3', size: SIZE, duration: 30 },
  { item: 15, path: 'c.mp3', size: SIZE, duration: 240 },
  { item: 15, path: 'd.mp3', size: SIZE, duration: 0 },
] as const
const BEGINS = 40
/** Two addresses of one network, one of another, and one of neither. */
const ADDRESSES = ['2001:db8::1', '2001:db8::2', '2001:db8:0:1::1', '192.0.2.1']
const NETWORKS: Record<string, string> = { '2001:db8::2': '2001:db8::1' }
const AGENTS = ['AntennaPod/3.4', 'Googlebot/2.1']

const served = fc.record({
  recording: fc.constantFrom(...RECORDINGS),
  first: fc.integer({ min: 0, max: SIZE - 1 }),
  length: fc.integer({ min: 0, max: SIZE }),
  address: fc.constantFrom(...ADDRESSES),
  agent: fc.constantFrom(...AGENTS),
})
const steps = fc.array(
  fc.oneof(
    { weight: 20, arbitrary: served },
    { weight: 1, arbitrary: fc.constant('an hour') },
    { weight: 2, arbitrary: fc.constant('written') },
    { weight: 1, arbitrary: fc.constant('not written') },
  ),
  { maxLength: 200 },
)

eachDatabase((on) => {
  let database: Database
  let release: () => Promise<void>
  beforeAll(async () => {
    ;({ database, release } = await openTestDatabase(on))
    await writeSampleRows(database.sql)
  })
  afterAll(() => release())

  test('whatever is fetched by whom and when, the sums are those of the rules', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (story) => {
        const clock = createTestClock(Date.parse('2026-05-03T20:00:00Z'))
        const { sql: db } = database
        await db.deleteFrom('download_day').execute()
        const counter = createDownloadCounter({ database, clock, timeZone: () => 'UTC' })
        const expected = new Map<string, number>()
        const has = new Map<string, { path: string; bytes: Set<number> }>()
        const counted = new Set<string>()
        for (const step of story) {
          if (step === 'an hour') {
            clock.advance(HOUR)
          } else if (step === 'written') {
            await counter.flush()
          } else if (step === 'not written') {
            await sql`alter table download_day rename to gone`.execute(db)
            await counter.flush().catch(() => undefined)
            await sql`alter table gone rename to download_day`.execute(db)
          } else {
            const { recording, first, length, address, agent } = step
            const end = Math.min(SIZE, first + length)
            counter.count({ recording, begins: BEGINS, first, end, address, agent } satisfies Served)
            if (agent === 'Googlebot/2.1') {
              continue
            }
            const day = new Date(clock.now()).toISOString().slice(0, 10)
            const who = [day, recording.item, NETWORKS[address] ?? address].join(' ')
            const before = has.get(who)
            const bytes = before?.path === recording.path ? before.bytes : new Set<number>()
            for (let at = Math.max(first, BEGINS); at < end; at += 1) {
              bytes.add(at)
            }
            has.set(who, { path: recording.path, bytes })
            const { duration } = recording
            const minute = ((SIZE - BEGINS) * Math.min(60, duration || 60)) / (duration || 60)
            if (bytes.size >= minute && !counted.has(who)) {
              counted.add(who)
              const of = `${day} ${recording.item}`
              expected.set(of, 1 + (expected.get(of) ?? 0))
            }
          }
        }
        await counter.flush()
        const kept = await db.selectFrom('download_day').selectAll().execute()
        expect(new Map(kept.map(({ day, item_id, downloads }) => [`${day} ${item_id}`, downloads]))).toEqual(
          expected,
        )
      }),
      { numRuns: 100 },
    )
  })

  test('of more listeners than are kept in mind those who came last are counted once', async () => {
    const { sql: db } = database
    await db.deleteFrom('download_day').execute()
    const clock = createTestClock()
    const counter = createDownloadCounter({ database, clock, timeZone: () => 'UTC', maxListeners: 2 })
    const listen = (agent: string) =>
      counter.count({ recording: RECORDINGS[0], begins: 0, first: 0, end: SIZE, address: '192.0.2.1', agent })
    for (const agent of ['A', 'B', 'A', 'C', 'A', 'C', 'B', 'B']) {
      listen(agent)
    }
    await counter.flush()
    expect(await db.selectFrom('download_day').select('downloads').execute()).toEqual([{ downloads: 4 }])
  })
})
