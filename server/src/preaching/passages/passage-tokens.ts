import { normalForm } from '@vestry/contract/text/normal-form.ts'

/** The parts of a typed passage. `spaced`: there is white space before it. */
export type Token = { start: number; end: number; spaced: boolean } & (
  | { kind: 'number'; value: number; suffix?: NumberSuffix }
  | { kind: 'word'; word: string }
  | { kind: 'sign'; sign: Sign }
  /** Emoji, quotation marks and the like: they can't be read, and nothing is read across them. */
  | { kind: 'break' }
  | { kind: 'junk' }
)
/** `1st`, `1.ª`; `16a`, a part of the verse or, in `1a Corintios`, an ordinal; `16f`; `16ff`. */
export type NumberSuffix = 'ordinal' | 'part' | 'next' | 'rest'
export type Sign = ',' | ';' | ':' | '.' | '-' | '&' | '(' | ')' | '/' | 'line'

const SPACE = /[^\S\r\n\u2028\u2029]+|[\u200B\u2060\uFEFF\u00AD]+/uy
const NUMBER = /\d+/uy
const ORDINAL = /(?:\.?[ªº°]|(?:st|nd|rd|th|ra|da|ta|er|era|do|ro)(?![\p{L}\d])\.?)/iuy
const LETTER = /(?:[a-d]|ff?|ss?)(?![\p{L}\d])/iuy
const WORD = /\p{L}[\p{L}\p{M}]*\.?/uy
const LINE = /[\r\n\u2028\u2029]+/uy
const BREAK =
  /(?:[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]|\u200D|\uFE0F|["'“”„‘’«»‹›*•·|!?¡¿…_[\]{}])+/uy

const SIGNS: Record<string, Sign> = {
  ',': ',',
  '，': ',',
  '、': ',',
  ';': ';',
  '；': ';',
  ':': ':',
  '：': ':',
  '∶': ':',
  '.': '.',
  '&': '&',
  '+': '&',
  '(': '(',
  ')': ')',
  '/': '/',
  '-': '-',
  '‐': '-',
  '‑': '-',
  '‒': '-',
  '–': '-',
  '—': '-',
  '―': '-',
  '−': '-',
  '~': '-',
}
const MARKS = /\p{M}/gu

export function tokenise(text: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  let spaced = true
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0]
    at += found?.length ?? 0
    return found
  }
  while (at < text.length) {
    const start = at
    if (match(SPACE) !== undefined) {
      spaced = true
      continue
    }
    const read = readToken(match)
    if (read === undefined) {
      at += String.fromCodePoint(text.codePointAt(at) ?? 0).length
    }
    tokens.push({ ...(read ?? tokenOf(text.slice(start, at))), start, end: at, spaced })
    spaced = read?.kind === 'sign' && read.sign === 'line'
  }
  return tokens
}

type Bare = Token extends infer One
  ? One extends Token
    ? Omit<One, 'start' | 'end' | 'spaced'>
    : never
  : never

function readToken(match: (pattern: RegExp) => string | undefined): Bare | undefined {
  const digits = match(NUMBER)
  if (digits !== undefined) {
    return { kind: 'number', value: Number(digits), ...suffix(match) }
  }
  const word = match(WORD)
  if (word !== undefined) {
    return { kind: 'word', word: plainWord(word) }
  }
  if (match(LINE) !== undefined) {
    return { kind: 'sign', sign: 'line' }
  }
  return match(BREAK) === undefined ? undefined : { kind: 'break' }
}

function suffix(match: (pattern: RegExp) => string | undefined): { suffix?: NumberSuffix } {
  if (match(ORDINAL) !== undefined) {
    return { suffix: 'ordinal' }
  }
  const letter = match(LETTER)?.toLowerCase()
  if (letter === undefined) {
    return {}
  }
  return { suffix: /^(f|s)$/.test(letter) ? 'next' : /^(ff|ss)$/.test(letter) ? 'rest' : 'part' }
}

function tokenOf(character: string): Bare {
  const sign = SIGNS[character]
  return sign === undefined ? { kind: 'junk' } : { kind: 'sign', sign }
}

/** A word without case, accents and the full stop of an abbreviation. */
export function plainWord(word: string): string {
  return normalForm(word, 'NFD').replace(MARKS, '').replace(/\.$/, '').toLowerCase()
}
