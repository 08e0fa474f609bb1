import type { Page } from '@playwright/test'
import { dismiss } from './church-calls.ts'
import { expectNoSidewaysScroll, plan } from './classes-church.ts'
import { expect, test } from './fixtures.ts'
import { tellNothing } from './quiet-page.ts'
import { employTeacher } from './staff-people.ts'

const titles = (page: Page) => page.getByRole('rowheader')
const menuOf = (page: Page, title: string) =>
  page.getByRole('button', { name: `Actions for ${title}` }).filter({ visible: true })
const question = (page: Page) => page.getByRole('alertdialog')
let made = 0

/** A title that no other test has. */
function own(word: string): string {
  made += 1
  return `${word} ${test.info().project.name} ${made}`
}

async function openList(page: Page, title: string) {
  await page.goto(`/sunday-school/classes?search=${encodeURIComponent(title)}`)
  await expect(titles(page).first()).toContainText(title)
}

test('the next class comes first, nineteen to a page, and the order can be chosen @phone', async ({
  staffPage: page,
  checkAccessibility,
}) => {
  const title = own('Vineyard')
  await plan(page, { title, session_datetime: '2020-01-05T10:30' })
  await plan(page, {
    title,
    session_datetime: '2031-01-05T10:30',
    room: 'Blue room',
    repeat: { every: 1, weekdays: ['SU'], times: 21 },
  })
  await openList(page, title)
  await expect(page.getByRole('heading', { name: 'Classes', exact: true })).toBeVisible()
  await expect(titles(page)).toHaveCount(19)
  await expect(page.getByText('Page 1 of 2')).toBeVisible()
  await expect(page.getByPlaceholder('search class title here...')).toBeVisible()
  await expect(titles(page).first()).toContainText('Blue room')
  await expect(page.locator('tbody tr').first()).toContainText('Sun 5 Jan 2031, 10:30')
  await checkAccessibility(page)
  await page.getByLabel('Direction').selectOption('Descending')
  await expect(page).toHaveURL(/direction=DESC/)
  await expect(page.locator('tbody tr').first()).toContainText('Sun 25 May 2031, 10:30')
  await page.getByLabel('Order By').selectOption('Title')
  await expect(page).toHaveURL(/orderBy=title/)
  await expectNoSidewaysScroll(page)
})

test('marking attendance takes the class along in the navigation @phone', async ({
  staffPage: page,
  isMobile,
}) => {
  const title = own('Harvest')
  const { id } = await plan(page, { title, session_datetime: '2031-01-05T11:30' })
  await openList(page, title)
  const link = page.getByRole('link', { name: `Mark Attendance ${title}` }).filter({ visible: true })
  if (isMobile) {
    expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(48)
  }
  await link.click()
  await expect(page).toHaveURL(/\/sunday-school\/classes\/attendance\?class=\d+$/)
  expect(await page.evaluate(() => history.state.usr)).toEqual({
    class_id: id,
    title,
    session_datetime: '2031-01-05T11:30:00',
    session_type: 'upcoming',
  })
})

test('one class of a series is cancelled, and the others are not @phone', async ({
  staffPage: page,
  checkAccessibility,
}) => {
  const title = own('Lambs')
  const repeat = { every: 1, weekdays: ['SU' as const], times: 4 }
  await plan(page, { title, session_datetime: '2031-02-02T10:30', repeat })
  await openList(page, title)
  await menuOf(page, title).first().click()
  await page.getByRole('menuitem', { name: 'Cancel class' }).click()
  await expect(question(page)).toContainText('Cancel this class?')
  await expect(page.getByRole('radio', { name: 'Only this class' })).toBeFocused()
  await checkAccessibility(page)
  await question(page).getByRole('button', { name: 'Cancel class' }).click()
  await dismiss(page, 'Class successfully cancelled')
  await expect(page.getByText('Cancelled', { exact: true })).toHaveCount(1)
  await checkAccessibility(page)
  await expect(page.getByRole('link', { name: 'Mark Attendance' }).filter({ visible: true })).toHaveCount(3)
})

test('a list that fails to load says so and is tried again', async ({ staffPage, watchPage }) => {
  const page = await staffPage.context().newPage()
  watchPage(page, { expectFailures: /400/ })
  await tellNothing(page)
  await page.route('**/api/classes/by-date?*', (route) =>
    route.fulfill({ status: 400, json: { error: 'invalid_request', message: 'Not today.' } }),
  )
  await page.goto('/sunday-school/classes')
  await expect(page.getByText('Failed to load classes')).toBeVisible()
  await expect(page.getByText('Not today.')).toBeVisible()
  await page.unroute('**/api/classes/by-date?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Failed to load classes')).toHaveCount(0)
})

test('a teacher sees the own class alone, and opens no other @phone', async ({
  staffPage: page,
  server,
  openPageOf,
  checkAccessibility,
}) => {
  const name = own('Tess')
  const person = {
    email: `${name.replaceAll(' ', '-').toLowerCase()}@vestry.test`,
    password: 'Suffer the l1ttle ones!',
    name,
  }
  const sub = await employTeacher(page, server, person)
  const [mine, theirs] = [own('Mine'), own('Theirs')]
  const { id } = await plan(page, { title: mine, session_datetime: '2031-04-06T10:30', teachers: [sub] })
  const other = await plan(page, { title: theirs, session_datetime: '2031-04-06T10:30' })
  const teacher = await openPageOf(person, { expectFailures: /status of 403/ })
  await teacher.goto('/sunday-school/classes')
  await expect(titles(teacher)).toHaveCount(1)
  await expect(titles(teacher)).toContainText(mine)
  await expect(titles(teacher)).toContainText(person.name)
  await expect(teacher.getByRole('link', { name: 'Add New' })).toHaveCount(0)
  await checkAccessibility(teacher)
  await teacher.goto(`/sunday-school/classes/edit/${id}`)
  await expect(teacher.getByText('Only people who plan the classes can open this page.')).toBeVisible()
  await teacher.goto(`/sunday-school/classes/roster/${other.series_id}`)
  await expect(teacher.getByText('This class is not one of yours.')).toBeVisible()
})
