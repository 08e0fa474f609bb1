import { sanitizeSearch } from '@vestry/contract/text/sanitize.ts'
import { searchKey } from '@vestry/contract/text/search-key.ts'

/** The words to search for in titles: undefined if nothing is asked for, empty if nothing can be found. */
export function titleWords(search: string | undefined): string[] | undefined {
  return search === undefined || search.trim() === ''
    ? undefined
    : searchKey(sanitizeSearch(search)).split(/[ ,]+/).filter(Boolean)
}

/** Whether a title has all the words. */
export function hasWords(title: string, words: readonly string[]): boolean {
  const key = searchKey(title)
  return words.length > 0 && words.every((word) => key.includes(word))
}
