import { normalForm } from './normal-form.ts'

// How texts are compared without regard to case and accents. No schema is here: the browser may load it.

const MARKS = /\p{M}/gu
const SPACES = /\s+/gu
/**
 * What the search box doesn't let through and no title needs in order to be found, and the letter that an apostrophe
 * became (see `sanitize`). `_` and `%` are among them.
 */
const NOT_SEARCHED = /[^\p{L}\p{N}\s,.-]|ʼ/gu

/**
 * A name as it is compared and sorted: without case, accents and doubled white space. Two names with one
 * key are one name.
 */
export function nameKey(name: string): string {
  return normalForm(name.toLowerCase(), 'NFD')
    .replace(MARKS, '')
    .replaceAll('ς', 'σ')
    .replace(SPACES, ' ')
    .trim()
}

/** The fewest letters that find anything; a trigram index knows no shorter text. */
const FIND_LETTERS = 3

/** Whether a text is long enough to find anything. */
export function isFindable(text: string): boolean {
  return [...searchKey(text).replaceAll(' ', '')].length >= FIND_LETTERS
}

/**
 * A title, or the text searched for in titles, as they are compared: like {@link nameKey}, and also without
 * the signs that the search box removes, so that `John 3:16` is found by `john 316`. The key holds no
 * character that means something in a LIKE pattern.
 */
export function searchKey(text: string): string {
  return nameKey(normalForm(text, 'NFD').replace(MARKS, '').replace(NOT_SEARCHED, ''))
}
