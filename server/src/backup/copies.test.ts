import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { STEP_NAMES } from '../database/migrate.ts'
import { openDatabase, openUnmigrated } from '../database/open-database.ts'
import { digestTables, openSnapshot } from '../database/open-snapshot.ts'
import { readAllRows } from '../testing/all-rows.ts'
import { publish } from '../testing/build-sermon.ts'
import { eachDatabase, POSTGRES, SQLITE } from '../testing/each-database.ts'
import { signInByPassword } from '../testing/password-sign-in.ts'
import { runVestry } from '../testing/run-vestry.ts'
import { writeSampleRows } from '../testing/sample-rows.ts'
import { ADA, startTestServer, type TestServer } from '../testing/start-test-server.ts'

const ODD_KEY = "preaching/2026/O'Brien — <b>Señor</b> 👩‍👧.mp3"
const OLDER_STEP = '0003-sunday-school'
const PASSPHRASE = 'correct horse battery staple'

let scratch: string
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'vestry-copies-'))
})
afterAll(() => rm(scratch, { recursive: true }))

/** What a command says is missing from the store. */
const missingOf = (errors: string) =>
  [...errors.matchAll(/^The church names (.*), which the store does not have\.$/gm)]
    .map(([, key]) => key)
    .sort()

eachDatabase((database) => {
  test('a copy before an update leaves the schema alone, and can be put back with the newer program', async () => {
    const [made, again] = [await database.create(), await database.create()]
    const [here, there] = [join(scratch, `${database.name}-old`), join(scratch, `${database.name}-old-back`)]
    const folder = `${here}-copies`
    await mkdir(here)
    const older = await openUnmigrated({ ...made, dataFolder: here })
    await older.bringUpTo(OLDER_STEP)
    await writeSampleRows(older.database.sql, STEP_NAMES.slice(0, STEP_NAMES.indexOf(OLDER_STEP) + 1))
    const church = { name: 'user_pool_id', value: 'eu-west-1_older' }
    await older.database.sql.insertInto('identity_setting').values(church).execute()
    await older.database.close()
    const read = async (dataFolder: string, databaseUrl: string | undefined) => {
      const snapshot = await openSnapshot({ dataFolder, databaseUrl }, { step: OLDER_STEP })
      const tables = await digestTables(snapshot)
      await snapshot.close()
      return { step: snapshot.step, tables }
    }
    const before = await read(here, made.databaseUrl)
    expect(before.step).toBe(OLDER_STEP)
    const copied = await runVestry(`backup --to ${folder}`, {
      VESTRY_DATA: here,
      DATABASE_URL: made.databaseUrl,
    })
    expect(copied.output).toContain('is made')
    expect(missingOf(copied.errors)).toEqual([
      'images/default-banner.jpg',
      ...['preaching/2026/12.mp3', 'preaching/2026/3.mp3', 'preaching/2026/5.mp3'],
    ])
    expect(await read(here, made.databaseUrl)).toEqual(before)
    const back = await runVestry(`restore --from ${folder}`, {
      VESTRY_DATA: there,
      DATABASE_URL: again.databaseUrl,
    })
    expect([back.code, back.errors]).toEqual([0, ''])
    expect(await read(there, again.databaseUrl)).toEqual(before)
    const updated = await openDatabase({ dataFolder: there, databaseUrl: again.databaseUrl })
    await updated.close()
    await made.drop()
    await again.drop()
  })

  test('every object that rows name and the store lacks is told, whatever names it', async () => {
    const made = await database.create()
    const here = join(scratch, `${database.name}-lacking`)
    await mkdir(here)
    const opened = await openDatabase({ ...made, dataFolder: here })
    const { sql } = opened
    await writeSampleRows(sql)
    await sql.updateTable('trash').set({ audio_path: 'sound.m4a', small_poster_path: 'small.webp' }).execute()
    await sql.insertInto('identity_setting').values({ name: 'user_pool_id', value: 'eu-west-1_x' }).execute()
    const named = await sql.selectFrom('used_object').select('path').where('path', '!=', '').execute()
    await opened.close()
    const { code, errors } = await runVestry(`backup --to ${here}-copies`, {
      VESTRY_DATA: here,
      DATABASE_URL: made.databaseUrl,
    })
    expect(code).toBe(3)
    expect(missingOf(errors)).toEqual([...new Set(named.map(({ path }) => path))].sort())
    await made.drop()
  })

  const plain = () => join(scratch, `${database.name}-plain`)
  const encrypted = () => join(scratch, `${database.name}-encrypted`)
  let server: TestServer
  let env: Record<string, string | undefined>
  let whole: Awaited<ReturnType<typeof readAllRows>>

  beforeAll(async () => {
    server = await startTestServer({ database })
    env = {
      VESTRY_DATA: server.dataFolder,
      DATABASE_URL: server.config.databaseUrl,
      VESTRY_PUBLIC_URL: server.config.publicUrl,
    }
    const { store } = server.app
    await store.put(ODD_KEY, randomBytes(3_000_000), {
      'content-type': 'audio/mpeg',
      'x-amz-meta-speaker': 'Ruth',
      'cache-control': 'no-store',
    })
    await store.put('images/empty.jpg', Buffer.alloc(0), { 'content-type': 'image/jpeg' })
    await publish(server, {
      path: ODD_KEY,
      poster_path: 'images/empty.jpg',
      description: '👩‍👧 \u2028 "x"\n<script>',
    })
  })
  afterAll(() => server.destroy())

  test('a copy that is made while people work has every object that its rows name', async () => {
    let working = true
    const work = (async () => {
      for (let count = 0; working; count += 1) {
        const path = `preaching/2026/busy-${count}.mp3`
        await server.app.store.put(path, randomBytes(20_000), {})
        const { uuid } = await publish(server, { path })
        if (count % 3 > 0) {
          await server.ask('DELETE /preachingManagement', { query: { uuid } })
          await server.ask('DELETE /trash', { query: { record: `item/${uuid}` } })
        }
      }
    })()
    const made = await runVestry(`backup --to ${plain()}`, env)
    working = false
    await work
    expect(made).toEqual({
      code: 0,
      output: expect.stringMatching(/^The copy \S+ is made: \d+ rows and \d+ objects, \S+ [KM]B new\.\n$/),
      errors: '',
    })
  })

  test('a second copy brings what is new alone', async () => {
    const again = await runVestry(`backup --to ${plain()}`, env)
    const megabytes = Number(/([\d.]+) MB new/.exec(again.output)?.[1] ?? 0)
    expect([again.code, megabytes < 3]).toEqual([0, true])
    const made = await runVestry(`backup --to ${encrypted()}`, {
      ...env,
      VESTRY_BACKUP_PASSPHRASE: PASSPHRASE,
    })
    expect(made.code).toBe(0)
    whole = await readAllRows(server.config)
  })

  test('after the server has burned down, each copy brings it back, on this database and on the other', async () => {
    await server.app.close()
    await rm(server.dataFolder, { recursive: true })
    const other = database === SQLITE ? POSTGRES : SQLITE
    for (const [folder, kind, passphrase] of [
      [plain(), database, undefined],
      [encrypted(), other, PASSPHRASE],
    ] as const) {
      const made = await kind.create()
      const dataFolder = await mkdtemp(join(scratch, 'restored-'))
      const restored = {
        VESTRY_DATA: dataFolder,
        DATABASE_URL: made.databaseUrl,
        VESTRY_BACKUP_PASSPHRASE: passphrase,
        VESTRY_PUBLIC_URL: server.config.publicUrl,
        VESTRY_ADMIN_EMAIL: ADA.email,
      }
      expect(await runVestry(`restore --from ${folder}`, restored)).toEqual({
        code: 0,
        output: expect.stringMatching(
          /^The copy \S+ was restored: \d+ rows and \d+ objects, all compared\.\n$/,
        ),
        errors: '',
      })
      expect(await readAllRows({ dataFolder, databaseUrl: made.databaseUrl })).toEqual(whole)
      const app = await buildApp(readConfig(restored), { clock: server.clock, log: undefined })
      expect(await signInByPassword(app.http, app.identity.ids.userPoolClientId, ADA)).toMatch(/^ey/)
      const beside = await runVestry(`restore --from ${plain()}`, {
        ...restored,
        VESTRY_BACKUP_PASSPHRASE: '',
      })
      expect([beside.code, beside.errors]).toEqual([1, expect.stringContaining('in use')])
      await app.close()
      const over = await runVestry(`restore --from ${plain()}`, { ...restored, VESTRY_BACKUP_PASSPHRASE: '' })
      expect([over.code, over.errors]).toEqual([1, expect.stringContaining('is not empty')])
      await made.drop()
    }
  })

  test('the copy that was made while people worked is complete', async () => {
    const ids = (await runVestry(`backup list --to ${plain()}`, { VESTRY_DATA: scratch })).output.split('\n')
    const first = ids[0]?.split('\t')[0]
    const { code, errors } = await runVestry(`backup verify --to ${plain()} --copy ${first}`, {
      VESTRY_DATA: scratch,
    })
    expect([code, errors]).toEqual([0, ''])
  })

  test('a wrong passphrase, and none, are refused', async () => {
    const file = join(scratch, 'passphrase')
    await writeFile(file, 'another horse battery staple\n')
    expect(
      await runVestry(`backup verify --to ${encrypted()} --passphrase-file ${file}`, {
        VESTRY_DATA: scratch,
      }),
    ).toEqual({
      code: 1,
      output: '',
      errors: 'The passphrase is not the one of this repository, or its key.age is damaged.\n',
    })
    const { code, errors } = await runVestry(`backup list --to ${encrypted()}`, { VESTRY_DATA: scratch })
    expect([code, errors]).toEqual([
      1,
      `The copies in ${encrypted()} are encrypted, and no passphrase was given.\n`,
    ])
  })
})
