import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { eachDatabase } from '../testing/each-database.ts'
import { type Database, openDatabase } from './open-database.ts'
import type { Tables } from './tables.ts'
import { withWriteLock } from './with-write-lock.ts'

eachDatabase((kind) => {
  let database: Database
  let remove: () => Promise<unknown>

  beforeAll(async () => {
    const { databaseUrl, drop } = await kind.create()
    const dataFolder = mkdtempSync(join(tmpdir(), 'vestry-database-'))
    database = await openDatabase({ databaseUrl, dataFolder })
    remove = async () => {
      await database.close()
      await drop()
      rmSync(dataFolder, { recursive: true })
    }
  })
  afterAll(() => remove())
  beforeEach(async () => {
    await database.sql.deleteFrom('topic').execute()
  })

  const add = (db: Kysely<Tables>, name: string | null) =>
    db
      .insertInto('topic')
      .values({ name: name as string, name_key: name as string })
      .execute()
  const names = async () =>
    (await database.sql.selectFrom('topic').select('name').orderBy('id').execute()).map(({ name }) => name)
  const write = <Result>(work: Parameters<typeof withWriteLock<Result>>[2]) =>
    withWriteLock(database, 'preaching', work)
  const connection = async (db: Kysely<Tables>) =>
    kind.name === 'SQLite'
      ? 0
      : (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid

  test('of statements that are asked for together one that fails takes all with it, and the connection is used again', async () => {
    let before: number | undefined
    const failed = write(async (db) => {
      before = await connection(db)
      await Promise.all([add(db, 'first'), add(db, null), add(db, 'third'), add(db, null)])
    })
    await expect(failed).rejects.toMatchObject({
      code: kind.name === 'SQLite' ? 'SQLITE_CONSTRAINT' : '23502',
    })
    expect(await names()).toEqual([])
    const after = await write(async (db) => {
      await Promise.all(['one', 'two', 'three'].map((name) => add(db, name)))
      return await connection(db)
    })
    expect(after).toBe(before)
    expect(await names()).toEqual(['one', 'two', 'three'])
  })

  test('what goes on after the work has failed writes nothing', async () => {
    const goesOn = Array.from({ length: 20 }, () => Promise.withResolvers<void>())
    const failed = write(async (db) => {
      const branches = goesOn.map(async ({ resolve }, place) => {
        try {
          for (let step = 0; step < 10; step += 1) {
            await add(db, `${place} ${step}`)
          }
        } finally {
          resolve()
        }
      })
      await Promise.all([...branches, add(db, 'last').then(() => Promise.reject(new Error('refused')))])
    })
    await expect(failed).rejects.toThrow('refused')
    await Promise.all(goesOn.map(({ promise }) => promise))
    expect(await names()).toEqual([])
  })

  if (kind.name === 'PostgreSQL') {
    test('statements that are asked for together go out before the first is answered', async () => {
      const query = vi.spyOn(pg.Client.prototype, 'query')
      const sentByAnswer = await write(async (db) => {
        query.mockClear()
        return await Promise.all(
          ['a', 'b', 'c'].map((name) => add(db, name).then(() => query.mock.calls.length)),
        )
      })
      query.mockRestore()
      expect(sentByAnswer).toEqual([3, 3, 3])
    })
  }
})
