import { LAST, type Passage, verseNumber } from '@vestry/contract/sermons/bible-books.ts'
import type { Sign, Token } from './passage-tokens.ts'
import {
  CHAPTER_WORDS,
  END_WORDS,
  LIST_WORDS,
  RANGE_WORDS,
  REST_WORDS,
  VERSE_WORDS,
} from './passage-words.ts'
import { type Separator, TokenView, Unreadable, type UnreadReason } from './token-view.ts'

/** What is known of the book whose chapters and verses are read. */
export type BookContext = {
  number: number
  chapters: number
  lastVerse: (chapter: number) => number
  isPsalms: boolean
  /** Whether a comma separates the chapter from the verse, as in `Juan 3,16`. */
  commaLanguage: boolean
  /** Whether a book's name begins at a token. */
  isBook: (at: number) => boolean
}

/** The chapters and verses after a book's name. If there is a `failure`, nothing from `failedAt` on was read. */
export type Places = { passages: Passage[]; next: number; failedAt?: number; failure?: UnreadReason }

/** A chapter, or a verse of it. */
type Point = { chapter: number; verse?: number; next: number; by?: ':' | '.' | ',' }

export function readPlaces(tokens: Token[], start: number, book: BookContext): Places {
  const reader = new PlaceReader(tokens, book)
  const passages: Passage[] = []
  let next = start
  let itemAt = start
  try {
    for (;;) {
      const item =
        passages.length === 0 ? reader.readFirst(next) : reader.readFurther(next, (at) => (itemAt = at))
      if (item === undefined) {
        return { passages, next }
      }
      passages.push(item.passage)
      next = item.next
    }
  } catch (error) {
    if (!(error instanceof Unreadable)) {
      throw error
    }
    return { passages, next, failedAt: itemAt, failure: error.reason }
  }
}

class PlaceReader {
  readonly #tokens: Token[]
  readonly #at: TokenView
  readonly #book: BookContext
  /** The last place read: a single number after a verse is a verse. */
  #last: { chapter: number; verse?: number } | undefined
  #inList = false

  constructor(tokens: Token[], book: BookContext) {
    this.#tokens = tokens
    this.#at = new TokenView(tokens)
    this.#book = book
  }

  readFirst(at: number) {
    const named = this.#at.word(at + 1, VERSE_WORDS) || this.#at.word(at + 1, CHAPTER_WORDS)
    const begin = this.#at.sign(at) === ',' && named ? at + 1 : at
    return this.#at.startsPlace(begin) && !this.#book.isBook(begin)
      ? this.#readItem(begin, undefined)
      : undefined
  }

  readFurther(at: number, began: (at: number) => void) {
    const [separator, begin] = this.#at.separatorAt(at)
    if (separator === undefined || !this.#at.startsPlace(begin)) {
      return undefined
    }
    if (this.#book.isBook(begin)) {
      return this.#beforeBook(begin, this.#at.sign(begin - 1))
    }
    began(begin)
    return this.#readItem(begin, separator)
  }

  /** `8`, `8:28`, `8:28-30`, `8:28-9:1`, `28ff`, `28-end`. */
  #readItem(at: number, separator: Separator): { passage: Passage; next: number } {
    const from = this.#readPoint(at, separator)
    const rest = this.#readToEnd(from) ?? this.#readRest(from)
    const to = rest ?? this.#readEnd(from)
    const end = to ?? from
    this.#inList = from.verse === undefined && (this.#inList || separator !== undefined)
    this.#last = { chapter: end.chapter, ...(end.verse === undefined ? {} : { verse: end.verse }) }
    const { number, chapters } = this.#book
    const lastChapter = chapters === 1 && end.verse === undefined ? LAST : end.chapter
    const passage = {
      from: verseNumber(number, from.chapter, from.verse ?? 1),
      to: verseNumber(number, lastChapter, end.verse ?? LAST),
    }
    return { passage, next: end.next }
  }

  #readPoint(at: number, separator: Separator): Point {
    const begin = this.#at.skipArticles(at)
    const verse = this.#at.markedVerse(begin)
    if (verse !== undefined) {
      return this.#verseOfChapter(this.#at.numberAt(verse), verse + 1)
    }
    const named = this.#at.word(begin, CHAPTER_WORDS)
    const where = named ? begin + 1 : begin
    const [chapter, next] = this.#bookNumbering(this.#at.numberAt(where), where + 1)
    const verseList = !named && this.#last?.verse !== undefined && separator !== ';' && separator !== 'line'
    return this.#verseAfter(chapter, next, verseList) ?? this.#lone(chapter, next, named, separator)
  }

  /** A verse after the chapter: `:28`, `.28`, `,28`, ` v. 28`, ` 28`. */
  #verseAfter(chapter: number, next: number, verseList: boolean): Point | undefined {
    const sign = this.#at.sign(next)
    const marked = sign === ',' || sign === '.' || sign === ':' ? next + 1 : next
    const verse = this.#at.markedVerse(marked)
    if (!verseList && verse !== undefined) {
      return this.#point(chapter, this.#at.numberAt(verse), verse + 1, ':')
    }
    const token = this.#tokens[marked]
    if (token?.kind !== 'number') {
      return undefined
    }
    if (sign === ':') {
      return this.#point(chapter, token.value, marked + 1, ':')
    }
    if (verseList) {
      return undefined
    }
    if (sign === '.' && !this.#at.tight(next) && !this.#book.isBook(marked)) {
      throw new Unreadable('ambiguous')
    }
    if (sign === '.' && this.#at.tight(next)) {
      return this.#point(chapter, token.value, marked + 1, '.')
    }
    if (this.#book.isBook(marked)) {
      return this.#beforeBook(marked, sign)
    }
    if (sign === ',' && !this.#inList) {
      return this.#afterComma(chapter, marked, this.#at.tight(next))
    }
    return marked === next ? this.#point(chapter, token.value, marked + 1, ':') : undefined
  }

  /** `8,1 Juan 3` is either Romans 8:1 and John or 1 John. */
  #beforeBook(at: number, sign: Sign | undefined): undefined {
    if (this.#book.isBook(at + 1) && (sign === undefined || this.#at.tight(at - 1))) {
      throw new Unreadable('ambiguous')
    }
  }

  /** `3,16` may be a verse or two chapters: it is read only if just one of them can be meant. */
  #afterComma(chapter: number, at: number, tight: boolean): Point | undefined {
    const number = this.#at.numberAt(at)
    const { commaLanguage, chapters } = this.#book
    if (this.#at.sign(at + 1) === ':' || (chapters === 1 && chapter !== 1)) {
      return undefined
    }
    const asVerse = number > 0 && number <= this.#book.lastVerse(chapter)
    const inOrder = commaLanguage ? number > chapter : number !== chapter
    const asOther =
      inOrder && !this.#goesOnWithComma(chapter, at) && (chapters === 1 || this.#book.lastVerse(number) > 0)
    const ranges = this.#at.sign(at + 1) === '-' || this.#at.word(at + 1, RANGE_WORDS)
    const nextChapter = !commaLanguage && !tight && !ranges && number === chapter + 1 && chapters > 1
    const convention = commaLanguage && (tight || ranges)
    if (convention ? !asVerse || this.#isLoneNumber(at + 1) : asVerse && asOther && !nextChapter) {
      throw new Unreadable('ambiguous')
    }
    if (convention || (asVerse && !nextChapter)) {
      return this.#point(chapter, number, at + 1, ',')
    }
    this.#inList = true
    return undefined
  }

  /** `52, 13-53, 12`: nobody lists chapter 52 and then a range that includes it. */
  #goesOnWithComma(chapter: number, at: number): boolean {
    const end = this.#rangeAt(at + 1)
    const token = end === undefined ? undefined : this.#tokens[end]
    const holds = token?.kind === 'number' && token.value > chapter && this.#at.numberAt(at) < chapter
    return end !== undefined && holds && this.#isLoneNumber(end + 1)
  }

  /** Whether a comma and one more number follow, so that `1,2,3` may be three chapters. */
  #isLoneNumber(at: number): boolean {
    return this.#at.sign(at) === ',' && this.#numberFollows(at)
  }

  /** A single number is a verse if it follows a verse, otherwise a chapter. */
  #lone(number: number, next: number, named: boolean, separator: Separator): Point {
    const last = this.#last
    const { chapters } = this.#book
    if (named || (last === undefined && chapters > 1)) {
      return this.#point(number, undefined, next)
    }
    if (chapters === 1) {
      const continues = this.#at.sign(next) === '-' || this.#at.word(next, RANGE_WORDS)
      return number === 1 && last === undefined && !continues
        ? this.#point(1, undefined, next)
        : this.#point(1, number, next)
    }
    if (last?.verse === undefined) {
      return this.#point(number, undefined, next)
    }
    const asVerse = number > last.verse && number <= this.#book.lastVerse(last.chapter)
    if (separator === ';' || separator === 'line') {
      if (asVerse && this.#book.lastVerse(number) > 0) {
        throw new Unreadable('ambiguous')
      }
      return this.#point(number, undefined, next)
    }
    if (!asVerse) {
      throw new Unreadable(number > last.verse ? 'absent' : 'ambiguous')
    }
    return this.#point(last.chapter, number, next)
  }

  #readEnd(from: Point): Point | undefined {
    const at = this.#rangeAt(from.next)
    if (at === undefined) {
      return undefined
    }
    const end = this.#endPoint(this.#at.skipArticles(at), from)
    if (verseNumber(0, end.chapter, end.verse ?? LAST) <= verseNumber(0, from.chapter, from.verse ?? 1)) {
      throw new Unreadable('ambiguous')
    }
    if (this.#rangeAt(end.next) !== undefined) {
      throw new Unreadable('unknown')
    }
    return end
  }

  #endPoint(at: number, from: Point): Point {
    const verse = this.#at.markedVerse(at)
    if (verse !== undefined) {
      if (from.verse === undefined) {
        throw new Unreadable('ambiguous')
      }
      return this.#rangeEnd(this.#point(from.chapter, this.#at.numberAt(verse), verse + 1))
    }
    const named = this.#at.word(at, CHAPTER_WORDS)
    const where = named ? at + 1 : at
    const number = this.#at.numberAt(where)
    const next = where + 1
    const sign = this.#numberFollows(next) ? this.#at.sign(next) : undefined
    if (sign === ':' || (sign === '.' && this.#isChapterBeforeDot(from, number))) {
      return this.#rangeEnd(this.#point(number, this.#at.numberAt(next + 1), next + 2))
    }
    if (named && from.verse !== undefined) {
      const last = this.#at.markedVerse(next)
      if (last === undefined) {
        throw new Unreadable('ambiguous')
      }
      return this.#rangeEnd(this.#point(number, this.#at.numberAt(last), last + 1))
    }
    // In `52, 13-53, 12` chapter 52 has no verse 53.
    const isNoVerse = from.by === ',' && number > this.#book.lastVerse(from.chapter)
    const mayBeChapter = this.#at.tight(next) || isNoVerse
    if (sign === ',' && mayBeChapter && (this.#book.commaLanguage || from.by === ',')) {
      return this.#rangeEnd(this.#endWithComma(from, number, next))
    }
    return this.#rangeEnd(
      from.verse === undefined && this.#book.chapters > 1
        ? this.#point(number, undefined, next)
        : this.#point(from.chapter, number, next),
    )
  }

  /** `3.16-4.2` goes on into the next chapter; `16-18.20` may also be verse 20, and after a comma or a colon it is. */
  #isChapterBeforeDot(from: Point, number: number): boolean {
    if (from.verse === undefined) {
      return true
    }
    if (from.by !== '.') {
      return false
    }
    if (number > from.verse) {
      throw new Unreadable('ambiguous')
    }
    return true
  }

  /** A range of verses ends at a verse or, written as `30ff`, has no end that could be named. */
  #rangeEnd(point: Point): Point {
    const token = this.#tokens[point.next - 1]
    if (token?.kind === 'number' && (token.suffix === 'next' || token.suffix === 'rest')) {
      throw new Unreadable('ambiguous')
    }
    return point
  }

  /** `1,1-2,3` goes on into the next chapter; `16-18,20` may also be verse 20. */
  #endWithComma(from: Point, number: number, at: number): Point {
    const last = this.#book.lastVerse(from.chapter)
    const canBeVerse = from.verse !== undefined && number > from.verse && number <= last
    if (canBeVerse && from.by !== ',') {
      return this.#point(from.chapter, number, at)
    }
    if (from.by !== ',' || (canBeVerse && number !== from.chapter + 1)) {
      throw new Unreadable('ambiguous')
    }
    return this.#point(number, this.#at.numberAt(at + 1), at + 2)
  }

  /** `8:11-end` and the chapter to its end; `8-end` and the book to its end. */
  #readToEnd(from: Point): Point | undefined {
    const end = this.#at.skipArticles(from.next + 1)
    const ranges = this.#at.sign(from.next) === '-' || this.#at.word(from.next, RANGE_WORDS)
    if (!ranges || !this.#at.word(end, END_WORDS)) {
      return undefined
    }
    return from.verse === undefined
      ? this.#point(this.#book.chapters, undefined, end + 1)
      : this.#point(from.chapter, this.#book.lastVerse(from.chapter), end + 1)
  }

  /** `28f` and the verse after it; `28ff` and the chapter to its end. */
  #readRest(from: Point): Point | undefined {
    const token = this.#tokens[from.next - 1]
    const suffix = token?.kind === 'number' ? token.suffix : undefined
    const linked = this.#at.word(from.next, LIST_WORDS) ? from.next + 1 : from.next
    const spelled = this.#at.word(linked, REST_WORDS)
    if (suffix === 'ordinal' || (suffix !== undefined && from.verse === undefined)) {
      throw new Unreadable('unknown')
    }
    if (!spelled && suffix !== 'next' && suffix !== 'rest') {
      return undefined
    }
    if (from.verse === undefined) {
      throw new Unreadable('ambiguous')
    }
    const last = this.#book.lastVerse(from.chapter)
    const verse = spelled || suffix === 'rest' ? last : from.verse + 1
    return this.#point(from.chapter, verse, spelled ? linked + 1 : from.next)
  }

  /** Where the end of a range begins, if there is one. */
  #rangeAt(at: number): number | undefined {
    const words = this.#at.word(at, RANGE_WORDS)
    if (this.#at.sign(at) !== '-' && !words) {
      return undefined
    }
    if (!this.#at.startsPlace(at + 1)) {
      return undefined
    }
    if (this.#book.isBook(at + 1)) {
      throw new Unreadable('ambiguous')
    }
    return at + 1
  }

  /** The Psalms have two numberings; `118 (119)` names both. The higher one is the Hebrew, which we use. */
  #bookNumbering(number: number, next: number): [chapter: number, next: number] {
    const other = this.#tokens[next + 1]
    if (
      !this.#book.isPsalms ||
      this.#at.sign(next) !== '(' ||
      other?.kind !== 'number' ||
      this.#at.sign(next + 2) !== ')'
    ) {
      return [number, next]
    }
    const [greek, hebrew] = [Math.min(number, other.value), Math.max(number, other.value)]
    const isPair = hebrew - greek === 1 && ((hebrew > 10 && hebrew < 114) || (hebrew > 116 && hebrew < 147))
    if (!isPair) {
      throw new Unreadable('ambiguous')
    }
    return [hebrew, next + 3]
  }

  #verseOfChapter(verse: number, next: number): Point {
    const chapter = this.#book.chapters === 1 ? 1 : this.#last?.chapter
    if (chapter === undefined || (this.#last !== undefined && this.#last.verse === undefined)) {
      throw new Unreadable('ambiguous')
    }
    return this.#point(chapter, verse, next)
  }

  #point(chapter: number, verse: number | undefined, next: number, by?: Point['by']): Point {
    const last = this.#book.lastVerse(chapter)
    if (last === 0 || (verse !== undefined && (verse < 1 || verse > last))) {
      throw new Unreadable('absent')
    }
    return { chapter, next, ...(verse === undefined ? {} : { verse }), ...(by === undefined ? {} : { by }) }
  }

  /** Whether a sign is followed by a number that doesn't belong to the name of a book. */
  #numberFollows(sign: number): boolean {
    return this.#tokens[sign + 1]?.kind === 'number' && !this.#book.isBook(sign + 1)
  }
}
