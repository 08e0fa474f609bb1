import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'

const PROJECT = join(import.meta.dirname, '..', '..', '..')
const DOCUMENTS = ['docs/identity.md', 'docs/threat-model.md']

const read = (path: string) => readFileSync(join(PROJECT, path), 'utf8')
const tests = new Map(
  globSync('{contract,server,cognito,s3,console,e2e,tools}/**/*.{test,spec}.ts', {
    cwd: PROJECT,
    exclude: ['**/node_modules'],
  }).map((path) => [basename(path), path]),
)

describe.each(DOCUMENTS)('what %s says is shown by a test', (document) => {
  const named = [...read(document).matchAll(/`([a-z0-9-]+\.(?:test|spec)\.ts)`: “([^”]+)”/g)].map(
    ([, file = '', name = '']) => ({ file, name }),
  )

  test('is shown by some', () => {
    expect(named.length).toBeGreaterThan(10)
  })

  test.each(named)('$file has the test “$name”', ({ file, name }) => {
    const source = read(tests.get(file) ?? '').replaceAll("\\'", "'")
    expect(source).toContain(name)
  })
})

test('docs/identity.md has a row with a test for every action of the service, and for nothing else', () => {
  const sources = globSync('cognito/src/**/*.ts', {
    cwd: PROJECT,
    exclude: (path) => path.endsWith('.test.ts'),
  })
  const served = sources.flatMap((path) =>
    [...read(path).matchAll(/^ {4}([A-Z][A-Za-z]+): (?:action|signedAction|operatorAction)\(/gm)].map(
      ([, name]) => name,
    ),
  )
  const rows = /^\| ([A-Z][A-Za-z]+(?:, [A-Z][A-Za-z]+)*) \|.*`[a-z0-9-]+\.(?:test|spec)\.ts`: “/gm
  const told = [...read('docs/identity.md').matchAll(rows)].flatMap(([, names = '']) => names.split(', '))
  expect(told.toSorted()).toEqual(served.toSorted())
})
