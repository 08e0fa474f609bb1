import type { Page } from '@playwright/test'
import { enterPassword, expect, signIn, test } from './fixtures.ts'
import { type RunningServer, startTestServer } from './running-server.ts'
import {
  alterUser,
  callIdentity,
  codeByMail,
  codeByText,
  expectSignedIn,
  resetCodeByMail,
  signOut,
} from './sign-in-walk.ts'

const NOAH = { email: 'noah@vestry.test', name: 'Noah', password: 'Two of every k1nd, please!' }
const JOEL = { email: 'joel@vestry.test', name: 'Joel', password: 'Your old men dre4m, I hear!' }
const KISH = { email: 'kish@vestry.test', name: 'Kish', password: ' Head and sh0ulders, taller! ' }
const LYDIA = { email: 'lydia@vestry.test', name: 'Lydia', password: 'A seller of purple g0ods!' }
const TITUS = { email: 'titus@vestry.test', name: 'Titus', password: 'Put in 0rder what was left!' }
const DORA = { email: 'dora@vestry.test', name: 'Dora', password: 'Full of good w0rks, she was!' }

let server: RunningServer

test.beforeAll(async () => {
  server = await startTestServer({ VESTRY_SIGN_UP: 'on', VESTRY_FIRST_FACTORS: 'password' })
})

test.afterAll(() => server.destroy())

async function createAccount(page: Page, { email, name, password }: typeof NOAH): Promise<void> {
  await page.getByRole('tab', { name: 'Create Account' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm Password').fill(password)
  await page.getByRole('button', { name: 'Create Account' }).click()
}

const clientOf = async (page: Page) =>
  ((await (await page.request.get(`${server.origin}/config.json`)).json()) as { userPoolClientId: string })
    .userPoolClientId

test('one makes an account, proves its address with the second code and is signed in by that @phone-only', async ({
  page,
  checkAccessibility,
}) => {
  const noah = { ...NOAH, email: `${test.info().project.name}-${NOAH.email}` }
  await page.goto(`${server.origin}/login`)
  await page.getByRole('tab', { name: 'Create Account' }).click()
  await page.getByLabel('Email').fill(noah.email)
  await page.getByLabel('Name').fill('Noah')
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByLabel('Confirm Password').fill('different')
  await page.getByLabel('Confirm Password').blur()
  await expect(page.getByText('Password must have at least 8 characters')).toBeVisible()
  await expect(page.getByText('Your passwords must match')).toBeVisible()
  await checkAccessibility(page)
  await page.getByLabel('Password', { exact: true }).fill(noah.password)
  await page.getByLabel('Confirm Password').fill(noah.password)
  await page.getByRole('button', { name: 'Create Account' }).click()

  await expect(page.getByRole('heading', { name: 'We sent you an email' })).toBeVisible()
  await checkAccessibility(page)
  await codeByMail(server, noah.email)
  await page.getByRole('button', { name: 'Resend Code' }).click()
  await page.getByLabel('Code').fill(await codeByMail(server, noah.email))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expectSignedIn(page)
})

test('who left before the confirmation is led to it at the next sign-in', async ({ page }) => {
  await page.goto(`${server.origin}/login`)
  await createAccount(page, DORA)
  await codeByMail(server, DORA.email)
  await page.getByRole('button', { name: 'Back to Sign In' }).click()
  await enterPassword(page, server, DORA)
  await expect(page.getByRole('heading', { name: 'We sent you an email' })).toBeVisible()
  await page.getByLabel('Code').fill('000000')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await page.getByLabel('Code').fill(await codeByMail(server, DORA.email))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await signIn(page, server, DORA)
})

test('a password keeps its blanks, and a number that is not verified is asked for beside a verified address', async ({
  page,
}) => {
  await page.goto(`${server.origin}/login`)
  await createAccount(page, KISH)
  await page.getByLabel('Code').fill(await codeByMail(server, KISH.email))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expectSignedIn(page)
  await signOut(page)
  await signIn(page, server, KISH)
  await signOut(page)

  const ClientId = await clientOf(page)
  const [Username, phone] = ['jonah@vestry.test', '+15550100321']
  await callIdentity(page, 'SignUp', {
    ...{ ClientId, Username, Password: KISH.password },
    UserAttributes: [
      { Name: 'name', Value: 'Jonah' },
      { Name: 'phone_number', Value: phone },
    ],
  })
  const ConfirmationCode = await codeByMail(server, Username)
  await callIdentity(page, 'ConfirmSignUp', { ClientId, Username, ConfirmationCode })
  await enterPassword(page, server, { ...KISH, email: Username })
  await expect(page.getByRole('radio', { name: /^Phone Number/ })).toBeChecked()
  await expect(page.getByRole('radio', { name: /^Email/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Verify' }).click()
  await page.getByLabel('Code').fill(await codeByText(server, phone))
  await page.getByRole('button', { name: 'Submit' }).click()
  await expectSignedIn(page)
})

test('who confirms an account more than three minutes later signs in to it, and is told so', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto(`${server.origin}/login`)
  await createAccount(page, LYDIA)
  await expect(page.getByLabel('Code')).toBeVisible()
  await page.clock.fastForward('03:01')
  await page.getByLabel('Code').fill(await codeByMail(server, LYDIA.email))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('main').getByRole('status')).toHaveText(
    'Your account is ready. Sign in with your email and password.',
  )
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
})

test('a password that has to be reset once the account is confirmed is reset without another way round', async ({
  page,
}) => {
  await page.goto(`${server.origin}/login`)
  await createAccount(page, TITUS)
  await page.route('**/cognito-idp/', async (route) => {
    const response = await route.fetch()
    if (route.request().headers()['x-amz-target']?.endsWith('.ConfirmSignUp')) {
      alterUser(server, TITUS.email, "status = 'RESET_REQUIRED'")
    }
    await route.fulfill({ response })
  })
  await page.getByLabel('Code').fill(await codeByMail(server, TITUS.email))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { name: 'Reset Password' })).toBeVisible()
  const password = 'Sound in f4ith, and steadfast!'
  await page.getByLabel('Code').fill(await resetCodeByMail(server, TITUS.email))
  await page.getByLabel('New Password').fill(password)
  await page.getByLabel('Confirm Password').fill(password)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Your password has been changed.')).toBeVisible()
  await signIn(page, server, { ...TITUS, password })
})

test('who is confirmed meanwhile goes from “Resend Code” to the sign-in', async ({ page }) => {
  await page.goto(`${server.origin}/login`)
  await createAccount(page, JOEL)
  await expect(page.getByRole('button', { name: 'Resend Code' })).toBeVisible()
  await callIdentity(page, 'ConfirmSignUp', {
    ClientId: await clientOf(page),
    Username: JOEL.email,
    ConfirmationCode: await codeByMail(server, JOEL.email),
  })
  await page.getByRole('button', { name: 'Resend Code' }).click()
  await expect(page.getByText('Your account is ready.')).toBeVisible()
  await signIn(page, server, JOEL)
})
