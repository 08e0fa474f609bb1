import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { SqliteFile } from '../sqlite-file.ts'
import { POSTGRES, SQLITE } from '../testing/each-database.ts'
import { SAMPLE_ROWS, writeSampleRows } from '../testing/sample-rows.ts'
import { migrateDatabase } from './migrate-database.ts'
import { type Database, openDatabase } from './open-database.ts'
import { digestTables, openSnapshot } from './open-snapshot.ts'

const SILENT = { copied: () => undefined, comparing: () => undefined, resumed: () => undefined }

describe.each([
  [SQLITE, POSTGRES],
  [POSTGRES, SQLITE],
])('moving from $name to the other database', (here, there) => {
  type Place = { databaseUrl: string | undefined; dataFolder: string; leave(): Promise<void> }
  let from: Place
  let to: Place

  async function place(kind: typeof SQLITE): Promise<Place> {
    const made = await kind.create()
    const dataFolder = await mkdtemp(join(tmpdir(), 'vestry-move-'))
    return {
      databaseUrl: made.databaseUrl,
      dataFolder,
      leave: async () => {
        await made.drop()
        await rm(dataFolder, { recursive: true })
      },
    }
  }

  async function on<Result>(where: Place, work: (database: Database) => Promise<Result>): Promise<Result> {
    const database = await openDatabase(where)
    try {
      return await work(database)
    } finally {
      await database.close()
    }
  }

  const digests = async (where: Place) => {
    const snapshot = await openSnapshot(where)
    try {
      return { tables: await digestTables(snapshot), lastIds: await snapshot.lastIds() }
    } finally {
      await snapshot.close()
    }
  }

  beforeEach(async () => {
    from = await place(here)
    to = await place(there)
    await on(from, async ({ sql }) => {
      await writeSampleRows(sql)
      // An id that was given out and is gone must not be given out again.
      await sql.deleteFrom('attendee').where('id', '=', 40).execute()
      await sql.insertInto('preacher').values({ presenter_name: 'Last', name_key: 'last' }).execute()
      await sql.deleteFrom('preacher').where('name_key', '=', 'last').execute()
    })
  })
  afterEach(async () => {
    await from.leave()
    await to.leave()
  })

  test('every row and every number arrives, and what follows from rows follows', async () => {
    const before = await digests(from)
    const told: string[] = []
    const moved = await migrateDatabase(from, to, {
      copied: ({ table, rows, of }) => void told.push(`${table} ${rows} of ${of}`),
      comparing: () => told.push('comparing'),
      resumed: () => told.push('resumed'),
    })
    expect(moved).toEqual(before.tables)
    expect((await digests(to)).tables).toEqual(before.tables)
    expect(Object.keys(moved)).toEqual(
      expect.arrayContaining(Object.values(SAMPLE_ROWS).flatMap(Object.keys)),
    )
    expect(told.at(-1)).toBe('comparing')
    expect(told.at(-2)).toMatch(/^lock_scope (\d+) of \1$/)
    const follows = ({ sql }: Database) =>
      Promise.all([
        sql.selectFrom('lock_scope').selectAll().orderBy('name').execute(),
        sql
          .selectFrom('preaching_item_search')
          .select('id')
          .where('search_key', 'like', '%grace%')
          .orderBy('id')
          .execute(),
        sql.selectFrom('attendee_search').select('id').where('search_key', 'like', '%nandu%').execute(),
        sql
          .selectFrom('class_session_search')
          .select('id')
          .where('search_key', 'like', '%brien%')
          .orderBy('id')
          .execute(),
      ])
    const wanted = await on(from, follows)
    expect(wanted[1]).toHaveLength(3)
    expect(await on(to, follows)).toEqual(wanted)
    await on(to, async ({ sql }) => {
      const added = await sql
        .insertInto('preacher')
        .values({ presenter_name: 'Next', name_key: 'next' })
        .returning('id')
        .executeTakeFirstOrThrow()
      expect(added.id).toBe((before.lastIds.preacher ?? 0) + 1)
    })
  })

  /** Enough rows for several pages. */
  const fill = (where: Place) =>
    on(where, async ({ sql }) => {
      const item = await sql
        .selectFrom('preaching_item')
        .selectAll()
        .where('id', '=', 3)
        .executeTakeFirstOrThrow()
      for (let from = 0; from < 1200; from += 400) {
        const items = Array.from({ length: 400 }, (_, index) => ({
          ...item,
          id: 100 + from + index,
          uuid: randomUUID(),
        }))
        await sql.insertInto('preaching_item').values(items).execute()
      }
    })

  const interrupted = () =>
    migrateDatabase(from, to, {
      ...SILENT,
      copied({ table }) {
        if (table === 'preaching_item') {
          throw new Error('killed')
        }
      },
    })

  test('a move that was interrupted goes on, and until then nobody opens the target', async () => {
    await fill(from)
    const before = await digests(from)
    await expect(interrupted()).rejects.toThrow('killed')
    await expect(openDatabase(to)).rejects.toThrow(
      'The database holds part of a church: a move or a restore into it was not finished. Run the same command again, and it goes on.',
    )
    const told: string[] = []
    await migrateDatabase(from, to, {
      ...SILENT,
      copied: ({ table }) => void told.push(table),
      resumed: () => void told.push('resumed'),
    })
    expect((await digests(to)).tables).toEqual(before.tables)
    expect(told.slice(0, 5)).toEqual([
      'resumed',
      'preaching_item',
      'preaching_item',
      'preaching_item',
      'roster',
    ])
  })

  test('what changed since the interruption is copied again', async () => {
    await fill(from)
    await expect(interrupted()).rejects.toThrow('killed')
    await on(from, async ({ sql }) => {
      await sql.deleteFrom('preaching_item').where('id', '=', 3).execute()
      await sql.updateTable('attendee').set({ notes: 'changed' }).execute()
      await sql.deleteFrom('identity_user').where('email', '=', 'ruth@example.org').execute()
    })
    await migrateDatabase(from, to, SILENT)
    expect((await digests(to)).tables).toEqual((await digests(from)).tables)
  })

  test('a source that changes while it is copied is reported, and the next run brings the change', async () => {
    const write = (db: Database) =>
      db.sql
        .updateTable('identity_user')
        .set({ enabled: 0 })
        .where('email', '=', 'ruth@example.org')
        .execute()
    let once: Promise<unknown> | undefined
    const moving = migrateDatabase(from, to, {
      ...SILENT,
      async copied() {
        if (here === SQLITE) {
          // Nobody can change the source: the move keeps everybody else out.
          const other = new SqliteFile(join(from.dataFolder, 'vestry.db'), { timeout: 0 })
          expect(() => other.exec('pragma user_version')).toThrow('database is locked')
          other.close()
        } else {
          once ??= on(from, write)
          await once
        }
      },
    })
    if (here === SQLITE) {
      await moving
      return
    }
    await expect(moving).rejects.toThrow(/^The source has changed while it was copied \(identity_user\)\. /)
    await migrateDatabase(from, to, SILENT)
    expect((await digests(to)).tables).toEqual((await digests(from)).tables)
  })

  test('a source that somebody works with, and a target that is not empty, are refused', async () => {
    const working = await openDatabase(from)
    await expect(migrateDatabase(from, to, SILENT)).rejects.toThrow(/ (open|connections\)); stop it first\.$/)
    await working.close()
    await on(to, ({ sql }) => sql.insertInto('identity_setting').values({ name: 'x', value: '' }).execute())
    await expect(migrateDatabase(from, to, SILENT)).rejects.toThrow(
      'The database to fill is not empty: Vestry has worked with it (there is something in identity_setting). Name an empty one.',
    )
    await on(to, ({ sql }) =>
      sql
        .insertInto('kysely_migration' as never)
        .values({ name: '9999-future', timestamp: '2030-01-01T00:00:00Z' } as never)
        .execute(),
    )
    await expect(migrateDatabase(from, to, SILENT)).rejects.toThrow(
      'The database to fill is not empty: a newer version of Vestry has worked with it. Name an empty one.',
    )
  })
})
