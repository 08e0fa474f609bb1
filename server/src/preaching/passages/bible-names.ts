import { LANGUAGE_TAGS, type MessageLanguage } from '@vestry/contract/messages/message-languages.ts'
import { BIBLE_BOOKS, type BookCode } from '@vestry/contract/sermons/bible-books.ts'
import type { bcv_parser } from 'bible-passage-reference-parser/esm/bcv_parser.js'
import { formatMessage } from '../../server-messages.ts'
import { plainWord } from './passage-tokens.ts'

/** Names that the package doesn't know, or takes for another book, in plain words (see `plainWord`). */
const MORE_NAMES: Record<string, BookCode> = {
  'acts of the apostles': 'Acts',
  'hechos de los apostoles': 'Acts',
  'song of solomon': 'Song',
  'wisdom of solomon': 'Wis',
  'sabiduria de salomon': 'Wis',
  stgo: 'Jas',
  sgo: 'Jas',
  snt: 'Jas',
  eclo: 'Sir',
  eclco: 'Sir',
  siracida: 'Sir',
  tobit: 'Tob',
  '1 te': '1Thess',
  '2 te': '2Thess',
}
/** The ways to count chapters and verses that are in use: a verse exists if it exists in one of these. */
const VERSIFICATIONS = ['default', 'kjv', 'csb', 'nlt', 'nab']
/** How many words of a name are given to the package; longer names are in the lists above. */
const MAX_WORDS = 3
const MAX_LETTERS = 30
/** How often the package is asked about one text: it takes half a millisecond each time. */
const MAX_QUESTIONS = 200

export type BibleNames = {
  /** The last verse of a chapter, or 0 if the book has no such chapter. */
  lastVerse(book: number, chapter: number): number
  /** Looks up the names of one text. */
  lookUp(language: MessageLanguage): LookUp
}
/** The number of the book with a name in plain words; `several` if it may be more than one. */
export type LookUp = (name: string) => number | 'several' | undefined

let loaded: Promise<BibleNames> | undefined

/** Loads the package when the first passage is read: it takes 10 MB and a hundred milliseconds or more. */
export function loadBibleNames(): Promise<BibleNames> {
  loaded ??= load()
  return loaded
}

async function load(): Promise<BibleNames> {
  const { bcv_parser: Parser } = await import('bible-passage-reference-parser/esm/bcv_parser.js')
  const languages = {
    en: await import('bible-passage-reference-parser/esm/lang/en.js'),
    es: await import('bible-passage-reference-parser/esm/lang/es.js'),
  }
  const open = (language: keyof typeof languages) =>
    new Parser(languages[language]).set_options({
      book_alone_strategy: 'full',
      book_sequence_strategy: 'include',
      testaments: 'ona',
    })
  const english = open('en')
  const parsers = new Map<MessageLanguage, bcv_parser>([
    ['en', english],
    ['es', open('es')],
  ])
  const own = ownNames()
  const verses = countVerses(english)
  return {
    lastVerse: (book, chapter) => verses[book]?.[chapter] ?? 0,
    lookUp(language) {
      const first = parsers.get(language) ?? english
      const order = [first, ...[...parsers.values()].filter((other) => other !== first)]
      const known = new Map<string, ReturnType<LookUp>>()
      let questions = 0
      const ask = (name: string) => {
        const book = own.get(name)
        for (const one of book === undefined ? order : []) {
          const answer = ++questions <= MAX_QUESTIONS ? askParser(one, name) : undefined
          if (answer !== undefined) {
            return answer
          }
        }
        return book
      }
      return (name) => {
        if (!known.has(name)) {
          known.set(name, ask(name))
        }
        return known.get(name)
      }
    },
  }
}

function askParser(parser: bcv_parser, name: string): ReturnType<LookUp> {
  if (name.split(' ').length > MAX_WORDS || name.length > MAX_LETTERS) {
    return undefined
  }
  const entities: Entity[] = parser.parse(name).parsed_entities()
  const [found] = entities
  if (entities.length !== 1 || found?.indices[0] !== 0 || found.indices[1] !== name.length) {
    return undefined
  }
  const passages = found.entities.flatMap((one) => one.entities)
  const [passage] = passages
  const book = BIBLE_BOOKS.find(({ code }) => code === passage?.start.b)
  if (passages.length !== 1 || passage === undefined || book === undefined || passage.end.b !== book.code) {
    return undefined
  }
  const forgottenNumber = /^\d/.test(book.code) && !/^\d/.test(name)
  return passage.alternates !== undefined || forgottenNumber ? 'several' : book.number
}

type Entity = {
  indices: number[]
  entities: { entities: { start: { b: string }; end: { b: string }; alternates?: unknown[] }[] }[]
}

function ownNames(): Map<string, number> {
  const names = new Map<string, number>()
  for (const { number, code } of BIBLE_BOOKS) {
    for (const language of LANGUAGE_TAGS) {
      names.set(plainName(formatMessage(language, `bible-book.${code}`)), number)
    }
  }
  for (const [name, code] of Object.entries(MORE_NAMES)) {
    names.set(name, BIBLE_BOOKS.find((book) => book.code === code)?.number ?? 0)
  }
  return names
}

function plainName(name: string): string {
  return name.split(' ').map(plainWord).join(' ')
}

function countVerses(parser: bcv_parser): number[][] {
  const systems = VERSIFICATIONS.map((system) => parser.translation_info(system).chapters)
  const verses: number[][] = [[]]
  for (const { code, chapters } of BIBLE_BOOKS) {
    const longest = Math.max(...systems.map((system) => system[code]?.length ?? 0))
    const counts = [0]
    // Some Bibles have a 151st psalm, but nobody preaches on it.
    for (let chapter = 1; chapter <= (code === 'Ps' ? chapters : longest); chapter++) {
      counts.push(Math.max(...systems.map((system) => system[code]?.[chapter - 1] ?? 0)))
    }
    verses.push(counts)
  }
  return verses
}
