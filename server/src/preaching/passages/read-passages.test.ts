import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LANGUAGE_TAGS, type MessageLanguage } from '@vestry/contract/messages/message-languages.ts'
import { BIBLE_BOOKS, LAST, type Passage, verseNumber } from '@vestry/contract/sermons/bible-books.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { loadBibleNames } from './bible-names.ts'
import { MAX_PASSAGES, MAX_PASSAGES_TEXT, readPassages } from './read-passages.ts'
import { searchedPassages } from './searched-passages.ts'
import { writePassages } from './write-passages.ts'

type Reference = { language: MessageLanguage; typed: string; meant: Passage[] }

const references: Reference[] = readFileSync(join(import.meta.dirname, 'references.tsv'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => {
    const [language, typed = '', meant = ''] = line.split('\t')
    return { language: language as MessageLanguage, typed, meant: meant.split(' ').map(passageOf) }
  })

/** `Rom.8.28-Rom.8.30`, `Gen.1-Gen.3`, `Jude`. */
function passageOf(osis: string): Passage {
  const [first = '', last = first] = osis.split('-')
  const [from, to] = [first, last].map((end) => {
    const [code, chapter, verse] = end.split('.')
    const book = BIBLE_BOOKS.find((one) => one.code === code)?.number
    if (book === undefined) {
      throw new Error(`${osis} names no book`)
    }
    return { book, chapter: chapter && Number(chapter), verse: verse && Number(verse) }
  })
  if (from === undefined || to === undefined) {
    throw new Error(`${osis} is no passage`)
  }
  return {
    from: verseNumber(from.book, from.chapter || 1, from.verse || 1),
    to: verseNumber(to.book, to.chapter || LAST, to.verse || LAST),
  }
}

test('two hundred references are read right, but for at most four that are flagged', async () => {
  const wrong: string[] = []
  const flagged: string[] = []
  for (const { language, typed, meant } of references) {
    const { passages, unread } = await readPassages(typed, language)
    if (unread.length > 0) {
      flagged.push(typed)
    } else if (JSON.stringify(passages) !== JSON.stringify(meant)) {
      wrong.push(`${typed}: ${writePassages(passages, language)}`)
    }
  }
  expect(LANGUAGE_TAGS.map((tag) => references.filter(({ language }) => language === tag).length)).toEqual([
    100, 100,
  ])
  expect(new Set(references.map(({ language, typed }) => `${language} ${typed}`)).size).toBe(200)
  expect(wrong).toEqual([])
  expect(flagged).toEqual(['Mateo 5, 6 y 7'])
})

test.each([
  ['en', 'John 3,16', 'John 3,16', 'ambiguous'],
  ['en', 'Psalms 119, 105', 'Psalms 119, 105', 'ambiguous'],
  ['es', 'Juan 3, 16', 'Juan 3, 16', 'ambiguous'],
  ['es', 'Juan 3,16-18,20', 'Juan 3,16-18,20', 'ambiguous'],
  ['es', 'Génesis 1,2,3', 'Génesis 1,2,3', 'ambiguous'],
  ['en', 'John 3:16; 18', '18', 'ambiguous'],
  ['en', 'John 3:16, 4', '4', 'ambiguous'],
  ['en', 'John 3:18-16', 'John 3:18-16', 'ambiguous'],
  ['en', 'Jud 5', 'Jud 5', 'ambiguous'],
  ['en', 'Corinthians 13', 'Corinthians 13', 'ambiguous'],
  ['es', 'Romanos 8,1 Juan 3', 'Romanos 8', 'ambiguous'],
  ['es', 'Hb 11,1', 'Hb 11,1', 'ambiguous'],
  ['es', 'Salmo 114 (115)', 'Salmo 114 (115)', 'ambiguous'],
  ['en', 'John 3:99', 'John 3:99', 'absent'],
  ['en', 'John 22', 'John 22', 'absent'],
  ['en', 'John 0', 'John 0', 'absent'],
  ['en', 'Rom 8:28, 9:99; 10', '9:99; 10', 'absent'],
  ['en', 'John 3:16 to Acts 2', 'to', 'unknown'],
  ['en', 'Gen 1-2-3', 'Gen 1-2-3', 'unknown'],
  ['en', 'Psalm XXIII', 'Psalm XXIII', 'unknown'],
  ['en', 'Sermon on Romans 8', 'Sermon on', 'unknown'],
  ['en', 'v. 5', 'v. 5', 'unknown'],
  ['en', '3:16', '3:16', 'unknown'],
  ['en', 'Hezekiah 3:16', 'Hezekiah 3:16', 'unknown'],
  ['en', '#$ John 3:16 %', '#$', 'unknown'],
] as const)('%s: of "%s" is left "%s", %s', async (language, typed, text, reason) => {
  const { unread } = await readPassages(typed, language)
  expect(unread[0]).toEqual({ text, reason })
})

test.each([
  ['en', 'Luke 15:11-end', 'Luke.15.11-Luke.15.32'],
  ['en', 'Luke 15:11 – end; 16:1', 'Luke.15.11-Luke.15.32 Luke.16.1'],
  ['en', 'Luke 15:11 to the end', 'Luke.15.11-Luke.15.32'],
  ['en', 'Luke 15-end', 'Luke.15-Luke.24'],
  ['en', 'Jude 5-end', 'Jude.1.5-Jude.1.25'],
  ['es', 'Lucas 15,11 hasta el final', 'Luke.15.11-Luke.15.32'],
  ['es', 'Lc 15:11-fin', 'Luke.15.11-Luke.15.32'],
  ['es', 'Is 52, 13-53, 12', 'Isa.52.13-Isa.53.12'],
  ['es', 'Is 52, 13 – 53, 12', 'Isa.52.13-Isa.53.12'],
  ['es', 'Lc 15, 1-3. 11-32', 'Luke.15.1-Luke.15.3 Luke.15.11-Luke.15.32'],
  ['en', 'Is 52, 13-53, 12', 'Isa.52.13-Isa.53.12'],
  ['en', 'Isa 52,13-53,12', 'Isa.52.13-Isa.53.12'],
] as const)('%s: "%s" goes to the end that is named', async (language, typed, meant) => {
  expect(await readPassages(typed, language)).toEqual({
    passages: meant.split(' ').map(passageOf),
    unread: [],
  })
})

test('what is beside the passage is left unread, and the passage is read', async () => {
  expect(await readPassages('Sermon on Romans 8 for Youth', 'en')).toEqual({
    passages: [passageOf('Rom.8')],
    unread: [
      { text: 'Sermon on', reason: 'unknown' },
      { text: 'for Youth', reason: 'unknown' },
    ],
  })
  expect(await readPassages('', 'en')).toEqual({ passages: [], unread: [] })
  expect(await readPassages(' \n📖; … ', 'es')).toEqual({ passages: [], unread: [] })
  expect(await readPassages('John 3:16\r\n- Rom 8:28\n• John 3:16', 'en')).toEqual({
    passages: [passageOf('John.3.16'), passageOf('Rom.8.28')],
    unread: [],
  })
})

test('every book is known by its name in each language, and has each of its chapters', async () => {
  const { lastVerse } = await loadBibleNames()
  for (const { number, code, chapters } of BIBLE_BOOKS) {
    for (const language of LANGUAGE_TAGS) {
      const book = passageOf(code)
      expect(await readPassages(writePassages([book], language), language)).toEqual({
        passages: [book],
        unread: [],
      })
    }
    for (let chapter = 1; chapter <= chapters; chapter++) {
      expect(lastVerse(number, chapter), `${code} ${chapter}`).toBeGreaterThan(0)
    }
  }
})

describe('any passages', async () => {
  const { lastVerse } = await loadBibleNames()
  const chapter = fc
    .constantFrom(...BIBLE_BOOKS)
    .chain(({ number, chapters }) =>
      fc.record({ book: fc.constant(number), chapter: fc.integer({ min: 1, max: chapters }) }),
    )
  const verse = chapter.chain((place) =>
    fc.record({
      book: fc.constant(place.book),
      chapter: fc.constant(place.chapter),
      verse: fc.integer({ min: 1, max: lastVerse(place.book, place.chapter) }),
    }),
  )
  const isOneChapter = (book: number) => BIBLE_BOOKS[book - 1]?.chapters === 1
  const passage: fc.Arbitrary<Passage> = fc.oneof(
    verse.map(({ book, chapter, verse }) => {
      const number = verseNumber(book, chapter, verse)
      return { from: number, to: number }
    }),
    verse.chain((one) =>
      verse.map((other) => {
        const end = other.book === one.book ? other : { ...one, verse: lastVerse(one.book, one.chapter) }
        const ends = [one, end].map((place) => verseNumber(place.book, place.chapter, place.verse))
        return { from: Math.min(...ends), to: Math.max(...ends) }
      }),
    ),
    chapter.chain(({ book, chapter }) =>
      fc.integer({ min: 0, max: 5 }).map((more) => {
        const last = Math.min(chapter + more, BIBLE_BOOKS[book - 1]?.chapters ?? 0)
        return {
          from: verseNumber(book, chapter, 1),
          to: verseNumber(book, isOneChapter(book) ? LAST : last, LAST),
        }
      }),
    ),
    chapter.map(({ book }) => ({ from: verseNumber(book, 1, 1), to: verseNumber(book, LAST, LAST) })),
  )
  const passages = fc.uniqueArray(passage, { maxLength: 8, selector: ({ from, to }) => `${from}-${to}` })
  /** Passages of one book often stand together. */
  const grouped = passages.map((all) =>
    all.toSorted((one, other) => Math.floor(one.from / 1e6) - Math.floor(other.from / 1e6)),
  )

  test.each(LANGUAGE_TAGS)('are read again as they were written in %s', async (language) => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(passages, grouped), async (all) => {
        const written = writePassages(all, language)
        expect(await readPassages(written, language), written).toEqual({ passages: all, unread: [] })
      }),
      { numRuns: 500 },
    )
  })

  test('are read right or flagged, whichever signs part them', async () => {
    const style = fc.record({
      verse: fc.constantFrom(':', '.', ',', ', ', ' ', ' : ', ' v. ', ', v. ', ' vv. '),
      range: fc.constantFrom('-', '–', ' - ', ' a ', ' al ', ' to '),
      list: fc.constantFrom(',', ', ', ';', '; ', '.', ' y ', ' and ', ' & ', '\n'),
      language: fc.constantFrom(...LANGUAGE_TAGS),
    })
    // In English a comma followed by a space separates chapters, as in `Romans 8, 9`.
    const commaParts = ({ verse, language }: { verse: string; language: MessageLanguage }) =>
      language === 'en' && verse === ', '
    const pair = fc.tuple(
      verse,
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 1, max: 40 }),
      style.filter((one) => !commaParts(one)),
    )
    await fc.assert(
      fc.asyncProperty(pair, async ([{ book, chapter, verse }, more, other, sign]) => {
        const name = writePassages(
          [{ from: verseNumber(book, 1, 1), to: verseNumber(book, LAST, LAST) }],
          sign.language,
        )
        const end = Math.min(verse + more, lastVerse(book, chapter))
        const range = end > verse ? `${sign.range}${end}` : ''
        const further = lastVerse(book, other) > 0 ? `${sign.list}${other}:1` : ''
        const typed = `${name} ${chapter}${sign.verse}${verse}${range}${further}`
        const meant = [
          { from: verseNumber(book, chapter, verse), to: verseNumber(book, chapter, Math.max(end, verse)) },
          ...(further === '' ? [] : [{ from: verseNumber(book, other, 1), to: verseNumber(book, other, 1) }]),
        ].filter((one, at, all) => all.findIndex((two) => two.from === one.from && two.to === one.to) === at)
        const { passages: read, unread } = await readPassages(typed, sign.language)
        if (unread.length === 0) {
          expect(read, typed).toEqual(meant)
        }
      }),
      { numRuns: 2000 },
    )
  })
})

describe('any text', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      ...'Juan|1 |I |San |v.|al |y |,|;|:|.|-|–|(|)|ff|ª|cap. |Salmo |\n|/|16|3|118|999|🙏|x'.split('|'),
    ),
    fc.string({ unit: 'grapheme', maxLength: 5 }),
  )
  const text = fc
    .array(piece, { maxLength: 300 })
    .map((pieces) => pieces.join('').slice(0, MAX_PASSAGES_TEXT))

  test('is read into passages that exist, in bounds, and what is left unread stands in it', async () => {
    const { lastVerse } = await loadBibleNames()
    await fc.assert(
      fc.asyncProperty(text, fc.constantFrom(...LANGUAGE_TAGS), async (typed, language) => {
        const { passages, unread } = await readPassages(typed, language)
        expect(passages.length).toBeLessThanOrEqual(MAX_PASSAGES)
        for (const { from, to } of passages) {
          expect(from).toBeLessThanOrEqual(to)
          expect(Math.floor(to / 1e6)).toBe(Math.floor(from / 1e6))
          expect(lastVerse(Math.floor(from / 1e6), Math.floor(from / 1000) % 1000)).toBeGreaterThanOrEqual(
            from % 1000,
          )
        }
        expect(unread.filter((left) => left.text === '' || !typed.includes(left.text))).toEqual([])
      }),
      { numRuns: 300 },
    )
  })

  test('that is too long is not read', async () => {
    const { passages, unread } = await readPassages('John 3:16 '.repeat(100_000), 'en')
    expect(passages).toEqual([])
    expect(unread.map(({ reason }) => reason)).toEqual(['too_long'])
  })

  test('with more passages than are kept says so', async () => {
    const many = Array.from({ length: MAX_PASSAGES + 5 }, (_, at) => at + 1).join(';')
    const { passages, unread } = await readPassages(`Ps ${many}`, 'en')
    expect(passages).toHaveLength(MAX_PASSAGES)
    expect(unread.map(({ reason }) => reason)).toEqual(['too_long'])
  })
})

test('a search is one for passages when all of it reads as passages', async () => {
  expect(await searchedPassages('Romans 8', 'en')).toEqual([passageOf('Rom.8')])
  expect(await searchedPassages('Rom 8:28', 'es')).toEqual([passageOf('Rom.8.28')])
  expect(await searchedPassages('Marcos', 'es')).toEqual([passageOf('Mark')])
  expect(await searchedPassages('Marcos Pérez', 'es')).toBeUndefined()
  expect(await searchedPassages('Easter 2026', 'en')).toBeUndefined()
  expect(await searchedPassages('', 'en')).toBeUndefined()
})
