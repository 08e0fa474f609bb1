import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { BrowserContext, Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { enterPassword, expect, signIn, test } from './fixtures.ts'
import { loseAnswer } from './lose-answer.ts'
import { ADMIN, type RunningServer, startTestServer } from './running-server.ts'
import { codeByMail, codeByText } from './sign-in-walk.ts'
import { plugAuthenticator } from './virtual-authenticator.ts'

/** How many codes the server sends to one person before it has them wait. */
const CODES_AT_ONCE = 5
const NEW_PASSWORD = 'Mustard-seed 7, small'
const row = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
const act = (page: Page, verb: string, name: string) =>
  page.getByRole('button', { name: `${verb}: ${name}`, exact: true })
const agree = (page: Page, verb: string) =>
  page.getByRole('alertdialog').getByRole('button', { name: verb, exact: true }).click()

async function openAccount(page: Page) {
  await page.getByRole('button', { name: /^Account of / }).click()
  await page.getByRole('menuitem', { name: 'My account' }).click()
  await expect(page.getByRole('heading', { name: 'My account', level: 1 })).toBeFocused()
}

/** A server of its own where devices are remembered for who asks, and a page of its administrator. */
async function withServer(
  context: BrowserContext,
  settings: Record<string, string>,
  use: (server: RunningServer, page: Page) => Promise<void>,
) {
  const server = await startTestServer(settings)
  try {
    const page = await context.newPage()
    await signIn(page, server)
    await use(server, page)
  } finally {
    await server.destroy()
  }
}

test('people change their own name, email language and password, and sign out everywhere @phone', async ({
  context,
  checkAccessibility,
}) => {
  await withServer(context, {}, async (server, page) => {
    await openAccount(page)
    await expect(row(page, 'Email')).toContainText(ADMIN.email)
    await checkAccessibility(page)

    await act(page, 'Add', 'Name').click()
    await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription(
      'This field is required',
    )
    await page.getByRole('textbox', { name: 'Name' }).fill('Ada Lovelace')
    await act(page, 'Change', 'Email language').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(row(page, 'Name')).toContainText('Saved')
    await expect(act(page, 'Change', 'Name')).toBeFocused()
    await page.getByRole('button', { name: /^Account of / }).click()
    await expect(page.getByText('Ada Lovelace')).toHaveCount(2)
    await page.keyboard.press('Escape')

    await act(page, 'Change', 'Email language').click()
    await page.getByRole('combobox', { name: 'Email language' }).selectOption('Español')
    await page.keyboard.press('Escape')
    await expect(row(page, 'Email language')).toContainText('Not chosen')
    await act(page, 'Change', 'Email language').click()
    await page.getByRole('combobox', { name: 'Email language' }).selectOption('Español')
    const answer = Promise.withResolvers<void>()
    await page.route('**/cognito-idp/', async (route) => {
      await answer.promise
      await route.continue()
    })
    await page.getByRole('button', { name: 'Save' }).click()
    // No other form takes its place while it is being saved: the end of the saving could close that one or hide a failure.
    await expect(act(page, 'Change', 'Name')).toBeDisabled()
    answer.resolve()
    await expect(row(page, 'Email language')).toContainText('Saved')
    await page.unroute('**/cognito-idp/')
    await expect(act(page, 'Change', 'Email language')).toBeFocused()
    await expect(row(page, 'Email language')).toContainText('Español')

    await act(page, 'Change', 'Password').click()
    await page.getByLabel('New password').fill('short')
    await page.getByRole('button', { name: 'Change Password' }).click()
    await expect(page.getByLabel('Current password')).toBeFocused()
    await expect(page.getByLabel('Current password')).toHaveAccessibleDescription('This field is required')
    await page.getByLabel('Current password').fill('Not the 1 it is, no')
    await page.getByLabel('New password').fill('short')
    await page.getByLabel('Confirm Password').fill('different')
    await page.getByRole('button', { name: 'Change Password' }).click()
    await expect(page.getByText('Password must have at least 8 characters')).toBeVisible()
    await expect(page.getByText('Password must have upper case letters')).toBeVisible()
    await expect(page.getByText('Your passwords must match')).toBeVisible()
    await checkAccessibility(page)
    await page.getByLabel('New password').fill(NEW_PASSWORD)
    await page.getByLabel('Confirm Password').fill(NEW_PASSWORD)
    await page.getByRole('button', { name: 'Change Password' }).click()
    await expect(page.getByText('The current password is incorrect.')).toBeVisible()
    await expect(page.getByLabel('New password')).toHaveValue(NEW_PASSWORD)
    await page.getByLabel('Current password').fill(ADMIN.password)
    await page.getByRole('button', { name: 'Change Password' }).dblclick()
    await expect(row(page, 'Password')).toContainText('Password changed')

    await act(page, 'Sign out everywhere', 'All browsers and devices').click()
    await agree(page, 'Sign out everywhere')
    await expect(page).toHaveURL(/\/login/)
    await enterPassword(page, server, { ...ADMIN, password: NEW_PASSWORD })
    // A person who has signed out on purpose begins at the first page.
    await expect(page.getByRole('heading', { name: 'Preaching Items', level: 1 })).toBeVisible()
  })
})

test('a new password is saved also where the line breaks before the answer', async ({ context }) => {
  await withServer(context, {}, async (_server, page) => {
    await openAccount(page)
    await act(page, 'Change', 'Password').click()
    await page.getByLabel('Current password').fill(ADMIN.password)
    await page.getByLabel('New password').fill(NEW_PASSWORD)
    await page.getByLabel('Confirm Password').fill(NEW_PASSWORD)
    await page.route('**/cognito-idp/', loseAnswer, { times: 1 })
    await page.getByRole('button', { name: 'Change Password' }).click()
    await expect(row(page, 'Password')).toContainText('Password changed')
  })
})

test('two-step verification is turned on and off, with an app, by email, and with one of them as the default', async ({
  context,
  checkAccessibility,
}) => {
  await withServer(context, { VESTRY_DEVICES: 'opt-in' }, async (_house, page) => {
    await openAccount(page)
    await expect(page.getByText('Off. With two-step verification', { exact: false })).toBeVisible()
    await act(page, 'Set up', 'Authenticator app').click()
    await expect(
      page.getByRole('img', { name: 'QR code with the key for your authenticator app' }),
    ).toBeVisible()
    await checkAccessibility(page)
    const secret = Secret.fromBase32(((await page.locator('code').textContent()) ?? '').replace(/\s/g, ''))
    const totp = new TOTP({ secret })
    await page.getByLabel('Code', { exact: true }).fill('000000')
    await page.getByRole('button', { name: 'Turn on', exact: true }).click()
    await expect(page.getByText('This code is incorrect.', { exact: false })).toBeVisible()
    await page.getByLabel('Code', { exact: true }).fill(totp.generate())
    await page.getByRole('button', { name: 'Turn on', exact: true }).click()
    await expect(row(page, 'Authenticator app')).toContainText('On')
    await expect(page.getByText('On. After your password, you are asked for a code.')).toBeVisible()

    await act(page, 'Turn on', 'Code by email').click()
    await expect(row(page, 'Code by email')).toContainText('Turned on')
    const first = page.getByRole('combobox', { name: 'Default' })
    await expect(first).toHaveValue('totp')
    await first.selectOption('Code by email')
    await expect(first).toBeEnabled()
    await page.reload()
    await expect(first).toHaveValue('email')

    // A Chromium may tell either of its names.
    const device = page.getByRole('group', { name: /^Chrom(e|ium) on Linux$/ })
    await device.getByRole('button', { name: 'Remember this device' }).click()
    await expect(device).toContainText('Remembered')
    await expect(device).toContainText('This device')
    await device.getByRole('button', { name: 'Forget' }).click()
    await agree(page, 'Forget')
    await expect(page.getByText('There are no devices yet.')).toBeVisible()

    await act(page, 'Turn off', 'Authenticator app').click()
    await expect(page.getByRole('alertdialog')).toContainText('You can no longer use it to sign in.')
    await agree(page, 'Turn off')
    await expect(row(page, 'Authenticator app')).toContainText('Off')
    await act(page, 'Turn off', 'Code by email').click()
    await expect(page.getByRole('alertdialog')).toContainText('your password alone is enough to sign in')
    await agree(page, 'Turn off')
    await expect(page.getByText('Off. With two-step verification', { exact: false })).toBeVisible()
  })
})

test('a sign-in of a while ago is asked for again before a factor changes, and leads back to what was typed', async ({
  context,
  checkAccessibility,
}) => {
  await withServer(context, {}, async (server, page) => {
    await openAccount(page)
    await letSignInAge(server, page)
    const add = page.getByRole('button', { name: 'Add a passkey' })
    await add.click()
    await expect(page.getByRole('alertdialog')).toContainText('Sign in again to change this')
    await checkAccessibility(page)
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
    await expect(add).toBeFocused()

    await act(page, 'Change', 'Email').click()
    await page.getByLabel('New email address').fill('ada@new.vestry.test')
    await page.getByRole('button', { name: 'Send code' }).click()
    await agree(page, 'Sign in again')
    await signInHereAgain(page)
    await expect(page.getByLabel('New email address')).toHaveValue('ada@new.vestry.test')
    await page.getByRole('button', { name: 'Send code' }).click()
    await expect(page.getByText('ada@new.vestry.test', { exact: false })).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await plugAuthenticator(page)
    await add.click()
    await expect(page.getByText('Passkey added')).toBeVisible()

    await letSignInAge(server, page)
    await act(page, 'Set up', 'Authenticator app').click()
    await expect(page.getByText('You signed in a while ago', { exact: false })).toBeVisible()
    await page.getByRole('button', { name: 'Sign in again' }).click()
    await signInHereAgain(page)
    await expect(page.getByRole('img', { name: /code/i })).toBeVisible()
  })
})

async function signInHereAgain(page: Page) {
  await expect(page).toHaveURL(/\/login/)
  await page.getByLabel('Email').fill(ADMIN.email)
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/account/)
}

/** Has the sign-in be an hour old at the server; the browser's next call renews its tokens, which say so then. */
async function letSignInAge({ dataFolder }: RunningServer, page: Page) {
  const database = new DatabaseSync(join(dataFolder, 'vestry.db'))
  database.exec('update identity_session set auth_time = auth_time - 3600000')
  database.close()
  const other = await page.context().newPage()
  await other.goto(page.url())
  await other.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.endsWith('.clockDrift'))
    localStorage.setItem(key ?? '', String(10 * 3_600_000))
  })
  await other.close()
}

test('a passkey is added, listed with its date, and deleted', async ({ context, checkAccessibility }) => {
  await withServer(context, {}, async (_house, page) => {
    await plugAuthenticator(page)
    await openAccount(page)
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await expect(page.getByText('Passkey added')).toBeVisible()
    const own = page.getByRole('group').filter({ hasText: /Added \d/ })
    await expect(own).toHaveCount(1)
    await checkAccessibility(page)
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await expect(page.getByText('This device already has a passkey for your account.')).toBeVisible()
    await page.getByRole('button', { name: /^Delete: / }).click()
    await agree(page, 'Delete')
    await expect(own).toHaveCount(0)
    await expect(page.getByRole('region', { name: 'Passkeys' })).toBeFocused()
  })
})

test('a new e-mail address takes the old one’s place once its code has come back; only so many codes go out', async ({
  context,
  checkAccessibility,
}) => {
  await withServer(context, {}, async (server, page) => {
    await openAccount(page)
    await act(page, 'Change', 'Email').click()
    const address = page.getByLabel('New email address')
    await address.fill('ada@')
    await page.getByRole('button', { name: 'Send code' }).click()
    await expect(address).toHaveAccessibleDescription('Please enter a valid email')
    await address.fill(ADMIN.email)
    await page.getByRole('button', { name: 'Send code' }).click()
    await expect(address).toHaveAccessibleDescription('Nothing has changed')
    await address.fill('countess@vestry.test')
    await page.getByRole('button', { name: 'Send code' }).click()
    await expect(page.getByText(`Until you enter it, ${ADMIN.email} stays.`)).toBeVisible()
    let code = await codeByMail(server, 'countess@vestry.test')
    const resend = page.getByRole('button', { name: 'Resend Code' })
    for (let sent = 1; sent < CODES_AT_ONCE; sent++) {
      await resend.click()
      await expect(page.getByText('A new code is on its way.')).toBeVisible()
      code = await codeByMail(server, 'countess@vestry.test')
      await expect(resend).toBeEnabled()
    }
    await resend.click()
    await expect(page.getByText('Too many attempts. Try again later.')).toBeVisible()
    await expect(page.getByText('A new code is on its way.')).toHaveCount(0)
    await page.getByLabel('Code', { exact: true }).fill(code === '123456' ? '654321' : '123456')
    await page.getByRole('button', { name: 'Verify' }).click()
    await expect(page.getByText('This code is incorrect.', { exact: false })).toBeVisible()
    await checkAccessibility(page)
    await page.getByLabel('Code', { exact: true }).fill(code)
    await page.getByRole('button', { name: 'Verify' }).click()
    await expect(row(page, 'Email')).toContainText('countess@vestry.test')
    await expect(row(page, 'Email')).toContainText('Verified and saved')
    await expect(page.getByRole('button', { name: 'Account of countess@vestry.test' })).toBeVisible()
  })
})

test('an address is verified at that address, also after a change to another one that was not finished', async ({
  context,
}) => {
  await withServer(context, {}, async (server, page) => {
    const database = new DatabaseSync(join(server.dataFolder, 'vestry.db'))
    database.exec(`update identity_user set attributes = json_set(attributes, '$.email_verified', 'false')`)
    database.close()
    await openAccount(page)
    await act(page, 'Change', 'Email').click()
    await page.getByLabel('New email address').fill('mistyped@vestry.test')
    await page.getByRole('button', { name: 'Send code' }).click()
    await expect(page.getByText(`Until you enter it, ${ADMIN.email} stays.`)).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await act(page, 'Verify', 'Email').click()
    await expect(page.getByText(`A code is on its way to ${ADMIN.email}.`)).toBeVisible()
    await page.getByLabel('Code', { exact: true }).fill(await codeByMail(server, ADMIN.email))
    await page.getByRole('button', { name: 'Verify', exact: true }).click()
    await expect(row(page, 'Email')).toContainText('Verified and saved')
    await expect(row(page, 'Email')).toContainText(ADMIN.email)
  })
})

test('a phone number counts once its code has come back, gets sign-in codes, and can’t be removed while it does', async ({
  context,
}) => {
  await withServer(context, { VESTRY_SECOND_FACTORS: 'totp,email,sms' }, async (server, page) => {
    await openAccount(page)
    await expect(row(page, 'Code by text message')).toContainText(
      'Add your phone number and verify it first.',
    )
    await act(page, 'Add', 'Phone').click()
    const number = page.getByLabel('New phone number')
    await number.fill('600 000 000')
    await page.getByRole('button', { name: 'Send code' }).click()
    await expect(page.getByText('Enter a phone number with its country code', { exact: false })).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(act(page, 'Add', 'Phone')).toBeFocused()
    await act(page, 'Add', 'Phone').click()
    await number.fill('0034 600 00-00.00')
    await page.getByRole('button', { name: 'Send code' }).click()
    await expect(page.getByText('A code is on its way to +34600000000.', { exact: false })).toBeVisible()
    await page.getByLabel('Code', { exact: true }).fill(await codeByText(server, '+34600000000'))
    await page.getByRole('button', { name: 'Verify' }).click()
    await expect(row(page, 'Phone')).toContainText('+34600000000')
    await expect(row(page, 'Phone')).toContainText('Verified')

    await act(page, 'Turn on', 'Code by text message').click()
    await expect(row(page, 'Code by text message')).toContainText('Turned on')
    await act(page, 'Remove', 'Phone').click()
    await agree(page, 'Remove')
    await expect(row(page, 'Phone').getByRole('alert')).toHaveText(
      'Your sign-in codes are sent there. Turn off codes by text message first.',
    )
    await act(page, 'Turn off', 'Code by text message').click()
    await agree(page, 'Turn off')
    await act(page, 'Remove', 'Phone').click()
    await agree(page, 'Remove')
    await expect(row(page, 'Phone')).toContainText('Not given')
  })
})
