import type { LookUp } from './bible-names.ts'
import type { Token } from './passage-tokens.ts'
import { AFTER_ORDINAL, BEFORE_NAME, ORDINAL_WORDS } from './passage-words.ts'

/** The book whose name begins at a token, and where the name ends; `several` if it may be more than one. */
export type FoundBook = { book: number | 'several'; next: number }

/** The longest name has eight words: `Primera epístola del apóstol Pablo a los Corintios`. */
const MAX_WORDS = 8

export function findBook(tokens: Token[], at: number, lookUp: LookUp): FoundBook | undefined {
  const ordinal = ordinalAt(tokens, at)
  if (ordinal !== undefined) {
    const found = findName(tokens, at + 1, (name) => lookUp(`${ordinal} ${name.replace(AFTER_ORDINAL, '')}`))
    if (found !== undefined) {
      return found
    }
  }
  return findName(tokens, at, (name) => lookUp(name) ?? lookUpWithout(BEFORE_NAME, name, lookUp))
}

function lookUpWithout(before: RegExp, name: string, lookUp: LookUp): ReturnType<LookUp> {
  const rest = name.replace(before, '')
  return rest === name ? undefined : lookUp(rest)
}

/** The longest run of words that is a name. */
function findName(tokens: Token[], at: number, lookUp: LookUp): FoundBook | undefined {
  const words = wordsFrom(tokens, at)
  for (let count = words.length; count > 0; count--) {
    const book = lookUp(words.slice(0, count).join(' '))
    if (book !== undefined) {
      return { book, next: at + count }
    }
  }
  return undefined
}

function wordsFrom(tokens: Token[], at: number): string[] {
  const words: string[] = []
  for (const token of tokens.slice(at, at + MAX_WORDS)) {
    if (token.kind !== 'word') {
      break
    }
    words.push(token.word)
  }
  return words
}

function ordinalAt(tokens: Token[], at: number): number | undefined {
  const token = tokens[at]
  if (tokens[at + 1]?.kind !== 'word') {
    return undefined
  }
  if (token?.kind === 'word') {
    return ORDINAL_WORDS.get(token.word)
  }
  const counts = token?.kind === 'number' && (token.suffix === undefined || /ordinal|part/.test(token.suffix))
  return counts && token.value >= 1 && token.value <= 3 ? token.value : undefined
}
