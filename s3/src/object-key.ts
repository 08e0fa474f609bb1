import { StorageError } from './storage-errors.ts'

/**
 * Refuses a key that S3 refuses, and also what a browser or a file system would read as another one: dot
 * segments, control characters and what XML can't carry.
 */
export function checkKey(key: string): void {
  if (Buffer.byteLength(key) > 1024) {
    throw new StorageError('KeyTooLongError')
  }
  const dotted = key.split('/').some((segment) => segment === '.' || segment === '..')
  if (dotted || [...key].some(isForbidden)) {
    throw new StorageError('InvalidURI', 'The key has a dot segment or a character that is not allowed.')
  }
}

function isForbidden(character: string): boolean {
  const code = character.codePointAt(0) ?? 0
  return code < 0x20 || code === 0x7f || (code >= 0xd800 && code <= 0xdfff) || (code & 0xfffe) === 0xfffe
}
