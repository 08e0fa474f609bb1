import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/** Why the service can't start with a key file; the message is a sentence for its operator. */
export class KeyFileError extends Error {
  override name = 'KeyFileError'
}

const KEY_BYTES = 32

/**
 * Reads the key that encrypts everything secret in the database. It is outside the database, so that a
 * stolen database signs nobody in. `undefined` when there is no such file.
 */
export function readKeyFile(file: string): Buffer | undefined {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') {
      return undefined
    }
    throw new KeyFileError(`The key file ${file} can't be read.`, { cause })
  }
  const key = Buffer.from(text.trim(), 'base64')
  if (key.length !== KEY_BYTES) {
    throw new KeyFileError(`The key file ${file} is damaged. Restore it from the backup.`)
  }
  return key
}

/**
 * Makes the key file, readable by its owner alone, and returns the key. It appears whole or not at all, and never
 * replaces another: when several processes start together, all get the key of the first.
 */
export function makeKeyFile(file: string): Buffer {
  const draft = `${file}.${randomBytes(6).toString('hex')}.new`
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    const handle = openSync(draft, 'wx', 0o600)
    writeSync(handle, `${randomBytes(KEY_BYTES).toString('base64')}\n`)
    fsyncSync(handle)
    closeSync(handle)
    linkSync(draft, file)
    fsyncFolder(dirname(file))
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') {
      throw new KeyFileError(`The key file ${file} can't be written.`, { cause })
    }
  } finally {
    rmSync(draft, { force: true })
  }
  const key = readKeyFile(file)
  if (!key) {
    throw new KeyFileError(`The key file ${file} can't be written.`)
  }
  return key
}

function fsyncFolder(folder: string) {
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
