import { expect, test } from 'vitest'
import { beginGuest, NO_GUEST } from './guest-fields.ts'

const LUZ = { first_name: 'Luz', last_name: 'Lane', parent_contact: '600 1', allergies: 'nuts' }

test('what was typed of a guest and not saved is there when the dialog opens again', () => {
  expect(beginGuest(LUZ, '')).toEqual(LUZ)
  expect(beginGuest(LUZ, 'Luz Lane')).toEqual(LUZ)
})

test('a guest of another name gets neither the contact nor the allergies of the one before', () => {
  const ben = { ...NO_GUEST, first_name: 'Ben', last_name: 'von Baker' }
  expect(beginGuest(LUZ, 'Ben von Baker')).toEqual(ben)
  // A sibling whose form was begun and left has the family's name and contact, but no first name.
  expect(beginGuest({ ...LUZ, first_name: '' }, 'Ben von Baker')).toEqual(ben)
  expect(beginGuest(LUZ, 'Luz')).toEqual({ ...NO_GUEST, first_name: 'Luz' })
})
