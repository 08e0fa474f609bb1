import type { Encryptor } from '../core/keys/encryptor.ts'
import { invalidParameter } from '../errors.ts'

/** Where a page of a list ended, as a token that reveals nothing and is good only for that list. */
export function makePageToken(
  encryptor: Encryptor,
  list: readonly string[],
  bookmark: readonly string[],
): string {
  return encryptor.encrypt('page-token', JSON.stringify(list), JSON.stringify(bookmark))
}

export function readPageToken(
  encryptor: Encryptor,
  list: readonly string[],
  token: string | undefined,
): readonly string[] | undefined {
  if (token === undefined) {
    return undefined
  }
  try {
    return JSON.parse(encryptor.decrypt('page-token', JSON.stringify(list), token)) as string[]
  } catch {
    throw invalidParameter('Invalid pagination token.')
  }
}
