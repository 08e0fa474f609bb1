import type { Page } from '@playwright/test'
import { enter, openAttendance, planClass, recordsOf, rollOf, twelve } from './attendance-church.ts'
import { callAs, dismiss } from './church-calls.ts'
import { expect, test } from './fixtures.ts'

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const box = (page: Page) => page.getByPlaceholder('Search attendees here...')
const dialog = (page: Page) => page.getByRole('alertdialog')

/** Searches for a child and presses its button in the floating list. */
async function choose(page: Page, name: string) {
  await box(page).fill(name)
  await box(page).press('Enter')
  await page.getByRole('button', { name: `Add Attendee: ${name}` }).click()
}

/** Presses an action of a record, which a phone keeps in the menu of its card. */
async function act(page: Page, action: string, name: string) {
  const dots = page.getByRole('button', { name: `Actions for ${name}` })
  if (await dots.isVisible()) {
    await dots.click()
    await page.getByRole('menuitem', { name: action }).click()
  } else {
    await page.getByRole('button', { name: `${action} ${name}` }).click()
  }
}

test('a class without a roster shows its records first, none, and leads to its roster @phone', async ({
  staffPage: page,
  checkAccessibility,
}) => {
  const made = await planClass(page, 'Nobody yet', [])
  await openAttendance(page, made)
  await expect(page.getByRole('button', { name: 'Records' })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('heading', { name: 'No Attendance Records' })).toBeVisible()
  await checkAccessibility(page)
  await page.getByRole('button', { name: 'Roll' }).click()
  await expect(page.getByText('Nobody is on the roster yet')).toBeVisible()
  await page.getByRole('button', { name: 'Records' }).click()
  await page.getByRole('link', { name: 'Open the roster' }).click()
  await expect(page.getByRole('heading', { name: 'Nobody yet', level: 1 })).toBeVisible()
})

test('an attendee is added, attended, commented on, vacated and deleted, each once it is confirmed @phone', async ({
  staffPage: page,
  checkAccessibility,
}) => {
  const made = await planClass(page, 'Recorded', [])
  await enter(page, { first_name: 'Nora', last_name: 'Recorded' })
  await openAttendance(page, made)
  await box(page).fill('nora rec')
  await expect(page.getByRole('button', { name: 'Add Attendee: Nora Recorded' })).toBeVisible()
  await checkAccessibility(page)
  // On a weak line a second tap asks no second question.
  const held = Promise.withResolvers<void>()
  await page.route('**/api/attendance/by-date?**', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Add Attendee: Nora Recorded' }).dblclick()
  held.resolve()
  await expect(dialog(page)).toContainText('Add Nora Recorded to this class?')
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(row(page, 'Nora')).toHaveCount(0)
  expect(await recordsOf(page, made)).toEqual([])

  await choose(page, 'Nora Recorded')
  await dialog(page).getByRole('button', { name: 'Add' }).click()
  await expect(dialog(page)).toContainText('Attendance record added')
  // The table moves only once the message is dismissed.
  await page.waitForTimeout(1500)
  await expect(row(page, 'Nora')).toHaveCount(0)
  await dismiss(page, 'Attendance record added')
  await expect(row(page, 'Nora')).toContainText('Not recorded')
  await expect(box(page)).toBeFocused()

  await act(page, 'Attend', 'Nora Recorded')
  await expect(dialog(page)).toContainText('Record that Nora Recorded attended?')
  await dialog(page).getByLabel('Comment').fill('came <b>late</b> 🎈')
  await dialog(page).getByRole('button', { name: 'Attend' }).click()
  await dismiss(page, 'Attendance record updated')
  await expect(row(page, 'Nora')).toContainText('Present')
  await expect(row(page, 'Nora')).toContainText('came <b>late</b> 🎈')
  await checkAccessibility(page)

  await act(page, 'Vacate', 'Nora Recorded')
  await expect(dialog(page).getByLabel('Comment')).toBeFocused()
  await dialog(page).getByLabel('Comment').fill('never mind')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(row(page, 'Nora')).toContainText('came <b>late</b> 🎈')

  await act(page, 'Vacate', 'Nora Recorded')
  await expect(dialog(page).getByLabel('Comment')).toHaveValue('came <b>late</b> 🎈')
  await dialog(page).getByLabel('Comment').fill('it was her sister')
  await dialog(page).getByRole('button', { name: 'Vacate' }).click()
  await dismiss(page, 'Attendance record updated')
  await expect(row(page, 'Nora')).toContainText('Absent')
  await expect(row(page, 'Nora')).toContainText('it was her sister')

  await act(page, 'Delete', 'Nora Recorded')
  await dialog(page).getByRole('button', { name: 'Delete' }).click()
  await dismiss(page, 'Attendance record deleted')
  await expect(page.getByRole('heading', { name: 'No Attendance Records' })).toBeVisible()
})

test('a record is not changed or deleted over what another teacher wrote, but over one’s own mark', async ({
  staffPage,
  watchPage,
}) => {
  const page = await staffPage.context().newPage()
  watchPage(page, { expectFailures: /status of 409/ })
  const made = await planClass(page, 'Written', twelve().slice(0, 1))
  const [ada] = await rollOf(page, made)
  await callAs(page, 'POST', '/attendance', { class_id: made.id, attendee_id: ada?.attendee_id ?? 0 })
  const [record] = await recordsOf(page, made)
  await openAttendance(page, made)
  await page.getByRole('button', { name: 'Records' }).click()
  await act(page, 'Delete', 'Ada Abbot')
  const comment = 'fell, call her mother'
  await callAs(page, 'PUT', '/attendance', { attendance_id: record?.id, attended: true, comment })
  await dialog(page).getByRole('button', { name: 'Delete' }).click()
  await expect(dialog(page)).toContainText('Someone else has changed this attendance record')
  await dismiss(page, 'Unable to delete attendance record')
  await expect(row(page, 'Ada Abbot')).toContainText(comment)

  let gate = Promise.withResolvers<void>()
  await page.route('**/api/attendance/operations', async (route) => {
    await gate.promise
    await route.continue()
  })
  /** Marks her in the roll and chooses an action among the records, before that mark is saved. */
  const actOnMarked = async (action: string) => {
    gate = Promise.withResolvers()
    await page.getByRole('button', { name: 'Roll' }).click()
    await page.getByRole('button', { name: 'Absent: Ada Abbot' }).click()
    await page.getByRole('button', { name: 'Records' }).click()
    await expect(row(page, 'Ada Abbot')).toContainText('Absent')
    await act(page, action, 'Ada Abbot')
    gate.resolve()
    await dialog(page).getByRole('button', { name: action }).click()
  }
  await actOnMarked('Attend')
  await dismiss(page, 'Attendance record updated')
  await expect(row(page, 'Ada Abbot')).toContainText('Present')
  await actOnMarked('Delete')
  await dismiss(page, 'Attendance record deleted')
  expect(await recordsOf(page, made)).toEqual([])
})

test('who is in this class already, or in another one then, is not added @phone', async ({
  staffPage: page,
}) => {
  const made = await planClass(page, 'Here', [])
  const other = await planClass(page, 'There', [], { session_datetime: made.session_datetime })
  const here = await enter(page, { first_name: 'Hanna', last_name: 'Here' })
  const there = await enter(page, { first_name: 'Theo', last_name: 'There' })
  await callAs(page, 'POST', '/attendance', { class_id: made.id, attendee_id: here })
  await callAs(page, 'POST', '/attendance', { class_id: other.id, attendee_id: there })
  await openAttendance(page, made)
  await expect(row(page, 'Hanna Here')).toBeVisible()
  await choose(page, 'Hanna Here')
  await expect(dialog(page).getByRole('heading', { name: 'Warning' })).toBeVisible()
  await dismiss(page, 'Add Failed. Selected Attendee already in this class.')
  await choose(page, 'Theo There')
  await expect(dialog(page).getByRole('heading', { name: 'Warning' })).toBeVisible()
  await dismiss(
    page,
    /^Warning.*Add Failed\. Selected Attendee already in another class: There, \w+ \d+ Mar 2021, \d\d:30/,
  )
  expect(await recordsOf(page, made)).toHaveLength(1)
})

test('a failure has a message of its own, and a response without the expected message is no success', async ({
  staffPage,
  watchPage,
}) => {
  const page = await staffPage.context().newPage()
  watchPage(page, { expectFailures: /status of 500/ })
  const made = await planClass(page, 'Failing', twelve().slice(0, 1))
  const [ada] = await rollOf(page, made)
  await callAs(page, 'POST', '/attendance', { class_id: made.id, attendee_id: ada?.attendee_id ?? 0 })
  await enter(page, { first_name: 'Fay', last_name: 'Failing' })
  await openAttendance(page, made)
  await page.getByRole('button', { name: 'Records' }).click()
  const failure = { status: 500, json: { error: 'internal', message: 'The disk is full.' } }
  await page.route('**/api/attendance', (route) =>
    route.request().method() === 'GET' ? route.continue() : route.fulfill(failure),
  )
  await page.route('**/api/attendance?attendance_id=*', (route) => route.fulfill(failure))
  await choose(page, 'Fay Failing')
  await dialog(page).getByRole('button', { name: 'Add' }).click()
  await dismiss(page, 'Unable to add attendance record')
  await act(page, 'Attend', 'Ada Abbot')
  await dialog(page).getByRole('button', { name: 'Attend' }).click()
  await expect(dialog(page)).toContainText('The disk is full.')
  await dismiss(page, 'Unable to update attendance record')
  await act(page, 'Delete', 'Ada Abbot')
  await dialog(page).getByRole('button', { name: 'Delete' }).click()
  await dismiss(page, 'Unable to delete attendance record')
  await page.unroute('**/api/attendance?attendance_id=*')
  await page.route('**/api/attendance?attendance_id=*', (route) =>
    route.fulfill({ status: 200, json: { message: 'Nothing happened' } }),
  )
  await act(page, 'Delete', 'Ada Abbot')
  await dialog(page).getByRole('button', { name: 'Delete' }).click()
  await expect(dialog(page).getByRole('heading', { name: 'Error' })).toBeVisible()
  await dismiss(page, 'Nothing happened')
  await page.route('**/api/attendance/roll-call**', (route) => route.fulfill(failure))
  await page.reload()
  await expect(page.getByText('Failed to load attendance data')).toBeVisible()
  await page.unroute('**/api/attendance/roll-call**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(row(page, 'Ada Abbot')).toBeVisible()
})

test('the search is worked with the keys: arrows choose, Enter adds, Escape closes', async ({
  staffPage: page,
}) => {
  const made = await planClass(page, 'Keys', [])
  await enter(page, { first_name: 'Kit', last_name: 'Keystone' })
  await enter(page, { first_name: 'Lou', last_name: 'Keystone' })
  await openAttendance(page, made)
  await box(page).fill('keystone <script>alert(1)</script>')
  await box(page).press('Enter')
  await expect(page.getByRole('grid').getByRole('row')).toHaveText([/Kit Keystone/, /Lou Keystone/])
  await box(page).press('Escape')
  await expect(page.getByRole('grid')).toHaveCount(0)
  await expect(box(page)).toBeFocused()
  await box(page).press('ArrowDown')
  await box(page).press('ArrowDown')
  await expect(page.getByRole('row', { selected: true })).toContainText('Lou Keystone')
  await box(page).press('Enter')
  await expect(dialog(page)).toContainText('Add Lou Keystone to this class?')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toContainText('Attendance record added')
  await page.keyboard.press('Enter')
  await expect(row(page, 'Lou Keystone')).toBeVisible()
  await box(page).fill('nobody of this name')
  await box(page).press('Enter')
  await expect(page.getByText('Nothing matches “nobody of this name”').first()).toBeVisible()
})

test('the roll call and the records show the same marks @phone', async ({ staffPage: page }) => {
  const made = await planClass(page, 'Same truth', twelve())
  await openAttendance(page, made)
  await page.getByRole('button', { name: 'Present: Ada Abbot' }).click()
  await page.getByRole('button', { name: 'Absent: Bruno Baker' }).click()
  await page.getByRole('button', { name: 'Records' }).click()
  await expect(row(page, 'Ada Abbot')).toContainText('Present')
  await expect(row(page, 'Bruno Baker')).toContainText('Absent')
  await act(page, 'Attend', 'Bruno Baker')
  await dialog(page).getByLabel('Comment').fill('came for the second half')
  await dialog(page).getByRole('button', { name: 'Attend' }).click()
  await dismiss(page, 'Attendance record updated')
  await page.getByRole('button', { name: 'Roll' }).click()
  const bruno = page.getByRole('listitem').filter({ hasText: 'Bruno Baker' })
  await expect(bruno.getByRole('button', { name: 'Present: Bruno Baker' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect(bruno).toContainText('came for the second half')
})

test('a comment is written and changed where the roll is called, and the mark stays @phone', async ({
  staffPage: page,
  checkAccessibility,
}) => {
  const made = await planClass(page, 'Commented', twelve().slice(0, 2))
  await openAttendance(page, made)
  const ada = page.getByRole('listitem').filter({ hasText: 'Ada Abbot' })
  await ada.getByRole('button', { name: /^Ada Abbot/ }).click()
  await expect(ada.getByText('Comment')).toHaveCount(0)
  await page.getByRole('button', { name: 'Absent: Ada Abbot' }).click()
  await ada.getByRole('button', { name: 'Add a comment' }).click()
  const comment = 'Her aunt called (11:30): ill!\nMum/dad know 🤒 <b>'
  await dialog(page).getByLabel('Comment').fill(comment)
  await checkAccessibility(page)
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await dismiss(page, 'Attendance record updated')
  await expect(ada.getByRole('button', { name: 'Change the comment' })).toBeVisible()
  await ada.getByRole('button', { name: /^Ada Abbot/ }).click()
  await expect(ada.getByRole('button', { name: 'Change the comment' })).toHaveCount(0)
  await expect(ada.getByText(comment)).toBeVisible()
  expect(await recordsOf(page, made)).toMatchObject([{ state: 'absent', comment }])
})

test('a comment that can’t be saved stays with who typed it, beside one that is written meanwhile', async ({
  openPage,
}) => {
  const page = await openPage({ expectFailures: /status of (409|500)/ })
  const made = await planClass(page, 'Worded', twelve().slice(0, 1))
  const [ada] = await rollOf(page, made)
  await callAs(page, 'POST', '/attendance', {
    class_id: made.id,
    attendee_id: ada?.attendee_id,
    attended: true,
  })
  await openAttendance(page, made)
  const row = page.getByRole('listitem').filter({ hasText: 'Ada Abbot' })
  await row.getByRole('button', { name: /^Ada Abbot/ }).click()
  await row.getByRole('button', { name: 'Add a comment' }).click()
  const comment = dialog(page).getByLabel('Comment')
  const save = () => dialog(page).getByRole('button', { name: 'Save' }).click()
  await comment.fill('left at eleven')
  const failure = { status: 500, json: { error: 'internal', message: 'The disk is full.' } }
  await page.route('**/api/attendance', (route) => route.fulfill(failure))
  await save()
  await dialog(page).getByRole('button', { name: 'OK' }).click()
  await expect(comment).toHaveValue('left at eleven')
  await page.unroute('**/api/attendance')

  const [record] = await recordsOf(page, made)
  await callAs(page, 'PUT', '/attendance', {
    attendance_id: record?.id,
    attended: false,
    comment: 'fell ill',
  })
  await save()
  await expect(dialog(page)).toContainText('Someone else has changed this attendance record meanwhile.')
  await dialog(page).getByRole('button', { name: 'OK' }).click()
  await expect(comment).toHaveValue('fell ill\nleft at eleven')
  await save()
  await dismiss(page, 'Attendance record updated')
  expect(await recordsOf(page, made)).toMatchObject([
    { state: 'absent', comment: 'fell ill\nleft at eleven' },
  ])
})
