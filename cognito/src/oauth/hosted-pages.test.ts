import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { appCode } from '../testing/authenticator.ts'
import { makeAuthenticator, type RequestOptions } from '../testing/software-authenticator.ts'
import {
  type Browser,
  CALLBACK,
  complaintsOf,
  headingOf,
  type Shown,
  startHostedPages,
  type TestHostedPages,
} from '../testing/start-hosted-pages.ts'
import { RUTH } from '../testing/start-identity.ts'
import { PHONE, startWithVerifiedRuth } from '../testing/verified-ruth.ts'

let server: TestHostedPages

beforeAll(async () => {
  server = await startHostedPages({
    secondFactors: ['totp', 'email', 'sms'],
    firstFactors: ['password', 'passkey', 'email', 'sms'],
  })
})
beforeEach(async () => {
  await server.startAnew()
  await startWithVerifiedRuth(server)
})
afterAll(() => server.close())

function open(browser: Browser, more: Record<string, string> = {}): Promise<Shown> {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: server.ids.userPoolClientId,
    redirect_uri: CALLBACK,
    state: 'state-1',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
    ...more,
  })
  return browser.go(`/oauth2/authorize?${query}`)
}

const isThrough = ({ status, location }: Shown) => status === 303 && location.startsWith(`${CALLBACK}?code=`)

type Signed = { ChallengeName?: string; Session?: string; AuthenticationResult?: { AccessToken: string } }

/** A sign-in of the console's, with the app's code where it is asked for. */
async function accessTokenOfRuth(secret = ''): Promise<string | undefined> {
  const ClientId = server.ids.userPoolClientId
  const asked = (await server.act('InitiateAuth', {
    ClientId,
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: RUTH.email, PASSWORD: RUTH.password },
  })) as Signed
  const answer =
    asked.ChallengeName === undefined
      ? asked
      : ((await server.act('RespondToAuthChallenge', {
          ClientId,
          ChallengeName: asked.ChallengeName,
          Session: asked.Session,
          ChallengeResponses: {
            USERNAME: RUTH.email,
            SOFTWARE_TOKEN_MFA_CODE: appCode(secret, server.clock.now()),
          },
        })) as Signed)
  return answer.AuthenticationResult?.AccessToken
}

async function asRuth(action: string, body: object = {}, secret?: string) {
  return (await server.act(action, { AccessToken: await accessTokenOfRuth(secret), ...body })) as Record<
    string,
    never
  >
}

async function addApp(): Promise<string> {
  const AccessToken = await accessTokenOfRuth()
  const { SecretCode } = (await server.act('AssociateSoftwareToken', { AccessToken })) as {
    SecretCode?: string
  }
  await server.act('VerifySoftwareToken', {
    AccessToken,
    UserCode: appCode(SecretCode ?? '', server.clock.now()),
  })
  await server.act('SetUserMFAPreference', { AccessToken, SoftwareTokenMfaSettings: { Enabled: true } })
  server.wait(60_000)
  return SecretCode ?? ''
}

test('a page runs no script, is framed by nobody, tells nobody where one was, and is kept by nobody', async () => {
  const { headers, text } = await open(server.browser())
  expect(headers.get('content-security-policy')).toBe(
    "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self' https://wiki.example; frame-ancestors 'none'; base-uri 'none'",
  )
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('x-frame-options')).toBe('DENY')
  expect(text).not.toMatch(/<script| style=| on\w+=/)
})

test('the page and its style come in few bytes', async () => {
  const { text } = await open(server.browser())
  const style = await (await fetch(new URL('/oauth2/pages.css', server.publicUrl))).text()
  expect(gzipSync(text).length).toBeLessThan(2500)
  expect(gzipSync(style).length).toBeLessThan(2000)
})

test('the colours are those of the console', () => {
  const tokens = readFileSync(new URL('../../../console/src/ui/tokens.ts', import.meta.url), 'utf8')
  const style = readFileSync(new URL('hosted-pages.css', import.meta.url), 'utf8')
  const [light, dark] = style.split('@media (prefers-color-scheme: dark)')
  for (const [theme, part] of [
    ['light', light],
    ['dark', dark],
  ] as const) {
    const own = [...(part ?? '').matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)]
    const theirs = new RegExp(`${theme}: \\{([^}]*)\\}`).exec(tokens)?.[1] ?? ''
    expect(own.length).toBeGreaterThan(13)
    for (const [, name = '', value] of own) {
      const camel = name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
      expect(theirs).toContain(` ${camel}: '${value}',`)
    }
  }
})

test('a wrong password and an unknown name get the same page, which keeps the name and not the password', async () => {
  const browser = server.browser()
  for (const email of [RUTH.email, 'nobody@example.org']) {
    const refused = await browser.send(await open(browser), { email, password: 'Not-her-password-1' })
    expect(refused.status).toBe(200)
    expect(complaintsOf(refused)).toEqual(['Incorrect username or password.'])
    expect(refused.text).toContain(`value="${email}"`)
    expect(refused.text).not.toContain('Not-her-password-1')
    expect(refused.text).toContain('<title>Error: Sign in')
  }
})

test('what is typed is shown as text, whatever it is', async () => {
  const browser = server.browser()
  const nasty = '"><script>alert(1)</script>@x'
  expect((await open(browser, { login_hint: nasty })).text).not.toContain('<script')
  expect((await browser.send(await open(browser), { email: nasty })).text).not.toContain('<script')
  expect((await open(browser, { state: nasty })).text).not.toContain('<script')
})

test('the language is the one asked for, then the browser’s, and can be changed without losing what was typed', async () => {
  const browser = server.browser()
  expect(headingOf(await open(browser, { lang: 'es' }))).toBe('Iniciar sesión')
  const page = await browser.go((await open(browser)).location || '/logout', {
    headers: { 'accept-language': 'es' },
  })
  expect(page.text).toContain('lang="es"')
  const other = await browser.send(await open(browser), { email: RUTH.email, password: 'x', lang: 'es' })
  expect(headingOf(other)).toBe('Iniciar sesión')
  expect(other.text).toContain(`value="${RUTH.email}"`)
  expect(complaintsOf(await browser.send(other, { email: RUTH.email }))).toEqual([
    'Este campo es obligatorio',
  ])
})

test('a form from another site, of another browser, or changed on its way is not taken', async () => {
  const browser = server.browser()
  const page = await open(browser)
  const foreign = await browser.send(page, RUTH, { 'sec-fetch-site': 'cross-site' })
  expect(foreign.status).toBe(400)
  const elsewhere = await browser.send(page, RUTH, { origin: 'https://evil.example' })
  expect(elsewhere.status).toBe(400)
  const victim = server.browser()
  await open(victim)
  const planted = await victim.send(page, RUTH)
  expect(planted.status).toBe(400)
  expect(planted.text).toContain('Allow cookies')
  expect(victim.cookies.has('vestry-session')).toBe(false)
  const changed: Shown = {
    ...page,
    text: page.text.replace(/name="flow" value="...../, 'name="flow" value="AAAAA'),
  }
  expect((await browser.send(changed, RUTH)).status).toBe(400)
  expect(isThrough(await browser.signIn(page))).toBe(true)
})

test('without cookies, or after an hour, one is told so and can start again with the same request', async () => {
  const browser = server.browser()
  const page = await open(browser)
  const without = await server.browser().signIn(page)
  expect(without.text).toContain('Allow cookies')
  const again = /href="(\/oauth2\/authorize\?[^"]+)"/.exec(without.text)?.[1]?.replaceAll('&#38;', '&') ?? ''
  expect(isThrough(await browser.signIn(await browser.go(again)))).toBe(true)
  server.wait(61 * 60_000)
  expect((await browser.signIn(page)).text).toContain('This page was open for too long.')
})

test('a form sent twice, or from two tabs, signs in; an old step says that it is over', async () => {
  const secret = await addApp()
  const browser = server.browser()
  const tabs = [await open(browser), await open(browser)] as const
  const first = await browser.signIn(tabs[0])
  const code = { code: appCode(secret, server.clock.now()) }
  const answers = await Promise.all([browser.send(first, code), browser.send(first, code)])
  expect(answers.map(isThrough)).toEqual([true, true])
  server.wait(60_000)
  const late = await browser.send(first, code)
  expect(headingOf(late)).toBe('Sign in')
  expect(late.text).toContain('That took too long')
  const second = await browser.signIn(tabs[1])
  expect(isThrough(await browser.send(second, { code: appCode(secret, server.clock.now()) }))).toBe(true)
})

test('a temporary password is replaced and a missing name given, after a mistake too', async () => {
  await server.staff.setPassword(RUTH.email, { password: 'Temporary-Wheat-1' })
  const browser = server.browser()
  const asked = await browser.signIn(await open(browser), {
    email: RUTH.email,
    password: 'Temporary-Wheat-1',
  })
  expect(headingOf(asked)).toBe('Change password')
  const mismatch = await browser.send(asked, { newPassword: 'Harvest-Barley-9', confirmPassword: 'other' })
  expect(complaintsOf(mismatch)).toEqual(['Your passwords must match'])
  const right = { newPassword: 'Harvest-Barley-9', confirmPassword: 'Harvest-Barley-9' }
  const nameless = await browser.send(mismatch, right)
  expect(complaintsOf(nameless)).toEqual(['This field is required'])
  const name = { 'userAttributes.name': 'Ruth' }
  const weak = await browser.send(nameless, { ...name, newPassword: 'short', confirmPassword: 'short' })
  expect(complaintsOf(weak)).toEqual(['Password must have at least 8 characters'])
  expect(weak.text).toContain('value="Ruth"')
  const done = await browser.send(weak, { ...name, ...right })
  expect(isThrough(done)).toBe(true)
})

test('second factors are chosen, asked for, and a wrong code leaves the page as it is', async () => {
  const secret = await addApp()
  await asRuth('SetUserMFAPreference', { SMSMfaSettings: { Enabled: true } }, secret)
  const browser = server.browser()
  const choice = await browser.signIn(await open(browser))
  expect(headingOf(choice)).toBe('Choose how to confirm it’s you')
  expect(complaintsOf(await browser.send(choice, { way: 'EMAIL_OTP' }))).toEqual(['Choose one'])
  const asked = await browser.send(choice, { way: 'SMS_MFA' })
  expect(asked.text).toContain('A code was sent by text message to +*')
  const wrong = await browser.send(asked, { code: 'abcdef' })
  expect(complaintsOf(wrong)).toEqual(['That code isn’t right. Check it and try again.'])
  const text = server.texts.findLast(({ to }) => to === PHONE)?.text ?? ''
  expect(isThrough(await browser.send(wrong, { code: /\d{6}/.exec(text)?.[0] ?? '' }))).toBe(true)
})

test('one signs in with a code by letter instead of a password, and can have another one sent', async () => {
  const browser = server.browser()
  const ways = await browser.send(await open(browser), { email: RUTH.email, go: 'others' })
  expect(headingOf(ways)).toBe('Choose how to sign in')
  const asked = await browser.send(ways, { way: 'EMAIL_OTP' })
  const first = await server.codeFor(RUTH.email)
  server.letters.length = 0
  const again = await browser.send(asked, { go: 'again' })
  expect(again.text).toContain('Another code is on its way.')
  const second = await server.codeFor(RUTH.email)
  expect(isThrough(await browser.send(again, { code: second }))).toBe(true)
  expect(first).toMatch(/^\d{6}$/)
  const password = await browser.send(ways, { way: 'PASSWORD' })
  expect(headingOf(password)).toBe('Sign in')
})

test('one signs in with a passkey, on the only page with a script', async () => {
  const device = makeAuthenticator(server.publicUrl)
  const started = await asRuth('StartWebAuthnRegistration')
  const Credential = device.create(started.CredentialCreationOptions as never)
  expect(await asRuth('CompleteWebAuthnRegistration', { Credential })).not.toHaveProperty('__type')
  const browser = server.browser()
  const ways = await browser.send(await open(browser), { email: RUTH.email, go: 'others' })
  const asked = await browser.send(ways, { way: 'WEB_AUTHN' })
  expect(asked.headers.get('content-security-policy')).toContain("script-src 'self'")
  const options = /data-options="([^"]+)"/.exec(asked.text)?.[1]?.replaceAll('&#34;', '"') ?? '{}'
  const credential = device.get(JSON.parse(options) as RequestOptions)
  expect(isThrough(await browser.send(asked, { credential: JSON.stringify(credential) }))).toBe(true)
})

test('whoever has to reset the password is led to it', async () => {
  const { database } = server
  await database.sql.updateTable('identity_user').set({ status: 'RESET_REQUIRED' }).execute()
  const browser = server.browser()
  const asked = await browser.signIn(await open(browser))
  expect(headingOf(asked)).toBe('Reset your password')
  expect(asked.text).toContain('Your password has to be reset.')
  const code = await server.codeFor(RUTH.email)
  const done = await browser.send(asked, {
    code,
    newPassword: 'Harvest-Barley-9',
    confirmPassword: 'Harvest-Barley-9',
  })
  expect(done.text).toContain('Your password is changed. Sign in with it.')
  expect(isThrough(await browser.signIn(done, { email: RUTH.email, password: 'Harvest-Barley-9' }))).toBe(
    true,
  )
})

test('where no account can be made, the page does not offer it and does not take it', async () => {
  const browser = server.browser()
  const page = await open(browser)
  expect(page.text).not.toContain('Create account')
  expect(headingOf(await browser.send(page, { go: 'signUp', email: 'new@example.org' }))).toBe('Sign in')
})
