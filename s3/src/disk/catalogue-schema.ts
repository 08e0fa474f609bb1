import { StoreOpenError } from '../store.ts'
import type { Sqlite } from './sqlite.ts'

const VERSION = 2

/**
 * Objects and uploads belong to a bucket; a piece may belong to several objects, since a copy shares the bytes
 * of what it was copied from.
 */
const SCHEMA = `
  CREATE TABLE bucket (
    name    TEXT PRIMARY KEY,
    created INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE object (
    bucket   TEXT NOT NULL,
    key      TEXT NOT NULL,
    id       TEXT NOT NULL UNIQUE,
    etag     TEXT NOT NULL,
    size     INTEGER NOT NULL,
    modified INTEGER NOT NULL,
    headers  TEXT NOT NULL,
    checksum TEXT,
    PRIMARY KEY (bucket, key)
  ) STRICT;
  CREATE TABLE upload (
    id        TEXT PRIMARY KEY,
    bucket    TEXT NOT NULL,
    key       TEXT NOT NULL,
    initiated INTEGER NOT NULL,
    touched   INTEGER NOT NULL,
    headers   TEXT NOT NULL,
    algorithm TEXT,
    type      TEXT,
    person    TEXT NOT NULL DEFAULT '',
    bytes     INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX upload_by_key ON upload (bucket, key, id);
  CREATE TABLE piece (
    owner    TEXT NOT NULL,
    number   INTEGER NOT NULL,
    id       TEXT NOT NULL,
    first    INTEGER NOT NULL,
    size     INTEGER NOT NULL,
    md5      TEXT NOT NULL,
    checksum TEXT,
    modified INTEGER NOT NULL,
    PRIMARY KEY (owner, number)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX piece_by_id ON piece (id);
`

/** Version 1 didn't know to whom an upload belongs, nor how much of it has come. */
const ADD_OWNERS = `
  ALTER TABLE upload ADD COLUMN person TEXT NOT NULL DEFAULT '';
  ALTER TABLE upload ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
`
const COUNT_BYTES =
  'UPDATE upload SET bytes = (SELECT COALESCE(SUM(size), 0) FROM piece WHERE owner = upload.id)'

/** The tables of a store with one bucket, before there were others. */
const RENAME_OLD_TABLES = `
  DROP INDEX upload_by_key;
  ALTER TABLE object RENAME TO old_object;
  ALTER TABLE upload RENAME TO old_upload;
  ALTER TABLE piece RENAME TO old_piece;
`

const COPY_ROWS = [
  `INSERT INTO object (bucket, key, id, etag, size, modified, headers, checksum)
   SELECT @bucket, key, id, etag, size, modified, headers, checksum FROM old_object`,
  `INSERT INTO upload (id, bucket, key, initiated, touched, headers, algorithm, type)
   SELECT id, @bucket, key, initiated, touched, headers, algorithm, type FROM old_upload`,
]

const COPY_PIECES = `
  INSERT INTO piece (owner, number, id, first, size, md5, checksum, modified)
  SELECT owner, number, id, first, size, md5, checksum, modified FROM old_piece;
  DROP TABLE old_object;
  DROP TABLE old_upload;
  DROP TABLE old_piece;
`

/** Makes the tables, or changes those of an earlier version in place, all or nothing. */
export function prepareCatalogue(
  database: Sqlite,
  folder: string,
  first: { bucket: string; now: number },
): void {
  database.transaction(() => {
    const version =
      database.prepare<[], { user_version: number }>('PRAGMA user_version').get()?.user_version ?? 0
    if (version > VERSION) {
      throw new StoreOpenError(
        'newer-version',
        `A newer version of this program has opened the store in ${folder}.`,
        { location: folder },
      )
    }
    if (version === VERSION) {
      return
    }
    if (version === 1) {
      database.exec(ADD_OWNERS)
      database.exec(COUNT_BYTES)
      database.exec(`PRAGMA user_version = ${VERSION}`)
      return
    }
    const old = database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'object'").get() !== undefined
    if (old) {
      database.exec(RENAME_OLD_TABLES)
    }
    database.exec(SCHEMA)
    if (old) {
      for (const statement of COPY_ROWS) {
        database.prepare(statement).run({ bucket: first.bucket })
      }
      database.exec(COPY_PIECES)
      database.exec(COUNT_BYTES)
    }
    database.exec(`PRAGMA user_version = ${VERSION}`)
  })
  database
    .prepare('INSERT INTO bucket (name, created) VALUES (?, ?) ON CONFLICT DO NOTHING')
    .run(first.bucket, first.now)
}
