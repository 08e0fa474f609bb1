import type { Page } from '@playwright/test'
import { enter, openAttendance, planClass, recordsOf, rollOf, twelve } from './attendance-church.ts'
import { callAs } from './church-calls.ts'
import { expect, test } from './fixtures.ts'
import { loseAnswer } from './lose-answer.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const fill = async (page: Page, first: string, last: string, contact: string) => {
  await dialog(page).getByLabel('First Name').fill(first)
  await dialog(page).getByLabel('Last Name').fill(last)
  await dialog(page).getByLabel('Parent Contact').fill(contact)
}
const open = (page: Page) => page.getByRole('button', { name: 'Add a guest', exact: true }).click()
const save = (page: Page) => dialog(page).getByRole('button', { name: 'Add and mark present' }).click()
const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

test('a guest is added and marked present at once, and a sibling keeps the name and the contact @phone', async ({
  staffPage: page,
  checkAccessibility,
}) => {
  const made = await planClass(page, 'Door', twelve().slice(0, 2))
  await openAttendance(page, made)
  await expect(row(page, 'Ada Abbot')).toBeVisible()
  await open(page)
  await expect(dialog(page).getByLabel('First Name')).toBeFocused()
  await save(page)
  await expect(dialog(page).getByText('This field is required')).toHaveCount(3)
  await expect(dialog(page).getByLabel('First Name')).toBeFocused()
  await fill(page, "Séan 🎈<script>alert('x')</script>", "O'Brien", '+34 600 111 222')
  await expect(dialog(page).getByText('Will be saved as “Séan”')).toBeVisible()
  await checkAccessibility(page)
  await dialog(page).getByLabel('Parent Contact').press('Enter')
  await expect(dialog(page)).toContainText('Séan OʼBrien is marked present')
  await checkAccessibility(page)
  await dialog(page).getByRole('button', { name: 'Add a sibling' }).click()
  await expect(dialog(page).getByLabel('First Name')).toHaveValue('')
  await expect(dialog(page).getByLabel('First Name')).toBeFocused()
  await expect(dialog(page).getByLabel('Last Name')).toHaveValue("O'Brien")
  await expect(dialog(page).getByLabel('Parent Contact')).toHaveValue('+34 600 111 222')
  await page.keyboard.type('Maeve')
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toContainText('Maeve OʼBrien is marked present')
  await expect(dialog(page).getByRole('button', { name: 'Done' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toHaveCount(0)
  for (const name of ['Maeve', 'Séan']) {
    await expect(row(page, `${name} OʼBrien`).getByText('Present').first()).toBeVisible()
  }
  const records = await recordsOf(page, made)
  expect(records.map(({ state }) => state)).toEqual(['present', 'present'])
})

test('a child of the same name is pointed out first: it is marked, or another one is added @phone', async ({
  staffPage: page,
  checkAccessibility,
}) => {
  const made = await planClass(page, 'Namesakes', twelve().slice(0, 1))
  await enter(page, {
    first_name: 'Iván',
    last_name: 'Namesake',
    parent_contact: 'ivan@example.org',
    birthdate: '2018-01-20',
  })
  await openAttendance(page, made)
  await expect(row(page, 'Ada Abbot')).toBeVisible()
  await open(page)
  await fill(page, 'ivan', 'namesake', '600 1')
  await save(page)
  await expect(dialog(page)).toContainText('ivan namesake is already in the list')
  await expect(dialog(page)).toContainText('born 2018-01-20 · ivan@example.org')
  await checkAccessibility(page)
  await dialog(page).getByRole('button', { name: 'Back' }).click()
  await expect(dialog(page).getByLabel('First Name')).toHaveValue('ivan')
  await save(page)
  await dialog(page).getByRole('button', { name: 'Mark this one' }).click()
  await expect(dialog(page)).toContainText('Iván Namesake is marked present')
  await dialog(page).getByRole('button', { name: 'Done' }).click()
  await expect(row(page, 'Iván Namesake').getByText('Present').first()).toBeVisible()
  await open(page)
  await fill(page, 'Iván', 'Namesake', '600 2')
  await save(page)
  await dialog(page).getByRole('button', { name: 'Add another' }).click()
  await dialog(page).getByRole('button', { name: 'Done' }).click()
  await expect(row(page, 'Iván Namesake')).toHaveCount(2)
  expect(await recordsOf(page, made)).toHaveLength(2)
})

test('a child of the roll whom somebody else marks meanwhile is not said to be present', async ({
  openPage,
}) => {
  const page = await openPage()
  const made = await planClass(page, 'Marked twice', [{ first_name: 'Iris', last_name: 'Twice' }])
  const [child] = await rollOf(page, made)
  await openAttendance(page, made)
  await expect(row(page, 'Iris Twice')).toBeVisible()
  await open(page)
  await fill(page, 'Iris', 'Twice', '600 3')
  await save(page)
  await page.route('**/api/attendance/operations', async (route) => {
    const mark = { attendee_id: child?.attendee_id, state: 'absent', seen: 0 }
    await callAs(page, 'PUT', '/attendance/roll-call', { class_id: made.id, marks: [mark] })
    await route.fallback()
  })
  await dialog(page).getByRole('button', { name: 'Mark this one' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Iris Twice' })).toContainText('Absent')
  await expect(dialog(page)).toHaveCount(0)
})

test('a guest whose answer is lost is kept and becomes one child; what is refused stays in the form', async ({
  staffPage,
  watchPage,
}) => {
  const page = await staffPage.context().newPage()
  watchPage(page, { expectFailures: /ERR_FAILED|status of 403/ })
  const made = await planClass(page, 'Unlucky', twelve().slice(0, 1))
  await openAttendance(page, made)
  await expect(row(page, 'Ada Abbot')).toBeVisible()
  // The guest is added, and the answer is lost on the way.
  await page.route('**/api/attendance/guest', loseAnswer)
  await open(page)
  await fill(page, 'Luz', 'Unlucky', 'luz@example.org')
  await save(page)
  await expect(dialog(page)).toContainText('Luz Unlucky is kept on this device')
  await dialog(page).getByRole('button', { name: 'Done' }).click()
  await page.unroute('**/api/attendance/guest')
  await expect(row(page, 'Luz Unlucky')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Guests kept on this device' })).toHaveCount(0)
  expect(await recordsOf(page, made)).toHaveLength(1)

  await page.route('**/api/attendance/guest', (route) =>
    route.fulfill({ status: 403, json: { error: 'not_allowed', message: 'Not now.' } }),
  )
  await open(page)
  await fill(page, 'Sol', 'Unlucky', 'sol@example.org')
  await save(page)
  await expect(dialog(page).getByRole('alert')).toContainText('Not now.')
  await expect(dialog(page).getByLabel('First Name')).toHaveValue('Sol')
  await page.keyboard.press('Escape')
  await open(page)
  await expect(dialog(page).getByLabel('Parent Contact')).toHaveValue('sol@example.org')
  await page.unroute('**/api/attendance/guest')
  await save(page)
  await expect(dialog(page)).toContainText('Sol Unlucky is marked present')
  expect(await recordsOf(page, made)).toHaveLength(2)
})

test('a name that the search did not find becomes a guest', async ({ staffPage: page }) => {
  const made = await planClass(page, 'Searched', [])
  await openAttendance(page, made)
  const box = page.getByPlaceholder('Search attendees here...')
  await box.fill('Wanda von Wander')
  await box.press('Enter')
  await page.getByRole('button', { name: 'Not in the list? Add “Wanda von Wander” as a guest' }).click()
  await expect(dialog(page).getByLabel('First Name')).toHaveValue('Wanda')
  await expect(dialog(page).getByLabel('Last Name')).toHaveValue('von Wander')
  await expect(dialog(page).getByLabel('Parent Contact')).toBeFocused()
})

test('keys pressed while the guest’s dialog is on its way mark nobody', async ({ staffPage: page }) => {
  const made = await planClass(page, 'Hasty', twelve().slice(0, 2))
  const held = Promise.withResolvers<void>()
  await page.route('**/guest-dialog-*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  await openAttendance(page, made)
  await expect(row(page, 'Ada Abbot')).toBeVisible()
  await open(page)
  await page.keyboard.type('pau')
  held.resolve()
  await expect(dialog(page).getByLabel('First Name')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(row(page, 'Ada Abbot').getByText('Not recorded')).toBeVisible()
  await page.keyboard.press('p')
  await expect(row(page, 'Ada Abbot').getByText('Present').first()).toBeVisible()
})
