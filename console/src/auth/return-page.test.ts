import { expect, test } from 'vitest'
import { readReturnPage } from './return-page.ts'

test('somebody comes back to the page that they came from, as it was', () => {
  expect(readReturnPage({ from: '/classes?page=2', state: { at: 3 }, of: 'ruth' })).toEqual({
    from: '/classes?page=2',
    state: { at: 3 },
    of: 'ruth',
  })
  expect(readReturnPage({ from: '/', of: 7 })).toEqual({ from: '/', state: undefined, of: undefined })
})

test.each([
  [undefined],
  [null],
  ['/classes'],
  [{}],
  [{ from: 7 }],
  [{ from: 'https://elsewhere.example' }],
  [{ from: '//elsewhere.example' }],
  [{ from: '/login?x=1' }],
])('nobody comes back to %j', (given) => {
  expect(readReturnPage(given)).toBeUndefined()
})
