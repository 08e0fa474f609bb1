import { callAs, dismiss } from './church-calls.ts'
import {
  enrol,
  enterChildren,
  expectNoSidewaysScroll,
  plan,
  rosterOf,
  sessionsNamed,
} from './classes-church.ts'
import { expect, test } from './fixtures.ts'

const weekly = (times: number) => ({ every: 1, weekdays: ['SU' as const], times })
const own = (word: string) => `${word} ${test.info().project.name}`

test('title and date are required, and a series needs an end @phone', async ({
  staffPage: page,
  checkAccessibility,
}) => {
  await page.goto('/sunday-school/classes/new')
  await expect(page.getByRole('heading', { name: 'Add Class' })).toBeVisible()
  await page.getByLabel('Repeat every').check()
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByText('This field is required')).toHaveCount(3)
  await expect(page.getByLabel('Title')).toBeFocused()
  await checkAccessibility(page)
  await page.getByLabel('Date & Time').fill('2031-09-07T10:30')
  await expect(page.getByRole('checkbox', { name: 'Sunday' })).toBeChecked()
  await page.getByLabel('Last day').fill('2031-09-01')
  await page.getByLabel('Last day').blur()
  await expect(page.getByText('This is before the first class')).toBeVisible()
  const { width } = (await page.getByLabel('Title').boundingBox()) ?? { width: Number.NaN }
  expect(width).toBeLessThanOrEqual(550)
  await expectNoSidewaysScroll(page)
})

test('a series is previewed across the change to summer time, and a double click plans it once @phone', async ({
  staffPage: page,
  checkAccessibility,
}) => {
  const title = own('Summer Lambs')
  await page.goto('/sunday-school/classes/new')
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Date & Time').fill('2027-03-14T10:30')
  await page.getByLabel('Repeat every').check()
  await page.getByLabel('Ends').selectOption('After a number of classes')
  await page.getByLabel('Number of classes').fill('4')
  await expect(
    page.getByText('4 classes, from Sun 14 Mar 2027, 10:30 to Sun 4 Apr 2027, 10:30.'),
  ).toBeVisible()
  await page.getByText('All dates').click()
  await expect(page.locator('details li')).toHaveText([
    'Sun 14 Mar 2027, 10:30',
    'Sun 21 Mar 2027, 10:30',
    'Sun 28 Mar 2027, 10:30 Easter Sunday',
    'Sun 4 Apr 2027, 10:30',
  ])
  await checkAccessibility(page)
  await page.getByRole('button', { name: 'Create' }).dblclick()
  await dismiss(page, 'Class successfully created')
  await expect(page).toHaveURL('/sunday-school/classes')
  expect((await sessionsNamed(page, title)).map(({ session_datetime }) => session_datetime)).toEqual([
    '2027-03-14T10:30:00',
    '2027-03-21T10:30:00',
    '2027-03-28T10:30:00',
    '2027-04-04T10:30:00',
  ])
})

test('a class is planned with the keyboard alone, and Ctrl+S saves it', async ({ staffPage: page }) => {
  await page.goto('/sunday-school/classes/new')
  await page.getByLabel('Title').focus()
  await page.keyboard.type('Typed alone')
  await page.getByLabel('Date & Time').fill('2031-10-05T09:00')
  await page.getByLabel('Repeat every').focus()
  await page.keyboard.press('Space')
  await page.getByRole('checkbox', { name: 'Wednesday' }).focus()
  await page.keyboard.press('Space')
  await page.getByLabel('Last day').fill('2031-10-12')
  await expect(page.getByText('3 classes, from Sun 5 Oct 2031')).toBeVisible()
  await page.getByRole('combobox', { name: 'Teachers' }).focus()
  await page.keyboard.type('ada')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+s')
  await dismiss(page, 'Class successfully created')
  const sessions = await sessionsNamed(page, 'Typed alone')
  expect(sessions).toHaveLength(3)
  expect(sessions[0]?.teachers).toHaveLength(1)
})

test('a change is for one class, or for it and the following ones @phone', async ({ staffPage: page }) => {
  const title = own('Choir')
  const { id } = await plan(page, { title, session_datetime: '2031-11-02T10:30', repeat: weekly(4) })
  await page.goto(`/sunday-school/classes/edit/${id}`)
  await page.getByLabel('Room').fill('Red room')
  await page.getByRole('button', { name: 'Update' }).click()
  const question = page.getByRole('alertdialog', { name: 'Which classes do you want to change?' })
  await expect(question.getByRole('radio', { name: 'Only this class' })).toBeFocused()
  await question.getByRole('button', { name: 'Update' }).click()
  await dismiss(page, 'Class successfully updated')
  expect((await sessionsNamed(page, title)).map(({ room }) => room)).toEqual(['Red room', '', '', ''])
  const second = (await sessionsNamed(page, title))[1]
  await page.goto(`/sunday-school/classes/edit/${second?.id}`)
  await page.getByLabel('Date & Time').fill('2031-11-10T11:00')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(question).toContainText('All of them move by the same number of days, and to the new time.')
  await question.getByRole('radio', { name: 'This and the 2 following classes' }).check()
  await question.getByRole('button', { name: 'Update' }).click()
  await dismiss(page, 'Class successfully updated')
  expect((await sessionsNamed(page, title)).map(({ session_datetime }) => session_datetime)).toEqual([
    '2031-11-02T10:30:00',
    '2031-11-10T11:00:00',
    '2031-11-17T11:00:00',
    '2031-11-24T11:00:00',
  ])
})

test('a copy takes the roster along, and returns to the list', async ({ staffPage: page }) => {
  const title = own('Original')
  const { id, series_id } = await plan(page, { title, session_datetime: '2031-12-07T10:30', room: 'Attic' })
  await enrol(page, series_id, await enterChildren(page, ['Cleo Copy', 'Dan Copy']))
  await page.goto(`/sunday-school/classes/new?copy=${id}`)
  await expect(page.getByRole('heading', { name: 'Copy Class' })).toBeVisible()
  await expect(page.getByLabel('Room')).toHaveValue('Attic')
  await expect(page.getByLabel('Date & Time')).toHaveValue('2031-12-14T10:30')
  await expect(page.getByLabel('Copy the roster too')).toBeChecked()
  await page.getByLabel('Title').fill(own('Duplicate'))
  await page.getByRole('button', { name: 'Create' }).click()
  await dismiss(page, 'Class successfully created')
  const [copy] = await sessionsNamed(page, own('Duplicate'))
  expect(await rosterOf(page, copy?.series_id ?? 0)).toEqual(['Cleo Copy', 'Dan Copy'])
})

test('a change that someone else makes meanwhile is pointed out, and nothing typed is lost', async ({
  staffPage,
  watchPage,
}) => {
  const page = await staffPage.context().newPage()
  watchPage(page, { expectFailures: /409/ })
  const { id } = await plan(page, { title: own('Shared'), session_datetime: '2032-01-04T10:30' })
  await page.goto(`/sunday-school/classes/edit/${id}`)
  await page.getByLabel('Room').fill('Mine')
  await callAs(page, 'PUT', '/classes', {
    id,
    title: own('Shared'),
    session_datetime: '2032-01-04T10:30',
    notes: 'Theirs',
  })
  await page.getByRole('button', { name: 'Update' }).click()
  const conflict = page.getByRole('alertdialog', { name: 'Someone else has changed this class' })
  await conflict.getByRole('button', { name: 'Load the new version' }).click()
  await expect(page.getByLabel('Notes')).toHaveValue('Theirs')
  await expect(page.getByLabel('Room')).toHaveValue('')
  await page.getByRole('button', { name: 'Restore my changes' }).click()
  await expect(page.getByLabel('Room')).toHaveValue('Mine')
  await page.getByRole('button', { name: 'Update' }).click()
  await dismiss(page, 'Class successfully updated')
})

test('leaving a changed form asks first', async ({ staffPage: page }) => {
  await page.goto('/sunday-school/classes/new')
  await page.getByLabel('Title').fill('Half done')
  await page.getByRole('link', { name: 'Attendees' }).click()
  const leave = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await leave.getByRole('button', { name: 'Stay' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('Half done')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await leave.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/sunday-school/classes')
  await page.getByRole('link', { name: 'Add New' }).first().click()
  await page.getByRole('button', { name: 'Restore my changes' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('Half done')
})
