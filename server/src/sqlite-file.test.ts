import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { SqliteFile } from './sqlite-file.ts'

let folder: string
let path: string
let file: SqliteFile

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vestry-sqlite-'))
  path = join(folder, 'rooms.db')
  file = new SqliteFile(path)
  file.exec(`create table room (id integer primary key, name text unique, door blob);
    create table chair (room_id integer not null references room)`)
})
afterEach(() => {
  file.close()
  rmSync(folder, { recursive: true })
})

const addRoom = (name: string) => file.prepare<[string]>('insert into room (name) values (?)').run(name)

function codeOf(work: () => unknown): unknown {
  try {
    work()
  } catch (error) {
    return (error as { code?: string }).code
  }
  return 'nothing was refused'
}

test('rows are plain objects in the order of the columns, whichever way they are asked for', () => {
  addRoom('hall')
  addRoom('tower')
  const rooms = file.prepare<[], { id: number; name: string }>('select id, name, door from room order by id')
  const expected = [
    { id: 1, name: 'hall', door: null },
    { id: 2, name: 'tower', door: null },
  ]
  expect(rooms.all()).toStrictEqual(expected)
  expect(rooms.iterate().toArray()).toStrictEqual(expected)
  expect(rooms.get()).toStrictEqual(expected[0])
  expect(rooms.iterateValues().toArray()).toStrictEqual([
    [1, 'hall', null],
    [2, 'tower', null],
  ])
  expect(file.prepare('select 1 from room where id = 3').get()).toBeUndefined()
})

test('values are bound by their place, or by the names that a statement has of those given', () => {
  file.prepare('insert into room (name, door) values (@name, @door)').run({
    name: 'hall',
    door: Buffer.from([1, 2]),
    unasked: 'for',
  })
  const found = file
    .prepare<[string], { door: Uint8Array }>('select door from room where name = ?')
    .get('hall')
  expect([...(found?.door ?? [])]).toEqual([1, 2])
  const nothing = file.prepare<[undefined], { given: unknown }>('select ? as given').get(undefined)
  expect(nothing).toEqual({ given: null })
})

test('what SQLite refuses has its error code', () => {
  addRoom('hall')
  expect(codeOf(() => addRoom('hall'))).toBe('SQLITE_CONSTRAINT')
  expect(codeOf(() => file.exec('insert into chair values (7)'))).toBe('SQLITE_CONSTRAINT')
  expect(codeOf(() => file.prepare('select nothing from nowhere'))).toBe('SQLITE_ERROR')
  expect(codeOf(() => new SqliteFile(join(folder, 'no', 'such.db')))).toBe('SQLITE_CANTOPEN')
  const reader = new SqliteFile(path, { readOnly: true, timeout: 0 })
  expect(codeOf(() => reader.exec('delete from room'))).toBe('SQLITE_READONLY')
  file.exec('begin exclusive')
  expect(codeOf(() => reader.prepare('select * from room').all())).toBe('SQLITE_BUSY')
  file.exec('rollback')
  reader.close()
  file.exec('pragma max_page_count = 1')
  expect(codeOf(() => addRoom('x'.repeat(50_000)))).toBe('SQLITE_FULL')
  writeFileSync(join(folder, 'letter.txt'), 'Dear all, '.repeat(1000))
  const letter = new SqliteFile(join(folder, 'letter.txt'))
  expect(codeOf(() => letter.exec('select 1 from sqlite_schema'))).toBe('SQLITE_NOTADB')
  letter.close()
})

test('a transaction happens whole or not at all, whatever ends it', () => {
  const rooms = () => file.prepare<[], { name: string }>('select name from room').all()
  expect(file.transaction(() => addRoom('hall').changes)).toBe(1)
  const fail = () => {
    addRoom('tower')
    throw new Error('The tower has no floor')
  }
  expect(() => file.transaction(fail)).toThrow('The tower has no floor')
  file.exec('pragma max_page_count = 1')
  const fill = () => file.transaction(() => [addRoom('porch'), addRoom('x'.repeat(50_000))])
  expect(codeOf(fill)).toBe('SQLITE_FULL')
  expect(file.inTransaction).toBe(false)
  expect(rooms()).toEqual([{ name: 'hall' }])
})

test('whoever stops in the middle of the rows leaves nothing open', () => {
  addRoom('hall')
  addRoom('tower')
  for (const _first of file.prepare('select * from room').iterate()) {
    break
  }
  file.exec('drop table chair')
  expect(codeOf(() => file.prepare('select 1 from chair'))).toBe('SQLITE_ERROR')
})

test('the switch to a log beside the file waits for another writer, and gives up after the time to wait', async () => {
  const other = new Worker(
    `const { parentPort, workerData } = require('node:worker_threads')
    const handle = new (require('node:sqlite').DatabaseSync)(workerData)
    handle.exec('begin immediate')
    parentPort.postMessage('has the lock')
    parentPort.once('message', () => setTimeout(() => {
      handle.exec('commit')
      handle.close()
      parentPort.close()
    }, 200))`,
    { eval: true, workerData: path },
  )
  await once(other, 'message')
  const hasty = new SqliteFile(path, { timeout: 20 })
  expect(codeOf(() => hasty.switchToWal())).toBe('SQLITE_BUSY')
  hasty.close()
  other.postMessage('end')
  file.switchToWal()
  expect(file.prepare('pragma journal_mode').get()).toEqual({ journal_mode: 'wal' })
  await once(other, 'exit')
})
