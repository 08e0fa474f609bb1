import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { findChromium, findFfmpeg } from './find-programs.ts'
import { installed, ROOT, runStep } from './run-step.ts'

/**
 * The browser tests, with a real Chromium and a real ffmpeg; `args` go to Playwright as they are. A skipped test
 * counts as a failure, and so do one that needed a second try and a run that ends without a report.
 */
export async function runBrowserTests(
  args: string[],
  report: string,
): Promise<{ passed: number; failed: number }> {
  const chromium = await findChromium()
  const { ffmpeg, ffprobe } = findFfmpeg()
  const ended = await runStep(
    'Browser tests',
    [...installed('@playwright', 'test', 'cli.js'), 'test', '--config', 'e2e/playwright.config.ts', ...args],
    {
      CHROME: chromium,
      FFMPEG: ffmpeg,
      FFPROBE: ffprobe,
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
      // Node takes the types out itself: nothing is compiled, and a line is where it was written.
      PW_DISABLE_TS_ESM: '1',
    },
  )
  if (!ended) {
    printPages()
  }
  if (!existsSync(report)) {
    return { passed: 0, failed: 1 }
  }
  const { stats } = JSON.parse(readFileSync(report, 'utf8')) as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  }
  const failed = stats.unexpected + stats.flaky + stats.skipped
  return { passed: stats.expected, failed: ended ? failed : Math.max(failed, 1) }
}

/** Prints how each test failed and what stood on its page: of a run elsewhere, the text is all that is left. */
function printPages(): void {
  for (const file of globSync(join(ROOT, 'test-results', '*', 'error-context.md'))) {
    const [, details = ''] = readFileSync(file, 'utf8').split(/^# (?:Error details|Test source)$/m)
    process.stdout.write(`\n${basename(dirname(file))}\n${details}`)
  }
}

if (import.meta.main) {
  const folder = mkdtempSync(join(tmpdir(), 'vestry-e2e-'))
  try {
    const { passed, failed } = await runBrowserTests(process.argv.slice(2), join(folder, 'playwright.json'))
    process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
    process.exitCode = failed > 0 ? 1 : 0
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
