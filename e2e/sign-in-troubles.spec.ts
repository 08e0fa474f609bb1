import type { Route } from '@playwright/test'
import { changeConfig } from './changed-config.ts'
import { enterPassword, expect, signIn, test } from './fixtures.ts'
import { ADMIN } from './running-server.ts'

/** Has the identity service answer one action otherwise; the real one answers the rest. */
function answering(action: string, answer: { status: number; json: object }) {
  return async (route: Route) => {
    const isIt = route.request().headers()['x-amz-target']?.endsWith(action)
    await (isIt ? route.fulfill(answer) : route.continue())
  }
}

const refused = (__type: string, message: string) => ({ status: 400, json: { __type, message } })
const asked = (ChallengeName: string) => ({
  status: 200,
  json: { ChallengeName, Session: 'a session of another service', ChallengeParameters: {} },
})

test('each trouble at sign-in ends in a plain sentence and a way on', async ({ server, page }) => {
  const troubled = async (action: string, answer: { status: number; json: object }, sentence: string) => {
    await page.unroute('**/cognito-idp/')
    await page.route('**/cognito-idp/', answering(action, answer))
    await enterPassword(page, server, ADMIN)
    await expect(page.getByRole('alert')).toContainText(sentence)
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled()
  }

  const noStep = 'This account asks for a step that this page doesn’t know.'
  await troubled('RespondToAuthChallenge', asked('A_CHALLENGE_OF_NEXT_YEAR'), noStep)
  const tooMany = refused('NotAuthorizedException', 'Password attempts exceeded')
  await troubled('InitiateAuth', tooMany, 'Too many attempts with the password.')

  // The widget has no screen for a reset that could not begin, and would show nothing at all.
  await page.unroute('**/cognito-idp/')
  await page.route('**/cognito-idp/', async (route) => {
    const action = route.request().headers()['x-amz-target'] ?? ''
    await route.fulfill(
      action.endsWith('ForgotPassword')
        ? refused('InvalidParameterException', 'The code could not be sent. Try again later.')
        : refused('PasswordResetRequiredException', 'Password reset required for the user'),
    )
  })
  await enterPassword(page, server, ADMIN)
  await expect(page.getByRole('alert')).toHaveText('The code could not be sent. Try again later.')
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled()
})

test('a challenge of a pool’s own is answered on the screen for codes', async ({ server, page }) => {
  await page.route('**/cognito-idp/', answering('RespondToAuthChallenge', asked('CUSTOM_CHALLENGE')))
  await enterPassword(page, server, ADMIN)
  await expect(page.getByRole('heading', { name: 'Confirm code' })).toBeVisible()
  const sent = page.waitForRequest((request) => request.postData()?.includes('"ANSWER":"4711"') === true)
  await page.getByLabel('Code').fill('4711')
  await page.getByRole('button', { name: 'Confirm' }).click()
  expect((await sent).postDataJSON()).toMatchObject({ ChallengeName: 'CUSTOM_CHALLENGE' })
})

test('an empty field and a malformed address are said in the words of the page', async ({ server, page }) => {
  await page.goto(`${server.origin}/login`)
  const email = page.getByLabel('Email')
  const password = page.getByLabel('Password', { exact: true })
  const signInButton = page.getByRole('button', { name: 'Sign in', exact: true })
  const words = (field: typeof email) => field.evaluate((input: HTMLInputElement) => input.validationMessage)
  await email.fill('   ')
  await signInButton.click()
  expect(await words(email)).toBe('This field is required')
  await expect(email).toBeFocused()
  await email.fill('ada')
  await signInButton.click()
  expect(await words(email)).toBe('Please enter a valid email')
  await email.fill(ADMIN.email)
  await signInButton.click()
  expect([await words(email), await words(password)]).toEqual(['', 'This field is required'])
  await password.fill(ADMIN.password)
  await signInButton.click()
  await expect(page.getByRole('heading', { name: 'Preaching Items' })).toBeVisible()
})

test('a first sign-in asks for every attribute that the pool requires, with the dial code of a number', async ({
  server,
  page,
  checkAccessibility,
}) => {
  const texts = ['given_name', 'middle_name', 'family_name', 'nickname', 'preferred_username']
  const names = ['phone_number', 'birthdate', 'name', ...texts, 'profile', 'website', 'email']
  await page.route('**/cognito-idp/', async (route) => {
    const { ChallengeName } = route.request().postDataJSON() as { ChallengeName?: string }
    const requiredAttributes = JSON.stringify(names.map((name) => `userAttributes.${name}`))
    const json = { ...asked('NEW_PASSWORD_REQUIRED').json, ChallengeParameters: { requiredAttributes } }
    if (ChallengeName === 'NEW_PASSWORD_REQUIRED') {
      await route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' })
    } else {
      await (ChallengeName === undefined ? route.continue() : route.fulfill({ json }))
    }
  })
  await enterPassword(page, server, ADMIN)
  await expect(page.getByRole('heading', { name: 'Change Password' })).toBeFocused()
  await checkAccessibility(page)
  const field = (name: string) => page.locator(`[name=${name}]`)
  await expect(field('country_code')).toHaveValue('+1')
  await expect(field('country_code').locator('option')).toHaveCount(206)
  await expect(field('nickname')).toHaveAttribute('autocomplete', 'nickname')
  await field('country_code').selectOption('+34')
  const typed: Record<string, string> = {
    ...Object.fromEntries(['name', ...texts].map((name) => [name, ` The ${name} `])),
    ...{ password: ' Seven times a d4y ', confirm_password: ' Seven times a d4y ' },
    ...{ phone_number: '600 111-222', birthdate: '1990-02-03', email: 'ada@vestry.test' },
    ...{ profile: 'ada', website: 'https://ada.example' },
  }
  for (const [name, value] of Object.entries(typed)) {
    await field(name).fill(value)
  }
  await page.getByRole('button', { name: 'Change Password' }).click()
  expect(await field('profile').evaluate((input: HTMLInputElement) => input.validationMessage)).toBe(
    'Enter a web address, such as https://example.org',
  )
  await field('profile').fill('https://ada.example/me')
  const sent = page.waitForRequest((request) => request.postData()?.includes('"NEW_PASSWORD"') === true)
  await page.getByRole('button', { name: 'Change Password' }).click()
  expect((await sent).postDataJSON().ChallengeResponses).toMatchObject({
    NEW_PASSWORD: ' Seven times a d4y ',
    'userAttributes.phone_number': '+34600111222',
    'userAttributes.birthdate': '1990-02-03',
    'userAttributes.nickname': 'The nickname',
    'userAttributes.profile': 'https://ada.example/me',
  })
  await expect(page.getByRole('alert')).toContainText('The server is unavailable at the moment.')
})

test('each step takes the focus at its heading', async ({ server, page }) => {
  await page.route('**/cognito-idp/', answering('RespondToAuthChallenge', asked('SOFTWARE_TOKEN_MFA')))
  await page.goto(`${server.origin}/login`)
  await page.getByLabel('Email').fill(ADMIN.email)
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Confirm the code from your app' })).toBeFocused()
  await page.getByRole('button', { name: 'Back to Sign In' }).click()
  await page.getByRole('button', { name: 'Forgot your password?' }).click()
  await expect(page.getByRole('heading', { name: 'Reset Password' })).toBeFocused()
})

test('a reload in the middle of a step leads back to the first one', async ({ server, page }) => {
  await page.route(
    '**/cognito-idp/',
    answering('RespondToAuthChallenge', {
      status: 200,
      json: { ...asked('SOFTWARE_TOKEN_MFA').json, ChallengeParameters: {} },
    }),
  )
  await enterPassword(page, server, ADMIN)
  await expect(page.getByRole('heading', { name: 'Confirm the code from your app' })).toBeVisible()
  await page.unroute('**/cognito-idp/')
  await page.reload()
  await signIn(page, server)
})

test('a configuration without a user pool says so', async ({ server, page }) => {
  await changeConfig(page, { userPoolId: '' })
  await page.goto(`${server.origin}/login`)
  await expect(page.getByRole('alert')).toContainText('the user pool is missing from its configuration')
})

test('who signs in elsewhere in the same browser goes on here as well', async ({ server, context }) => {
  const waiting = await context.newPage()
  await waiting.goto(`${server.origin}/preaching/new`)
  await expect(waiting.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  await signIn(await context.newPage(), server)
  await expect(waiting.getByRole('heading', { name: 'Add Preaching Item' })).toBeVisible()
})

test('the sign-in speaks Spanish in all that it says, and by keyboard alone', async ({
  server,
  browser,
  contextOptions,
  checkAccessibility,
}) => {
  const context = await browser.newContext({ ...contextOptions, locale: 'es-ES', baseURL: server.origin })
  const page = await context.newPage()
  await page.goto('/login')
  await page.getByLabel('Correo electrónico').focus()
  await page.keyboard.type(ADMIN.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type('No es la contraseña 1')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText(
    'El correo electrónico o la contraseña no son correctos.',
  )
  await expect(page.getByRole('switch', { name: 'Mostrar contraseña' })).toBeVisible()
  await checkAccessibility(page)
  await page.getByRole('button', { name: 'Otras formas de iniciar sesión' }).press('Enter')
  await expect(page.getByLabel('Contraseña', { exact: true })).toBeVisible()
  await context.close()
})
