import type { Page } from '@playwright/test'
import { enterPassword, expect, test } from './fixtures.ts'
import { type RunningServer, startTestServer } from './running-server.ts'
import { alterUser, codeByText, expectSignedIn } from './sign-in-walk.ts'
import { addStaffPerson } from './staff-people.ts'

const PHONE = '+34600111333'
const NAOMI = { email: 'naomi@vestry.test', name: 'Naomi', password: 'Call me M4ra, she said.' }

let server: RunningServer

test.beforeAll(async () => {
  server = await startTestServer({ VESTRY_FIRST_FACTORS: 'password,passkey,sms' })
  await addStaffPerson(server, NAOMI)
  const known = `'$.phone_number', '${PHONE}', '$.phone_number_verified', 'true', '$.email_verified', 'true'`
  alterUser(server, NAOMI.email, `attributes = json_set(attributes, ${known})`)
})

test.afterAll(() => server.destroy())

async function choose(page: Page, way: string): Promise<void> {
  await page.goto(`${server.origin}/login`)
  await page.getByLabel('Email').fill(NAOMI.email)
  await page.getByRole('button', { name: 'Other sign-in options' }).click()
  await page.getByRole('button', { name: way }).click()
}

test('one signs in with a code by text message, the second that was sent', async ({
  page,
  checkAccessibility,
}) => {
  await choose(page, 'Sign in with a code by SMS')
  await expect(page.getByRole('heading', { name: 'Confirm SMS code' })).toBeFocused()
  await expect(page.getByText('the code we texted to +*******1333.')).toBeVisible()
  await checkAccessibility(page)
  const first = await codeByText(server, PHONE)
  await page.getByRole('button', { name: 'Resend Code' }).press('Enter')
  const second = await codeByText(server, PHONE, first)
  await expect(page.getByRole('button', { name: 'Resend Code' })).toBeFocused()
  await page.getByLabel('Code').fill(first)
  await page.getByLabel('Code').press('Enter')
  await expect(page.getByRole('alert')).toContainText('The code is incorrect. Try again.')
  await expect(page.getByLabel('Code')).toBeFocused()
  await page.getByLabel('Code').fill(` ${second} `)
  await page.keyboard.press('Enter')
  await expectSignedIn(page)
})

test('who has signed in elsewhere while a code is waited for is told so, and goes on by a reload', async ({
  context,
}) => {
  const page = await context.newPage()
  await choose(page, 'Sign in with a code by SMS')
  await expect(page.getByLabel('Code')).toBeVisible()
  const other = await context.newPage()
  await enterPassword(other, server, NAOMI)
  await expectSignedIn(other)
  await page.getByRole('button', { name: 'Resend Code' }).click()
  await expect(page.getByRole('alert')).toContainText(
    'You are already signed in. Reload the page to continue.',
  )
  await page.reload()
  await expectSignedIn(page)
})

const NO_PASSKEY_USED = 'No passkey was used. Try again, or choose another way to sign in.'

for (const [failure, sentence] of [
  ['NotAllowedError', NO_PASSKEY_USED],
  ['AbortError', NO_PASSKEY_USED],
  ['SecurityError', 'Passkeys don’t work at this address. Choose another way to sign in.'],
  ['ConstraintError', 'Something went wrong. Try again.'],
  ['no passkey', 'This device has no passkey for you. Choose another way to sign in.'],
] as const) {
  test(`a passkey whose ceremony ends with ${failure} leaves the other ways to sign in`, async ({ page }) => {
    await page.addInitScript((name) => {
      navigator.credentials.get = () =>
        name === 'no passkey'
          ? Promise.resolve(null)
          : Promise.reject(new DOMException('as the browser says', name))
    }, failure)
    await choose(page, 'Sign in with a passkey')
    await expect(page.getByRole('alert')).toHaveText(sentence)
    await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeFocused()
    await page.getByLabel('Password', { exact: true }).fill(NAOMI.password)
    await page.keyboard.press('Enter')
    await expectSignedIn(page)
  })
}
