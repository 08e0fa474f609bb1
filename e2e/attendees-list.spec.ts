import type { Page } from '@playwright/test'
import { addAttendee, callAs } from './church-calls.ts'
import { expect, signIn, test } from './fixtures.ts'
import { tellNothing } from './quiet-page.ts'
import { startTestServer } from './running-server.ts'

const LIST = '/sunday-school/attendees'
const FIRST_NAMES = [
  'Ana',
  'Ben',
  'Chloé',
  'Dora',
  'Eli',
  'Finn',
  'Gina',
  'Hugo',
  'Iris',
  'Jan',
  'Kim',
  'Leo',
]

/** The last names of the rows that are shown. */
const lastNames = (page: Page) => page.locator('tbody tr th + th')
const head = (page: Page, name: string) => page.getByRole('columnheader', { name })

/** Twelve children named Meadow, whose first names run against their last ones; once for each worker's server. */
async function fillList(page: Page) {
  const known = await callAs<{ totalCount: number }>(page, 'GET', '/attendees?search=meadow')
  if (known.totalCount > 0) {
    return
  }
  for (const [index, first_name] of FIRST_NAMES.entries()) {
    await addAttendee(page, {
      first_name,
      last_name: `Meadow ${String.fromCharCode(76 - index)}`,
      ...(index > 0 && { birthdate: `${2024 - index}-05-03`, parent_contact: `${first_name}@example.org` }),
      is_member: index % 2,
    })
  }
}

test.beforeEach(({ staffPage }) => fillList(staffPage))

test('printing prints every row of what is searched, with its header and without the shell', async ({
  staffPage: page,
}) => {
  await page.addInitScript(() => {
    Object.assign(globalThis, { printed: 0 })
    globalThis.print = () => {
      ;(globalThis as unknown as { printed: number }).printed++
    }
  })
  await page.goto(`${LIST}?search=meadow`)
  await expect(page.getByText('12 items')).toBeVisible()
  const rows = page.locator('tbody tr').filter({ visible: true })
  await page.emulateMedia({ media: 'print' })
  await expect(rows).toHaveCount(10)
  await expect(page.getByText('Only 10 of 12 are printed here.', { exact: false })).toBeVisible()
  // It is fixed above the page, and would lie over the last row of every sheet.
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toHaveCount(0)
  await page.emulateMedia({ media: 'screen' })
  await expect(page.getByRole('button', { name: 'Print the list' })).toBeVisible()
  await page.keyboard.press('Control+p')
  const printed = () => page.evaluate(() => (globalThis as unknown as { printed: number }).printed)
  await expect.poll(printed).toBe(1)
  await expect(rows).toHaveCount(10)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(rows).toHaveCount(12)
  await expect(page.getByText('Only what matches: “meadow”.')).toBeVisible()
  await expect(page.getByText('All of them are printed: 12.')).toBeVisible()
  for (const shell of [page.getByRole('banner'), page.getByRole('navigation'), page.getByRole('searchbox')]) {
    await expect(shell.filter({ visible: true })).toHaveCount(0)
  }
  await expect(rows.first()).toHaveCSS('color', 'rgb(0, 0, 0)')
  await rows.nth(2).hover()
  await expect(rows.nth(2).locator('th').first()).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  await expect(page.locator('thead')).toHaveCSS('display', 'table-header-group')
  // What is on the paper is what is searched, not what was searched when somebody printed.
  await page.emulateMedia({ media: 'screen' })
  await page.goto(`${LIST}?search=meadow+gina`)
  await page.getByRole('button', { name: 'Print the list' }).click()
  await expect.poll(printed).toBe(1)
  await page.emulateMedia({ media: 'print' })
  await expect(rows).toHaveCount(1)
})

test('each name and the birth date sort by their headers, and the address keeps it @phone', async ({
  staffPage: page,
}, { project }) => {
  await page.goto(`${LIST}?search=meadow`)
  if (project.name === 'phone') {
    const order = page.getByRole('combobox', { name: 'Order By' })
    await expect(order.getByRole('option')).toHaveText(['Default', 'First Name', 'Last Name', 'Birth Date'])
    await order.selectOption('First Name')
    await expect(page).toHaveURL(`${LIST}?search=meadow&orderBy=firstname`)
    await expect(lastNames(page).first()).toHaveText('Meadow L')
    await page.getByRole('combobox', { name: 'Direction' }).selectOption('Descending')
    await expect(page).toHaveURL(`${LIST}?search=meadow&orderBy=firstname&direction=DESC`)
    await expect(lastNames(page).first()).toHaveText('Meadow A')
    return
  }
  await expect(page.getByRole('combobox')).toHaveCount(0)
  await head(page, 'Last Name').getByRole('button').click()
  await expect(head(page, 'Last Name')).toHaveAttribute('aria-sort', 'descending')
  await expect(page).toHaveURL(`${LIST}?search=meadow&direction=DESC`)
  await expect(lastNames(page).first()).toHaveText('Meadow L')
  await head(page, 'First Name').getByRole('button').press('Enter')
  await expect(head(page, 'First Name')).toHaveAttribute('aria-sort', 'ascending')
  await expect(head(page, 'Last Name')).toHaveAttribute('aria-sort', 'none')
  await head(page, 'Birth Date').getByRole('button').click()
  await expect(page).toHaveURL(`${LIST}?search=meadow&orderBy=birthdate`)
  await page.goBack()
  await expect(page).toHaveURL(`${LIST}?search=meadow&orderBy=firstname`)
})

test('a filter by membership and age stands in the address, and is cleared with one press @phone', async ({
  staffPage: page,
  checkAccessibility,
}) => {
  await page.goto(`${LIST}?search=meadow`)
  await expect(page.getByText('12 items')).toBeVisible()
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('combobox', { name: 'Membership' }).selectOption('Church members')
  await expect(page.getByText('6 items')).toBeVisible()
  await expect(page).toHaveURL(`${LIST}?search=meadow&membership=2`)
  await page.getByRole('combobox', { name: 'Age to' }).selectOption('3')
  await expect(page).toHaveURL(/age_to=3/)
  await expect(page.getByRole('button', { name: 'Filter (2)' })).toHaveAttribute('aria-expanded', 'true')
  await checkAccessibility(page)
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Membership' })).toHaveValue('2')
  await page.getByRole('button', { name: 'Clear filter' }).click()
  await expect(page).toHaveURL(`${LIST}?search=meadow`)
  await expect(page.getByText('12 items')).toBeVisible()
})

test('a search finds by any part of either name or by the contact, and back from a form restores the list', async ({
  staffPage: page,
}) => {
  await page.goto(LIST)
  const box = page.getByPlaceholder('search title here...')
  await box.fill('CHLOE')
  await expect(page).toHaveURL(`${LIST}?search=CHLOE`)
  await expect(lastNames(page)).toHaveText(['Meadow J'])
  await box.fill('meadow')
  await box.press('Enter')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Page 2 of 2')).toBeVisible()
  await page.getByRole('link', { name: 'Edit Ana Meadow L' }).click()
  await expect(page.getByLabel('First Name')).toHaveValue('Ana')
  await page.goBack()
  await expect(page).toHaveURL(`${LIST}?search=meadow&page=2`)
  await expect(lastNames(page)).toHaveText(['Meadow K', 'Meadow L'])
  await page.goto(`${LIST}?search=meadow&page=40`)
  await expect(page).toHaveURL(`${LIST}?search=meadow&page=2`)
})

test('an attendee is deleted by keyboard, after a question that names the records going with it', async ({
  staffPage: page,
}) => {
  const id = await addAttendee(page, { first_name: 'Farah', last_name: 'Well' })
  const { id: class_id } = await callAs<{ id: number }>(page, 'POST', '/classes', {
    title: 'Lambs',
    session_datetime: '2025-03-02T10:00:00',
  })
  await callAs(page, 'POST', '/attendance', { class_id, attendee_id: id, attended: true })
  await page.goto(`${LIST}?search=farah`)
  const remove = page.getByRole('button', { name: 'Delete Farah Well' })
  await remove.press('Enter')
  const box = page.getByRole('alertdialog')
  await expect(box).toContainText('Are you sure you want to delete this attendee?')
  await expect(box).toContainText('Farah Well goes to the trash, with 1 attendance record.')
  await expect(page.getByRole('button', { name: 'No' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(remove).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'No' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(box).toContainText('Attendee successfully deleted')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'No attendees found.' })).toBeVisible()
})

test('the list is without a violation, fits 390 px, and a long name stays in its card @phone', async ({
  staffPage: page,
  checkAccessibility,
}, { project }) => {
  await page.goto(`${LIST}?search=meadow`)
  await expect(page).toHaveTitle(/Attendees/)
  await expect(lastNames(page)).toHaveCount(10)
  await expect(page.getByRole('searchbox', { name: 'Search attendees' })).toHaveAccessibleDescription(
    'Searches first and last names and the parents’ contact.',
  )
  await checkAccessibility(page)
  await addAttendee(page, {
    first_name: 'Maximiliana Apollonia',
    last_name: `Longest${'name'.repeat(24)}`,
    parent_contact: `${'very.long.'.repeat(6)}address@example.org`,
  })
  await page.goto(`${LIST}?search=longest`)
  await expect(lastNames(page)).not.toHaveCount(0)
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(wider).toBeLessThanOrEqual(0)
  if (project.name === 'phone') {
    await page
      .getByRole('button', { name: /^Actions for Maximiliana/ })
      .first()
      .click()
    await expect(page.getByRole('menuitem').filter({ visible: true })).toHaveText(['Edit', 'Delete'])
  }
})

test('an empty list invites to add, and one that fails to load can be tried again', async ({
  page,
  checkAccessibility,
}) => {
  const server = await startTestServer()
  try {
    await signIn(page, server)
    await page.getByRole('button', { name: 'Sunday School' }).click()
    await page.getByRole('link', { name: 'Attendees' }).click()
    await expect(page.getByRole('heading', { name: 'No attendees found.' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Add New' })).toHaveCount(2)
    await checkAccessibility(page)
    await tellNothing(page)
    await page.route('**/api/attendees?**', (route) => route.abort())
    await page.getByPlaceholder('search title here...').fill('anybody')
    await expect(page.getByRole('heading', { name: 'Error', exact: true })).toBeVisible()
    await expect(page.getByText('Failed to load attendees')).toBeVisible()
    await expect(page.getByText('The server can’t be reached.')).toBeVisible()
    await checkAccessibility(page)
    await page.unroute('**/api/attendees?**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('Nothing matches “anybody”.')).toBeVisible()
    await checkAccessibility(page)
  } finally {
    await server.destroy()
  }
})

test('the list speaks Spanish, also when the language changes on it', async ({ staffPage: page }) => {
  await page.goto(`${LIST}?search=meadow`)
  await page.getByRole('button', { name: /^Language/ }).click()
  await page.getByRole('menuitemradio', { name: 'Español' }).click()
  await expect(page.getByRole('heading', { name: 'Asistentes' })).toBeVisible()
  await expect(head(page, 'Apellidos')).toHaveAttribute('aria-sort', 'ascending')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  await expect(page.getByRole('row').nth(1)).toContainText('Miembro de la iglesia')
})
