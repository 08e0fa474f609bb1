import type { Page } from '@playwright/test'
import { callAs, dismiss, saveSettings } from './church-calls.ts'
import { enterPassword, expect, test } from './fixtures.ts'
import { ADMIN, type RunningServer, startTestServer } from './running-server.ts'
import { addStaffPerson, type StaffPerson } from './staff-people.ts'

const FIRST = { email: 'admin@vestry.local', password: ADMIN.password }
const TESS: StaffPerson = { email: 'tess@vestry.test', name: 'Tess', password: 'Let them c0me, all!' }

test.use({ timezoneId: 'Europe/Madrid' })

/** A church on its first evening, on a machine that sends no emails and whose clock runs by another zone. */
async function withNewChurch(use: (server: RunningServer) => Promise<void>) {
  const server = await startTestServer(
    { VESTRY_ADMIN_EMAIL: FIRST.email, SMTP_URL: '', VESTRY_TIMEZONE: 'America/Bogota' },
    [],
    { firstEvening: true },
  )
  try {
    await use(server)
  } finally {
    await server.destroy()
  }
}

const list = (page: Page) => page.getByRole('region', { name: 'Getting started' })
const done = (page: Page) => list(page).getByRole('listitem').filter({ hasText: 'Done:' })

test('the first sign-in leads through the first evening, and each step is struck out by being done', async ({
  page,
  watchPage,
  checkAccessibility,
}) => {
  await withNewChurch(async (server) => {
    watchPage(page, { alsoAt: server.origin })
    await enterPassword(page, server, FIRST)
    await expect(page).toHaveURL(`${server.origin}/today`)
    await expect(list(page)).toContainText('0 of 6 done')
    await checkAccessibility(page)

    await list(page).getByRole('link', { name: 'Change my address' }).click()
    await expect(page.getByLabel('New email address')).toBeFocused()
    await page.getByLabel('New email address').fill('Ada@Own.test')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page).toHaveURL(`${server.origin}/today`)
    await expect(done(page)).toHaveText([/Your own email address/])

    await list(page).getByRole('link', { name: 'Enter the name' }).click()
    await page.getByLabel('Name of the church').fill('St. Mary’s')
    await saveSettings(page)
    await expect(list(page)).toContainText('2 of 6 done')

    await expect(list(page)).toContainText(
      'The church’s clock is set to America/Bogota, and yours to Europe/Madrid.',
    )
    await list(page).getByRole('button', { name: 'Use Europe/Madrid' }).click()
    await expect(list(page)).toContainText('3 of 6 done')
    await expect(page.getByRole('heading', { name: 'Getting started' })).toBeFocused()
    await checkAccessibility(page)

    await expect(list(page).getByRole('link', { name: 'Import a list' })).toBeVisible()
    await list(page).getByRole('link', { name: 'Add a child' }).click()
    await page.getByLabel('First Name').fill('Ana')
    await page.getByLabel('Last Name').fill('Ruiz')
    await page.getByLabel('Membership').selectOption('Church Member')
    await page.getByRole('button', { name: 'Create' }).click()
    await dismiss(page, 'Attendee successfully created')
    await expect(list(page)).toContainText('4 of 6 done')

    await list(page).getByRole('link', { name: 'Add a class' }).click()
    await page.getByLabel('Title').fill('Lions')
    await page.getByLabel('Date & Time').fill('2031-05-04T10:30')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Add children to the roster' }).click()
    await expect(page.getByRole('heading', { name: 'Lions', level: 1 })).toBeVisible()
    await expect(page.getByText('Nobody is on the roster yet')).toBeVisible()

    await page.goto(`${server.origin}/today`)
    await expect(done(page)).toHaveCount(5)
    await list(page).getByRole('link', { name: 'Invite people' }).click()
    await page.getByLabel('Email addresses').fill(TESS.email)
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await dismiss(page, 'tess@vestry.test')
    await expect(page.getByRole('heading', { name: 'Latest sermons' })).toBeVisible()
    await expect(list(page)).toHaveCount(0)

    // What is missing again is asked for again.
    await callAs(page, 'PUT', '/settings', { name: '' })
    await page.reload()
    await expect(list(page)).toContainText('5 of 6 done')
  })
})

test('the list is put away for the church and brought back, and nobody but administrators sees it @phone-only', async ({
  page,
  browser,
  watchPage,
  checkAccessibility,
}) => {
  await withNewChurch(async (server) => {
    watchPage(page, { alsoAt: server.origin })
    await enterPassword(page, server, FIRST)
    await page.setViewportSize({ width: 320, height: 640 })
    await expect(list(page).getByRole('link', { name: 'Your time zone' })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    await checkAccessibility(page)
    await list(page).getByRole('button', { name: 'Hide this list' }).click()
    await expect(list(page)).toHaveCount(0)
    await expect(page.locator('#content')).toBeFocused()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(list(page)).toBeVisible()
    await list(page).getByRole('button', { name: 'Hide this list' }).click()
    await expect(list(page)).toHaveCount(0)

    await page.goto(`${server.origin}/settings`)
    await page.getByRole('checkbox', { name: 'Show “Getting started” on Today' }).check()
    await page.getByRole('checkbox', { name: 'Everybody starts on Today' }).check()
    await checkAccessibility(page)
    await saveSettings(page)
    await page.goto(`${server.origin}/audit`)
    await expect(page.getByText('Everybody starts on Today')).toBeVisible()

    await addStaffPerson(server, TESS)
    const context = await browser.newContext()
    const teacher = await context.newPage()
    await enterPassword(teacher, server, TESS)
    await expect(teacher).toHaveURL(`${server.origin}/today`)
    await expect(teacher.getByRole('heading', { name: 'Your next class will appear here' })).toBeVisible()
    await expect(list(teacher)).toHaveCount(0)
    await teacher.goto(`${server.origin}/account`)
    await teacher.getByRole('button', { name: 'Change: After signing in, open' }).click()
    await teacher.getByRole('combobox', { name: 'After signing in, open' }).selectOption('Calendar')
    await teacher.getByRole('button', { name: 'Save' }).click()
    // The form names it too until it is saved.
    await expect(teacher.getByRole('button', { name: 'Change: After signing in, open' })).toBeVisible()
    await expect(teacher.getByRole('group', { name: 'After signing in, open' })).toContainText('Calendar')
    await teacher.goto(server.origin)
    await expect(teacher).toHaveURL(`${server.origin}/calendar`)
    await context.close()
  })
})
