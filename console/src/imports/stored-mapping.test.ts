import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createStorage } from '../api/testing-page.ts'
import { findMapping, type StoredMapping, storeMapping } from './stored-mapping.ts'

const CHOSEN: StoredMapping = { of: 'attendance', mapping: ['first_name', null, 'mark'], order: 'mdy' }
const HEADERS = ['Name', 'Room', '12/25/2018']

beforeEach(() => void vi.stubGlobal('localStorage', createStorage()))
afterEach(() => void vi.unstubAllGlobals())

/** Has the browser keep something else than what was chosen. */
function keep(other: object) {
  storeMapping(HEADERS, { ...CHOSEN, ...other })
}

test('what was chosen for a file is found again for the next one of the same headers', () => {
  expect(findMapping(HEADERS)).toBeUndefined()
  storeMapping(HEADERS, CHOSEN)
  expect(findMapping(HEADERS)).toEqual(CHOSEN)
  expect(findMapping(['Name', 'Room', '12/26/2018'])).toBeUndefined()
})

test('the browser keeps nothing that a file says', () => {
  storeMapping(['Ruth', 'Moab', 'x'], CHOSEN)
  expect(JSON.stringify(localStorage)).not.toMatch(/Ruth|Moab/)
})

test('of what another version has kept only what is known here is chosen', () => {
  keep({ mapping: ['first_name', 'shoe_size', 'mark'], of: 'shoes', order: 'ymd-ish' })
  expect(findMapping(HEADERS)).toEqual({
    of: 'attendees',
    mapping: ['first_name', null, 'mark'],
    order: undefined,
  })
  keep({ mapping: ['first_name'] })
  expect(findMapping(HEADERS)).toBeUndefined()
})

test('a browser without room is asked again', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: () => {
      throw new DOMException('', 'QuotaExceededError')
    },
  })
  storeMapping(HEADERS, CHOSEN)
  expect(findMapping(HEADERS)).toBeUndefined()
})
