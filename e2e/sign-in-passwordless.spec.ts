import type { Page } from '@playwright/test'
import { enterPassword, expect, signIn, test } from './fixtures.ts'
import { ADMIN, type RunningServer, startTestServer } from './running-server.ts'
import { alterUser, callIdentity, codeByMail, expectSignedIn, signOut } from './sign-in-walk.ts'
import { addStaffPerson } from './staff-people.ts'
import { plugAuthenticator } from './virtual-authenticator.ts'

const LOIS = { email: 'lois@vestry.test', name: 'Lois', password: 'A sincere f4ith, first hers!' }

let server: RunningServer

test.beforeAll(async () => {
  server = await startTestServer({ VESTRY_FIRST_FACTORS: 'password,passkey,email' })
})

test.afterAll(() => server.destroy())

async function chooseOtherWay(page: Page, way: string): Promise<void> {
  await expect(page.getByRole('button', { name: 'Other sign-in options' })).toBeDisabled()
  await page.getByLabel('Email').fill(ADMIN.email)
  await page.getByRole('button', { name: 'Other sign-in options' }).click()
  await page.getByRole('button', { name: way }).click()
}

test('a passkey is offered once', async ({ page }) => {
  await plugAuthenticator(page)
  await enterPassword(page, server, ADMIN)
  await page.getByRole('button', { name: 'Continue without a passkey' }).click()
  await expectSignedIn(page)
  await signOut(page)
  await signIn(page, server)
})

test('why a passkey can’t be made is said, and by keyboard one tries again', async ({ page }) => {
  await plugAuthenticator(page)
  await addStaffPerson(server, LOIS)
  alterUser(server, LOIS.email, "attributes = json_set(attributes, '$.email_verified', 'true')")
  await enterPassword(page, server, LOIS)
  await expect(page.getByRole('heading', { name: 'Sign in faster with a passkey' })).toBeFocused()
  await page.evaluate(() => {
    const { credentials } = navigator
    const create = credentials.create.bind(credentials)
    credentials.create = () => {
      credentials.create = create
      return Promise.reject(new DOMException('not at this address', 'SecurityError'))
    }
  })
  await page.getByRole('button', { name: 'Create a passkey' }).press('Enter')
  await expect(page.getByRole('alert')).toContainText('Passkeys don’t work at this address.')
  await expect(page.getByRole('button', { name: 'Create a passkey' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Your passkey is ready' })).toBeFocused()
  await page.getByRole('button', { name: 'Create another passkey' }).press('Enter')
  await expect(page.getByRole('alert')).toHaveText('This device already has a passkey for you.')
  await page.getByRole('button', { name: 'Continue without a passkey' }).press('Enter')
  await expectSignedIn(page)
})

test('one signs in with a code by e-mail, makes a passkey, and signs in with it', async ({
  page,
  checkAccessibility,
}) => {
  const lay = await plugAuthenticator(page)
  await page.goto(`${server.origin}/login`)
  await test.step('the code by e-mail: wrong, sent again, right', async () => {
    await page.getByLabel('Email').fill(ADMIN.email)
    await page.getByRole('button', { name: 'Other sign-in options' }).click()
    await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Sign in with a code by SMS' })).toHaveCount(0)
    await checkAccessibility(page)
    await page.getByRole('button', { name: 'Sign in with a code by email' }).click()
    await page.getByLabel('Code').fill('000000')
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByRole('alert')).toContainText('The code is incorrect. Try again.')
    const first = await codeByMail(server, ADMIN.email)
    await page.getByRole('button', { name: 'Resend Code' }).click()
    const second = await codeByMail(server, ADMIN.email)
    expect(second).not.toBe(first)
    await page.getByLabel('Code').fill(second)
    await page.getByRole('button', { name: 'Confirm' }).click()
  })

  await test.step('the passkey is offered and made', async () => {
    await expect(page.getByRole('heading', { name: 'Sign in faster with a passkey' })).toBeVisible()
    await checkAccessibility(page)
    await page.getByRole('button', { name: 'Create a passkey' }).click()
    await expect(page.getByRole('heading', { name: 'Your passkey is ready' })).toBeVisible()
    await checkAccessibility(page)
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    await expectSignedIn(page)
    const { Credentials } = await callIdentity<{ Credentials: object[] }>(page, 'ListWebAuthnCredentials')
    expect(Credentials).toHaveLength(1)
    await signOut(page)
  })

  await test.step('without the finger it fails, and the way on is said; with it one is in', async () => {
    await lay(false)
    await chooseOtherWay(page, 'Sign in with a passkey')
    await expect(page.getByRole('alert')).toContainText('choose another way to sign in')
    await lay(true)
    // A server that wants a second one after it.
    const once = { ChallengeName: 'WEB_AUTHN', Session: 'another', ChallengeParameters: {} }
    await page.route('**/cognito-idp/', async (route) => {
      const isAnswer = route.request().headers()['x-amz-target']?.endsWith('.RespondToAuthChallenge')
      await (isAnswer ? route.fulfill({ json: once }) : route.continue())
    })
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expect(page.getByRole('alert')).toContainText('a step that this page doesn’t know')
    await page.unroute('**/cognito-idp/')
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expectSignedIn(page)
  })
})
