import { enterPassword, expect, signIn, test } from './house.ts'
import { ADMIN, type RunningHouse, startHouse } from './running-house.ts'
import { codeByMail, expectSignedIn, signOut } from './sign-in-walk.ts'

const NOAH = { email: 'noah@vestry.test', password: 'Two of every k1nd, please!' }
const DORA = { email: 'dora@vestry.test', password: 'Full of good w0rks, she was!' }

let house: RunningHouse

test.beforeAll(async () => {
  house = await startHouse({ VESTRY_SIGN_UP: 'on', VESTRY_FIRST_FACTORS: 'password' })
})

test.afterAll(() => house.destroy())

test('one makes an account, proves its address with the second code and is signed in by that @phone', async ({
  page,
  checkAccessibility,
}) => {
  test.setTimeout(120_000)
  const noah = { ...NOAH, email: `${test.info().project.name}-${NOAH.email}` }
  await page.goto(`${house.origin}/login`)
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

  await expect(page.getByRole('heading', { name: 'We sent you an e-mail' })).toBeVisible()
  await checkAccessibility(page)
  await codeByMail(house, noah.email)
  await page.getByRole('button', { name: 'Resend Code' }).click()
  await page.getByLabel('Code').fill(await codeByMail(house, noah.email))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expectSignedIn(page)
})

test('who left before the confirmation is led to it at the next sign-in', async ({ page }) => {
  test.setTimeout(120_000)
  await page.goto(`${house.origin}/login`)
  await page.getByRole('tab', { name: 'Create Account' }).click()
  await page.getByLabel('Email').fill(DORA.email)
  await page.getByLabel('Name').fill('Dora')
  await page.getByLabel('Password', { exact: true }).fill(DORA.password)
  await page.getByLabel('Confirm Password').fill(DORA.password)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await codeByMail(house, DORA.email)
  await page.getByRole('button', { name: 'Back to Sign In' }).click()
  await enterPassword(page, house, DORA)
  await expect(page.getByRole('heading', { name: 'We sent you an e-mail' })).toBeVisible()
  await page.getByLabel('Code').fill('000000')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await page.getByLabel('Code').fill(await codeByMail(house, DORA.email))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await signIn(page, house, DORA)
  await signOut(page)
})

test('who is confirmed meanwhile goes from “Resend Code” to the sign-in', async ({ page }) => {
  await page.route('**/cognito-idp/', async (route) => {
    const action = route.request().headers()['x-amz-target'] ?? ''
    const refusal = action.endsWith('InitiateAuth')
      ? { __type: 'UserNotConfirmedException', message: 'User is not confirmed.' }
      : { __type: 'InvalidParameterException', message: 'User is already confirmed.' }
    const isFirstCode = action.endsWith('ResendConfirmationCode') && !asked
    asked ||= isFirstCode
    await route.fulfill(isFirstCode ? { json: { CodeDeliveryDetails: {} } } : { status: 400, json: refusal })
  })
  let asked = false
  await enterPassword(page, house, ADMIN)
  await page.getByRole('button', { name: 'Resend Code' }).click()
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
})
