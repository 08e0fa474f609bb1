import { expect, signIn, test } from './fixtures.ts'
import { ADMIN, startTestServer } from './running-server.ts'

const NEW_PASSWORD = 'Olive-branch-9!'

test('a forgotten password is reset with the code of a real message @phone-only', async ({
  page,
  checkAccessibility,
}) => {
  const server = await startTestServer()
  try {
    await page.goto(`${server.origin}/login`)
    await page.getByRole('button', { name: 'Forgot your password?' }).click()
    await page.getByLabel('Email').fill(ADMIN.email)
    await checkAccessibility(page)
    await page.getByRole('button', { name: 'Send code' }).click()
    const email = await server.mail.nextTo(ADMIN.email)
    // The id of a message may begin with eight digits too.
    const [, ...body] = email.split('\r\n\r\n')
    const code = /\b(\d{8})\b/.exec(body.join(' '))?.[1] ?? ''
    expect(email).toContain('Subject:')

    await page.getByLabel('Code').fill('000000')
    await page.getByLabel('New Password').fill(NEW_PASSWORD)
    await page.getByLabel('Confirm Password').fill(NEW_PASSWORD)
    await checkAccessibility(page)
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByText('The code is incorrect. Try again.')).toBeVisible()

    await page.getByLabel('Code').fill(code)
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
    await signIn(page, server, { email: ADMIN.email, password: NEW_PASSWORD })
  } finally {
    await server.destroy()
  }
})

test('asking for an unknown address looks the same and sends nothing', async ({ server, page }) => {
  await page.goto(`${server.origin}/login`)
  await page.getByRole('button', { name: 'Forgot your password?' }).click()
  await page.getByLabel('Email').fill('nobody@vestry.test')
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByLabel('New Password')).toBeVisible()
})
