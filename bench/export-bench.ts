/**
 * The memory that a server of its own takes to export attendance, and how long that lasts:
 * `node bench/export-bench.ts [--postgres] [--items 1000,100000]`. The records are ten times the sessions.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import type { Config } from '@vestry/server/config.ts'
import { prepareProgram } from '@vestry/server/testing/run-program.ts'
import { ADMIN, eachSize, readOptions } from './bench-server.ts'
import { fillClasses } from './fill-classes.ts'
import { signIn } from './scale-server.ts'

const MB = 1024 * 1024

await eachSize(readOptions('1000,100000'), {
  fill: fillClasses,
  measure: async () => undefined,
  measureServer,
})

async function measureServer({ dataFolder, databaseUrl = '' }: Config, sessions: number) {
  const environment = {
    VESTRY_PUBLIC_URL: 'http://localhost:8135',
    VESTRY_ADMIN_EMAIL: ADMIN.email,
    VESTRY_ADMIN_PASSWORD: ADMIN.password,
    DATABASE_URL: databaseUrl,
    // Where there is room, V8 collects garbage late: that is no memory that an export needs.
    NODE_OPTIONS: '--max-old-space-size=64',
  }
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
  // What the first call loads is no matter of how many rows there are.
  await download('format=csv&to=2006-01-31')
  await download('format=xlsx&to=2006-01-31')
  // The first one fills the database's cache as well, which has a size of its own.
  for (const format of ['csv', 'csv', 'xlsx']) {
    const before = memoryOf(program.pid(), 'VmRSS')
    writeFileSync(`/proc/${program.pid()}/clear_refs`, '5')
    const began = performance.now()
    const bytes = await download(`format=${format}`)
    const seconds = (performance.now() - began) / 1000
    const most = memoryOf(program.pid(), 'VmHWM')
    console.log(
      `${sessions * 10} rows of ${format}: ${(bytes / MB).toFixed(1)} MB in ${seconds.toFixed(1)} s, memory from ${before.toFixed(0)} to at most ${most.toFixed(0)} MB`,
    )
  }
  await program.destroy()
}

/** In megabytes, as Linux tells it. */
function memoryOf(pid: number, name: 'VmRSS' | 'VmHWM'): number {
  const line = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(line?.[1] ?? 0) / 1024
}
