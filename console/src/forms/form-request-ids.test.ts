import { expect, it } from 'vitest'
import { createRequestIds } from './form-request-ids.ts'

it('gives the same rows the same id until their answer has come, and a new one then', () => {
  const ids = createRequestIds()
  const first = ids.idOf([{ first_name: 'Lot' }])
  expect(ids.idOf([{ first_name: 'Lot' }])).toBe(first)
  const other = ids.idOf([{ first_name: 'Noé' }])
  expect(other).not.toBe(first)
  ids.answered()
  expect(ids.idOf([{ first_name: 'Noé' }])).not.toBe(other)
})
