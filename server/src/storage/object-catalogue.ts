import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { StartRefused } from '../start-refused.ts'
import { ObjectSql } from './object-sql.ts'
import { UploadSql } from './upload-sql.ts'

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS object (
    key      TEXT PRIMARY KEY,
    id       TEXT NOT NULL UNIQUE,
    etag     TEXT NOT NULL,
    size     INTEGER NOT NULL,
    modified INTEGER NOT NULL,
    headers  TEXT NOT NULL,
    checksum TEXT
  ) STRICT;
  CREATE TABLE IF NOT EXISTS upload (
    id        TEXT PRIMARY KEY,
    key       TEXT NOT NULL,
    initiated INTEGER NOT NULL,
    touched   INTEGER NOT NULL,
    headers   TEXT NOT NULL,
    algorithm TEXT,
    type      TEXT
  ) STRICT;
  CREATE INDEX IF NOT EXISTS upload_by_key ON upload (key, id);
  CREATE TABLE IF NOT EXISTS piece (
    id       TEXT PRIMARY KEY,
    owner    TEXT NOT NULL,
    number   INTEGER NOT NULL,
    first    INTEGER NOT NULL,
    size     INTEGER NOT NULL,
    md5      TEXT NOT NULL,
    checksum TEXT,
    modified INTEGER NOT NULL,
    UNIQUE (owner, number)
  ) STRICT, WITHOUT ROWID;
`

export type ObjectCatalogue = {
  objects: ObjectSql
  uploads: UploadSql
  /** Whether any object or upload owns this piece. */
  knowsPiece(id: string): boolean
  close(): void
}

/**
 * Opens the catalogue of a store: what each key means, and which pieces make it up. A change of it is the one
 * moment in which an object appears, is replaced or goes. Throws when another process has the store open.
 */
export function openObjectCatalogue(folder: string): ObjectCatalogue {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const lock = takeLock(folder)
  const database = new Database(join(folder, 'catalogue.sqlite'))
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  database.exec(SCHEMA)
  const piece = database.prepare<[string]>('SELECT 1 FROM piece WHERE id = ?')
  return {
    objects: new ObjectSql(database),
    uploads: new UploadSql(database),
    knowsPiece: (id) => piece.get(id) !== undefined,
    close() {
      database.pragma('wal_checkpoint(TRUNCATE)')
      database.close()
      lock.close()
    },
  }
}

/** A transaction that is never ended: the system gives the lock back whichever way this process dies. */
function takeLock(folder: string): Database.Database {
  const lock = new Database(join(folder, 'lock.sqlite'), { timeout: 0 })
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (cause) {
    lock.close()
    throw new StartRefused(
      `VESTRY_DATA is in use by another Vestry that is running; stop that one, or choose another folder. (${folder} is locked.)`,
      { cause },
    )
  }
  return lock
}
