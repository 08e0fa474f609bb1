import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium, findFfmpeg } from './find-programs.ts'
import { installed, runStep } from './run-step.ts'

/**
 * The browser tests, with a real Chromium and a real ffmpeg; `args` go to Playwright as they are. A skipped test
 * counts as a failure, and so does a run that ends without a report. Only CI gives a second try, and what needed
 * it is said aloud: such a test is to be mended.
 */
export async function runBrowserTests(
  args: string[],
  report: string,
): Promise<{ passed: number; failed: number }> {
  const chromium = await findChromium()
  const { ffmpeg, ffprobe } = findFfmpeg()
  const ended = runStep(
    'Browser tests',
    [...installed('@playwright', 'test', 'cli.js'), 'test', '--config', 'e2e/playwright.config.ts', ...args],
    { CHROME: chromium, FFMPEG: ffmpeg, FFPROBE: ffprobe, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  )
  if (!existsSync(report)) {
    return { passed: 0, failed: 1 }
  }
  const { stats } = JSON.parse(readFileSync(report, 'utf8')) as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  }
  if (stats.flaky > 0) {
    process.stdout.write(`\n${stats.flaky} of the browser tests passed only at their second try.\n`)
  }
  const failed = stats.unexpected + stats.skipped
  return { passed: stats.expected + stats.flaky, failed: ended ? failed : Math.max(failed, 1) }
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
