import { expect, test } from 'vitest'
import { z } from 'zod'
import { api } from './api.ts'
import { Id, IdText, typedText } from './fields.ts'
import type { Route } from './route.ts'

test('a text stays as it was typed, and nothing but blanks is none', () => {
  const read = (typed: string | null) => typedText(40).parse(typed)
  expect(read(' Sings,\n sits in front ')).toBe(' Sings,\n sits in front ')
  expect(read('Sings\u0007')).toBe('Sings')
  expect([read(' \n '), read('\u0007 '), read(''), read(null)]).toEqual(['', '', '', ''])
  expect(typedText(40).safeParse('a'.repeat(41)).success).toBe(false)
})

test('no call takes a number that is greater than a column can keep', () => {
  expect([Id.safeParse(2 ** 31 - 1).success, IdText.safeParse('2147483647').success]).toEqual([true, true])
  expect(IdText.safeParse('2147483648').success).toBe(false)
  const routes: Route[] = Object.values(api).flatMap((feature) => Object.values(feature))
  const taking = routes.flatMap(({ method, path, query, body }) =>
    [query, body].flatMap((schema) =>
      Object.entries(schema instanceof z.ZodObject ? schema.shape : {})
        .filter(([, field]) => field.safeParse(2 ** 31).success)
        .map(([name]) => `${method} ${path} ${name}`),
    ),
  )
  expect(taking).toEqual([])
})
