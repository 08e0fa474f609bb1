import { enterPassword, expect, test } from './fixtures.ts'
import { ADMIN, type RunningServer, startTestServer } from './running-server.ts'
import { appCode, callIdentity, codeByMail, codeByText, expectSignedIn, signOut } from './sign-in-walk.ts'
import { addStaffPerson } from './staff-people.ts'

const PHONE = '+34600111222'
const MARTA = { email: 'marta@vestry.test', name: 'Marta', password: 'Let her w0rk be, it is good!' }

let server: RunningServer

test.beforeAll(async () => {
  server = await startTestServer({
    VESTRY_MFA: 'required',
    VESTRY_SECOND_FACTORS: 'totp,email,sms',
    VESTRY_FIRST_FACTORS: 'password',
    VESTRY_DEVICES: 'always',
  })
})

test.afterAll(() => server.destroy())

test('an authenticator app is set up at the first sign-in, asked for on each new device, and not on one that is known', async ({
  page,
  checkAccessibility,
}) => {
  await enterPassword(page, server, ADMIN)
  await expect(page.getByRole('heading', { name: /from now on/ })).toBeVisible()
  await expect(page.getByRole('radio')).toHaveCount(2)
  await checkAccessibility(page)
  await page.getByText('An authenticator app').click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  const secret = (await page.locator('[data-amplify-copy] > div').first().textContent()) ?? ''
  await page.getByRole('button', { name: 'Copy' }).focus()
  await checkAccessibility(page)
  await page.getByLabel('Code').fill('000000')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('alert')).toContainText(
    'The code is incorrect. Enter the one that the app shows now.',
  )
  const used = appCode(secret)
  await page.getByLabel('Code').fill(used)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expectSignedIn(page)

  await test.step('the device is known', async () => {
    await signOut(page)
    await enterPassword(page, server, ADMIN)
    await expectSignedIn(page)
  })

  await test.step('a device that was forgotten at the server has to prove itself again', async () => {
    const { Devices } = await callIdentity<{ Devices: { DeviceKey: string }[] }>(page, 'ListDevices', {
      Limit: 60,
    })
    expect(Devices).toHaveLength(1)
    await callIdentity(page, 'ForgetDevice', { DeviceKey: Devices[0]?.DeviceKey })
    await signOut(page)
    await enterPassword(page, server, ADMIN)
    await expect(page.getByRole('heading', { name: 'Confirm the code from your app' })).toBeVisible()
    await checkAccessibility(page)
    await page.getByLabel('Code').fill(used)
    await page.getByRole('button', { name: 'Confirm' }).click()
    // On a slow machine it is too old by now.
    await expect(page.getByRole('alert')).toContainText(/already been used|incorrect/)
    await page.getByLabel('Code').fill(appCode(secret, 1))
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expectSignedIn(page)
  })
})

test('codes come by e-mail and by text message, and who has both chooses', async ({
  browser,
  contextOptions,
  checkAccessibility,
}) => {
  await addStaffPerson(server, MARTA)
  const newDevice = async () =>
    (await browser.newContext({ ...contextOptions, baseURL: server.origin })).newPage()
  const page = await newDevice()
  await enterPassword(page, server, MARTA)
  await page.getByText('A code by email').click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { name: 'Set up codes by email' })).toBeVisible()
  await page.getByLabel('Email').fill(MARTA.email)
  await checkAccessibility(page)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { name: 'Confirm email code' })).toBeVisible()
  await expect(page.getByText('For a new one, go back and sign in again.')).toBeVisible()
  await page.getByLabel('Code').fill('000000')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('alert')).toContainText('The code is incorrect. Try again.')
  await page.getByLabel('Code').fill(await codeByMail(server, MARTA.email))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expectSignedIn(page)

  await test.step('a telephone number is added and proved', async () => {
    await callIdentity(page, 'UpdateUserAttributes', {
      UserAttributes: [{ Name: 'phone_number', Value: PHONE }],
    })
    await callIdentity(page, 'VerifyUserAttribute', {
      AttributeName: 'phone_number',
      Code: await codeByText(server, PHONE),
    })
    await callIdentity(page, 'SetUserMFAPreference', { SMSMfaSettings: { Enabled: true } })
  })

  const first = await codeByText(server, PHONE)
  const other = await newDevice()
  await enterPassword(other, server, MARTA)
  await expect(other.getByRole('heading', { name: 'How should we make sure it’s you?' })).toBeVisible()
  await checkAccessibility(other)
  await other.getByText('A code by SMS').click()
  await other.getByRole('button', { name: 'Confirm' }).click()
  await expect(other.getByRole('heading', { name: 'Confirm SMS code' })).toBeVisible()
  await checkAccessibility(other)
  await other.getByLabel('Code').fill(await codeByText(server, PHONE, first))
  await other.getByRole('button', { name: 'Confirm' }).click()
  await expectSignedIn(other)
  await Promise.all([page.context().close(), other.context().close()])
})
