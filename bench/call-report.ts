import { mkdir, writeFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import type { BenchOptions } from './bench-server.ts'
import { familyTime } from './process-time.ts'

/** In milliseconds: how long somebody waits, and how much processor time the call takes. */
type Cost = { wall: number; processor: number }

const LONGEST = 700

/**
 * Collects the cost of calls: the median time that somebody waits, and processor time, which stays the same on a busy
 * machine. On SQLite the latter is that of this process, as a median; on PostgreSQL it is that of this process and of
 * all the database's processes, as a mean, since the system counts other processes' time in hundredths of a second.
 */
export function createCallReport(name: string, { postgres, sizes }: BenchOptions) {
  const report: Record<string, Record<number, Cost>> = {}
  const loads: Record<number, number[]> = {}

  return {
    async measure(call: string, size: number, run: () => Promise<unknown>): Promise<void> {
      report[call] = { ...report[call], [size]: await measureRuns(run, postgres) }
      loads[size] = [...(loads[size] ?? []), loadavg()[0] ?? 0]
    },

    print() {
      const rows = Object.entries(report).map(([call, bySize]) => {
        const row: Record<string, string | undefined> = { call }
        for (const size of sizes) {
          for (const measure of ['wall', 'processor'] as const) {
            row[`${size} ${measure}`] = bySize[size]?.[measure].toFixed(3)
          }
        }
        const [least, most] = [bySize[sizes[0] ?? 0], bySize[sizes.at(-1) ?? 0]]
        return { ...row, 'wall, ratio': least && most && (most.wall / least.wall).toFixed(1) }
      })
      for (const [size, seen] of Object.entries(loads)) {
        console.log(
          `Load average at ${size}: ${Math.min(...seen).toFixed(1)} to ${Math.max(...seen).toFixed(1)}`,
        )
      }
      console.table(rows)
    },

    async write() {
      const folder = join(import.meta.dirname, 'results')
      const file = join(folder, `${name}-${postgres ? 'postgres' : 'sqlite'}.json`)
      await mkdir(folder, { recursive: true })
      await writeFile(file, JSON.stringify({ report, loads }, null, 2))
      console.log(`Written to ${file}`)
    },
  }
}

async function measureRuns(run: () => Promise<unknown>, postgres: boolean): Promise<Cost> {
  await run()
  const walls: number[] = []
  const processors: number[] = []
  const before = familyTime()
  const end = performance.now() + LONGEST
  while (performance.now() < end || walls.length < 6) {
    const [began, worked] = [performance.now(), processorTime()]
    await run()
    walls.push(performance.now() - began)
    processors.push(processorTime() - worked)
  }
  const mean = ((familyTime() - before) * 1000) / walls.length
  return { wall: median(walls), processor: postgres ? mean : median(processors) }
}

function median(times: number[]): number {
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
}

function processorTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
