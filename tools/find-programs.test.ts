import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findTestsLeftOut } from './find-programs.ts'
import { ROOT } from './run-step.ts'

beforeEach(() => {
  vi.stubEnv('PATH', '')
})
afterEach(() => vi.unstubAllEnvs())

test('where no program is at hand, an ordinary user is told which tests are left out, and for want of what', () => {
  const leftOut = findTestsLeftOut(1000)
  expect(leftOut).toContainEqual({ file: 'tools/operator-tools.test.ts', wants: ['aws', 's3cmd', 'rclone'] })
  expect(leftOut.filter(({ file }) => !existsSync(join(ROOT, file)))).toEqual([])
})

test('root runs every test, whatever is missing', () => {
  expect(findTestsLeftOut(0)).toEqual([])
})
