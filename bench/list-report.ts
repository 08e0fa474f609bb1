import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BenchOptions } from './bench-server.ts'
import { familyTime } from './process-time.ts'

/** Answers one page of a list. */
export type List = (query: { limit: number; offset: number }) => Promise<unknown>

const KINDS = ['first', 'turned', 'again'] as const
type Latencies = Partial<Record<(typeof KINDS)[number], number>>

const LONGEST = 700

/**
 * Collects what lists cost in milliseconds of processor time, which holds still on a busy machine: on SQLite, which
 * works in this process, as medians; on PostgreSQL, of this process and all of the database's, as means, since the
 * system counts others' time in hundredths of a second. "first" is with nothing remembered, "turned" another page of
 * a list that was asked for before, "again" the same page while nothing has changed.
 */
export function createListReport(name: string, { postgres, sizes }: BenchOptions) {
  const report: Record<string, Record<number, Latencies>> = {}
  const costOf = postgres ? meanOf : medianOf

  function note(list: string, size: number, latencies: Latencies) {
    report[list] = { ...report[list], [size]: latencies }
  }

  return {
    /** Measures a list whose pages begin at `offset`; `create` makes it with nothing remembered. */
    async measure(
      list: string,
      size: number,
      create: () => List,
      { offset = 0, limit = 10 }: { offset?: number; limit?: number },
    ): Promise<void> {
      const first = await costOf(async () => {
        await create()({ limit, offset })
      })
      const known = create()
      await known({ limit, offset })
      let page = 0
      const turned = await costOf(async () => {
        page += 1
        // Never the same page twice, so that none is remembered.
        const further = (page % 100) * limit
        await known({
          limit: Math.min(limit + (Math.floor(page / 100) % (101 - limit)), 100),
          offset: offset > 0 ? Math.max(offset - further, 0) : further,
        })
      })
      const again = await costOf(async () => {
        await known({ limit, offset })
      })
      note(list, size, { first, turned, again })
    },

    /** Measures a call that has no pages. */
    async measureCall(call: string, size: number, run: () => Promise<unknown>): Promise<void> {
      note(call, size, {
        first: await costOf(async () => {
          await run()
        }),
      })
    },

    print() {
      const rows = Object.entries(report).map(([list, bySize]) => {
        const row: Record<string, string> = { list }
        for (const size of sizes) {
          row[`${size} first/turned/again`] = joined(KINDS.map((kind) => bySize[size]?.[kind]?.toFixed(3)))
        }
        const [least, most] = [bySize[sizes[0] ?? 0], bySize[sizes.at(-1) ?? 0]]
        row['ratio first/turned/again'] = joined(
          KINDS.map((kind) => {
            const [small, great] = [least?.[kind], most?.[kind]]
            return small === undefined || great === undefined ? undefined : (great / small).toFixed(1)
          }),
        )
        return row
      })
      console.table(rows)
    },

    async write(more: object = {}) {
      const folder = join(import.meta.dirname, 'results')
      const file = join(folder, `${name}-${postgres ? 'postgres' : 'sqlite'}.json`)
      await mkdir(folder, { recursive: true })
      await writeFile(file, JSON.stringify({ latencies: report, ...more }, null, 2))
      console.log(`Written to ${file}`)
    },
  }
}

const joined = (times: (string | undefined)[]) => times.filter((time) => time !== undefined).join(' / ')

async function medianOf(run: () => Promise<void>): Promise<number> {
  const times: number[] = []
  await repeat(async () => {
    const began = processorTime()
    await run()
    times.push(processorTime() - began)
  })
  times.shift()
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
}

async function meanOf(run: () => Promise<void>): Promise<number> {
  await run()
  const began = familyTime()
  const runs = await repeat(run)
  return ((familyTime() - began) * 1000) / runs
}

/** Tells how often. */
async function repeat(run: () => Promise<void>): Promise<number> {
  const end = performance.now() + LONGEST
  let runs = 0
  while (performance.now() < end || runs < 6) {
    await run()
    runs += 1
  }
  return runs
}

function processorTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
