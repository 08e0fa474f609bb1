import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { StartupError } from '../startup-error.ts'
import { eachDatabase } from '../testing/each-database.ts'
import { isUnavailable } from './database-errors.ts'
import { type Database, openDatabase } from './open-database.ts'
import { openPostgres } from './open-postgres.ts'
import { openSnapshot } from './open-snapshot.ts'
import { FORMER_IMPORT_MARK, IMPORT_MARK } from './read-schema.ts'
import { withWriteLock } from './with-write-lock.ts'

eachDatabase((kind) => {
  let where: { databaseUrl: string | undefined; dataFolder: string }
  let opened: Database[]
  let drop: () => Promise<void>

  beforeEach(async () => {
    const made = await kind.create()
    drop = made.drop
    where = { databaseUrl: made.databaseUrl, dataFolder: mkdtempSync(join(tmpdir(), 'vestry-database-')) }
    opened = []
  })
  afterEach(async () => {
    await Promise.all(opened.map((database) => database.close()))
    await drop()
    rmSync(where.dataFolder, { recursive: true })
  })

  async function open(): Promise<Database> {
    const database = await openDatabase(where)
    opened.push(database)
    return database
  }

  const addPreacher = (database: Database, name: string) =>
    withWriteLock(database, 'preaching', (db) =>
      db.insertInto('preacher').values({ presenter_name: name, name_key: name }).execute(),
    )

  const addPreacherAnd = (database: Database, name: string, then: () => Promise<unknown>) =>
    withWriteLock(database, 'preaching', async (db) => {
      const insert = () =>
        db.insertInto('preacher').values({ presenter_name: name, name_key: name }).execute()
      await insert()
      await then()
      await insert()
    })

  const titleOf = async (database: Database) =>
    (await database.sql.selectFrom('preaching_item').select('localizedname').executeTakeFirst())
      ?.localizedname

  const item = {
    uuid: crypto.randomUUID(),
    localizedname: 'Grace',
    search_key: 'grace',
    event_datetime: '2026-05-03T10:30:00',
    description: '',
    path: 'preaching/2026/a.mp3',
    poster_path: 'images/default-banner.jpg',
    media_format: 'audio' as const,
    language_id: 1,
    preacher_id: 1,
    preaching_category_id: 6,
    version: 1,
  }

  if (kind.name === 'PostgreSQL') {
    test('a server that ends connections in the middle of a transaction is reported as unavailable, and then used again', async () => {
      const database = await open()
      const write = addPreacherAnd(database, 'cut', async () => {
        await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`.execute(database.sql)
        await pause(50)
      })
      const error: unknown = await write.catch((reason: unknown) => reason)
      expect(isUnavailable(error)).toBe(true)
      await addPreacher(database, 'whole')
      const names = await database.sql.selectFrom('preacher').select('presenter_name').execute()
      expect(names.map(({ presenter_name }) => presenter_name)).toContain('whole')
      expect(names.map(({ presenter_name }) => presenter_name)).not.toContain('cut')
    })

    test('a machine that is lost within a transaction keeps nobody else from writing', async () => {
      const database = await open()
      const lost = openPostgres(where.databaseUrl ?? '', undefined, 300)
      opened.push(lost)
      const { promise: gone, resolve: end } = Promise.withResolvers<void>()
      const locked = Promise.withResolvers<void>()
      const write = addPreacherAnd(lost, 'lost', async () => {
        locked.resolve()
        await gone
      })
      const failure = write.catch((reason: unknown) => reason)
      await locked.promise
      await addPreacher(database, 'next')
      end()
      expect(isUnavailable(await failure)).toBe(true)
    })
  }

  test('a quiet connection is tested after ten seconds, not after two hours', async () => {
    const keepAlive = vi.spyOn(Socket.prototype, 'setKeepAlive')
    const { dialect } = await open()
    const delays = keepAlive.mock.calls.map(([, delay]) => delay)
    keepAlive.mockRestore()
    expect(new Set(delays)).toEqual(new Set(dialect === 'postgres' ? [10_000] : []))
  })

  if (kind.name === 'SQLite') {
    test('a full disk is reported as unavailable, damages nothing, and is used again once it has room', async () => {
      const database = await open()
      const most = (pages: number) => sql`pragma max_page_count = ${sql.lit(pages)}`.execute(database.sql)
      await most(1)
      const long = 'x'.repeat(200_000)
      const error: unknown = await addPreacher(database, long).catch((reason: unknown) => reason)
      expect(error).toMatchObject({ code: 'SQLITE_FULL' })
      expect(isUnavailable(error)).toBe(true)
      await most(1_000_000)
      await addPreacher(database, long)
      const { rows } = await sql<object>`pragma integrity_check`.execute(database.sql)
      expect(rows).toEqual([{ integrity_check: 'ok' }])
    })
  }

  test('a question that was asked before names the columns as they are now', async () => {
    const { sql: db } = await open()
    await sql`create table porch (steps integer)`.execute(db)
    await sql`insert into porch values (3)`.execute(db)
    const ask = async () => (await sql<object>`select * from porch`.execute(db)).rows
    expect(await ask()).toEqual([{ steps: 3 }])
    await sql`alter table porch rename column steps to stairs`.execute(db)
    expect(await ask()).toEqual([{ stairs: 3 }])
    await sql`alter table porch add column lamps integer default 2`.execute(db)
    expect(await ask()).toEqual([{ stairs: 3, lamps: 2 }])
  })

  test('what was written is there after closing and opening again', async () => {
    await addPreacher(await open(), 'anna')
    await opened.pop()?.close()
    const names = await (await open()).sql.selectFrom('preacher').select('name_key').orderBy('id').execute()
    expect(names).toEqual([{ name_key: 'guest speaker' }, { name_key: 'anna' }])
  })

  test('opening a database whose schema is up to date asks it little', async () => {
    await open()
    let statements = 0
    opened.push(
      await openDatabase(where, () => {
        statements += 1
      }),
    )
    expect(statements).toBeLessThan(10)
  })

  test('of several processes that start at once one brings the schema up to date, and all succeed', async () => {
    const program = `
      import { openDatabase } from ${JSON.stringify(join(import.meta.dirname, 'open-database.ts'))}
      const database = await openDatabase(${JSON.stringify(where)})
      await database.close()`
    const run = () => promisify(execFile)(process.execPath, ['--input-type=module', '-e', program])
    // Several processes share PostgreSQL; beside a server on SQLite there is at most a command.
    const together = kind.name === 'SQLite' ? 2 : 5
    await Promise.all(Array.from({ length: together }, run))
    expect(await (await open()).sql.selectFrom('preacher').select('id').execute()).toEqual([{ id: 1 }])
  })

  test('a database newer than the program is refused with one clear sentence', async () => {
    const database = await open()
    await sql`insert into kysely_migration (name, timestamp) values ('9999-future', '2030-01-01T00:00:00Z')`.execute(
      database.sql,
    )
    await expect(openDatabase(where)).rejects.toThrow(
      'The database was written by a newer version of Vestry (it has the step 9999-future). Start that version, or restore an older backup.',
    )
  })

  test.each([IMPORT_MARK, FORMER_IMPORT_MARK])(
    'a database that an unfinished import has marked with %s is refused',
    async (mark) => {
      await sql`create table ${sql.table(mark)} (begun text primary key)`.execute((await open()).sql)
      await expect(openDatabase(where)).rejects.toThrow(/holds part of a church/)
    },
  )

  test('a lock scope shows every committed write at once, and no other', async () => {
    const database = await open()
    const before = await database.readVersioned('preaching')
    await database.sql.insertInto('preaching_item').values(item).execute()
    const after = await database.readVersioned('preaching')
    expect(after).toEqual({ items: before.items + 1, changes: before.changes + 1 })

    await withWriteLock(database, 'preaching', async (db) => {
      await db.deleteFrom('preaching_item').execute()
      expect(await database.readVersioned('preaching')).toEqual(after)
      throw new Error('given up')
    }).catch((error: Error) => expect(error.message).toBe('given up'))
    expect(await database.readVersioned('preaching')).toEqual(after)
    expect(await titleOf(database)).toBe('Grace')
  })

  test('a lock scope shows at once what another process has committed', async () => {
    const [one, other] = [await open(), await open()]
    const before = await one.readVersioned('preaching')
    await other.sql.insertInto('preaching_item').values(item).execute()
    expect(await one.readVersioned('preaching')).toEqual({
      items: before.items + 1,
      changes: before.changes + 1,
    })
  })

  test('renaming a presenter counts as a change of the sermons, since lists name them', async () => {
    const database = await open()
    const before = await database.readVersioned('preaching')
    await database.sql.updateTable('preacher').set({ presenter_name: 'Guest' }).execute()
    expect((await database.readVersioned('preaching')).changes).toBeGreaterThan(before.changes)
  })

  test('writers of a lock scope wait for each other, and none of their writes is lost', async () => {
    const one = await open()
    // Two connections to one SQLite file in one process would wait for each other, so there are never two.
    const other = kind.name === 'SQLite' ? one : await open()
    await one.sql.insertInto('preaching_item').values(item).execute()
    const grow = (database: Database) =>
      withWriteLock(database, 'preaching', async (db) => {
        const { version } = await db.selectFrom('preaching_item').select('version').executeTakeFirstOrThrow()
        await db
          .updateTable('preaching_item')
          .set({ version: version + 1 })
          .execute()
      })
    await Promise.all(Array.from({ length: 10 }, (_, index) => grow(index % 2 === 0 ? one : other)))
    const { version } = await one.sql.selectFrom('preaching_item').select('version').executeTakeFirstOrThrow()
    expect(version).toBe(11)
  })
})

test('a PostgreSQL that can not be reached is reported in one clear sentence', async () => {
  const where = { databaseUrl: 'postgres://nobody@127.0.0.1:9/none', dataFolder: '' }
  await expect(openDatabase(where)).rejects.toThrow(
    'The database that DATABASE_URL names can not be reached (ECONNREFUSED).',
  )
})

test.each([
  ['is opened', openDatabase],
  ['is copied', openSnapshot],
])(
  'a password that breaks the address is named in one clear sentence when the database %s',
  async (_, open) => {
    const where = { databaseUrl: 'postgres://vestry:a/b@localhost/vestry', dataFolder: '', namedBy: '--to' }
    await expect(open(where)).rejects.toThrow(
      new StartupError(
        'The address that --to names can not be read; in its user and password write # as %23, / as %2F and ? as %3F (ERR_INVALID_URL).',
      ),
    )
  },
)
