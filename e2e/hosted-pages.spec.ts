import { createHash, randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { appCode } from '@vestry/cognito/testing/authenticator.ts'
import { test as base, expect, signIn } from './fixtures.ts'
import { startHttpsServer } from './https-server.ts'
import { ADMIN, type RunningServer } from './running-server.ts'
import { plugAuthenticator } from './virtual-authenticator.ts'

/** Everybody needs a second factor here, and the hosted pages are offered. */
const test = base.extend<object, { server: RunningServer }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
    async ({}, use) => {
      const server = await startHttpsServer({ VESTRY_HOSTED_SIGN_IN: 'on', VESTRY_MFA: 'required' })
      await use(server)
      await server.destroy()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
})

test.use({ ignoreHTTPSErrors: true })

const secretOn = async (page: Page) => ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '')

/** The simple page as a program of its own asks for it. */
async function simplePageOf(page: Page, { origin }: RunningServer): Promise<string> {
  const { userPoolClientId } = (await (await page.request.get(`${origin}/config.json`)).json()) as {
    userPoolClientId: string
  }
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: userPoolClientId,
    redirect_uri: `${origin}/login`,
    state: randomBytes(16).toString('hex'),
    code_challenge: createHash('sha256').update(randomBytes(32).toString('base64url')).digest('base64url'),
    code_challenge_method: 'S256',
  })
  return `${origin}/oauth2/authorize?${query}`
}

/** Other letters may have come before, such as one that says that an app was set up. */
async function codeFor(server: RunningServer): Promise<string> {
  for (;;) {
    const code = /^ {4}(\d{8})\r?$/m.exec(await server.mail.nextTo(ADMIN.email))?.[1]
    if (code !== undefined) {
      return code
    }
  }
}

async function logOut(page: Page) {
  const menu = page.getByRole('button', { name: 'Open the menu' })
  if (await menu.isVisible()) {
    await menu.click()
  }
  await page.getByRole('button', { name: 'Logout' }).first().click()
}

test('one signs in on the simple page in Spanish, sets up an app, works, logs out, and has to sign in again @phone', async ({
  server,
  page,
  watchPage,
  checkAccessibility,
}) => {
  test.setTimeout(120_000)
  watchPage(page)
  await page.goto(`${server.origin}/preaching/new`)
  await page.getByRole('button', { name: 'Sign in with the basic page' }).click()
  await expect(page).toHaveURL(/\/oauth2\/authorize\?/)
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible()
  await checkAccessibility(page)

  await page.getByLabel('Email').fill(ADMIN.email)
  await page.getByRole('button', { name: 'Español' }).click()
  await expect(page.getByRole('heading', { name: 'Iniciar sesión' })).toBeVisible()
  await expect(page.getByLabel('Correo electrónico')).toHaveValue(ADMIN.email)
  await page.getByLabel('Contraseña').fill('Not the password 1')
  await page.getByRole('button', { name: 'Iniciar sesión', exact: true }).click()
  await expect(page.getByLabel('Contraseña')).toHaveAccessibleDescription(
    'El correo electrónico o la contraseña no son correctos.',
  )
  await expect(page.getByLabel('Contraseña')).toBeFocused()
  await checkAccessibility(page)
  await page.getByLabel('Contraseña').fill(ADMIN.password)
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { name: 'Protege tu cuenta' })).toBeVisible()
  await checkAccessibility(page)
  await page.getByLabel('Aplicación de autenticación').check()
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(page.getByRole('img', { name: 'Código QR' })).toBeVisible()
  await checkAccessibility(page)
  const secret = await secretOn(page)
  await page.getByLabel('Código', { exact: true }).fill('000000')
  await page.getByRole('button', { name: 'Confirmar' }).click()
  await expect(page.getByText('El código no es correcto.')).toBeVisible()
  await page.getByLabel('Código', { exact: true }).fill(appCode(secret, Date.now()))
  await page.getByRole('button', { name: 'Confirmar' }).click()

  await expect(page.getByRole('heading', { name: 'Add Preaching Item' })).toBeVisible()
  await expect(page).toHaveURL(`${server.origin}/preaching/new`)
  await page.goto(`${server.origin}/sunday-school/attendees`)
  await expect(page.getByRole('heading', { name: 'No attendees found.' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'No attendees found.' })).toBeVisible()

  await logOut(page)
  await expect(page).toHaveURL(`${server.origin}/login`)
  await page.getByRole('button', { name: 'Sign in with the basic page' }).click()
  // The console's own page has fields of these names, too.
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible()
  await page.getByLabel('Email').fill(ADMIN.email)
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('Enter the code that your authenticator app shows.')).toBeVisible()
  await checkAccessibility(page)
  // The next code: none is taken twice.
  await page.getByLabel('Code').fill(appCode(secret, Date.now() + 30_000))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { name: 'Preaching Items' })).toBeVisible()
})

test('whoever leaves the simple page by the browser’s way back, or cancels, finds the sign-in page working', async ({
  server,
  page,
  watchPage,
}) => {
  watchPage(page)
  for (const leave of [() => page.goBack(), () => page.getByRole('link', { name: 'Cancel' }).click()]) {
    await page.goto(`${server.origin}/login`)
    await page.getByRole('button', { name: 'Sign in with the basic page' }).click()
    await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible()
    await leave()
    await expect(page.getByRole('heading', { name: 'Welcome to the admin console' })).toBeVisible()
    await expect(page.getByText('The sign-in was cancelled. You can sign in here.')).toHaveRole('alert')
    await expect(page).toHaveURL(`${server.origin}/login`)
    await expect(page.getByLabel('Email')).toBeVisible()
  }
})

test('what went wrong on the simple page is said on the sign-in page, and stays in no address', async ({
  server,
  page,
  watchPage,
  checkAccessibility,
}) => {
  watchPage(page, { expectFailures: /status of 400/ })
  const leave = async () => {
    await page.goto(`${server.origin}/login`)
    await page.getByRole('button', { name: 'Sign in with the basic page' }).click()
    await expect(page).toHaveURL(/\/oauth2\/authorize\?/)
    return new URL(page.url()).searchParams.get('state') ?? ''
  }
  const comeBack = async (query: Record<string, string>, sentence: string) => {
    await page.goto(`${server.origin}/login?${new URLSearchParams(query)}`)
    await expect(page.getByText(sentence, { exact: true })).toHaveRole('alert')
    await expect(page).toHaveURL(`${server.origin}/login`)
    await page.reload()
    await expect(page.getByLabel('Email')).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  }
  const state = await leave()
  await comeBack(
    { error: 'invalid_request', error_description: 'User is disabled.', state },
    'The basic sign-in page reported an error: “User is disabled.”',
  )
  await leave()
  const stale =
    'That sign-in was started in another browser, took too long, or was already used. Start again.'
  await comeBack({ code: 'any', state: 'another' }, stale)
  await comeBack(
    { code: 'any', state: await leave() },
    'The basic sign-in page reported an error: “The code is not good, was used, or belongs to another request.”',
  )
  // Nobody has begun these: anybody may have written such a link, so what it says is not repeated.
  await comeBack({ code: 'any', state: 'another' }, stale)
  await comeBack(
    { error: 'server_error', error_description: 'Call 555' },
    'The basic sign-in page reported an error. Start again.',
  )
  await page.route('**/oauth2/token', (route) => route.fulfill({ json: {} }))
  const nothing = 'The basic sign-in page didn’t complete the sign-in. Start again, or sign in here.'
  await comeBack({ code: 'any', state: await leave() }, nothing)
  await page.goto(`${server.origin}/login?error=access_denied`)
  await expect(page.getByRole('alert')).toHaveText('The sign-in was cancelled. You can sign in here.')
  await checkAccessibility(page)
})

test('without any script a forgotten password is replaced by a code from a letter, and one signs in', async ({
  server,
  browser,
  contextOptions,
  watchPage,
}) => {
  const context = await browser.newContext({ ...contextOptions, javaScriptEnabled: false })
  const page = await context.newPage()
  watchPage(page)
  await page.goto(await simplePageOf(page, server))
  await page.getByRole('button', { name: 'Forgot your password?' }).click()
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('This field is required')
  await page.getByLabel('Email').fill(ADMIN.email)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByText('Enter the code that was sent to a***@v***')).toBeVisible()
  const code = await codeFor(server)
  await page.getByLabel('Code').fill(code)
  await page.getByLabel('New password').fill('Mustard-seed-7!')
  await page.getByLabel('Confirm password').fill('Mustard-seed-8!')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByLabel('Confirm password')).toHaveAccessibleDescription('Your passwords must match')
  await expect(page.getByLabel('Code')).toHaveValue(code)
  await expect(page.getByLabel('New password')).toHaveValue('')
  await page.getByLabel('New password').fill(ADMIN.password)
  await page.getByLabel('Confirm password').fill(ADMIN.password)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Your password is changed. Sign in with it.')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(ADMIN.email)
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: /Protect your account|Enter your code/ })).toBeVisible()
  await context.close()
})

// Without https, for browsers keep passkeys from a page whose certificate nobody vouches for.
base(
  'one signs in on the simple page with a passkey',
  async ({ server, page, watchPage, checkAccessibility }) => {
    watchPage(page)
    await signIn(page, server)
    const layFinger = await plugAuthenticator(page)
    await page.goto(`${server.origin}/account`)
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await expect(page.getByText('Passkey added')).toBeVisible()

    await page.goto(await simplePageOf(page, server))
    await page.getByLabel('Email').fill(ADMIN.email)
    await page.getByRole('button', { name: 'Sign in another way' }).click()
    await page.getByLabel('Passkey').check()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('heading', { name: 'Sign in with your passkey' })).toBeVisible()
    await checkAccessibility(page)
    await layFinger(false)
    await page.getByRole('button', { name: 'Use passkey' }).click()
    await expect(page.getByText('The passkey was not used.')).toBeVisible()
    await layFinger(true)
    const led = page.waitForRequest(/\/login\?code=/)
    await page.getByRole('button', { name: 'Use passkey' }).click()
    await led
  },
)
