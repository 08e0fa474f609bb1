/**
 * The memory that a server of its own takes to export attendance, and how long that lasts:
 * `node bench/export-bench.ts [--postgres] [--items 1000,100000]`. The records are ten times the sessions.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '@vestry/server/config.ts'
import { prepareProgram, type RunningProgram } from '@vestry/server/testing/run-program.ts'
import { ADMIN, eachSize, readOptions } from './bench-server.ts'
import { fillClasses } from './fill-classes.ts'
import { signIn } from './scale-server.ts'

const MB = 1024 * 1024
const FORMATS = ['csv', 'csv', 'xlsx']

await eachSize(readOptions('1000,100000'), {
  fill: fillClasses,
  measure: async () => undefined,
  measureServer,
})

async function measureServer({ dataFolder, databaseUrl = '' }: Config, sessions: number) {
  const rows = sessions * 10
  const environment = {
    VESTRY_PUBLIC_URL: 'http://localhost:8135',
    VESTRY_ADMIN_EMAIL: ADMIN.email,
    VESTRY_ADMIN_PASSWORD: ADMIN.password,
    DATABASE_URL: databaseUrl,
  }
  await withServer(environment, dataFolder, async ({ pid }, download) => {
    for (const format of FORMATS) {
      const before = memoryOf(pid(), 'VmRSS')
      writeFileSync(`/proc/${pid()}/clear_refs`, '5')
      const began = performance.now()
      const bytes = await download(`format=${format}`)
      const seconds = (performance.now() - began) / 1000
      const most = memoryOf(pid(), 'VmHWM')
      console.log(
        `${rows} rows of ${format}: ${(bytes / MB).toFixed(1)} MB in ${seconds.toFixed(1)} s, resident from ${before.toFixed(0)} to at most ${most.toFixed(0)} MB`,
      )
    }
  })
  // V8 collects garbage late if there is room: what an export needs is what is left after a full collection.
  const file = join(dataFolder, 'held-memory')
  const hook = `--import ${new URL('report-held-memory.ts', import.meta.url)}`
  const measured = { ...environment, NODE_OPTIONS: hook, BENCH_MEMORY: file }
  await withServer(measured, dataFolder, async ({ pid }, download) => {
    for (const format of FORMATS) {
      writeFileSync(file, '')
      let isDone = false
      const sample = async () => {
        process.kill(pid(), 'SIGUSR2')
        await pause(250)
      }
      await sample()
      const sampling = (async () => {
        while (!isDone) {
          await sample()
        }
      })()
      await download(`format=${format}`)
      isDone = true
      await sampling
      const held = readFileSync(file, 'utf8').trim().split('\n').map(Number)
      console.log(
        `${rows} rows of ${format}: held from ${held[0]?.toFixed(1)} to at most ${Math.max(...held).toFixed(1)} MB, looked at ${held.length} times`,
      )
    }
  })
}

/**
 * The program on this data, and a function that downloads its attendance; what its first calls load is loaded already.
 */
async function withServer(
  environment: Record<string, string>,
  dataFolder: string,
  measure: (program: RunningProgram, download: (query: string) => Promise<number>) => Promise<void>,
) {
  const program = await prepareProgram(environment, { dataFolder })
  await program.start()
  const { userPoolClientId } = (await (await fetch(`${program.origin}/config.json`)).json()) as {
    userPoolClientId: string
  }
  const token = await signIn(program.origin, userPoolClientId)
  const download = async (query: string) => {
    const answer = await fetch(`${program.origin}/api/attendance/export?${query}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    let bytes = 0
    for await (const piece of answer.body ?? []) {
      bytes += piece.length
    }
    return bytes
  }
  await download('format=csv&to=2006-01-31')
  await download('format=xlsx&to=2006-01-31')
  await measure(program, download)
  await program.stop()
}

/** In megabytes, as Linux reports it. */
function memoryOf(pid: number, name: 'VmRSS' | 'VmHWM'): number {
  const line = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(line?.[1] ?? 0) / 1024
}
