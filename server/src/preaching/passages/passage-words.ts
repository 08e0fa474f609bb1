// The words around a passage in English and Spanish, as plain words (see `plainWord`).

const setOf = (words: string) => new Set(words.split(' '))

export const RANGE_WORDS = setOf('a al hasta to through thru till until')
export const LIST_WORDS = setOf('y e and et')
export const CHAPTER_WORDS = setOf('c cap caps capitulo capitulos ch chap chaps chapter chapters chs')
export const VERSE_WORDS = setOf(
  'v vv vs vss ver vers verso versos versiculo versiculos verse verses vrs vrss',
)
/** Words that may stand before a number or the word for a chapter or a verse. */
export const ARTICLES = setOf('del de el la los las from the')
/** Words that may stand before a passage and mean nothing for it. */
export const INTRODUCTIONS = setOf('cf cp see ver vea vease')
/** After a range: to the end of the chapter or, after a chapter, of the book. */
export const END_WORDS = setOf('end fin final')
/** After a verse, when they stand by themselves. */
export const REST_WORDS = setOf('ff ss')

export const ORDINAL_WORDS = new Map<string, number>(
  Object.entries({
    i: 1,
    ii: 2,
    iii: 3,
    first: 1,
    second: 2,
    third: 3,
    primer: 1,
    primero: 1,
    primera: 1,
    segundo: 2,
    segunda: 2,
    tercer: 3,
    tercero: 3,
    tercera: 3,
  }),
)
/** Words before the name of a book that are not part of it: `Carta a los`, `Gospel according to Saint`, `San`. */
export const BEFORE_NAME =
  /^(?:(?:the|el|la) )?(?:(?:book|letter|epistle|gospel|carta|epistola|evangelio|libro)(?: (?:of|to|the|according|st|saint|de|del|a|al|los|las|la|el|segun|san|santo|s|apostol|pablo|paul))*|san|santo|saint|st|s) (?=.)/
/** The same after an ordinal, as in `Primera de Juan`. */
export const AFTER_ORDINAL =
  /^(?:(?:book|letter|epistle|carta|epistola|libro|of|to|the|st|saint|de|del|a|al|los|las|la|el|san|santo|s|apostol|pablo|paul) )+/

/** Translations, which may be named after a passage: `RVR1960`, `NIV`. */
export const TRANSLATIONS = setOf(
  'rv rva rvc rvr rvg nvi lbla nbla ntv dhh tla pdt bj bla blp blph kjv nkjv av niv esv nlt nasb csb nrsv nrsvue rsv nab nabre asv ceb',
)
/** The year or edition after a translation's name. */
export const EDITION = /^(?:(?:19|20)\d\d|60|77|95)$/
