import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { startOAuthApp } from './oauth-app.ts'
import { ADMIN, startTestServer } from './running-server.ts'
import { appCode } from './sign-in-walk.ts'
import { addStaffPerson, TEACHER } from './staff-people.ts'

async function enter(page: Page, { email, password } = ADMIN) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

const expectWelcome = (page: Page, { email } = ADMIN) =>
  expect(page.getByRole('heading', { name: `Welcome to the wiki, ${email}` })).toBeVisible()

const noticeOf = (page: Page) => page.getByText(/^Sign in to continue to localhost:\d+\.$/)

test('an app signs somebody in on the one sign-in page, and at once when they are signed in', async ({
  wiki,
  page,
  watchPage,
  checkAccessibility,
}) => {
  watchPage(page, { alsoAt: wiki.origin, expectFailures: /status of 400/ })
  await page.goto(`${wiki.origin}/sign-in`)
  await expect(page).toHaveURL(/\/login#request=[\w-]+$/)
  await expect(noticeOf(page)).toBeVisible()
  await checkAccessibility(page)
  await enter(page, { ...ADMIN, password: 'Not the password 1' })
  await expect(page.getByText('Incorrect username or password.')).toBeVisible()
  await enter(page)
  await expectWelcome(page)

  await test.step('the way back leads to where one was before, and not into the middle', async () => {
    await page.goto(wiki.origin)
    await page.goto(`${wiki.origin}/sign-in`)
    await expectWelcome(page)
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'Wiki', exact: true })).toBeVisible()
  })
  await test.step('without asking anybody', async () => {
    await page.goto(`${wiki.origin}/sign-in?prompt=none`)
    await expectWelcome(page)
  })
})

test('somebody goes back without signing in, and an app that must not prompt learns that nobody is signed in', async ({
  wiki,
  page,
  watchPage,
}) => {
  watchPage(page, { alsoAt: wiki.origin })
  await page.goto(`${wiki.origin}/sign-in`)
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { name: 'Not signed in: access_denied' })).toBeVisible()
  await page.goto(`${wiki.origin}/sign-in?prompt=none`)
  await expect(page.getByRole('heading', { name: 'Not signed in: login_required' })).toBeVisible()
})

test('a reload, a second tab and a visit elsewhere lose nothing', async ({
  wiki,
  page,
  context,
  watchPage,
}) => {
  const other = await context.newPage()
  for (const tab of [page, other]) {
    watchPage(tab, { alsoAt: wiki.origin })
    await tab.goto(`${wiki.origin}/sign-in`)
    await expect(noticeOf(tab)).toBeVisible()
  }
  await page.getByLabel('Email').fill(ADMIN.email)
  await page.reload()
  await expect(noticeOf(page)).toBeVisible()
  await page.goto(wiki.origin)
  await page.goBack()
  await expect(noticeOf(page)).toBeVisible()
  await enter(page)
  await expectWelcome(page)
  // The tab that waited goes on with the same sign-in.
  await expectWelcome(other)
})

test('another person than the one who is signed in can sign in for an app @phone-only', async ({
  server,
  wiki,
  page,
  watchPage,
  checkAccessibility,
}) => {
  const person = { ...TEACHER, email: `${test.info().project.name}@vestry.test` }
  await addStaffPerson(server, person)
  watchPage(page, { alsoAt: wiki.origin, expectFailures: /status of 400/ })
  await page.goto(`${wiki.origin}/sign-in`)
  await enter(page)
  await expectWelcome(page)
  for (const asked of ['prompt=select_account', `login_hint=${person.email}`]) {
    await page.goto(`${wiki.origin}/sign-in?${asked}`)
    await expect(
      page.getByText(/^You’re signed in as \S+\. To continue to localhost:\d+, sign in again\.$/),
    ).toBeVisible()
    await checkAccessibility(page)
  }
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Sign in again' }).click()])
  await expect(noticeOf(page)).toBeVisible()
  await enter(page, person)
  await page.getByRole('button', { name: 'Skip' }).click()
  await expectWelcome(page, person)
})

test('a request that was used, made up, or from an app that nobody knows ends in a sentence and a way on', async ({
  server,
  wiki,
  page,
  watchPage,
  checkAccessibility,
}) => {
  watchPage(page, { alsoAt: wiki.origin, expectFailures: /status of 400/ })
  const asked = page.waitForURL(/\/login#request=/)
  await page.goto(`${wiki.origin}/sign-in`)
  await asked
  const used = page.url()
  const stale =
    'This sign-in took too long or was already used. Go back to where you came from and start again.'
  await enter(page)
  await expectWelcome(page)
  await page.goto(used)
  await expect(page.getByText(stale)).toBeVisible()
  await checkAccessibility(page)
  await page.getByRole('link', { name: 'Go to the console' }).click()
  await expect(page.getByRole('heading', { name: 'Preaching Items' })).toBeVisible()

  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await page.goto(`${server.origin}/login#request=made-up`)
  await expect(page.getByText(stale)).toBeVisible()
  await page.goto(`${server.origin}/oauth2/authorize?client_id=nobody&redirect_uri=https://evil.example/`)
  await expect(page.getByText(/^This link isn’t valid/)).toBeVisible()
  await checkAccessibility(page)
  await expect(page.getByLabel('Email')).toBeVisible()
})

test('an app that signs somebody out asks whether Vestry should, too', async ({
  server,
  wiki,
  page,
  watchPage,
  checkAccessibility,
}) => {
  watchPage(page, { alsoAt: wiki.origin })
  const bye = page.getByRole('heading', { name: 'Signed out of the wiki' })
  await page.goto(`${wiki.origin}/sign-out`)
  await expect(bye).toBeVisible()
  await page.goto(`${wiki.origin}/sign-in`)
  await enter(page)
  await expectWelcome(page)

  await page.goto(`${wiki.origin}/sign-out`)
  await expect(page.getByText(`You’re still signed in to Vestry as ${ADMIN.email}.`)).toBeVisible()
  await checkAccessibility(page)
  await page.getByRole('link', { name: 'Stay signed in' }).click()
  await expect(bye).toBeVisible()
  await page.goto(`${server.origin}/preaching`)
  await expect(page.getByRole('heading', { name: 'Preaching Items' })).toBeVisible()

  await page.goto(`${wiki.origin}/sign-out`)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(bye).toBeVisible()
  await page.goto(`${wiki.origin}/sign-in`)
  await expect(noticeOf(page)).toBeVisible()
})

test('a connection that breaks on the way to the app is reported, and trying again works', async ({
  wiki,
  page,
  watchPage,
}) => {
  watchPage(page, { alsoAt: wiki.origin, expectFailures: /ERR_FAILED/ })
  await page.route('**/oauth2/request/accept', (route) => route.abort(), { times: 1 })
  await page.goto(`${wiki.origin}/sign-in`)
  await enter(page)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expectWelcome(page)
})

test.describe('in Spanish, with a second factor', () => {
  test.use({ locale: 'es-ES' })

  test('somebody sets up an authenticator app at the first sign-in for an app, and is asked for its code at the next', async ({
    page,
    checkAccessibility,
  }) => {
    const wiki = await startOAuthApp()
    const server = await startTestServer({
      ...wiki.settings,
      VESTRY_MFA: 'required',
      VESTRY_SECOND_FACTORS: 'totp',
    })
    await wiki.use(server)
    const enterPassword = async () => {
      await expect(page.getByText(/^Inicia sesión para continuar a localhost:\d+\.$/)).toBeVisible()
      await page.getByLabel('Correo electrónico').fill(ADMIN.email)
      await page.getByLabel('Contraseña', { exact: true }).fill(ADMIN.password)
      await page.getByRole('button', { name: 'Iniciar sesión', exact: true }).click()
    }
    await page.goto(`${wiki.origin}/sign-in`)
    await enterPassword()
    const secret = (await page.locator('[data-amplify-copy] > div').first().textContent()) ?? ''
    await checkAccessibility(page)
    await page.getByLabel('Código', { exact: true }).fill(appCode(secret))
    await page.getByRole('button', { name: 'Confirmar' }).click()
    await expectWelcome(page)

    await page.goto(`${wiki.origin}/sign-in?prompt=login`)
    await expect(page.getByText(/inicia sesión de nuevo\.$/)).toBeVisible()
    await checkAccessibility(page)
    await Promise.all([
      page.waitForEvent('load'),
      page.getByRole('button', { name: 'Iniciar sesión de nuevo' }).click(),
    ])
    await enterPassword()
    // The next code: none is taken twice.
    await page.getByLabel('Código', { exact: true }).fill(appCode(secret, 1))
    await page.getByRole('button', { name: 'Confirmar' }).click()
    await expectWelcome(page)
    await server.destroy()
    await wiki.close()
  })
})
