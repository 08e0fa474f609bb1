import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const PROJECT = join(import.meta.dirname, '..', '..', '..')
const OPENS =
  /\b(startTestServer|startCognito|startOAuth|openTestDatabase|openTestPool|openDatabase|buildApp|runVestry|prepareProgram)\(/
const ON_POSTGRES = /\beachDatabase\(|\bPOSTGRES\b|\brunPostgres\(/
const REASON = /^ *\/\/ SQLite alone: .+\.$/m

test('whatever opens a database does so on both, or says why it is SQLite alone', () => {
  const files = globSync('{server,cognito,s3,tools}/**/*.test.ts', {
    cwd: PROJECT,
    exclude: ['**/node_modules'],
  })
  const opening = files
    .map((path) => ({ path, source: readFileSync(join(PROJECT, path), 'utf8') }))
    .filter(({ source }) => OPENS.test(source))
  expect(opening.length).toBeGreaterThan(100)
  const silent = opening.filter(({ source }) => ON_POSTGRES.test(source) === REASON.test(source))
  expect(silent.map(({ path }) => path)).toEqual([])
})
