import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type OpenDatabase, openTestDatabase } from '../../testing/test-database.ts'

// SQLite alone: the key is in a file.
import { createEncryptor } from './encryptor.ts'
import { openEncryptor } from './open-encryptor.ts'

let dataFolder: string
let database: OpenDatabase
const file = () => join(dataFolder, 'keys', 'identity.key')

beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'vestry-keys-'))
  database = await openTestDatabase({ dataFolder, databaseUrl: undefined })
})
afterEach(async () => {
  await database.close()
  await rm(dataFolder, { recursive: true })
})

describe('the key file', () => {
  test('is made at first start, for its owner alone, and kept', async () => {
    const first = await openEncryptor(database, { dataFolder })
    expect((await stat(file())).mode & 0o777).toBe(0o600)
    expect((await stat(join(dataFolder, 'keys'))).mode & 0o777).toBe(0o700)
    const made = await readFile(file(), 'utf8')
    const second = await openEncryptor(database, { dataFolder })
    expect(await readFile(file(), 'utf8')).toBe(made)
    expect(second.decrypt('letter', 'ruth', first.encrypt('letter', 'ruth', 'whither thou goest'))).toBe(
      'whither thou goest',
    )
  })

  test("is made in a folder of the operator's without closing that to others", async () => {
    await chmod(dataFolder, 0o755)
    const keyFile = join(dataFolder, 'vestry.key')
    await openEncryptor(database, { dataFolder, keyFile })
    expect((await stat(keyFile)).mode & 0o777).toBe(0o600)
    expect((await stat(dataFolder)).mode & 0o777).toBe(0o755)
  })

  test('that is lost is not created again for a database that exists', async () => {
    await openEncryptor(database, { dataFolder })
    await rm(file())
    await expect(openEncryptor(database, { dataFolder })).rejects.toThrow(
      `The key file ${file()} is missing, and the database was made with it. Restore it from the backup.`,
    )
  })

  test('of another server is refused', async () => {
    await openEncryptor(database, { dataFolder })
    await writeFile(file(), Buffer.alloc(32, 7).toString('base64'))
    await expect(openEncryptor(database, { dataFolder })).rejects.toThrow(
      `The key file ${file()} is not the one that the database was made with.`,
    )
  })

  test('that is cut off is refused', async () => {
    await openEncryptor(database, { dataFolder })
    await writeFile(file(), 'c2hvcnQ=')
    await chmod(file(), 0o600)
    await expect(openEncryptor(database, { dataFolder })).rejects.toThrow(
      `The key file ${file()} is damaged.`,
    )
  })

  test('is the same for two processes that start together', async () => {
    const [one, other] = await Promise.all([
      openEncryptor(database, { dataFolder }),
      openEncryptor(database, { dataFolder }),
    ])
    expect(one.mac('letter', 'x')).toEqual(other.mac('letter', 'x'))
  })
})

describe('what is encrypted', () => {
  const encryptor = createEncryptor(Buffer.alloc(32, 1))

  test('decrypts only for the same purpose and in the same row', () => {
    const encrypted = encryptor.encrypt('verifier', 'ruth', 'secret')
    expect(encryptor.decrypt('verifier', 'ruth', encrypted)).toBe('secret')
    expect(() => encryptor.decrypt('verifier', 'boaz', encrypted)).toThrow()
    expect(() => encryptor.decrypt('challenge', 'ruth', encrypted)).toThrow()
    expect(() => createEncryptor(Buffer.alloc(32, 2)).decrypt('verifier', 'ruth', encrypted)).toThrow()
  })

  test('does not open when a bit of it was changed', () => {
    const bytes = Buffer.from(encryptor.encrypt('verifier', 'ruth', 'secret'), 'base64')
    for (const at of [0, 13, bytes.length - 1]) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(() => encryptor.decrypt('verifier', 'ruth', changed.toString('base64'))).toThrow()
    }
  })

  test('looks different every time', () => {
    expect(encryptor.encrypt('verifier', 'ruth', 'secret')).not.toBe(
      encryptor.encrypt('verifier', 'ruth', 'secret'),
    )
  })
})
