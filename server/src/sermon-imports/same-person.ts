import { searchKey } from '@vestry/contract/text/search-key.ts'

/** What stands before a name and is none. */
const TITLES = new Set(
  `rev reverend reverendo reverenda pastor pastora pas ps pr dr dra doctor elder deacon bishop obispo father padre fr p brother
  sister bro sis hermano hermana hno hna mr mrs ms sr sra srta the el la`.split(/\s+/),
)

/** The words of a name without titles: `Rev. J. Smith` is `j`, `smith`. */
function wordsOf(name: string): string[] {
  const words = searchKey(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
  const named = words.filter((word) => !TITLES.has(word))
  return named.length > 0 ? named : words
}

/** Whether two names are one but for titles, points and accents. */
export function isSameName(a: string, b: string): boolean {
  return wordsOf(a).join(' ') === wordsOf(b).join(' ')
}

/** Whether two names may be of one person: the same surname, and first names of which one may stand for the other. */
export function mayBeSame(a: string, b: string): boolean {
  const [first = '', ...restOfFirst] = wordsOf(a)
  const [second = '', ...restOfSecond] = wordsOf(b)
  const last = restOfFirst.at(-1)
  return (
    isSameName(a, b) ||
    (last !== undefined &&
      last === restOfSecond.at(-1) &&
      (first.startsWith(second) || second.startsWith(first))) ||
    (last === undefined && restOfSecond.length > 0 && first.length > 2 && first === restOfSecond.at(-1)) ||
    (restOfSecond.length === 0 && last !== undefined && second.length > 2 && second === last)
  )
}
