import type { MessageLanguage } from '@vestry/contract/messages/message-languages.ts'
import { bibleBook, LAST, type Passage, verseOf } from '@vestry/contract/sermons/bible-books.ts'
import { formatMessage } from '../../server-messages.ts'

const DASHES: Partial<Record<MessageLanguage, string>> = { en: '–' }

type Ends = { from: ReturnType<typeof verseOf>; to: ReturnType<typeof verseOf> }

/**
 * Passages as they are shown: `Romans 8:28–30; 9:1`, `Romanos 8:28-30; 9:1`. A colon comes before the verse, as in the
 * Reina-Valera and most Spanish Bibles, though a typed comma is understood too. Reading the result again gives the same
 * passages.
 */
export function writePassages(passages: readonly Passage[], language: MessageLanguage): string {
  let written = ''
  let before: Ends | undefined
  for (const { from, to } of passages) {
    const ends = { from: verseOf(from), to: verseOf(to) }
    written += before === undefined ? '' : separatorOf(before, ends)
    written +=
      (isSameBook(before, ends) ? '' : nameOf(ends, language)) +
      placeOf(before, ends, DASHES[language] ?? '-')
    before = ends
  }
  return written
}

/** A comma is followed only by a further verse of the same chapter. */
function separatorOf(before: Ends, ends: Ends): string {
  return continuesVerses(before, ends) ? ', ' : '; '
}

function continuesVerses(before: Ends | undefined, { from, to }: Ends): boolean {
  return (
    before !== undefined &&
    isSameBook(before, { from, to }) &&
    from.chapter === before.to.chapter &&
    from.chapter === to.chapter &&
    from.verse > before.to.verse
  )
}

/** After a verse, the number of a whole chapter would read as one more verse, so its book is named again. */
function isSameBook(before: Ends | undefined, { from, to }: Ends): boolean {
  const { chapters } = bibleBook(from.book)
  const wholeBook = to.chapter === LAST || before?.to.chapter === LAST
  const chapterAfterVerse = to.verse === LAST && before?.to.verse !== LAST
  return before?.from.book === from.book && !wholeBook && !(chapterAfterVerse && chapters > 1)
}

function nameOf({ from, to }: Ends, language: MessageLanguage): string {
  const { code } = bibleBook(from.book)
  const onePsalm = code === 'Ps' && from.chapter === to.chapter
  const name = formatMessage(language, onePsalm ? 'bible-book.one-psalm' : `bible-book.${code}`)
  return to.chapter === LAST ? name : `${name} `
}

function placeOf(before: Ends | undefined, { from, to }: Ends, dash: string): string {
  if (to.chapter === LAST) {
    return ''
  }
  const single = bibleBook(from.book).chapters === 1
  if (to.verse === LAST) {
    return from.chapter === to.chapter ? `${from.chapter}` : `${from.chapter}${dash}${to.chapter}`
  }
  const chapter = continuesVerses(before, { from, to }) ? '' : `${from.chapter}:`
  if (from.chapter !== to.chapter) {
    return `${from.chapter}:${from.verse}${dash}${to.chapter}:${to.verse}`
  }
  const verses = from.verse === to.verse ? `${from.verse}` : `${from.verse}${dash}${to.verse}`
  return single && (from.verse > 1 || from.verse !== to.verse) ? verses : `${chapter}${verses}`
}
