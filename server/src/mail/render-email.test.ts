import { expect, test } from 'vitest'
import { signed } from './render-email.ts'

const letter = { subject: 'Your code', text: 'Your code is 123456.\n' }

test('an email ends with the name of the church, and where it has none as it is', () => {
  expect(signed(letter, 'Bethlehem Chapel')).toEqual({
    subject: 'Your code',
    text: 'Your code is 123456.\n\nBethlehem Chapel\n',
  })
  expect(signed(letter, '')).toEqual(letter)
  expect(signed(letter)).toEqual(letter)
})
