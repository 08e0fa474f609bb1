import { expect, test } from 'vitest'
import { isSameNumber, readNumbers } from './whole-number.ts'

const isFound = (kept: string, typed: string) => {
  const [number] = readNumbers(typed)
  return number !== undefined && readNumbers(kept).some((one) => isSameNumber(one, number))
}

test.each([
  ['0161 496 0000', '01614960000'],
  ['+44 161 496 0000', '0161 496-0000'],
  ['+44 (0)161 496 0000', '(0161) 496 0000'],
  ['0044 161 496 0000', '01614960000'],
  ['0161 496 0000', '+441614960000'],
  ['+34 600 123 456', '600123456'],
  ['600 123 456', '0034600123456'],
  ['+1 212 555 0100', '2125550100'],
  ['+353 1 496 0000', '014960000'],
  ['0161 496 0000 / 07700 900123', '07700900123'],
])('whoever has %s is found by %s', (kept, typed) => {
  expect(isFound(kept, typed)).toBe(true)
})

test.each([
  ['+34 600 123 456', '00123456'],
  ['+34 600 123 456', '123456'],
  ['+34 600 123 456', '34600123456'],
  ['+34 600 123 456', '+35600123456'],
  ['0161 496 0000', '1614960'],
  ['0161 496 0000', '4960000'],
  ['0161 496 0000', '016149600001'],
  ['12345', '12345'],
  ['', '0000000'],
  ['Ana', 'Ana'],
])('whoever has %s is not found by %s', (kept, typed) => {
  expect(isFound(kept, typed)).toBe(false)
})

test('no part of a number finds whoever has it', () => {
  for (const kept of ['+34 600 123 456', '0161 496 0000', '+44 161 496 0000', '2125550100']) {
    const digits = kept.replace(/\D+/g, '')
    const [whole] = readNumbers(kept)
    for (let from = 0; from < digits.length; from += 1) {
      for (let to = from + 1; to <= digits.length; to += 1) {
        const typed = digits.slice(from, to)
        expect([typed, isFound(kept, typed)]).toEqual([typed, typed.replace(/^0+/, '') === whole?.national])
      }
    }
  }
})
