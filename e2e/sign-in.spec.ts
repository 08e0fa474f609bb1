import { changeConfig } from './changed-config.ts'
import { enterPassword, expect, signIn, test } from './fixtures.ts'
import { watchShifts } from './in-sight.ts'
import { ADMIN, startTestServer } from './running-server.ts'
import { callIdentity, codeByMail, expectSignedIn, signOut } from './sign-in-walk.ts'
import { addStaffPerson } from './staff-people.ts'

const FIRST = 'first@vestry.test'
const NEW_PASSWORD = 'Mustard-seed-7!'
const SUSANNA = { email: 'susanna@vestry.test', name: 'Susanna', password: 'Out of their me4ns, they gave!' }

test('the first sign-in with the temporary password asks for a new one, then offers to verify the contact @phone-only', async ({
  page,
  checkAccessibility,
}) => {
  const server = await startTestServer({ VESTRY_ADMIN_EMAIL: FIRST, VESTRY_ADMIN_PASSWORD: '' })
  const temporaryPassword = /temporary password +(\S+)/.exec(server.printed())?.[1] ?? ''
  try {
    await page.goto(server.origin)
    await expect(page).toHaveURL(/\/login/)
    await expect(page.getByText('Welcome to the admin console')).toBeVisible()
    await expect(page.getByText('Developed by')).toBeVisible()
    await expect(page.getByText('Create Account')).toHaveCount(0)
    await checkAccessibility(page)
    await page.getByLabel('Email').fill(FIRST)
    await page.getByLabel('Password', { exact: true }).fill(temporaryPassword)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()

    await expect(page.getByRole('heading', { name: 'Change Password' })).toBeVisible()
    await checkAccessibility(page)
    const needed = page.locator('form input:not([type=checkbox])')
    expect(await needed.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).required))).toEqual(
      Array.from({ length: await needed.count() }, () => true),
    )
    await expect(page.getByLabel('Name')).toHaveAttribute('required')
    await page.getByLabel('Password', { exact: true }).fill('short')
    await page.getByLabel('Confirm Password').fill('different')
    await page.getByLabel('Confirm Password').blur()
    await expect(page.getByText('Password must have at least 8 characters')).toBeVisible()
    await expect(page.getByText('Your passwords must match')).toBeVisible()
    await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
    await page.getByLabel('Confirm Password').fill(NEW_PASSWORD)
    await page.getByLabel('Name', { exact: true }).fill('Ada')
    await page.getByRole('button', { name: 'Change Password' }).click()

    await expect(
      page.getByRole('heading', { name: 'Account recovery requires verified contact information' }),
    ).toBeVisible()
    await checkAccessibility(page)
    await page.getByRole('radio').first().check({ force: true })
    await page.getByRole('button', { name: 'Verify' }).click()
    const code = /\b(\d{6})\b/.exec(await server.mail.nextTo(FIRST))?.[1] ?? ''
    await page.getByRole('textbox').fill(code)
    await checkAccessibility(page)
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByRole('heading', { name: 'Preaching Items' })).toBeVisible()

    const menu = page.getByRole('button', { name: 'Open the menu' })
    if (await menu.isVisible()) {
      await menu.click()
    }
    await page.getByRole('button', { name: 'Logout' }).first().click()
    await expect(page).toHaveURL(/\/login/)
    await signIn(page, server, { email: FIRST, password: NEW_PASSWORD })
  } finally {
    await server.destroy()
  }
})

test('nobody is asked to verify a contact where the server sends no emails', async ({ server, page }) => {
  const person = { ...SUSANNA, email: 'susanna.unasked@vestry.test' }
  await addStaffPerson(server, person)
  await changeConfig(page, { sendsEmail: false })
  await enterPassword(page, server, person)
  await expectSignedIn(page)
})

test('contact verification can be skipped, before the code is sent and after it, and its code sent again', async ({
  server,
  page,
}) => {
  await addStaffPerson(server, SUSANNA)
  await enterPassword(page, server, SUSANNA)
  const card = page.locator('[data-amplify-router]')
  await expect(page.getByRole('radio', { name: 'Email: s*****a@vestry.test' })).toBeChecked()
  expect(await card.boundingBox()).toMatchObject({ x: 432, width: 416 })
  await page.getByRole('button', { name: 'Skip' }).click()
  await expectSignedIn(page)
  await signOut(page)

  await enterPassword(page, server, SUSANNA)
  await expect(page.getByRole('button', { name: 'Verify' })).toBeVisible()
  const badGateway = { status: 502, body: '<h1>Bad gateway</h1>' }
  await page.route('**/cognito-idp/', (route) => route.fulfill(badGateway))
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByRole('alert')).toContainText('The server is unavailable at the moment.')
  await page.unroute('**/cognito-idp/')
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByText('We sent a code to s***@v***. It may take a minute to arrive.')).toBeVisible()
  await page.getByLabel('Code').fill('000000')
  await page.getByLabel('Code').press('Enter')
  await expect(page.getByRole('alert')).toContainText('The code is incorrect. Try again.')
  await expect(page.getByLabel('Code')).toBeFocused()
  await page.getByRole('button', { name: 'Skip' }).click()
  await expectSignedIn(page)
  await callIdentity(page, 'UpdateUserAttributes', {
    UserAttributes: [{ Name: 'email', Value: 'mistyped@vestry.test' }],
  })
  await signOut(page)

  await codeByMail(server, SUSANNA.email)
  await enterPassword(page, server, SUSANNA)
  await page.getByRole('button', { name: 'Verify' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Account recovery requires' })).toBeFocused()
  await expect(page.getByText('We sent a code to s***@v***.')).toBeVisible()
  await codeByMail(server, SUSANNA.email)
  await page.getByRole('button', { name: 'Resend Code' }).press('Enter')
  const code = await codeByMail(server, SUSANNA.email)
  await expect(page.getByRole('button', { name: 'Resend Code' })).toBeFocused()
  await page.getByLabel('Code').fill(code)
  await page.getByLabel('Code').press('Enter')
  await expectSignedIn(page)
  await signOut(page)
  await signIn(page, server, SUSANNA)
})

test('nothing of the sign-in page jumps while it loads @phone', async ({ server, page }) => {
  const shifts = await watchShifts(page)
  await page.goto(`${server.origin}/login`)
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
  await expect(page.getByText('Developed by')).toBeInViewport()
  expect(await shifts()).toEqual([])
})

test('a wrong password and an unknown address get the same sentence', async ({ server, page, watchPage }) => {
  watchPage(page, { expectFailures: /status of 400/ })
  for (const [email, password] of [
    [ADMIN.email, 'Not the password 1'],
    ['nobody@vestry.test', 'Not the password 1'],
  ] as const) {
    await page.goto(`${server.origin}/login`)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByText('Incorrect username or password.')).toBeVisible()
  }
})

test('after sign-in one returns to the page one came from', async ({ server, page, watchPage }) => {
  watchPage(page)
  await page.goto(`${server.origin}/preaching/new`)
  await expect(page).toHaveURL(/\/login/)
  await page.getByLabel('Email').fill(ADMIN.email)
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Add Preaching Item' })).toBeVisible()
  await expect(page).toHaveURL(`${server.origin}/preaching/new`)
})

test('signing out in one tab signs out the other, and the session is dead on the server @phone', async ({
  server,
  context,
}) => {
  const page = await context.newPage()
  await signIn(page, server)
  const other = await context.newPage()
  await other.goto(`${server.origin}/preaching`)
  await expect(other.getByRole('heading', { name: 'Preaching Items' })).toBeVisible()
  const token = await page.evaluate(
    () => Object.entries(localStorage).find(([key]) => key.endsWith('.idToken'))?.[1] ?? '',
  )
  const call = () =>
    fetch(`${server.origin}/api/categories`, { headers: { authorization: `Bearer ${token}` } })
  expect((await call()).status).toBe(200)
  const menu = page.getByRole('button', { name: 'Open the menu' })
  if (await menu.isVisible()) {
    await menu.click()
  }
  await page.getByRole('button', { name: 'Logout' }).first().click()
  await expect(page).toHaveURL(/\/login/)
  await expect(other).toHaveURL(/\/login/)
  expect((await call()).status).toBe(401)
})
