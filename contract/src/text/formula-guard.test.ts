import fc from 'fast-check'
import { expect, test } from 'vitest'
import { guardFormulas, unguardFormulas } from './formula-guard.ts'

const odd = fc
  .array(fc.constantFrom(...'=+-@＝＋－＠\'\t\r\n; "\u200b\u00a0a1,ñ😀'))
  .map((signs) => signs.join(''))

test('no cell begins with what a spreadsheet would calculate, wherever it sees a cell begin', () => {
  fc.assert(
    fc.property(odd, (text) => {
      for (const cell of guardFormulas(text).split(/[;\t\r\n]/)) {
        expect(cell.replace(/^[\s\p{Cf}]+/u, '')).not.toMatch(/^[=+\-@＝＋－＠]/)
      }
    }),
  )
})

test.each(["\n'", "'", ';', "\t'", ' ', "';"])('a million of %j are gone through once', (piece) => {
  const text = `${piece.repeat(1_000_000)}=`
  expect(unguardFormulas(guardFormulas(text))).toBe(text)
})

test('a guarded text can be read again as it was', () => {
  fc.assert(
    fc.property(odd, (text) => {
      expect(unguardFormulas(guardFormulas(text))).toBe(text)
    }),
  )
})

test.each(['Ana', 'O’Brien', '0161 496 0000', "'tis", 'a=b', 'me@example.org', 'Nuts - all', ''])(
  '%j stays as it is',
  (text) => {
    expect(guardFormulas(text)).toBe(text)
    expect(unguardFormulas(text)).toBe(text)
  },
)

test('a cell that begins behind a line end, a tab or a semicolon is guarded by itself', () => {
  expect(guardFormulas("a;=1\n -2\n'@x\n\tb;c=1")).toBe("a;'=1\n' -2\n''@x\n'\tb;c=1")
})
