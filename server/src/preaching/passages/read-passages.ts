import type { MessageLanguage } from '@vestry/contract/messages/message-languages.ts'
import { bibleBook, LAST, type Passage, verseNumber } from '@vestry/contract/sermons/bible-books.ts'
import { type BibleNames, loadBibleNames } from './bible-names.ts'
import { type FoundBook, findBook } from './find-book.ts'
import { type Token, tokenise } from './passage-tokens.ts'
import { EDITION, INTRODUCTIONS, LIST_WORDS, TRANSLATIONS } from './passage-words.ts'
import { type BookContext, readPlaces } from './read-places.ts'
import type { UnreadReason } from './token-view.ts'

/** In UTF-16 units. */
export const MAX_PASSAGES_TEXT = 500
export const MAX_PASSAGES = 50

/** Each passage once, in the order typed, and each piece of the text that is not part of one. */
export type PassageReading = { passages: Passage[]; unread: { text: string; reason: UnreadReason }[] }

/** Languages in which a comma separates the chapter from the verse. */
const COMMA_LANGUAGES: readonly MessageLanguage[] = ['es']
const PSALMS = 19

/**
 * Reads passages as people type them, in the language they most likely use; names of books are read in both. Text that
 * could mean two things is left unread, not guessed.
 */
export async function readPassages(text: string, language: MessageLanguage): Promise<PassageReading> {
  if (text.length > MAX_PASSAGES_TEXT) {
    return { passages: [], unread: [{ text: `${text.slice(0, MAX_PASSAGES_TEXT)}…`, reason: 'too_long' }] }
  }
  const reader = new PassageReader(text, language, await loadBibleNames())
  return reader.read()
}

class PassageReader {
  readonly #text: string
  readonly #tokens: Token[]
  readonly #commaLanguage: boolean
  readonly #names: BibleNames
  readonly #findBook: (at: number) => FoundBook | undefined
  readonly #passages = new Map<string, Passage>()
  readonly #unread: { first: number; next: number; reason: UnreadReason }[] = []

  constructor(text: string, language: MessageLanguage, names: BibleNames) {
    this.#text = text
    this.#tokens = tokenise(text)
    this.#commaLanguage = COMMA_LANGUAGES.includes(language)
    this.#names = names
    const lookUp = names.lookUp(language)
    const found = new Map<number, FoundBook | undefined>()
    this.#findBook = (at) => {
      if (!found.has(at)) {
        found.set(at, findBook(this.#tokens, at, lookUp))
      }
      return found.get(at)
    }
  }

  read(): PassageReading {
    let at = 0
    while (at < this.#tokens.length) {
      const book = this.#translationAt(at) === undefined ? this.#findBook(at) : undefined
      at = book === undefined ? this.#skip(at) : this.#readBook(at, book)
    }
    return {
      passages: [...this.#passages.values()],
      unread: this.#unread.map(({ first, next, reason }) => ({ text: this.#textOf(first, next), reason })),
    }
  }

  #readBook(at: number, { book, next }: FoundBook): number {
    if (book === 'several') {
      return this.#leave(at, this.#nextBook(next), 'ambiguous')
    }
    const places = readPlaces(this.#tokens, next, this.#context(book))
    for (const passage of places.passages) {
      this.#add(passage, at, places.next)
    }
    if (places.failure !== undefined) {
      const failedAt = places.passages.length === 0 ? at : (places.failedAt ?? at)
      return this.#leave(failedAt, this.#nextBook(Math.max(failedAt + 1, places.next)), places.failure)
    }
    if (places.passages.length > 0) {
      return places.next
    }
    if (this.#isFollowed(next)) {
      return this.#leave(at, next, 'unknown')
    }
    this.#add({ from: verseNumber(book, 1, 1), to: verseNumber(book, LAST, LAST) }, at, next)
    return next
  }

  #context(number: number): BookContext {
    return {
      number,
      chapters: bibleBook(number).chapters,
      lastVerse: (chapter) => this.#names.lastVerse(number, chapter),
      isPsalms: number === PSALMS,
      commaLanguage: this.#commaLanguage,
      isBook: (at) => this.#findBook(at) !== undefined,
    }
  }

  /** Whether something that seems to belong to the book follows its bare name. */
  #isFollowed(at: number): boolean {
    const token = this.#tokens[at]
    const next = token?.kind === 'sign' || token?.kind === 'break' ? at + 1 : at
    const following = this.#tokens[next]
    if (this.#findBook(next) !== undefined) {
      return false
    }
    return following?.kind === 'number' || (token?.kind === 'word' && !isMuteWord(token.word))
  }

  #nextBook(at: number): number {
    let next = at
    while (next < this.#tokens.length && this.#findBook(next) === undefined) {
      next++
    }
    return next
  }

  /** Skips a token that no passage begins with, and counts it as unread if it means something. */
  #skip(at: number): number {
    const token = this.#tokens[at]
    const translation = this.#translationAt(at)
    if (translation !== undefined) {
      return translation
    }
    const joins = token?.kind === 'word' && isMuteWord(token.word)
    const bullet = token?.kind === 'sign' && token.sign === '-' && this.#beginsLine(at)
    const isMute = token?.kind === 'break' || (token?.kind === 'sign' && token.sign !== '-')
    if (isMute || bullet || (joins && this.#findBook(at + 1) !== undefined)) {
      return at + 1
    }
    return this.#leave(at, at + 1, 'unknown')
  }

  /** Where the name of a translation ends, such as `NIV` or `RV60`; `Rv 21` is a passage. */
  #translationAt(at: number): number | undefined {
    const token = this.#tokens[at]
    const edition = this.#tokens[at + 1]
    if (token?.kind !== 'word' || !TRANSLATIONS.has(token.word)) {
      return undefined
    }
    if (edition?.kind !== 'number') {
      return at + 1
    }
    return EDITION.test(String(edition.value)) ? at + 2 : undefined
  }

  #beginsLine(at: number): boolean {
    const before = this.#tokens[at - 1]
    return before === undefined || (before.kind === 'sign' && before.sign === 'line')
  }

  #add(passage: Passage, first: number, next: number): void {
    const key = `${passage.from}-${passage.to}`
    if (this.#passages.size < MAX_PASSAGES || this.#passages.has(key)) {
      this.#passages.set(key, passage)
    } else {
      this.#leave(first, next, 'too_long')
    }
  }

  #leave(first: number, next: number, reason: UnreadReason): number {
    const before = this.#unread.at(-1)
    if (before !== undefined && this.#isOnePiece(before.next, first) && before.reason === reason) {
      before.next = Math.max(next, before.next)
    } else {
      this.#unread.push({ first, next, reason })
    }
    return next
  }

  #isOnePiece(next: number, first: number): boolean {
    const between = this.#tokens.slice(next, first)
    return between.every((token) => token.kind === 'sign' && token.sign !== ';' && token.sign !== 'line')
  }

  /** What was typed, without the punctuation after it. */
  #textOf(first: number, next: number): string {
    const isMute = (token: Token | undefined) =>
      token?.kind === 'break' || (token?.kind === 'sign' && token.sign !== ')')
    let last = next - 1
    while (last > first && isMute(this.#tokens[last])) {
      last--
    }
    return this.#text.slice(this.#tokens[first]?.start, this.#tokens[last]?.end)
  }
}

function isMuteWord(word: string): boolean {
  return LIST_WORDS.has(word) || INTRODUCTIONS.has(word) || TRANSLATIONS.has(word)
}
