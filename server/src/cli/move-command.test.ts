import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, buildApp } from '../app.ts'
import type { Config } from '../config.ts'
import { POSTGRES } from '../testing/each-database.ts'
import { signInByPassword } from '../testing/password-sign-in.ts'
import { runVestry } from '../testing/run-vestry.ts'
import { ADA, startTestServer, type TestServer } from '../testing/start-test-server.ts'

let server: TestServer
let postgres: Awaited<ReturnType<typeof POSTGRES.create>>
let otherFolder: string
let emptyFolder: string
let token: string

beforeAll(async () => {
  server = await startTestServer()
  postgres = await POSTGRES.create()
  otherFolder = await mkdtemp(join(tmpdir(), 'vestry-moved-'))
  emptyFolder = await mkdtemp(join(tmpdir(), 'vestry-moved-'))
  token = await server.signIn()
  await server.ask('POST /attendees', {
    body: {
      request_id: crypto.randomUUID(),
      first_name: 'Ruth',
      last_name: 'Ñandú',
      birthdate: '2019-02-28',
      parent_contact: '',
      notes: '',
      is_member: 1,
    },
  })
})
afterAll(async () => {
  await server.destroy()
  await postgres.drop()
  await rm(otherFolder, { recursive: true })
  await rm(emptyFolder, { recursive: true })
})

const run = (args: string[], env: Record<string, string> = {}) =>
  runVestry(args, { VESTRY_DATA: server.dataFolder, ...env })

/** The same people, passwords, tokens and children as before. */
async function expectTheSameRows(config: Config) {
  const app: App = await buildApp(config, { clock: server.clock, log: undefined })
  try {
    const tokens = [token, await signInByPassword(app.http, app.identity.ids.userPoolClientId, ADA)]
    for (const bearer of tokens) {
      const response = await app.http.inject({
        url: '/api/attendees',
        headers: { authorization: `Bearer ${bearer}` },
      })
      expect(response.statusCode).toBe(200)
      expect(response.json()).toMatchObject({
        totalCount: 1,
        results: [{ first_name: 'Ruth', last_name: 'Ñandú' }],
      })
    }
  } finally {
    await app.close()
  }
}

test('a church moves to PostgreSQL and back, and users sign in with the passwords and tokens they have', async () => {
  const { dataFolder, config } = server
  const databaseUrl = postgres.databaseUrl ?? ''
  expect(await run(['move', '--to', databaseUrl])).toEqual({
    code: 1,
    output: '',
    errors: `A server or a command has the database ${join(dataFolder, 'vestry.db')} open; stop it first.\n`,
  })
  await server.app.close()

  const there = await run(['move', '--to', databaseUrl])
  expect(there).toMatchObject({ code: 0, errors: '' })
  expect(there.output).toMatch(/\n(\d+) of \1 rows copied \(100 %\)\nComparing every row\.\n/)
  expect(there.output).toMatch(/\n\d+ rows of \d+ tables were moved; counts and checksums agree\.\n/)
  expect(there.output).toContain(
    `Set DATABASE_URL to that address and start Vestry. Its key and its recordings stay in ${dataFolder}.\n`,
  )
  await expectTheSameRows({ ...config, databaseUrl })

  expect((await run(['move', '--to', databaseUrl])).errors).toMatch(/^The database to fill is not empty: /)
  expect((await run(['move', '--to', dataFolder], { DATABASE_URL: databaseUrl })).errors).toMatch(
    /^The database to fill is not empty: /,
  )

  await rm(join(dataFolder, 'vestry.db'))
  const back = await run(['move', '--to', dataFolder], { DATABASE_URL: databaseUrl })
  expect(back).toMatchObject({ code: 0, errors: '' })
  expect(back.output).toContain('Take DATABASE_URL out of the settings and start Vestry.\n')
  await expectTheSameRows(config)
  expect((await run(['move', '--to', otherFolder])).output).toContain(
    `Copy keys and objects from ${dataFolder} to ${otherFolder}, set VESTRY_DATA to that folder and start Vestry.\n`,
  )
})

test('a target that can not be reached is named as what it is', async () => {
  expect((await run(['move', '--to', 'postgres://nobody@127.0.0.1:9/none'])).errors).toBe(
    'The database that --to names can not be reached (ECONNREFUSED).\n',
  )
})

test('a folder without a database has nothing to move', async () => {
  expect((await run(['move', '--to', join(emptyFolder, 'to')], { VESTRY_DATA: emptyFolder })).errors).toBe(
    `There is no database ${join(emptyFolder, 'vestry.db')}.\n`,
  )
})

test.each([
  [['move'], 'Say where to with --to: a postgres:// address, or a folder. Use --help to see how.\n'],
  [['move', 'there'], '"move" takes nothing like "there". Use --help to see how.\n'],
  [
    ['move', '--to', 'mysql://there'],
    '--to must be a postgres:// address, or a folder. Use --help to see how.\n',
  ],
])('%j is written wrongly: exit code 2 and one sentence', async (args, errors) => {
  expect(await run(args)).toEqual({ code: 2, output: '', errors })
})
