import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Reads what is kept, such as a certificate, those that vouch for it, and its key, which lie in one file so that they
 * never differ in age; `undefined` if there is none.
 */
export function readSecret(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      return undefined
    }
    throw error
  }
}

/** Writes such a file whole or not at all, readable by its owner alone, and returns what is in it. */
export function writeSecret(file: string, parts: readonly string[]): string {
  const text = parts.map((part) => `${part.trim()}\n`).join('')
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  writeFileSync(`${file}.new`, text, { mode: 0o600, flush: true })
  renameSync(`${file}.new`, file)
  return text
}
