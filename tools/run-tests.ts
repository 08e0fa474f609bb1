import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { bringPrograms, findTestsLeftOut } from './find-programs.ts'
import { runChecks } from './run-checks.ts'
import { runBrowserTests } from './run-e2e.ts'
import { failures, installed, ROOT, runStep, runStepBeside } from './run-step.ts'

type Count = { passed: number; failed: number }

/** Every unit, API and protocol test but those left out. A run that ends without a report counts as one failure. */
async function runUnitTests(folder: string, leftOut: readonly { file: string }[]): Promise<Count> {
  const report = join(folder, 'vitest.json')
  const ended = await runStep('Unit, API and protocol tests', [
    ...installed('vitest', 'vitest.mjs'),
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...leftOut.map(({ file }) => `--exclude=${file}`),
  ])
  if (!existsSync(report)) {
    return { passed: 0, failed: 1 }
  }
  const {
    numPassedTests: passed,
    numFailedTests: failed,
    testResults,
  } = JSON.parse(readFileSync(report, 'utf8')) as {
    numPassedTests: number
    numFailedTests: number
    testResults: FileResult[]
  }
  failures.push(...testResults.flatMap(failuresOf))
  return { passed, failed: ended ? failed : Math.max(failed, 1) }
}

type FileResult = {
  name: string
  message: string
  assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
}

/** The tests of a file that failed, each with what it said; a file that could not be read says so itself. */
function failuresOf({ name, message, assertionResults }: FileResult): string[] {
  const failed = assertionResults.filter(({ status }) => status === 'failed')
  const file = relative(ROOT, name)
  return [
    ...(message ? [`${file}\n${message}`] : []),
    ...failed.map(({ fullName, failureMessages }) => `${file}: ${fullName}\n${failureMessages.join('\n')}`),
  ]
}

/** The server on each database, killed a few times in the middle of its work; `npm run crash` does so hundreds of times. */
async function runCrashes(): Promise<Count> {
  const passed = await runStepBeside('Crashes', ['crash/run-crash.ts', '--short'])
  return passed ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

const folder = mkdtempSync(join(tmpdir(), 'vestry-tests-'))
try {
  const programs = bringPrograms()
  // A server that is killed and started again leaves a core to others half of the time.
  const crashes = runCrashes()
  const checks = await runChecks()
  const leftOut = findTestsLeftOut()
  const unitTests = await runUnitTests(folder, leftOut)
  const counts = [checks, unitTests, await crashes]
  await programs
  counts.push(await runBrowserTests([], join(folder, 'playwright.json')))
  const sum = (key: keyof Count) => counts.reduce((total, count) => total + count[key], 0)
  for (const failure of failures) {
    process.stdout.write(`\nFailed: ${failure}\n`)
  }
  for (const { file, wants } of leftOut) {
    process.stdout.write(`\nNot run here, for want of ${wants.join(', ')}: ${file}`)
  }
  process.stdout.write(`\n${sum('passed')} passed, ${sum('failed')} failed\n`)
  process.exitCode = sum('failed') > 0 ? 1 : 0
} finally {
  rmSync(folder, { recursive: true, force: true })
}
