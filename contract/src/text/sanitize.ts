import { normalForm } from './normal-form.ts'

// What a person may type into a plain text field or a search box. No schema is here: the browser loads it.

/**
 * Each match leaves a space, so that the words beside it stay apart. Within another tag it leaves nothing (and `$1`
 * is what stood there): that tag is taken out next.
 */
const SCRIPTS = /(<\/?(?:[a-z!][^<>]*)?)?<(script|style)\b[^>]*>[\s\S]*?(<\/\2\s*>|$)/gi
const TAGS = /(<\/?)?<\/?[a-z!][^>]*>?/gi

/** Each round goes through the whole text. */
const MAX_ROUNDS = 16

const EMAIL = /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/
const DATE = /^(\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4})([T ]\d{1,2}:\d{2}(:\d{2})?)?$/
const PHONE = /^(?=.*\d)\(?\+?[\d\s().-]*$/

const NOT_IN_EMAIL = /(?<=(\d)?)[^A-Za-z0-9@._%+-]+(?=(\d)?)/g
/**
 * In the middle of a text an e-mail address is kept whole, and so is the + that begins a telephone number. Any other
 * run of signs is found together with the accents after it, which belong to what was before the signs.
 */
const KEPT =
  '(?<![\\p{L}\\p{M}\\p{N}@._%+-])[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\\.[A-Za-z0-9-]+)+(?![\\p{L}\\p{M}\\p{N}@_])' +
  '|(?<![\\p{L}\\p{M}\\p{N}_.-])\\+(?=(?:[\\s().-]*\\d){7})'
const SIGNS = new RegExp(`(${KEPT})|(?:(?!${KEPT})[^\\p{L}\\p{M}\\p{N}\\p{Join_C}\\s\\-_,.])+(\\p{M}*)`, 'gu')

/** 11:30 or 10:30:15 */
const TIME = /(?<![\p{N}:])(\p{N}{1,2}):(\p{N}{2})(?::(\p{N}{2}))?(?![\p{N}:])/gu
/** Slashes and dashes that make a fraction or a range of two numbers. */
const FRACTION_OR_RANGE = /(?<=\p{N})( ?)(?:(?!-)[\p{Pd}−/⁄∕])+( ?)(?=\p{N})/gu

/** Between letters of these scripts a joiner, or the sign that keeps them apart, is spelling: علی‌رضا, ශ්‍රී. */
const JOINING =
  '[\\p{scx=Arab}\\p{scx=Beng}\\p{scx=Deva}\\p{scx=Gujr}\\p{scx=Guru}\\p{scx=Khmr}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Mymr}\\p{scx=Orya}\\p{scx=Sinh}\\p{scx=Syrc}\\p{scx=Taml}\\p{scx=Telu}]'
const INVISIBLE = new RegExp(
  `((?<=${JOINING})\\p{Join_C}(?=${JOINING}))|[\\p{Default_Ignorable_Code_Point}\\p{Cf}]|(?!\\s)\\p{Cc}`,
  'gu',
)

/** Signs that are typed for an apostrophe; between two letters they mean the letter U+02BC. */
const APOSTROPHES = /(?<=[\p{L}\p{M}])['’‘`´ʼ′]+(?=\p{L})/gu
const APOSTROPHE = 'ʼ'
/** That letter where it belongs to no other. */
const STRAY_APOSTROPHE = /(?<![\p{L}\p{M}])ʼ|ʼ(?!\p{L})/gu
const LINE_ENDS = /\r\n?|[\v\f\u0085\u2028\u2029]/g
const STRAY_ACCENTS = /(?<![\p{L}\p{M}\p{N}\p{Join_C}])\p{M}+/gu

/**
 * Takes scripts and HTML tags out of a text. An e-mail address, a date and a telephone number keep the signs that
 * belong to them; from anything else, only letters of every script with their accents, digits, spaces and `- _ , .`
 * remain. White space is collapsed, and an apostrophe between two letters becomes the letter that it stands for there.
 * Words and numbers that only a removed sign separated stay apart: by a space, by a hyphen between two digits (1/2 is
 * 1-2), by a point in a time of day (11:30 is 11.30). What is clean stays as it is.
 */
export function sanitize(text: string): string {
  return clean(text, keepApart)
}

/** The same for a text of several lines: each is cleaned by itself, and at most one empty line stays between two. */
export function sanitizeLines(text: string): string {
  return byLine(text, sanitize)
}

/**
 * The same for a search, where removed signs leave nothing behind, as in the keys of titles (see `searchKey`): john
 * 3:16 and john 316 find the same.
 */
export function sanitizeSearch(text: string): string {
  return clean(text, withoutSigns)
}

/**
 * What a text would be saved as, if that reads differently from what was typed; white space, invisible signs and the
 * form of an apostrophe make no difference.
 */
export function cleanedTo(text: string, hasLines = false): string | undefined {
  const cleaned = hasLines ? sanitizeLines(text) : sanitize(text)
  return cleaned === (hasLines ? byLine(text, inOneForm) : inOneForm(text)) ? undefined : cleaned
}

/** A text without scripts and without invisible signs. */
export function withoutScripts(text: string): string {
  return withoutAny(SCRIPTS, inOneForm(text))
}

function clean(text: string, takeSigns: (text: string) => string): string {
  const visible = withoutTags(inOneForm(text))
  const cleaned = collapse(isShaped(visible) ? narrow(visible) : takeSigns(visible))
  // Without a sign between them an accent may meet a letter, or digits become a telephone number.
  return cleaned === text ? cleaned : clean(cleaned, takeSigns)
}

/** Composed letters, single spaces, one form of apostrophe, and no invisible sign. */
function inOneForm(text: string): string {
  return collapse(visibleOf(text)).replace(APOSTROPHES, APOSTROPHE)
}

function visibleOf(text: string): string {
  return normalForm(text.replace(LINE_ENDS, '\n'), 'NFC').replace(INVISIBLE, '$1')
}

function byLine(text: string, work: (line: string) => string): string {
  const lines = withoutAny(SCRIPTS, visibleOf(text)).split('\n').map(work)
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

function isShaped(text: string): boolean {
  return EMAIL.test(text) || DATE.test(text) || PHONE.test(text)
}

function narrow(text: string): string {
  return EMAIL.test(text)
    ? text.replace(NOT_IN_EMAIL, (_, before?: string, after?: string) => (before && after ? '-' : ''))
    : text
}

function keepApart(text: string): string {
  const numbersApart = text
    .replace(TIME, (_, ...parts: (string | undefined)[]) => parts.slice(0, 3).filter(Boolean).join('.'))
    .replace(FRACTION_OR_RANGE, (_, before: string, after: string) => (before && after ? ' - ' : '-'))
  return replaceSigns(numbersApart, separator)
}

function withoutSigns(text: string): string {
  return replaceSigns(text, () => '')
}

function replaceSigns(text: string, between: (before: string, after: string) => string): string {
  return text
    .replace(STRAY_APOSTROPHE, "'")
    .replace(SIGNS, (found: string, kept: string | undefined, accents: string, at: number, all: string) => {
      const end = at + found.length
      return kept ?? (accents ?? '') + between(all.slice(Math.max(0, at - 3), at), all.slice(end, end + 3))
    })
    .replace(STRAY_ACCENTS, '')
}

/** What takes the place of signs between two characters; 1.)2 and 2/.5 are two numbers as well. */
function separator(before: string, after: string): string {
  if (/\p{N}$/u.test(before) && /^\p{N}/u.test(after)) {
    return '-'
  }
  const parted =
    (/[\p{L}\p{M}\p{N}\p{Join_C}]$/u.test(before) && /^[\p{L}\p{N}+]/u.test(after)) ||
    (/\p{N}[.,]$/u.test(before) && /^\p{N}/u.test(after)) ||
    (/\p{N}$/u.test(before) && /^[.,]\p{N}/u.test(after))
  return parted ? ' ' : ''
}

function withoutTags(text: string): string {
  return collapse(withoutAny(TAGS, withoutAny(SCRIPTS, text)))
}

/**
 * Each is taken out until none is left, because taking one out may put another one together. A text nested deeper than
 * anybody types keeps its words, without their signs.
 */
function withoutAny(pattern: RegExp, text: string, rounds = MAX_ROUNDS): string {
  const without = text.replace(pattern, (_, within: string | undefined) => within ?? ' ')
  return without === text || rounds === 1 ? without : withoutAny(pattern, without, rounds - 1)
}

function collapse(text: string): string {
  return text.replace(/\s+/gu, ' ').trim()
}
