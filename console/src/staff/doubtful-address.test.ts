import { expect, test } from 'vitest'
import { doubtOf } from './doubtful-address.ts'

test.each(['tom@exmaple', 'c1@example', 'ada@.com', 'ada@com.'])(
  '%s has no dot where one belongs',
  (email) => {
    expect(doubtOf(email)).toEqual({})
  },
)

test.each([
  ['ada@gmial.com', 'ada@gmail.com'],
  ['ada@gmal.com', 'ada@gmail.com'],
  ['ada@GMAILL.com', 'ada@gmail.com'],
  ['ada@hotmail.con', 'ada@hotmail.com'],
  ['a@b@outlok.com', 'a@b@outlook.com'],
])('%s is probably %s', (email, meant) => {
  expect(doubtOf(email)).toEqual({ meant })
})

test.each(['ada@gmail.com', 'ada@ymail.com', 'ada@mail.com', 'ruth@vestry.test', 'boaz@grace-church.org'])(
  '%s is not doubted',
  (email) => {
    expect(doubtOf(email)).toBeUndefined()
  },
)
