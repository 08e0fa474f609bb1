import { enterPassword, expect, signIn, test } from './fixtures.ts'
import { ADMIN } from './running-server.ts'
import { alterUser, expectSignedIn, resetCodeByMail } from './sign-in-walk.ts'
import { addStaffPerson } from './staff-people.ts'

const RUTH = { email: 'ruth-of-moab@vestry.test', name: 'Ruth', password: 'Gleaner in M0ab, she was!' }
const ORPAH = { email: 'orpah@vestry.test', name: 'Orpah', password: 'Where you g0, I will go!' }

test('while the server takes its time after a right password, the screen says so, and goes on by itself', async ({
  server,
  page,
  watchPage,
}) => {
  watchPage(page)
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  let asked = false
  await page.route('**/cognito-idp/', async (route) => {
    if (route.request().headers()['x-amz-target']?.endsWith('.GetUser')) {
      asked = true
      await held
    }
    await route.continue()
  })
  await enterPassword(page, server, ADMIN)
  await expect.poll(() => asked).toBe(true)
  await expect(page.getByRole('button', { name: 'Signing in' })).toBeDisabled()
  await expect(page).toHaveURL(/\/login/)
  letGo()
  await expectSignedIn(page)
})

test('who is signed in already is led on by the sign-in page', async ({ staffPage: page }) => {
  await page.goto('/login')
  await expectSignedIn(page)
  await expect(page).toHaveURL('/preaching')
})

test('who signs out elsewhere before the address is verified here finds the first screen again', async ({
  server,
  context,
}) => {
  await addStaffPerson(server, ORPAH)
  const page = await context.newPage()
  await enterPassword(page, server, ORPAH)
  await expect(page.getByRole('button', { name: 'Skip' })).toBeVisible()
  const other = await context.newPage()
  await other.goto(`${server.origin}/preaching`)
  await other.getByRole('button', { name: 'Logout' }).first().click()
  await expect(page.getByText('Your session has ended.', { exact: false })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Skip' })).toHaveCount(0)
  await page.getByLabel('Email').fill(ADMIN.email)
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expectSignedIn(page)
})

test('a password that must be reset is, with the code that comes, another code, and its blanks', async ({
  server,
  page,
}) => {
  await addStaffPerson(server, RUTH)
  alterUser(server, RUTH.email, "status = 'RESET_REQUIRED'")
  await enterPassword(page, server, RUTH)
  await expect(page.getByRole('heading', { name: 'Reset Password' })).toBeFocused()
  const first = await resetCodeByMail(server, RUTH.email)
  await page.getByRole('button', { name: 'Resend Code' }).click()
  const second = await resetCodeByMail(server, RUTH.email)
  const password = ' Under his w1ngs, a refuge! '
  const send = async (code: string) => {
    await page.getByLabel('Code').fill(code)
    await page.getByLabel('New Password').fill(password)
    await page.getByLabel('Confirm Password').fill(password)
    await page.getByLabel('Confirm Password').press('Enter')
  }
  await send(first === second ? '00000000' : first)
  await expect(page.getByRole('alert')).toContainText('The code is incorrect. Try again.')
  await expect(page.getByLabel('Confirm Password')).toBeFocused()
  await send(` ${second} `)
  await expect(page.getByRole('main').getByRole('status')).toHaveText(
    'Your password has been changed. Sign in with the new one.',
  )
  await signIn(page, server, { ...RUTH, password })
})
