import { expect, test } from 'vitest'
import { initialsOf } from './face.tsx'

test.each([
  ['Ana', 'López Núñez', 'AL'],
  ['élodie', 'ʼneill', 'Éʼ'],
  ['नीता', '김', 'नी김'],
  ['', 'Sol', 'S'],
])('the initials of %s %s are %s', (first_name, last_name, expected) => {
  expect(initialsOf({ first_name, last_name })).toBe(expected)
})
