import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  CALLBACK,
  complaintsOf,
  headingOf,
  startHostedPages,
  type TestHostedPages,
} from '../testing/start-hosted-pages.ts'

let server: TestHostedPages

beforeAll(async () => {
  server = await startHostedPages({ signUp: true })
})
afterAll(() => server.close())

const NAOMI = { email: 'naomi@example.org', name: 'Naomi', password: 'Bethlehem-Bread-1' }

test('one makes an account, proves the address, and is through; who left meanwhile is led to it again', async () => {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: server.ids.userPoolClientId,
    redirect_uri: CALLBACK,
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  })
  const browser = server.browser()
  const begin = await browser.go(`/oauth2/authorize?${query}`)
  const form = await browser.send(begin, { go: 'signUp', email: NAOMI.email })
  expect(headingOf(form)).toBe('Create account')
  const filled = { email: NAOMI.email, newPassword: NAOMI.password, confirmPassword: NAOMI.password }
  const nameless = await browser.send(form, filled)
  expect(complaintsOf(nameless)).toEqual(['This field is required'])
  const asked = await browser.send(nameless, { ...filled, name: NAOMI.name })
  expect(headingOf(asked)).toBe('Confirm your account')
  expect(asked.text).toContain('n***@e***')

  const left = await browser.signIn(await browser.go(`/oauth2/authorize?${query}`), NAOMI)
  expect(headingOf(left)).toBe('Confirm your account')
  expect(left.text).toContain('Your account is not confirmed yet.')
  server.letters.length = 0
  const again = await browser.send(left, { go: 'again' })
  expect(again.text).toContain('Another code is on its way.')
  const code = await server.codeFor(NAOMI.email)
  expect(complaintsOf(await browser.send(again, { code: 'abcdef' }))).toHaveLength(1)
  const done = await browser.send(again, { code })
  expect(done.location).toMatch(/^https:\/\/wiki\.example\/back\?code=/)
})
