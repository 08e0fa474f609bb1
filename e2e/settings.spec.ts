import type { Page } from '@playwright/test'
import { expect, signIn, test } from './fixtures.ts'
import { type RunningServer, startTestServer } from './running-server.ts'

const NAME = `St. Mary’s & O'Hara <b>🙂</b>`
const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><rect width="40" height="20" fill="#a00"/></svg>'

/** What is set counts for the whole server, so these tests have one of their own. */
let server: RunningServer
test.beforeAll(async () => {
  server = await startTestServer()
})
test.afterAll(() => server.destroy())

const save = async (page: Page) => {
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Settings saved' })).toBeVisible()
}
const accentOf = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--vestry-accent-fill'))

test('the church’s name, logo and colour are set once and reach every page, the sign-in and paper @phone', async ({
  page,
  browser,
  checkAccessibility,
}) => {
  await signIn(page, server)
  await page.goto(`${server.origin}/settings`)
  await page.getByLabel('Name of the church').fill(NAME)
  await page
    .getByRole('group', { name: 'Logo' })
    .locator('input')
    .setInputFiles({
      name: 'words.png',
      mimeType: 'image/png',
      buffer: Buffer.from('no picture'),
    })
  await expect(page.getByRole('alert')).toContainText('can’t be read as a picture')
  await page
    .getByRole('group', { name: 'Logo' })
    .locator('input')
    .setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(LOGO) })
  await expect(page.getByRole('img', { name: 'The logo of the church' })).toBeVisible()
  await page.getByLabel('Plum').check()
  await checkAccessibility(page)
  await save(page)
  await expect(page.getByRole('link', { name: NAME })).toBeVisible()
  await expect(page).toHaveTitle(`Settings · ${NAME}`)
  expect(await accentOf(page)).not.toBe('#0f766e')
  await page.emulateMedia({ media: 'print' })
  const heading = await page.evaluate(
    () => getComputedStyle(document.querySelector('main') ?? document.body, '::before').content,
  )
  expect(heading).toBe(JSON.stringify(NAME))

  const stranger = await browser.newContext()
  const entrance = await stranger.newPage()
  await entrance.goto(`${server.origin}/login`)
  await expect(entrance.getByText(NAME)).toBeVisible()
  await expect(entrance.locator('header img')).toHaveJSProperty('naturalWidth', 256)
  await stranger.close()
})

test('hours, the week and the parts that are used change what is shown', async ({
  page,
  checkAccessibility,
}) => {
  await signIn(page, server)
  await page.goto(`${server.origin}/settings`)
  await page.getByLabel('Hours').selectOption('12 hours: 6:30 pm')
  await page.getByLabel('The week begins on').selectOption('Saturday')
  await page.getByLabel('Time zone').selectOption('Pacific/Auckland')
  await page.getByLabel('Sermons').uncheck()
  await page.getByLabel('Sunday school', { exact: true }).uncheck()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('At least one stays on.')).toBeVisible()
  await page.getByLabel('Sunday school', { exact: true }).check()
  await save(page)
  const menu = page.getByRole('navigation', { name: 'Menu' })
  await expect(menu.getByRole('link', { name: 'Preaching Items' })).toHaveCount(0)
  await expect(menu.getByRole('link', { name: 'Calendar' })).toBeVisible()
  await menu.getByRole('link', { name: 'Calendar' }).click()
  await expect(page.getByRole('columnheader').first()).toContainText('Sat')
  await page.goto(`${server.origin}/preaching`)
  await expect(page.getByRole('heading', { name: 'Not in use here' })).toBeVisible()
  await checkAccessibility(page)
  await page.goto(server.origin)
  await expect(page).toHaveURL(`${server.origin}/today`)
  await expect(page.getByRole('heading', { name: 'Latest sermons' })).toHaveCount(0)
  await page.goto(`${server.origin}/settings`)
  await page.getByLabel('Sermons').check()
  await save(page)
  await expect(menu.getByRole('link', { name: 'Preaching Items' })).toBeVisible()
})

test('whoever has chosen no language gets the church’s, and what is typed outlives a refusal', async ({
  page,
  browser,
}) => {
  await signIn(page, server)
  await page.goto(`${server.origin}/settings`)
  await page.route('**/api/settings', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.fallback(),
  )
  await page.getByLabel('Language for those who have chosen none').selectOption('Español')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(page.getByLabel('Language for those who have chosen none')).toHaveValue('es')
  await page.unroute('**/api/settings')
  await save(page)
  const stranger = await browser.newContext({ locale: 'en-GB' })
  const entrance = await stranger.newPage()
  await entrance.goto(`${server.origin}/login`)
  await expect(entrance.getByRole('textbox', { name: 'Contraseña' })).toBeVisible()
  await stranger.close()
})
