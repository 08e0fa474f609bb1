import type { Sign, Token } from './passage-tokens.ts'
import { ARTICLES, CHAPTER_WORDS, LIST_WORDS, VERSE_WORDS } from './passage-words.ts'

/**
 * Why a piece of a text was not read: it is no passage; the Bible has no such chapter or verse; it may mean more than
 * one passage; or the text is too long.
 */
export type UnreadReason = 'unknown' | 'absent' | 'ambiguous' | 'too_long'

export class Unreadable extends Error {
  readonly reason: UnreadReason
  constructor(reason: UnreadReason) {
    super(reason)
    this.reason = reason
  }
}

export type Separator = Sign | 'word' | undefined

/** What stands at a place among the tokens. */
export class TokenView {
  readonly #tokens: Token[]

  constructor(tokens: Token[]) {
    this.#tokens = tokens
  }

  /** Where the next place begins, and the sign or word before it. */
  separatorAt(at: number): [Separator, number] {
    let separator: Separator
    let next = at
    for (;;) {
      const sign = this.sign(next)
      const found: Separator = this.word(next, LIST_WORDS) ? 'word' : sign === '&' ? 'word' : sign
      if (
        found === undefined ||
        found === '-' ||
        found === '(' ||
        found === ')' ||
        found === '/' ||
        found === ':'
      ) {
        return [separator, next]
      }
      separator = separator === undefined || found === ';' || found === 'line' ? found : separator
      next++
    }
  }

  startsPlace(at: number): boolean {
    const begin = this.skipArticles(at)
    const number = this.word(begin, CHAPTER_WORDS) ? begin + 1 : (this.markedVerse(begin) ?? begin)
    return this.#tokens[number]?.kind === 'number'
  }

  skipArticles(at: number): number {
    return this.word(at, ARTICLES) ? at + 1 : at
  }

  /** Where the number of `v. 16`, `the verses 16` or `versículos del 16` stands. */
  markedVerse(at: number): number | undefined {
    const begin = this.skipArticles(at)
    const number = this.skipArticles(begin + 1)
    return this.word(begin, VERSE_WORDS) && this.#tokens[number]?.kind === 'number' ? number : undefined
  }

  numberAt(at: number): number {
    const token = this.#tokens[at]
    if (token?.kind !== 'number') {
      throw new Unreadable('unknown')
    }
    return token.value
  }

  sign(at: number): Sign | undefined {
    const token = this.#tokens[at]
    return token?.kind === 'sign' ? token.sign : undefined
  }

  word(at: number, words: Set<string>): boolean {
    const token = this.#tokens[at]
    return token?.kind === 'word' && words.has(token.word)
  }

  /** Whether a sign stands without white space around it. */
  tight(at: number): boolean {
    return this.#tokens[at]?.spaced === false && this.#tokens[at + 1]?.spaced === false
  }
}
