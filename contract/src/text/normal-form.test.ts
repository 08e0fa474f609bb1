import { afterEach, describe, expect, test, vi } from 'vitest'
import { changesNumbers } from '../rules/changes-numbers.ts'
import { readChapters } from '../sermons/sermon-chapters.ts'
import { readTranscript } from '../transcripts/read-transcript.ts'
import { normalForm } from './normal-form.ts'
import { personKey } from './person-keys.ts'
import { sanitize, sanitizeLines, sanitizeSearch } from './sanitize.ts'
import { searchKey } from './search-key.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

test('a letter keeps thirty marks, and a text without so many is as it was', () => {
  expect(normalForm(`x${'\u0323'.repeat(31)}y`, 'NFC')).toBe(`x${'\u0323'.repeat(30)}y`)
  expect(normalForm('Ngu\u0302\u0303n Vie\u0302\u0323t', 'NFC')).toBe(
    'Ngu\u0302\u0303n Việt'.normalize('NFC'),
  )
  expect(normalForm('\uff76\uff9e', 'NFKD')).toBe('\u30ab\u3099')
})

test('no character hides marks that are not counted', () => {
  for (let code = 0; code <= 0x10ffff; code += 1) {
    const character = String.fromCodePoint(code)
    const [first = ''] = character.normalize('NFKD')
    if (changesPlaces(first) && !/[\p{M}\uFF9E\uFF9F]/u.test(character)) {
      expect.unreachable(`U+${code.toString(16)} becomes a mark`)
    }
  }
})

const READERS: [string, (text: string) => unknown][] = [
  ['sanitize', sanitize],
  ['sanitizeLines', sanitizeLines],
  ['sanitizeSearch', sanitizeSearch],
  ['changesNumbers', (text) => changesNumbers(text, '')],
  ['searchKey', searchKey],
  ['personKey', personKey],
  ['readChapters', readChapters],
  ['readTranscript', (text) => readTranscript(Buffer.from(text))],
]
const PIECES = [
  ...[
    '\u0301',
    '\u0327',
    '\u0301\u0327',
    'e\u0327\u0301',
    '\uff9e\u0334',
    'a',
    ' ',
    '\n',
    '1',
    '1:',
    "'",
    '-',
    '@',
  ],
  ...['<', '>', '<a', 'a>', '<script>', '</script>', '<scr', 'ipt>', '<!--', '&', '"', '\u200d', 'ʼ', '--> '],
]

describe.each(READERS)('%s', (_, read) => {
  test('takes no more than twice the steps for twice the text', () => {
    for (const piece of PIECES) {
      for (const other of PIECES) {
        for (const made of [
          (times: number) => (piece + other).repeat(times),
          (times: number) => piece.repeat(times) + other.repeat(times),
        ]) {
          const [once, twice] = [60, 120].map((times) => countSteps(() => read(`e${made(times)}`)))
          expect({ piece, other, tooMany: (twice ?? 0) > 2.2 * (once ?? 0) + 500 }).toEqual({
            piece,
            other,
            tooMany: false,
          })
        }
      }
    }
  })
})

function changesPlaces(character: string): boolean {
  return [`\u0301${character}`, `${character}\u0334`].some((pair) => pair.normalize('NFD') !== pair)
}

/**
 * Reaches what the language itself does with strings: each character, and each pair of marks that may change places.
 */
function countSteps(work: () => unknown): number {
  let steps = 0
  const normalize = String.prototype.normalize
  const replace = String.prototype.replace
  vi.spyOn(String.prototype, 'normalize').mockImplementation(function (this: string, form?: string) {
    steps += this.length
    for (const run of String(this).matchAll(/[\p{M}\uFF9E\uFF9F]+/gu)) {
      steps += run[0].length ** 2
    }
    return normalize.call(this, form as 'NFC')
  })
  vi.spyOn(String.prototype, 'replace').mockImplementation(function (this: string, ...rest: unknown[]) {
    steps += this.length
    return replace.apply(this, rest as Parameters<typeof replace>)
  } as typeof replace)
  work()
  vi.restoreAllMocks()
  return steps
}
