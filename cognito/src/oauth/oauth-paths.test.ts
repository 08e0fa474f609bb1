import { expect, test } from 'vitest'
import { queryOf } from './oauth-paths.ts'

test.each([
  ['/logout', {}],
  ['/logout?', {}],
  [
    '/logout?client_id=1&logout_uri=https://app.test/?bye&state=%3F',
    { client_id: '1', logout_uri: 'https://app.test/?bye', state: '?' },
  ],
])('of %s all is read after the first question mark', (url, query) => {
  expect(Object.fromEntries(queryOf(url))).toEqual(query)
})
