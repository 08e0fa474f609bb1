import { bibleBook, LAST, type Passage, verseNumber, verseOf } from '@vestry/contract/sermons/bible-books.ts'

/** A chapter of a book, such as 45008 for Romans 8, and its verses; a whole chapter is verses 0 to 999. */
export type PassageRow = { chapter: number; first_verse: number; last_verse: number }

/** Passages as a sermon's row keeps them, in the order typed: `45008028-45008030`, separated by spaces. */
export function keepPassages(passages: readonly Passage[]): string {
  return passages.map(({ from, to }) => `${from}-${to}`).join(' ')
}

export function keptPassages(text: string): Passage[] {
  return text
    .split(' ')
    .filter(Boolean)
    .map((one) => {
      const [from = 0, to = 0] = one.split('-').map(Number)
      return { from, to }
    })
}

/** The part of each chapter that belongs to one of the passages. */
export function passageRows(passages: readonly Passage[]): PassageRow[] {
  const rows = new Map<number, PassageRow>()
  for (const row of passages.flatMap(chaptersOf)) {
    const key = row.chapter * 1000 + row.first_verse
    const other = rows.get(key)
    rows.set(key, { ...row, last_verse: Math.max(row.last_verse, other?.last_verse ?? 0) })
  }
  return [...rows.values()]
}

function chaptersOf({ from, to }: Passage): PassageRow[] {
  const [begin, end] = [verseOf(from), verseOf(to)]
  const rows: PassageRow[] = []
  for (let book = begin.book; book <= end.book; book += 1) {
    const { chapters } = bibleBook(book)
    const first = book === begin.book ? begin.chapter : 1
    const last = book === end.book ? Math.min(end.chapter, chapters) : chapters
    for (let chapter = first; chapter <= last; chapter += 1) {
      const place = verseNumber(book, chapter, 0)
      const isFirst = place <= from && from < place + 1000
      const isLast = place <= to && to < place + 1000
      rows.push({
        chapter: place / 1000,
        first_verse: isFirst && begin.verse > 1 ? begin.verse : 0,
        last_verse: isLast ? end.verse : LAST,
      })
    }
  }
  return rows
}
