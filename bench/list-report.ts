import { mkdir, writeFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import type { BenchOptions } from './bench-server.ts'
import { familyTime } from './process-time.ts'

/** Answers one page of a list. */
export type List = (query: { limit: number; offset: number }) => Promise<unknown>

const KINDS = ['first', 'turned', 'again'] as const
/** Milliseconds: how long somebody waits, and what the processors work for it. */
type Cost = { wall: number; processor: number }
type Latencies = Partial<Record<(typeof KINDS)[number], Cost>>

const LONGEST = 700

/**
 * Collects what lists cost: the median time that somebody waits, and processor time, which holds still on a busy
 * machine. On SQLite that is this process's, as a median; on PostgreSQL of this process and all of the database's, as
 * a mean, since the system counts others' time in hundredths of a second. "first" is with nothing remembered,
 * "turned" another page of a list that was asked for before, "again" the same page while nothing has changed.
 */
export function createListReport(name: string, { postgres, sizes }: BenchOptions) {
  const report: Record<string, Record<number, Latencies>> = {}
  const loads: Record<number, number[]> = {}
  const costOf = (run: () => Promise<void>) => measureRuns(run, postgres)

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
      loads[size] = [...(loads[size] ?? []), loadavg()[0] ?? 0]
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
          for (const measure of ['wall', 'processor'] as const) {
            row[`${size} ${measure}`] = joined(
              KINDS.map((kind) => bySize[size]?.[kind]?.[measure].toFixed(3)),
            )
          }
        }
        const [least, most] = [bySize[sizes[0] ?? 0], bySize[sizes.at(-1) ?? 0]]
        row['wall, ratio'] = joined(
          KINDS.map((kind) => {
            const [small, great] = [least?.[kind]?.wall, most?.[kind]?.wall]
            return small === undefined || great === undefined ? undefined : (great / small).toFixed(1)
          }),
        )
        return row
      })
      console.log('Milliseconds, first / turned / again')
      for (const [size, seen] of Object.entries(loads)) {
        console.log(
          `Load average at ${size}: ${Math.min(...seen).toFixed(1)} to ${Math.max(...seen).toFixed(1)}`,
        )
      }
      console.table(rows)
    },

    async write(more: object = {}) {
      const folder = join(import.meta.dirname, 'results')
      const file = join(folder, `${name}-${postgres ? 'postgres' : 'sqlite'}.json`)
      await mkdir(folder, { recursive: true })
      await writeFile(file, JSON.stringify({ latencies: report, loads, ...more }, null, 2))
      console.log(`Written to ${file}`)
    },
  }
}

const joined = (times: (string | undefined)[]) => times.filter((time) => time !== undefined).join(' / ')

async function measureRuns(run: () => Promise<void>, postgres: boolean): Promise<Cost> {
  await run()
  const walls: number[] = []
  const processors: number[] = []
  const before = familyTime()
  await repeat(async () => {
    const [began, worked] = [performance.now(), processorTime()]
    await run()
    walls.push(performance.now() - began)
    processors.push(processorTime() - worked)
  })
  const mean = ((familyTime() - before) * 1000) / walls.length
  return { wall: median(walls), processor: postgres ? mean : median(processors) }
}

function median(times: number[]): number {
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
}

async function repeat(run: () => Promise<void>): Promise<void> {
  const end = performance.now() + LONGEST
  let runs = 0
  while (performance.now() < end || runs < 6) {
    await run()
    runs += 1
  }
}

function processorTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
