import { chmod, copyFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { UNKNOWN_SERMON } from '@vestry/contract/sermon-sources/source-sermon.ts'
import { type Kysely, sql as query } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../clock.ts'
import { openUnmigrated } from '../database/open-database.ts'
import type { Tables } from '../database/tables.ts'
import { publish } from '../testing/build-sermon.ts'
import { eachDatabase } from '../testing/each-database.ts'
import { runVestry } from '../testing/run-vestry.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { createTestClock } from '../testing/test-clock.ts'
import { rateDiskSpace } from './check/check-disk.ts'

const TWO_DAYS = 2 * 24 * 60 * 60_000

async function run(server: TestServer, line: string, env: Record<string, string> = {}) {
  const settings = {
    VESTRY_DATA: server.dataFolder,
    // Nobody listens there: whether the address answers is checked elsewhere.
    VESTRY_PUBLIC_URL: 'http://localhost:9',
    VESTRY_TIMEZONE: 'Europe/Madrid',
    DATABASE_URL: server.config.databaseUrl,
    ...env,
  }
  const { code, output, errors } = await runVestry(line, settings)
  return { code, output: output + errors }
}

const faults = (output: string) => output.split('\n').filter((line) => line.startsWith('fault'))

eachDatabase((kind) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ database: kind, clock: createTestClock(systemClock.now() - TWO_DAYS) })
    const { path } = await publish(server)
    await server.app.store.put(path, Buffer.from('a sermon'), { 'content-type': 'audio/mpeg' })
  })
  afterAll(() => server.destroy())

  /** Makes a fault behind the handlers' back, runs the check, and repairs the fault. */
  async function whileSo(
    spoil: (sql: Kysely<Tables>) => Promise<unknown>,
    repair: (sql: Kysely<Tables>) => Promise<unknown>,
    line = 'check',
  ) {
    const { database } = await openUnmigrated(server.config)
    try {
      await spoil(database.sql)
      const seen = await run(server, line)
      await repair(database.sql)
      expect(seen.code).toBe(1)
      return faults(seen.output)
    } finally {
      await database.close()
    }
  }
  const change = (text: string) => (sql: Kysely<Tables>) => query.raw(text).execute(sql)

  test('a sound server is found so, while its server runs', async () => {
    const { code, output } = await run(server, 'check --deep')
    expect(faults(output)).toEqual([])
    expect(output).toContain('The database is whole, and up to date; it has 1 recording.')
    expect(output).toContain('2 objects, every one that a recording names among them.')
    expect(output).toContain('Every byte could be read and is what was stored.')
    expect(output).toContain('The key file fits the database and is readable by its owner alone.')
    expect(output).toContain('warning  settings  SMTP_URL is not set')
    expect(output).toContain(
      "warning  address   http://localhost:9 can't be opened from here: nobody answers.",
    )
    expect(output).toContain('0 faults, 3 warnings.')
    expect(code).toBe(0)
  })

  test('an object that is missing and an orphan are told apart', async () => {
    const { path } = await publish(server)
    await server.app.store.put('images/orphan.jpg', Buffer.from('orphan'), {})
    const { code, output } = await run(server, 'check')
    expect(faults(output)).toEqual([
      `fault    objects   1 object that recordings name is missing: ${path}. → Put them back from a backup, or upload them again in the console.`,
    ])
    expect(output).toContain(
      '1 object of 6 bytes belong to no recording: images/orphan.jpg. → Remove them with "check --fix orphans", which does so at once and names each.',
    )
    expect(code).toBe(1)
    const refused = await run(server, 'check --fix orphans')
    expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('in use by another Vestry')])
    expect(await server.app.store.has('images/orphan.jpg')).toBe(true)
    await server.app.store.put(path, Buffer.from('there again'), {})
    await server.app.store.remove('images/orphan.jpg')
  })

  test('a recording that an import still waits for is no orphan', async () => {
    const path = 'preaching/2016/joy-0123456789ac.mp3'
    const sermon = {
      ...UNKNOWN_SERMON,
      guid: 'file:joy',
      title: 'Joy',
      held: '2016-01-03T10:00:00',
      recording: path,
    }
    await server.ask('POST /sermonImports', {
      body: { source: 'folder', name: '2016', sermons: [sermon] },
    })
    await server.app.store.put(path, Buffer.from('joy'), {})
    expect((await run(server, 'check')).output).not.toContain(path)
    await server.app.store.remove(path)
  })

  test('an upload of today is nobody’s yet, and no orphan', async () => {
    server.clock.advance(TWO_DAYS)
    await server.app.store.put('images/new.jpg', Buffer.from('new'), {})
    expect((await run(server, 'check')).output).not.toContain('images/new.jpg')
    await server.app.store.remove('images/new.jpg')
  })

  test('a byte that has changed on the disk is found by reading all of them', async () => {
    const before = new Set(await pieces(server))
    await server.app.store.put('images/hurt.jpg', Buffer.from('whole'), {})
    const file = (await pieces(server)).find((one) => !before.has(one)) ?? ''
    await writeFile(file, 'whale')
    expect(faults((await run(server, 'check')).output)).toEqual([])
    expect(faults((await run(server, 'check --deep')).output)).toEqual([
      expect.stringContaining('The bytes of 1 object are not those that were stored: images/hurt.jpg.'),
    ])
    await writeFile(file, 'who')
    const short = faults((await run(server, 'check')).output)
    await rm(file)
    expect(short).toEqual([expect.stringContaining('not those that were stored: images/hurt.jpg.')])
    expect(faults((await run(server, 'check')).output)).toEqual(short)
    expect(faults((await run(server, 'check --deep')).output)).toEqual(short)
    await server.app.store.remove('images/hurt.jpg')
    expect((await run(server, 'check --deep')).output).toContain('Every byte could be read')
  })

  test('a count, a stray row and an unknown step of the schema are found', async () => {
    expect(
      await whileSo(
        change("update lock_scope set items = items + 1 where name = 'preaching'"),
        change("update lock_scope set items = items - 1 where name = 'preaching'"),
      ),
    ).toEqual([expect.stringContaining('The server counts 3 recordings, and there are 2.')])
    const [off, on] =
      kind.name === 'SQLite'
        ? ['pragma foreign_keys = off', 'pragma foreign_keys = on']
        : ['alter table roster disable trigger all', 'alter table roster enable trigger all']
    expect(
      await whileSo(
        async (sql) => {
          await change(off ?? '')(sql)
          await change('insert into roster (series_id, attendee_id) values (4711, 4711)')(sql)
          if (kind.name === 'PostgreSQL') {
            await change(on ?? '')(sql)
          }
        },
        async (sql) => {
          await change('delete from roster where series_id = 4711')(sql)
          await change(on ?? '')(sql)
        },
      ),
    ).toEqual(
      expect.arrayContaining([
        expect.stringContaining('A row of roster refers to one of attendee that is not there.'),
      ]),
    )
    expect(
      await whileSo(
        change("insert into kysely_migration (name, timestamp) values ('9999-tomorrow', '2030-01-01')"),
        change("delete from kysely_migration where name = '9999-tomorrow'"),
      ),
    ).toEqual([expect.stringContaining('it has the step 9999-tomorrow')])
  })

  test('a search index that does not fit its rows is found', async () => {
    const [spoil, repair, what] =
      kind.name === 'SQLite'
        ? [
            "insert into preaching_item_trigrams (preaching_item_trigrams) values ('delete-all')",
            "insert into preaching_item_trigrams (preaching_item_trigrams) values ('rebuild')",
            'The search index preaching_item_trigrams does not fit its rows.',
          ]
        : [
            "update pg_index set indisvalid = false where indexrelid = 'preaching_item_trigrams'::regclass",
            "update pg_index set indisvalid = true where indexrelid = 'preaching_item_trigrams'::regclass",
            'The index preaching_item_trigrams is not valid.',
          ]
    expect(await whileSo(change(spoil), change(repair))).toEqual([expect.stringContaining(what)])
  })

  test('a clock that has gone back is known by the newest entry of the trail', async () => {
    const far = 10 * TWO_DAYS
    expect(
      await whileSo(
        change(`update audit_event set at = at + ${far}`),
        change(`update audit_event set at = at - ${far}`),
      ),
    ).toEqual([expect.stringContaining('The newest entry of the audit trail is later than now')])
  })

  test('a key file that others read, that is another one, damaged or gone, is a fault', async () => {
    const file = join(server.dataFolder, 'keys', 'identity.key')
    const look = async () => faults((await run(server, 'check')).output)
    await chmod(file, 0o644)
    expect(await look()).toEqual([expect.stringContaining('can be read by others (its rights are 644)')])
    await copyFile(file, `${file}.kept`)
    await writeFile(file, Buffer.alloc(32, 7).toString('base64'))
    expect(await look()).toEqual([expect.stringContaining('is not the one that the database was made with')])
    await writeFile(file, 'short')
    expect(await look()).toEqual([expect.stringContaining('is damaged')])
    await rm(file)
    expect(await look()).toEqual([expect.stringContaining('is missing')])
    await copyFile(`${file}.kept`, file)
    await chmod(file, 0o600)
    expect(await look()).toEqual([])
  })
})

test('settings that endanger people or recordings are named', async () => {
  const server = await startTestServer()
  const folder = join(server.dataFolder, 'copies-elsewhere')
  const look = async (env: Record<string, string>) => (await run(server, 'check', env)).output
  expect(await look({ VESTRY_PUBLIC_URL: 'http://church.example' })).toContain('without https, passwords')
  expect(await look({ VESTRY_PUBLIC_URL: 'https://church.example' })).toContain(
    'VESTRY_TRUST_PROXY is not set',
  )
  expect(await look({ VESTRY_TIMEZONE: 'UTC' })).toContain('The time zone is UTC')
  expect(await look({ VESTRY_BACKUP_FOLDER: folder })).toContain(`There is no backup in ${folder}.`)
  const copyOf = async (hoursAgo: number) => {
    const time = new Date(systemClock.now() - hoursAgo * 60 * 60_000).toISOString().slice(0, 19)
    await mkdir(join(folder, 'copies', `${time.replaceAll(':', '-')}Z`), { recursive: true })
  }
  await copyOf(50)
  const old = await look({ VESTRY_BACKUP_FOLDER: folder })
  expect(old).toContain('is 50 hours old')
  expect(old).toContain('are not encrypted')
  await copyOf(0)
  expect(
    await look({ VESTRY_BACKUP_FOLDER: folder, VESTRY_BACKUP_PASSPHRASE: 'five words chosen by dice' }),
  ).not.toContain('backup')
  await server.destroy()
})

test('orphans are shown and removed when the server is stopped, and nothing else is', async () => {
  const server = await startTestServer({ clock: createTestClock(systemClock.now() - TWO_DAYS) })
  await server.app.store.put('images/orphan.jpg', Buffer.from('orphan'), {})
  await server.app.store.put('elsewhere/mine.mp3', Buffer.from('mine'), {})
  await server.app.close()
  const { code, output } = await run(server, 'check --fix orphans')
  expect(code).toBe(0)
  expect(output).toContain('images/orphan.jpg\t6 bytes\n1 object removed.')
  expect(await pieces(server)).toHaveLength(2)
  expect((await run(server, 'check --fix orphans')).output).toContain('There is nothing to remove.')
  await rm(server.dataFolder, { recursive: true })
})

test('a mail server is greeted, refused or sent an email', async () => {
  const emails: string[] = []
  const mailServer = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, done) =>
      username === 'vestry' && password === 'right' ? done(null, { user: 'vestry' }) : done(new Error('No')),
    onData(stream, _session, done) {
      stream.on('data', (data) => emails.push(String(data)))
      stream.on('end', () => done())
    },
  })
  await new Promise<void>((listening) => mailServer.listen(0, '127.0.0.1', listening))
  const { port } = mailServer.server.address() as AddressInfo
  const server = await startTestServer()
  const look = async (password: string, line = 'check') =>
    (await run(server, line, { SMTP_URL: `smtp://vestry:${password}@127.0.0.1:${port}` })).output
  expect(await look('right')).toContain('The mail server answers and accepts the login.')
  expect(emails).toEqual([])
  expect(await look('wrong')).toMatch(
    /The mail server refused the login: .+ → Look at SMTP_URL: user and password/,
  )
  expect(await look('right', 'check --send-mail-to ruth@example.org')).toContain('was accepted by the mail')
  expect(emails.join('')).toContain('To: ruth@example.org')
  await new Promise<void>((closed) => mailServer.close(() => closed()))
  expect(await look('right')).toMatch(
    /The mail server can't be reached or used: .+ECONNREFUSED.+ → Look at SMTP_URL: host and port/,
  )
  await server.destroy()
})

test('a disk that fills is reported in time', () => {
  const levels = [100, 2000, 9000].map(
    (megabytes) => rateDiskSpace('/data', megabytes * 1024 * 1024)[0]?.level,
  )
  expect(levels).toEqual(['fault', 'warning', 'ok'])
})

test.each([
  ['check --fix everything', '"check --fix" can fix orphans, not "everything".'],
  ['check --loud', "Unknown option '--loud'."],
])('"%s" is written wrongly', async (line, what) => {
  const nowhere = { dataFolder: '/nonexistent', config: {} } as TestServer
  const { code, output } = await run(nowhere, line, { VESTRY_DATA: '/tmp' })
  expect([code, output]).toEqual([2, `${what} Use --help to see how.\n`])
})

/** The files with the bytes of objects in the embedded store. */
async function pieces(server: TestServer): Promise<string[]> {
  const folder = join(server.dataFolder, 'objects', 'pieces')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}
