import { expect, test } from 'vitest'
import { memory } from '../attendance/testing-browser.ts'
import { readStoredToken } from './stored-token.ts'

const CLIENT = 'client1'
const NOW = Date.parse('2026-05-03T08:00:00Z')

/** The storage of a browser in which somebody is signed in with these claims. */
function signedIn(claims: object, drift = '0', person = 'ada@vestry.test'): [Storage, string] {
  const storage = memory()
  const token = ['head', Buffer.from(JSON.stringify(claims)).toString('base64url'), 'proof'].join('.')
  const below = `CognitoIdentityServiceProvider.${CLIENT}`
  storage.setItem(`${below}.LastAuthUser`, person)
  storage.setItem(`${below}.${person}.idToken`, token)
  storage.setItem(`${below}.${person}.clockDrift`, drift)
  return [storage, token]
}
const seconds = (fromNow: number) => NOW / 1000 + fromNow

test('the token of who is signed in is found, with their groups', () => {
  const [storage, token] = signedIn({ exp: seconds(60), 'cognito:groups': ['Admins'], name: 'Zoë ☧ ÿþ' })
  expect(readStoredToken(storage, CLIENT, NOW)).toEqual({ token, groups: ['Admins'] })
  expect(readStoredToken(storage, 'client2', NOW)).toBeUndefined()
  expect(readStoredToken(memory(), CLIENT, NOW)).toBeUndefined()
})

test('a token that has expired is not used, by the clock of the server', () => {
  const valid = (exp: number, drift: string) =>
    readStoredToken(signedIn({ exp: seconds(exp) }, drift)[0], CLIENT, NOW) !== undefined
  expect(valid(-1, '0')).toBe(false)
  expect(valid(4, '0')).toBe(false)
  expect(valid(6, '0')).toBe(true)
  // This machine's clock is an hour ahead, then an hour behind.
  expect(valid(-1, '-3600000')).toBe(true)
  expect(valid(3600, '3600000')).toBe(false)
})
