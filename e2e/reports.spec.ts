import type { Page } from '@playwright/test'
import { callAs } from './church-calls.ts'
import { enrol, enterChildren, expectNoSidewaysScroll, plan } from './classes-church.ts'
import { expect, test } from './fixtures.ts'
import { employTeacher } from './staff-people.ts'

const own = (word: string) => `${word} ${test.info().project.name}`

/** A class of the past with two children; the first `present` of them came and the others did not. */
async function held(page: Page, title: string, session_datetime: string, present: number | undefined) {
  const { id, series_id } = await plan(page, { title, session_datetime })
  const children = await enterChildren(page, [`Ada ${title}`, `Ben ${title}`])
  await enrol(page, series_id, children)
  if (present !== undefined) {
    const marks = children.map((attendee_id, at) => ({
      attendee_id,
      state: at < present ? 'present' : 'absent',
      seen: 0,
    }))
    await callAs(page, 'PUT', '/attendance/roll-call', { class_id: id, marks })
  }
  return { id, series_id }
}

test('a report says in a sentence, a chart and a table who came, and leads to each class @phone', async ({
  staffPage: page,
  checkAccessibility,
}) => {
  await held(page, own('Doves'), '2024-02-04T10:30:00', 2)
  await held(page, own('Larks'), '2024-02-11T10:30:00', 1)
  await held(page, own('Larks'), '2024-03-10T10:30:00', undefined)
  await page.goto('/sunday-school/reports')
  await expect(page.getByText('No roll was taken in this time.')).toBeVisible()
  await page.getByLabel('Time').selectOption('Other dates')
  await page.getByLabel('From').fill('2024-02-01')
  await page.getByLabel('To', { exact: true }).fill('2024-01-31')
  await page.getByLabel('By', { exact: true }).selectOption('Month')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByText('Choose a later date than the first one.')).toBeVisible()
  await page.getByLabel('To', { exact: true }).fill('2024-03-31')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page).toHaveURL('/sunday-school/reports?from=2024-02-01&to=2024-03-31&step=month')
  await expect(
    page.getByText(
      'On average 1.5 children came to each of the 2 classes whose roll was taken, 75% of those recorded. 3 classes were held.',
    ),
  ).toBeVisible()
  const time = page.getByRole('table', { name: 'Attendance over time' })
  const cellsOf = (name: string) => time.getByRole('row', { name }).getByRole('cell').allInnerTexts()
  const phone = test.info().project.name === 'phone'
  const numbers = async (name: string) => (await cellsOf(name)).map((text) => text.replace(/ [a-z ]+$/, ''))
  await expect.poll(() => numbers('February 2024')).toEqual(['2 of 2', '3', '1', '0', '75%', '1.5', '3'])
  await expect.poll(() => numbers('Total')).toEqual(['2 of 3', '3', '1', '0', '75%', '1.5', '3'])
  await expect.poll(() => numbers('March 2024')).toEqual(['0 of 1', '0', '0', '0', '–', '–', '0'])
  expect((await cellsOf('The time before')).join('')).toBe('No class')
  if (phone) {
    await expect.poll(() => cellsOf('Total')).toContain('3 present')
  }
  await expect(page.locator('main svg rect')).toHaveCount(2)
  await checkAccessibility(page)
  await expectNoSidewaysScroll(page)

  await page.getByRole('link', { name: own('Doves') }).click()
  await expect(page.getByText('2 came to the one class whose roll was taken')).toBeVisible()
  await expect(page.getByRole('table', { name: 'By class' })).toHaveCount(0)
  await page.reload()
  await expect.poll(() => numbers('Total')).toEqual(['1 of 1', '2', '0', '0', '100%', '2', '2'])
  await page.getByRole('button', { name: `Remove the filter ${own('Doves')}` }).click()
  await expect(page.getByRole('table', { name: 'By class' })).toBeVisible()
  await expect(page.getByLabel('Time')).toBeFocused()
})

test('the report and the register of a class are offered for its term', async ({
  staffPage: page,
  checkAccessibility,
}) => {
  const title = own('Finches')
  const repeat = { every: 1, weekdays: ['SU'], times: 3 }
  const [child] = await enterChildren(page, [`Ada ${title}`])
  for (const [first, state] of [
    ['2020-01-05', 'absent'],
    ['2020-09-06', 'present'],
  ] as const) {
    const made = await callAs<{ id: number; series_id: number }>(page, 'POST', '/classes', {
      ...{ title, session_datetime: `${first}T10:30:00`, repeat },
    })
    await callAs(page, 'PUT', '/attendance/roll-call', {
      class_id: made.id,
      marks: [{ attendee_id: child, state, seen: 0 }],
    })
    await page.goto(`/sunday-school/reports?class=${made.series_id}`)
  }
  await expect(page.getByText('No roll was taken in this time.')).toBeVisible()
  await page.getByLabel('Time').selectOption('This term')
  await expect(page).toHaveURL(/range=term/)
  await expect(page.locator('figcaption')).toContainText('6 Sep 2020 – Sun 20 Sep 2020')
  await expect(page.locator('figcaption')).toContainText(
    /In the term before \(.+5 Jan 2020 – .+19 Jan 2020\): 0 on average, 0% of those recorded; 1 of 3 rolls taken./,
  )
  await checkAccessibility(page)
  await page.reload()
  await expect(page.getByLabel('Time')).toHaveValue('term')
  await page.getByRole('link', { name: 'Register' }).click()
  await expect(page.getByLabel('Time')).toHaveValue('term')
  await expect(page.getByRole('table').getByRole('columnheader')).toHaveCount(5)
  await page.getByRole('link', { name: /Ada/ }).click()
  await expect(page).toHaveURL(/from=2020-09-06&to=2020-09-20&step=week/)
  await page.goto('/sunday-school/reports')
  await expect(page.getByLabel('Time').getByRole('option', { name: 'This term' })).toHaveCount(0)
})

test('a register has a letter for each child and class, and a term of 48 children prints on two pages @phone', async ({
  staffPage: page,
  checkAccessibility,
}) => {
  const title = own('Wrens')
  const { id, series_id } = await callAs<{ id: number; series_id: number }>(page, 'POST', '/classes', {
    title,
    session_datetime: '2022-09-04T10:30:00',
    repeat: { every: 1, weekdays: ['SU'], times: 15 },
  })
  const phone = test.info().project.name === 'phone'
  const names = Array.from(
    { length: phone ? 3 : 48 },
    (_, at) => `Child${String(at).padStart(2, '0')} ${title}`,
  )
  const children = await enterChildren(page, names)
  await enrol(page, series_id, children)
  const marks = children.slice(0, 2).map((attendee_id, at) => ({
    attendee_id,
    state: at === 0 ? 'present' : 'absent',
    seen: 0,
  }))
  await callAs(page, 'PUT', '/attendance/roll-call', { class_id: id, marks })
  await page.goto(`/sunday-school/reports?class=${series_id}&from=2022-09-01&to=2022-12-31&step=month`)
  await page.getByRole('link', { name: 'Register' }).click()
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  const table = page.getByRole('table', { name: /^Register/ })
  const statesOf = (child: string | RegExp) => table.getByRole('row', { name: child }).getByRole('cell')
  await expect(statesOf('Child00')).toHaveCount(16)
  await expect(statesOf('Child00').nth(0)).toHaveText('1 of 1')
  await expect(statesOf('Child00').nth(1)).toHaveText('PPresent')
  await expect(statesOf('Child01').nth(1)).toHaveText('AAbsent')
  await expect(statesOf('Child02').nth(1)).toHaveText('–Not recorded')
  await expect(statesOf(/^Present/).nth(1)).toHaveText('1')
  await expect(statesOf(/^Present/).nth(2)).toHaveText('–')
  await checkAccessibility(page)
  await expectNoSidewaysScroll(page)
  if (phone) {
    return
  }
  for (const [format, width] of [
    ['A4', 842],
    ['Letter', 792],
  ] as const) {
    const sheet = (await page.pdf({ format, preferCSSPageSize: format === 'A4', landscape: true })).toString(
      'latin1',
    )
    expect(sheet.match(/\/Type \/Page\b/g)).toHaveLength(2)
    expect(Number(/\/MediaBox \[0 0 (\d+)/.exec(sheet)?.[1])).toBe(width)
  }
})

test('a teacher has the report of the own classes', async ({ staffPage: page, server, openPageOf }) => {
  const person = { email: 'rhoda-reports@vestry.test', password: 'Suffer the l1ttle ones!', name: 'Rhoda' }
  const sub = await employTeacher(page, server, person)
  await plan(page, { title: 'Rhodas own', session_datetime: '2023-05-07T10:30:00', teachers: [sub] })
  await plan(page, { title: 'Not Rhodas', session_datetime: '2023-05-07T10:30:00' })
  const teacher = await openPageOf(person)
  await teacher.goto('/sunday-school/reports?from=2023-05-01&to=2023-05-31&step=week')
  await expect(teacher.getByRole('link', { name: 'Rhodas own' })).toBeVisible()
  await expect(teacher.getByText('Not Rhodas')).toHaveCount(0)
  await expect(teacher.getByRole('heading', { name: 'Teachers' })).toHaveCount(0)
  await page.goto('/sunday-school/reports?from=2023-05-01&to=2023-05-31&step=week')
  const teachers = page.getByRole('table', { name: 'Teachers' })
  await expect(teachers.getByRole('row', { name: 'Rhoda' }).getByRole('cell')).toContainText('0 of 1')
})

test('a report that can’t be loaded says so, and is there on a second try', async ({ openPage }) => {
  const page = await openPage({ expectFailures: /ERR_FAILED/ })
  await page.route('**/api/reports/attendance?*', (route) => route.abort())
  await page.goto('/sunday-school/reports?range=years')
  await expect(page.getByText('Failed to load the report')).toBeVisible()
  await page.unroute('**/api/reports/attendance?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('table', { name: 'Attendance over time' })).toBeVisible()
})
