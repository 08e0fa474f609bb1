import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { readQueries } from './check-input.ts'

const asked = (page: string) => ({ url: `/attendees?page=${page}`, query: { page } }) as FastifyRequest

test('what a query was read as is kept, until there are 500 others', () => {
  const read = readQueries(z.strictObject({ page: z.string() }))
  const first = read(asked('first'))
  expect(first).toEqual({ page: 'first' })
  expect(Object.isFrozen(first)).toBe(true)
  for (let page = 1; page < 500; page += 1) {
    read(asked(String(page)))
  }
  expect(read(asked('first'))).toBe(first)
  read(asked('500'))
  expect(read(asked('first'))).not.toBe(first)
})

test('a query that is refused is refused again', () => {
  const read = readQueries(z.strictObject({ page: z.string() }))
  const wrong = { url: '/attendees?colour=red', query: { colour: 'red' } } as unknown as FastifyRequest
  for (const refused of [() => read(wrong), () => read(wrong)]) {
    expect(refused).toThrow('colour is not a field of this call.')
  }
})
