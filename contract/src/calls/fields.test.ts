import { expect, test } from 'vitest'
import { typedText } from './fields.ts'

test('a text stays as it was typed, and nothing but blanks is none', () => {
  const read = (typed: string | null) => typedText(40).parse(typed)
  expect(read(' Sings,\n sits in front ')).toBe(' Sings,\n sits in front ')
  expect(read('Sings\u0007')).toBe('Sings')
  expect([read(' \n '), read('\u0007 '), read(''), read(null)]).toEqual(['', '', '', ''])
  expect(typedText(40).safeParse('a'.repeat(41)).success).toBe(false)
})
