/**
 * Plants faults at random, one after the other, runs the tests near each, and tells which of them nobody sees: a test
 * that would pass whatever the code did proves nothing. `--seed`, `--count`, `--minutes`, `--tests` (so many near ones)
 * and `--workspace` choose; other arguments are the beginnings of paths. The same seed plants the same faults.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { FAULT_KINDS, type Fault, findFaults } from './find-faults.ts'
import { findNearTests } from './near-tests.ts'
import { withFault } from './plant-fault.ts'
import { installed, ROOT } from './run-step.ts'

const WORKSPACES = ['server', 'cognito', 's3', 'contract', 'console']
/** A test that hangs fails by its own time limit; what takes longer than this says nothing. */
const TOO_LONG = 600_000
/** So many files of tests are run together, after the nearest, which see most faults. */
const AT_ONCE = 6
const NEAREST = 2

const TAKES_TOO_LONG = 'takes too long'

type Planted = Fault & { file: string }
type Outcome = { seen: boolean; by: string }

const { values: asked, positionals: paths } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '40' },
    minutes: { type: 'string', default: '20' },
    tests: { type: 'string', default: '32' },
    workspace: { type: 'string', multiple: true, default: WORKSPACES },
  },
})
const until = Date.now() + Number(asked.minutes) * 60_000
const random = createRandom(Number(asked.seed))
const folder = mkdtempSync(join(tmpdir(), 'vestry-faults-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

// What only a screen of the console reaches is tested in the browser.
const texts = new Map(
  globSync(['{contract,server,cognito,s3,console}/**/*.ts', 'console/**/*.test.tsx'], {
    cwd: ROOT,
    exclude: ['**/node_modules', '**/dist'],
  })
    .sort()
    .map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]),
)
const nearTests = findNearTests(texts)
const outcomes = new Map<Planted, Outcome>()
const soundTests = new Map<string, boolean>()
let running: ChildProcess | undefined

for (const fault of chooseFaults()) {
  if (Date.now() > until) {
    break
  }
  const outcome = await judge(fault)
  if (outcome !== undefined) {
    outcomes.set(fault, outcome)
    process.stdout.write(`${outcome.seen ? 'seen  ' : 'UNSEEN'} ${describe(fault)} (${outcome.by})\n`)
  }
}
report()

/** This many faults, from each workspace in turn and of a random kind. */
function* chooseFaults(): Generator<Planted> {
  const files = asked.workspace.map((workspace) =>
    [...texts.keys()].filter((file) => isPlantable(workspace, file)),
  )
  for (let planted = 0; planted < Number(asked.count); planted += 1) {
    const fault = chooseFault(files[planted % files.length] ?? [])
    if (fault !== undefined) {
      yield fault
    }
  }
}

/** Leaves out what runs outside the tests alone, what is a test itself, and what no unit test reaches without a screen. */
function isPlantable(workspace: string, file: string): boolean {
  return (
    file.startsWith(`${workspace}/src/`) &&
    file.endsWith('.ts') &&
    !/\.test\.ts$|\/testing[-/]|\/demo\//.test(file) &&
    (paths.length === 0 || paths.some((path) => file.startsWith(path))) &&
    nearTests(file).length > 0
  )
}

function chooseFault(files: readonly string[]): Planted | undefined {
  for (let tries = 0; tries < 100 && files.length > 0; tries += 1) {
    const file = pick(files)
    const kind = pick(FAULT_KINDS)
    const faults = findFaults(texts.get(file) ?? '').filter((fault) => fault.kind === kind)
    if (faults.length > 0) {
      return { file, ...pick(faults) }
    }
  }
  return undefined
}

/** `undefined` for a fault whose tests take too long, or that was seen by a test that fails without it too. */
async function judge(fault: Planted): Promise<Outcome | undefined> {
  const tests = nearTests(fault.file).slice(0, Number(asked.tests))
  const failed = await withFault(join(ROOT, fault.file), fault, () => runNearest(tests), endTests)
  if (failed === undefined) {
    return { seen: false, by: `${tests.length} files of tests, ${tests[0]} first` }
  }
  if (failed.what === TAKES_TOO_LONG) {
    process.stdout.write(`       ${describe(fault)} takes too long, and is not judged\n`)
    return undefined
  }
  const { file = String(tests[0]) } = failed
  if (!soundTests.has(file)) {
    soundTests.set(file, (await runTests([file])) === undefined)
  }
  if (soundTests.get(file) === false) {
    process.stdout.write(`       ${file} fails as it is, so ${describe(fault)} is not judged\n`)
    return undefined
  }
  return { seen: true, by: failed.what }
}

async function runNearest(tests: readonly string[]): ReturnType<typeof runTests> {
  for (let at = 0, end = NEAREST; at < tests.length; at = end, end += AT_ONCE) {
    const failed = await runTests(tests.slice(at, end))
    if (failed !== undefined) {
      return failed
    }
  }
  return undefined
}

/** Runs tests up to the first that fails; `undefined` when none does. */
async function runTests(tests: readonly string[]): Promise<{ file?: string; what: string } | undefined> {
  const outputFile = join(folder, 'vitest.json')
  rmSync(outputFile, { force: true })
  const options = ['--bail=1', '--reporter=json', `--outputFile=${outputFile}`]
  running = spawn(process.execPath, [...installed('vitest', 'vitest.mjs'), 'run', ...options, ...tests], {
    cwd: ROOT,
    stdio: 'ignore',
    // A group of its own: what a test has started ends with it.
    detached: true,
  })
  let isTooLong = false
  const timer = setTimeout(() => {
    isTooLong = true
    endTests()
  }, TOO_LONG)
  const [status] = await once(running, 'close')
  clearTimeout(timer)
  running = undefined
  if (isTooLong) {
    return { what: TAKES_TOO_LONG }
  }
  return status === 0 ? undefined : readFailure(outputFile)
}

function readFailure(outputFile: string): { file?: string; what: string } {
  if (!existsSync(outputFile)) {
    return { what: 'does not start' }
  }
  type Report = { testResults: { name: string; assertionResults: { status: string; fullName: string }[] }[] }
  const { testResults } = JSON.parse(readFileSync(outputFile, 'utf8')) as Report
  for (const { name, assertionResults } of testResults) {
    const failed = assertionResults.find(({ status }) => status === 'failed')
    if (failed !== undefined) {
      const file = name.slice(ROOT.length + 1)
      return { file, what: `${file}: ${failed.fullName}` }
    }
  }
  return { what: 'does not load' }
}

function endTests() {
  if (running?.pid !== undefined) {
    process.kill(-running.pid, 'SIGTERM')
  }
}

function report() {
  process.stdout.write('\n')
  for (const workspace of [...asked.workspace, '']) {
    const of = [...outcomes].filter(([{ file }]) => file.startsWith(workspace))
    const seen = of.filter(([, outcome]) => outcome.seen).length
    if (of.length > 0) {
      const share = Math.round((seen / of.length) * 100)
      process.stdout.write(`${(workspace || 'all').padEnd(9)} ${seen} of ${of.length} seen, ${share} %\n`)
    }
  }
  for (const [fault, { seen }] of outcomes) {
    if (!seen) {
      process.stdout.write(`\n${describe(fault)}\n`)
    }
  }
}

function describe({ file, kind, line, start, end, becomes }: Planted): string {
  const text = texts.get(file) ?? ''
  const was = text.slice(start, end) || text.slice(start).split('\n')[1]?.trim()
  const brief = (piece = '') => JSON.stringify(piece.replaceAll(/\s+/g, ' ').slice(0, 60))
  return `${file}:${line} ${kind}: ${brief(was)} → ${brief(becomes)}`
}

function pick<One>(list: readonly One[]): One {
  return list[Math.floor(random() * list.length)] as One
}

/** Numbers from 0 to 1 that follow from the seed (Mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
