import type { Page } from '@playwright/test'
import { addAttendee, callAs, publish, saveSettings } from './church-calls.ts'
import { enterPassword, expect, signIn, test } from './fixtures.ts'
import { type RunningServer, startTestServer } from './running-server.ts'
import { addStaffPerson, type StaffPerson } from './staff-people.ts'

const NAME = `St. Mary’s & O'Hara <b>🙂</b>`
const TILDA: StaffPerson = {
  email: 'tilda@vestry.test',
  name: 'Tilda Teaching',
  password: 'Let them c0me, all of them!',
}
const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><rect width="40" height="20" fill="#a00"/></svg>'

/** What is set counts for the whole server, so these tests have one of their own. */
let server: RunningServer
test.beforeAll(async () => {
  server = await startTestServer()
})
test.afterAll(() => server.destroy())

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
  await saveSettings(page)
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

test('nothing can be typed while the settings are saved, which would be lost', async ({ page }) => {
  await signIn(page, server)
  await page.goto(`${server.origin}/settings`)
  const held = Promise.withResolvers<void>()
  await page.route('**/api/settings', async (route) => {
    if (route.request().method() === 'PUT') {
      await held.promise
    }
    await route.continue()
  })
  const website = page.getByLabel('Website')
  await website.fill('https://held.example.org')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog')).toContainText('Saving in Progress')
  await page.keyboard.type('typed meanwhile')
  held.resolve()
  await expect(page.getByRole('status').filter({ hasText: 'Settings saved' })).toBeVisible()
  await expect(website).toHaveValue('https://held.example.org')
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
  await page.getByLabel('Sermons', { exact: true }).uncheck()
  await page.getByLabel('Sunday school', { exact: true }).uncheck()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('At least one stays on.')).toBeVisible()
  await page.getByLabel('Sunday school', { exact: true }).check()
  await saveSettings(page)
  const menu = page.getByRole('navigation', { name: 'Menu' })
  await expect(menu.getByRole('link', { name: 'Preaching Items' })).toHaveCount(0)
  await expect(menu.getByRole('link', { name: 'Calendar' })).toBeVisible()
  await menu.getByRole('link', { name: 'Calendar' }).click()
  await expect(page.getByRole('columnheader').first()).toContainText('Sat')
  await page.goto(`${server.origin}/preaching`)
  await expect(page.getByRole('heading', { name: 'Not in use here' })).toBeVisible()
  await checkAccessibility(page)
  await page.goto(`${server.origin}/nowhere`)
  await page.getByRole('link', { name: 'Go to Today' }).click()
  await expect(page).toHaveURL(`${server.origin}/today`)
  await page.goto(server.origin)
  await expect(page).toHaveURL(`${server.origin}/today`)
  await expect(page.getByRole('heading', { name: 'Latest sermons' })).toHaveCount(0)
  await page.goto(`${server.origin}/settings`)
  await page.getByLabel('Sermons', { exact: true }).check()
  await saveSettings(page)
  await expect(menu.getByRole('link', { name: 'Preaching Items' })).toBeVisible()
})

test('emails about the Sunday school are switched on for the church, and off by whoever wants none @phone', async ({
  page,
  checkAccessibility,
}) => {
  await signIn(page, server)
  await page.goto(`${server.origin}/settings`)
  await page.getByRole('checkbox', { name: 'A weekly email to the staff' }).check()
  await saveSettings(page)
  await page.reload()
  await expect(page.getByRole('checkbox', { name: 'A weekly email to the staff' })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'Remind teachers of a roll' })).not.toBeChecked()
  await page.goto(`${server.origin}/account`)
  const row = page.getByRole('group', { name: 'Emails about the Sunday school' })
  await expect(row).toContainText('You get those that your church sends')
  await row.getByRole('button', { name: 'Change' }).click()
  await checkAccessibility(page)
  await page.getByRole('combobox', { name: 'Emails about the Sunday school' }).selectOption('Send me none')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('You get none')
  await page.reload()
  await expect(row).toContainText('You get none')
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
  await saveSettings(page)
  const stranger = await browser.newContext({ locale: 'en-GB' })
  const entrance = await stranger.newPage()
  await entrance.goto(`${server.origin}/login`)
  await expect(entrance.getByRole('textbox', { name: 'Contraseña' })).toBeVisible()
  await stranger.close()
  await page.getByLabel('Language for those who have chosen none').selectOption('As their browser asks')
  await saveSettings(page)
})

test('teachers who only teach change no sermons, delete nothing, and see the names of others’ children', async ({
  page,
  browser,
  checkAccessibility,
}) => {
  await signIn(page, server)
  await addStaffPerson(server, TILDA)
  const child = { first_name: 'Otto', last_name: 'Otherwise', parent_contact: '0600 555 111' }
  const id = await addAttendee(page, child)
  await publish(page, { localizedname: 'Grace for teachers' })
  await page.goto(`${server.origin}/settings`)
  await page.getByRole('link', { name: 'Who may do what' }).click()
  const teachers = page.getByRole('region', { name: 'Teachers' })
  await checkAccessibility(page)
  await teachers.getByRole('button', { name: 'Teachers only teach' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Saved for Teachers' })).toBeVisible()
  await expect(teachers.getByRole('checkbox', { checked: true })).toHaveCount(1)

  const context = await browser.newContext()
  const teacher = await context.newPage()
  await enterPassword(teacher, server, TILDA)
  await teacher.getByRole('button', { name: 'Skip' }).click()
  await expect(teacher.getByRole('rowheader', { name: 'Grace for teachers' })).toBeVisible()
  await expect(teacher.getByRole('link', { name: 'Add Preaching Item' })).toHaveCount(0)
  await expect(teacher.getByRole('button', { name: /^(Edit|Delete) / })).toHaveCount(0)
  await teacher.goto(`${server.origin}/preaching/new`)
  await expect(teacher.getByText('Your group may not do this.')).toBeVisible()
  await teacher.goto(`${server.origin}/sunday-school/attendees`)
  // Birth date, contact and membership.
  await expect(teacher.getByRole('row', { name: 'Otto Otherwise' }).locator('td:empty')).toHaveCount(3)
  await teacher.goto(`${server.origin}/sunday-school/attendees/${id}`)
  await expect(teacher.getByRole('heading', { name: 'Otto Otherwise' })).toBeVisible()
  await expect(teacher.getByText('the name alone')).toBeVisible()
  await expect(teacher.getByText('0600')).toHaveCount(0)

  // Two ticks in a row are both kept, and the next call of the teacher has them.
  await teachers.getByLabel('Add and change sermons').check()
  await teachers.getByLabel('See all about every child').check()
  await expect(teachers.getByRole('checkbox', { checked: true })).toHaveCount(3)
  await expect
    .poll(async () => {
      await page.reload()
      return await teachers.getByRole('checkbox', { checked: true }).count()
    })
    .toBe(3)
  await teacher.reload()
  await expect(teacher.getByText('0600 555 111')).toBeVisible()
  await context.close()
})

test('a right that another administrator withdraws meanwhile stays withdrawn', async ({ page }) => {
  await signIn(page, server)
  const give = (rights: string[]) => callAs(page, 'PUT', '/settings/rights', { group: 'Teachers', rights })
  await give(['sermons', 'delete'])
  await page.goto(`${server.origin}/settings/rights`)
  const teachers = page.getByRole('region', { name: 'Teachers' })
  await expect(teachers.getByRole('checkbox', { checked: true })).toHaveCount(2)
  await give(['sermons'])
  await teachers.getByLabel('See all about every child').click()
  const refusal = page.getByRole('alertdialog')
  await expect(refusal).toContainText('Someone else has changed what Teachers may do')
  await refusal.getByRole('button').click()
  await expect(teachers.getByRole('checkbox', { checked: true })).toHaveCount(1)
  await teachers.getByLabel('See all about every child').check()
  await expect(page.getByRole('status').filter({ hasText: 'Saved for Teachers' })).toBeVisible()
  await page.reload()
  await expect(teachers.getByRole('checkbox', { checked: true })).toHaveCount(2)
  await expect(teachers.getByLabel('Delete and restore')).not.toBeChecked()
})
