import type { Page } from '@playwright/test'
import { changeConfig } from './changed-config.ts'
import { expect, signIn, test } from './fixtures.ts'
import { loseAnswer } from './lose-answer.ts'
import { ADMIN, type RunningServer, startTestServer } from './running-server.ts'
import { resetCodeByMail } from './sign-in-walk.ts'

const NEW_PASSWORD = 'Olive-branch-9!'

async function askForCode(page: Page, server: RunningServer): Promise<void> {
  await page.goto(`${server.origin}/login`)
  await page.getByRole('button', { name: 'Forgot your password?' }).click()
  await page.getByLabel('Email').fill(ADMIN.email)
  await page.getByRole('button', { name: 'Send code' }).click()
}

async function fillIn(page: Page, code: string): Promise<void> {
  await page.getByLabel('Code').fill(code)
  await page.getByLabel('New Password').fill(NEW_PASSWORD)
  await page.getByLabel('Confirm Password').fill(NEW_PASSWORD)
}

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
    const code = await resetCodeByMail(server, ADMIN.email)

    await fillIn(page, '000000')
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

test('a reset says what happens, also where the line breaks or there is no mail server', async ({ page }) => {
  const server = await startTestServer()
  try {
    await askForCode(page, server)
    await expect(page.getByText('If there is an account with this email')).toBeVisible()
    await fillIn(page, await resetCodeByMail(server, ADMIN.email))
    await page.route('**/cognito-idp/', loseAnswer, { times: 1 })
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByRole('alert')).toContainText('If you have just chosen a password')

    await changeConfig(page, { sendsEmail: false })
    await askForCode(page, server)
    await expect(page.getByText('look for the code in its outbox folder')).toBeVisible()
    await fillIn(page, await resetCodeByMail(server, ADMIN.email))
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByRole('main').getByRole('status')).toHaveText(
      'Your password has been changed. Sign in with the new one.',
    )
    await page.getByRole('button', { name: 'Forgot your password?' }).click()
    await page.getByRole('button', { name: 'Back to Sign In' }).click()
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
