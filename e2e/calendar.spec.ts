import type { Page } from '@playwright/test'
import { callAs, dismiss, publish } from './church-calls.ts'
import { expect, test } from './fixtures.ts'
import { watchShifts } from './in-sight.ts'

async function planClass(page: Page, title: string, session_datetime: string, more: object = {}) {
  const { id } = await callAs<{ id: number }>(page, 'POST', '/classes', { title, session_datetime, ...more })
  return id
}

const cell = (page: Page, day: string) => page.getByRole('cell').filter({ hasText: day })

/** May 2031 has three classes, one of them cancelled, and a sermon; filled once for each worker's server. */
async function fillMay(page: Page) {
  const { classes } = await callAs<{ classes: object[] }>(
    page,
    'GET',
    '/calendar?from=2031-05-01&to=2031-05-31',
  )
  if (classes.length > 0) {
    return
  }
  await planClass(page, 'Acorns', '2031-05-04T10:30:00', { room: 'Attic' })
  await planClass(page, 'Oaks', '2031-05-04T10:30:00')
  const off = await planClass(page, 'Willows', '2031-05-07T18:00:00')
  await callAs(page, 'PUT', '/classes/cancelled', { class_id: off, cancelled: true })
  await publish(page, { localizedname: 'The Long Table', event_datetime: '2031-05-04T09:00:00' })
}

test.beforeEach(({ staffPage }) => fillMay(staffPage))

test('the menu leads to this month, in which today is marked', async ({
  staffPage: page,
  checkAccessibility,
}) => {
  await page.goto('/preaching')
  await page.getByRole('navigation').getByRole('link', { name: 'Calendar' }).click()
  const name = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'Europe/Madrid' })
  await expect(page.getByRole('heading', { level: 1, name: name.format(new Date()) })).toBeVisible()
  const today = page.locator('td[aria-current=date]')
  await expect(today).toHaveCount(1)
  await expect(today).toContainText('Today')
  await checkAccessibility(page)
})

test('a month shows its classes and sermons by day and time, told apart by mark and word', async ({
  staffPage: page,
  checkAccessibility,
}) => {
  await page.goto('/calendar?month=2031-05')
  await expect(page.getByRole('heading', { name: 'May 2031' })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: '3 classes1 sermon' })).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveText([/Mon/, /Tue/, /Wed/, /Thu/, /Fri/, /Sat/, /Sun/])
  await expect(cell(page, 'Sunday 4 May').getByRole('link')).toHaveText([
    '09:00 The Long Table Sermon',
    '10:30 Acorns Class · Attic',
    '10:30 Oaks Class',
  ])
  const cancelled = cell(page, 'Wednesday 7 May').getByRole('link')
  await expect(cancelled).toHaveText('18:00 Willows Cancelled Class')
  await expect(cancelled.locator('s')).toHaveText('Willows')
  await checkAccessibility(page)
})

test('no day of a month is seen to move while its entries come @phone', async ({ staffPage: page }) => {
  const shifts = await watchShifts(page)
  const { promise: until, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/calendar?*', async (route) => {
    await until
    await route.continue()
  })
  await page.goto('/calendar?month=2031-05')
  await expect(page.getByRole('heading', { name: 'May 2031' })).toBeVisible()
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  release()
  await expect(page.getByRole('link', { name: /Willows/ })).toBeVisible()
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  expect(await shifts()).toEqual([])
})

test('a cancelled class leads to its form, which says so and leads back to the month', async ({
  staffPage: page,
}) => {
  await page.goto('/calendar?month=2031-05')
  await cell(page, 'Wednesday 7 May').getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'Edit Class' })).toBeVisible()
  await expect(page.getByText('This class is cancelled.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Restore class' })).toBeVisible()
  await page.getByRole('button', { name: 'Update' }).click()
  await dismiss(page, 'Nothing has changed')
  await expect(page).toHaveURL('/calendar?month=2031-05')
})

test('a click on a day plans a class on it, and saving leads back to the month', async ({
  staffPage: page,
}) => {
  await page.goto('/calendar?month=2033-03')
  await cell(page, 'Wednesday 9 March').click({ position: { x: 60, y: 60 } })
  await expect(page.getByRole('heading', { name: 'Add Class' })).toBeVisible()
  await expect(page.getByLabel('Date & Time')).toHaveValue('2033-03-09T10:00')
  await page.getByLabel('Title').fill('Midweek')
  await page.getByRole('button', { name: 'Create' }).click()
  await dismiss(page, 'Class successfully created')
  await expect(page).toHaveURL('/calendar?month=2033-03')
  await expect(cell(page, 'Wednesday 9 March').getByRole('link', { name: '10:00 Midweek' })).toBeVisible()
  // A date that is no day of the calendar proposes nothing.
  await page.goto('/sunday-school/classes/new?day=2033-02-31')
  await expect(page.getByLabel('Date & Time')).toHaveValue('')
})

test('no word of a title is broken', async ({ staffPage: page }) => {
  await planClass(page, 'Pathfinders', '2032-08-01T10:30:00')
  await page.goto('/calendar?month=2032-08')
  const title = cell(page, 'Sunday 1 August').getByText('Pathfinders')
  await expect(title).toBeVisible()
  expect((await title.boundingBox())?.height).toBeLessThan(30)
})

test('a class leads to its attendance and a sermon to its form, and back leads to the same month', async ({
  staffPage: page,
}) => {
  await page.goto('/calendar?month=2031-05')
  await page.getByRole('link', { name: 'Acorns' }).click()
  await expect(page).toHaveURL(/\/sunday-school\/classes\/attendance\?class=\d+$/)
  await expect(page.getByText('Acorns').first()).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'May 2031' })).toBeVisible()
  await page.getByRole('link', { name: 'The Long Table' }).click()
  await expect(page).toHaveURL(/\/preaching\/edit\//)
  await expect(page.getByLabel('Title')).toHaveValue('The Long Table')
})

test('months are changed by keyboard, and back, reload and a shared link restore them @phone', async ({
  staffPage: page,
}) => {
  await page.goto('/calendar?month=2031-05')
  await page.getByRole('button', { name: 'Next month' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'June 2031' })).toBeVisible()
  await expect(page.getByText('Nothing is planned in June 2031.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Next month' })).toBeFocused()
  await expect(page).toHaveURL('/calendar?month=2031-06')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'June 2031' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'May 2031' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Oaks' })).toBeVisible()
  await page.getByRole('button', { name: 'Previous month' }).click()
  await expect(page).toHaveURL('/calendar?month=2031-04')
  await page.getByRole('button', { name: 'Today' }).click()
  await expect(page).toHaveURL('/calendar')
  await page.goto('/calendar?month=never')
  await expect(page.locator('[aria-current=date]')).toHaveCount(1)
})

test('every entry is reached with the Tab key, in the order of the month', async ({ staffPage: page }) => {
  await page.goto('/calendar?month=2031-05')
  await expect(page.getByRole('link', { name: 'Willows' })).toBeVisible()
  await page.getByRole('button', { name: 'Next month' }).focus()
  for (const title of ['The Long Table', 'Acorns', 'Oaks', 'Willows']) {
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: title })).toBeFocused()
  }
})

test('in Spanish the week begins on Monday and every text is Spanish', async ({
  server,
  signedIn,
  browser,
  watchPage,
}) => {
  const options = { baseURL: server.origin, storageState: signedIn }
  const context = await browser.newContext({ ...options, locale: 'es-ES' })
  const page = await context.newPage()
  watchPage(page)
  await page.goto('/calendar?month=2031-05')
  await expect(page.getByRole('heading', { name: 'Mayo de 2031' })).toBeVisible()
  await expect(page.getByRole('columnheader').first()).toContainText('Lunes')
  await expect(cell(page, 'Miércoles 7 mayo').getByRole('link')).toHaveText('18:00 Willows Cancelada Clase')
  await context.close()

  const american = await browser.newContext({ ...options, locale: 'en-US' })
  const other = await american.newPage()
  await other.goto('/calendar?month=2031-05')
  await expect(other.getByRole('columnheader').first()).toContainText('Sunday')
  await american.close()
})

test('a month that fails to load says so and can be tried again @phone', async ({ staffPage: page }) => {
  let failing = true
  await page.route('**/api/calendar?*', (route) =>
    failing ? route.fulfill({ body: 'an answer of something else' }) : route.continue(),
  )
  await page.goto('/calendar?month=2031-05')
  await expect(page.getByRole('alert')).toContainText('Failed to load the calendar')
  failing = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('link', { name: 'Oaks' })).toBeVisible()
})

test('a phone shows the days on which there is something, today first @phone-only', async ({
  staffPage: page,
  checkAccessibility,
}) => {
  await page.goto('/calendar?month=2031-05')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Sunday 4 May', 'Wednesday 7 May'])
  await expect(page.getByRole('table')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Acorns' })).toHaveText('10:30 Acorns Class · Attic')
  await checkAccessibility(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await page.goto('/calendar')
  await expect(page.getByRole('heading', { level: 2 }).first()).toContainText('Today')
  await page.goto('/calendar?month=2031-05')
  await page.getByRole('link', { name: 'Acorns' }).click()
  await expect(page).toHaveURL(/\/sunday-school\/classes\/attendance\?class=\d+$/)
})
