import { mkdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GetObjectCommand, ListMultipartUploadsCommand } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BUCKET, openTestStore } from '../testing/test-store.ts'
import { readObjectStore } from './disk-store.ts'
import { openCatalogue } from './object-catalogue.ts'
import { Sqlite } from './sqlite.ts'

/** As it was when there was one bucket. */
const FIRST_SCHEMA = `
  CREATE TABLE object (
    key TEXT PRIMARY KEY, id TEXT NOT NULL UNIQUE, etag TEXT NOT NULL, size INTEGER NOT NULL,
    modified INTEGER NOT NULL, headers TEXT NOT NULL, checksum TEXT
  ) STRICT;
  CREATE TABLE upload (
    id TEXT PRIMARY KEY, key TEXT NOT NULL, initiated INTEGER NOT NULL, touched INTEGER NOT NULL,
    headers TEXT NOT NULL, algorithm TEXT, type TEXT
  ) STRICT;
  CREATE INDEX upload_by_key ON upload (key, id);
  CREATE TABLE piece (
    id TEXT PRIMARY KEY, owner TEXT NOT NULL, number INTEGER NOT NULL, first INTEGER NOT NULL,
    size INTEGER NOT NULL, md5 TEXT NOT NULL, checksum TEXT, modified INTEGER NOT NULL,
    UNIQUE (owner, number)
  ) STRICT, WITHOUT ROWID;
`

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vestry-catalogue-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('a catalogue from before there were buckets is migrated whole', async () => {
  const now = Date.now()
  const old = new Sqlite(join(folder, 'catalogue.sqlite'))
  old.exec('pragma journal_mode = WAL')
  old.exec(FIRST_SCHEMA)
  old
    .prepare('INSERT INTO object VALUES (?, ?, ?, ?, ?, ?, ?)')
    .run('preaching/alt.mp3', 'one', 'e1-2', 8, 5, '{"content-type":"audio/mpeg","x-amz-meta-a":"b"}', null)
  old
    .prepare('INSERT INTO upload VALUES (?, ?, ?, ?, ?, ?, ?)')
    .run('two', 'preaching/half.mp3', now, now, '{}', 'CRC32', 'COMPOSITE')
  const piece = old.prepare('INSERT INTO piece VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
  for (const [id, owner, number, first] of [
    ['aa11', 'one', 1, 0],
    ['bb22', 'one', 2, 4],
    ['cc33', 'two', 1, 0],
  ] as const) {
    piece.run(id, owner, number, first, 4, 'md5', null, 5)
    mkdirSync(join(folder, 'pieces', id.slice(0, 2)), { recursive: true })
    writeFileSync(join(folder, 'pieces', id.slice(0, 2), id), id)
  }
  old.close()

  for (const _ of ['taken over', 'opened again']) {
    const server = await openTestStore({ folder })
    const got = await server.client().send(new GetObjectCommand({ Bucket: BUCKET, Key: 'preaching/alt.mp3' }))
    expect(await got.Body?.transformToString()).toBe('aa11bb22')
    expect([got.ETag, got.Metadata, got.ContentType]).toEqual(['"e1-2"', { a: 'b' }, 'audio/mpeg'])
    const { Uploads } = await server
      .client()
      .send(new ListMultipartUploadsCommand({ Bucket: BUCKET, Prefix: 'preaching/' }))
    expect(Uploads).toMatchObject([
      { Key: 'preaching/half.mp3', UploadId: 'two', ChecksumAlgorithm: 'CRC32' },
    ])
    expect((await server.listFiles()).sort()).toEqual(['aa11', 'bb22', 'cc33'])
    await server.close({ keepFolder: true })
    expect(await unfinished()).toEqual({ number: 1, bytes: 4 })
  }
})

test('a catalogue that knew nobody counts what is unfinished', async () => {
  const old = new Sqlite(join(folder, 'catalogue.sqlite'))
  old.exec('ALTER TABLE upload DROP COLUMN person; ALTER TABLE upload DROP COLUMN bytes')
  old.exec('pragma user_version = 1')
  old.close()
  const server = await openTestStore({ folder })
  await server.close({ keepFolder: true })
  expect(await unfinished()).toEqual({ number: 1, bytes: 4 })
})

async function unfinished() {
  const store = readObjectStore(folder, BUCKET)
  const count = store.unfinished?.()
  await store.close()
  return count
}

test('a catalogue of a newer program is refused, and left as it is', () => {
  const newer = new Sqlite(join(folder, 'catalogue.sqlite'))
  newer.exec('pragma user_version = 99')
  newer.close()
  const open = () => openCatalogue(folder, { bucket: BUCKET, now: 0 })
  const refused = expect.objectContaining({
    name: 'StoreOpenError',
    reason: 'newer-version',
    location: folder,
  })
  expect(open).toThrow(refused)
  expect(open).toThrow(refused)
})
