/**
 * The crash suite: `node crash/run-crash.ts [--rounds 200] [--database sqlite|postgres] [--seed 7] [--short]`. The real
 * program is killed at random moments of its work, and everything that it had promised is checked.
 */
import { parseArgs } from 'node:util'
import { type CrashReport, crashServer, type DatabaseName } from './crash-server.ts'
import { crashImport } from './import-crash.ts'

/** How many rounds a server lives: limits count codes and wrong passwords, and every new server has a first start. */
const ROUNDS_OF_A_SERVER = 25
const SHORT = 4
const READY_WITHIN = 2000

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '200' },
    database: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    short: { type: 'boolean', default: false },
  },
})
const DATABASES: DatabaseName[] = ['sqlite', 'postgres']
const rounds = options.short ? SHORT : Number(options.rounds)
let isStopped = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    isStopped = true
  })
}

for (const database of DATABASES.filter((one) => !options.database || one === options.database)) {
  const reports: CrashReport[] = []
  for (let done = 0; done < rounds && !isStopped; done += ROUNDS_OF_A_SERVER) {
    const report = await crashServer({
      database,
      seed: Number(options.seed) + done,
      rounds: Math.min(ROUNDS_OF_A_SERVER, rounds - done),
      firstStarts: options.short ? 1 : 8,
      stops: options.short ? 0 : 2,
      killsPostgres: !options.short,
      isStopped: () => isStopped,
    })
    reports.push(report)
    for (const line of [...report.breaches, ...report.repeated.map((one) => `sent twice: ${one}`)]) {
      process.stderr.write(`${line}\n`)
    }
    tell(database, reports)
  }
  const imports = await crashImport({
    ...{ database, seed: Number(options.seed) },
    ...(options.short ? { sermons: 60, kills: 3 } : { sermons: 1000, kills: 50 }),
  })
  for (const line of imports.breaches) {
    process.stderr.write(`${line}\n`)
  }
  process.stdout.write(`  an import: killed ${imports.kills} times, ${imports.breaches.length} breaches\n`)
  const slowest = Math.max(...reports.flatMap(({ readyAfterKill }) => readyAfterKill))
  if (!options.short && slowest > READY_WITHIN) {
    process.stderr.write(`A start took ${Math.round(slowest)} ms; ${READY_WITHIN} is the most.\n`)
    process.exitCode = 1
  }
  for (const missed of isStopped ? [] : findMissed(reports, imports.kills)) {
    process.stderr.write(`${database}: ${missed}\n`)
    process.exitCode = 1
  }
  if ([imports, ...reports].some(({ breaches }) => breaches.length > 0)) {
    process.exitCode = 1
  }
}

/** What did not happen even once, so that the run proves nothing about it. */
function findMissed(reports: readonly CrashReport[], killedImports: number): string[] {
  const happened = {
    'No write was acknowledged.': reports.some(({ acknowledged }) => acknowledged > 0),
    'No kill came while a client waited for its answer.': reports.some(({ kills }) => kills.load > 0),
    'No kill came in the first start.': reports.some(({ kills }) => kills.firstStart > 0),
    'No kill came while sermons were imported.': killedImports > 0,
  }
  return Object.entries(happened).flatMap(([missed, has]) => (has ? [] : [missed]))
}

function tell(database: DatabaseName, reports: readonly CrashReport[]) {
  const sum = (of: (report: CrashReport) => number) => reports.reduce((total, one) => total + of(one), 0)
  const killed = reports.flatMap(({ readyAfterKill }) => readyAfterKill).sort((a, b) => a - b)
  const stopped = reports.flatMap(({ readyAfterStop }) => readyAfterStop).sort((a, b) => a - b)
  const [least, middle, most] = [killed.at(0), median(killed), killed.at(-1)].map((time) =>
    Math.round(time ?? 0),
  )
  const times = (median(killed) / median(stopped)).toFixed(2)
  const compared = stopped.length > 0 ? `; ${times} times the median after a stop in good order` : ''
  const lines = [
    `${database}, seed ${options.seed}: killed at work ${sum(({ kills }) => kills.load)} times, in the first start ${sum(({ kills }) => kills.firstStart)}, in a later start ${sum(({ kills }) => kills.restart)}, the database's server ${sum(({ kills }) => kills.postgres)}`,
    `  ${sum((one) => one.acknowledged)} acknowledged, ${sum((one) => one.unanswered)} not answered, ${sum((one) => one.repeated.length)} sent twice, ${sum((one) => one.breaches.length)} breaches`,
    `  ready after a kill: min ${least}, median ${middle}, max ${most} ms${compared}`,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}

function median(sorted: readonly number[]): number {
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
