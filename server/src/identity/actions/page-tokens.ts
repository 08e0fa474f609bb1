import { invalidParameter } from '../identity-errors.ts'
import type { Sealer } from '../secrets/sealer.ts'

/** Where a page of a list ended, as a token that says nothing and is good for that list alone. */
export function sealBookmark(sealer: Sealer, list: readonly string[], bookmark: readonly string[]): string {
  return sealer.seal('page-token', JSON.stringify(list), JSON.stringify(bookmark))
}

export function openBookmark(
  sealer: Sealer,
  list: readonly string[],
  token: string | undefined,
): readonly string[] | undefined {
  if (token === undefined) {
    return undefined
  }
  try {
    return JSON.parse(sealer.open('page-token', JSON.stringify(list), token)) as string[]
  } catch {
    throw invalidParameter('Invalid pagination token.')
  }
}
