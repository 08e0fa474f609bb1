import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { multiplyProperties } from './multiply-properties.ts'
import { ROOT } from './run-step.ts'

const transform = (times: number, id: string, code: string) =>
  (multiplyProperties(times).transform as (code: string, id: string) => { code: string } | undefined)(
    code,
    id,
  )?.code

test('a property runs so many times as often, whether it says how often or not', () => {
  const code = "import fc from 'fast-check'\nfc.assert(one, { numRuns: 12 })\nfc.assert(other)"
  expect(transform(20, 'a.test.ts', code)).toBe(
    "import fc from 'fast-check'\nfc.assert(one, { numRuns: 20 * 12 })\nfc.assert(other)\nfc.configureGlobal({ numRuns: 2000 })\n",
  )
  expect(transform(1, 'a.test.ts', code)).toBeUndefined()
  expect(transform(20, 'a.ts', code)).toBeUndefined()
})

test('every property says in the same way how often it runs', () => {
  const files = globSync('{contract,server,cognito,s3,console}/src/**/*.test.{ts,tsx}', { cwd: ROOT })
  const sources = files.map((file) => ({ file, source: readFileSync(join(ROOT, file), 'utf8') }))
  const others = sources.filter(
    ({ source }) => /from 'fast-check'/.test(source) && transform(2, 'a.test.ts', source) === undefined,
  )
  expect(others.map(({ file }) => file)).toEqual([])
  const odd = sources.filter(({ source }) => /\bnumRuns(?!: [\d_]+)/.test(source))
  expect(odd.map(({ file }) => file)).toEqual([])
})
