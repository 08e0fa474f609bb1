// The books of the Bible and how a passage is kept as two numbers. No schema is here.

/**
 * Each book's OSIS code and number of chapters. Its number is its place, from 1: the 66 books in the order of
 * Protestant Bibles, then the deuterocanonical ones that Catholic Bibles have.
 */
const BOOKS = [
  ['Gen', 50],
  ['Exod', 40],
  ['Lev', 27],
  ['Num', 36],
  ['Deut', 34],
  ['Josh', 24],
  ['Judg', 21],
  ['Ruth', 4],
  ['1Sam', 31],
  ['2Sam', 24],
  ['1Kgs', 22],
  ['2Kgs', 25],
  ['1Chr', 29],
  ['2Chr', 36],
  ['Ezra', 10],
  ['Neh', 13],
  ['Esth', 10],
  ['Job', 42],
  ['Ps', 150],
  ['Prov', 31],
  ['Eccl', 12],
  ['Song', 8],
  ['Isa', 66],
  ['Jer', 52],
  ['Lam', 5],
  ['Ezek', 48],
  ['Dan', 12],
  ['Hos', 14],
  ['Joel', 3],
  ['Amos', 9],
  ['Obad', 1],
  ['Jonah', 4],
  ['Mic', 7],
  ['Nah', 3],
  ['Hab', 3],
  ['Zeph', 3],
  ['Hag', 2],
  ['Zech', 14],
  ['Mal', 4],
  ['Matt', 28],
  ['Mark', 16],
  ['Luke', 24],
  ['John', 21],
  ['Acts', 28],
  ['Rom', 16],
  ['1Cor', 16],
  ['2Cor', 13],
  ['Gal', 6],
  ['Eph', 6],
  ['Phil', 4],
  ['Col', 4],
  ['1Thess', 5],
  ['2Thess', 3],
  ['1Tim', 6],
  ['2Tim', 4],
  ['Titus', 3],
  ['Phlm', 1],
  ['Heb', 13],
  ['Jas', 5],
  ['1Pet', 5],
  ['2Pet', 3],
  ['1John', 5],
  ['2John', 1],
  ['3John', 1],
  ['Jude', 1],
  ['Rev', 22],
  ['Tob', 14],
  ['Jdt', 16],
  ['Wis', 19],
  ['Sir', 51],
  ['Bar', 6],
  ['1Macc', 16],
  ['2Macc', 15],
] as const

export type BookCode = (typeof BOOKS)[number][0]
export type BibleBook = { number: number; code: BookCode; chapters: number }

export const BIBLE_BOOKS: readonly BibleBook[] = BOOKS.map(([code, chapters], at) => ({
  number: at + 1,
  code,
  chapters,
}))

/**
 * A passage from its first to its last verse, both as book · 10⁶ + chapter · 10³ + verse, so that two passages touch
 * when neither ends before the other begins. A whole chapter ends at verse 999, and a whole book at chapter 999: Romans
 * 8 is 45008001 to 45008999, and Romans is 45001001 to 45999999. Every Bible's way of counting verses fits.
 */
export type Passage = { from: number; to: number }

/** Stands for the last verse of a chapter and for the last chapter of a book. */
export const LAST = 999

export function bibleBook(number: number): BibleBook {
  const book = BIBLE_BOOKS[number - 1]
  if (book === undefined) {
    throw new RangeError(`There is no book ${number}`)
  }
  return book
}

export function verseNumber(book: number, chapter: number, verse: number): number {
  return book * 1_000_000 + chapter * 1000 + verse
}

export function verseOf(number: number): { book: number; chapter: number; verse: number } {
  return {
    book: Math.floor(number / 1_000_000),
    chapter: Math.floor(number / 1000) % 1000,
    verse: number % 1000,
  }
}
