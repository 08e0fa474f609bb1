import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { callAs } from './church-calls.ts'
import { enterChildren, expectNoSidewaysScroll, plan } from './classes-church.ts'
import { expect, test } from './fixtures.ts'
import { employTeacher } from './staff-people.ts'

type State = 'present' | 'absent'

const MONTHS = 'from=2024-02-01&to=2024-04-30&step=month'

/** A class of the past with records of these children. */
async function held(page: Page, title: string, day: string, marks: [number, State][], teachers?: string[]) {
  const session_datetime = `${day}T10:30:00`
  const { id, series_id } = await plan(page, { title, session_datetime, ...(teachers && { teachers }) })
  const body = { class_id: id, marks: marks.map(([attendee_id, state]) => ({ attendee_id, state, seen: 0 })) }
  if (marks.length > 0) {
    await callAs(page, 'PUT', '/attendance/roll-call', body)
  }
  return series_id
}

/** A winter and a spring of three children, whose rolls were taken but once. */
async function threeMonths(page: Page, mark: string) {
  const names = ['Ada', 'Ben', 'Eve'].map((name) => `${name} ${mark}`)
  const [ada = 0, ben = 0, eve = 0] = await enterChildren(page, names)
  await held(page, `Doves ${mark}`, '2023-12-10', [[ada, 'present']])
  await held(page, `Doves ${mark}`, '2024-02-04', [
    [ada, 'present'],
    [ben, 'present'],
    [eve, 'absent'],
  ])
  await held(page, `Larks ${mark}`, '2024-02-11', [[ada, 'absent']])
  const larks = await held(page, `Larks ${mark}`, '2024-03-10', [
    [ada, 'present'],
    [ben, 'absent'],
    [eve, 'present'],
  ])
  await held(page, `Larks ${mark}`, '2024-04-14', [])
  await held(page, `Doves ${mark}`, '2024-04-21', [
    [ada, 'present'],
    [ben, 'present'],
    [eve, 'present'],
  ])
  return { ada, larks }
}

/** The numbers of the table of time, as they are to be seen: what was held, the rolls, then the counts. */
async function tableOf(page: Page): Promise<string[][]> {
  const rows = await page.getByRole('table', { name: 'Attendance over time' }).locator('tbody tr').all()
  const cells = await Promise.all(rows.map((row) => row.locator('td').allInnerTexts()))
  return cells.map(([rolls = '', ...counts]) => [...rolls.split(' of ').reverse(), ...counts])
}

/** The numbers that the chart draws, for each step those of its bars, and those that are written above them. */
async function chartOf(page: Page) {
  const titles = await page.locator('main figure svg title').allTextContents()
  const written = await page.locator('main figure svg text[class*=number]').allTextContents()
  return { bars: titles.map((title) => / (\d+)$/.exec(title)?.[1] ?? ''), written }
}

async function csvOf(page: Page, folder: string, table: string): Promise<string[][]> {
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Export report' })
  await dialog.getByLabel('Table').selectOption(table)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download' }).click(),
  ])
  const path = join(folder, file.suggestedFilename())
  await file.saveAs(path)
  await expect(dialog).toHaveCount(0)
  const lines = readFileSync(path, 'utf8').trim().split('\r\n')
  return lines.map((line) => line.split(','))
}

const REPORTS = [
  { report: 'the church', path: () => '/sunday-school/reports', bars: ['Present'] },
  { report: 'a child', path: (ada: number) => `/sunday-school/reports/child/${ada}`, bars: ['Present'] },
  { report: 'guests', path: () => '/sunday-school/reports/guests', bars: ['New', 'Returning'] },
]

for (const { report, path, bars } of REPORTS) {
  test(`chart, table, file and print of the report of ${report} have the same numbers`, async ({
    staffPage: page,
    folder,
  }) => {
    const { ada } = await threeMonths(page, report.replace(' ', ''))
    await page.goto(`${path(ada)}?${MONTHS}`)
    await expect(page.getByRole('row', { name: 'Total' })).toBeVisible()
    const table = await tableOf(page)
    expect(table).toHaveLength(5)

    const [head = [], ...rows] = await csvOf(page, folder, 'Attendance over time')
    expect(rows.map(([, ...numbers]) => numbers)).toEqual(table)
    expect(rows.map(([name]) => name)).toEqual(['2024-02', '2024-03', '2024-04', 'Total', 'The time before'])

    const steps = rows.slice(0, 3)
    const drawn = steps.flatMap((row) => bars.map((name) => row[head.indexOf(name)] ?? ''))
    expect(drawn.some((count) => Number(count) > 0)).toBe(true)
    const chart = await chartOf(page)
    expect(chart.bars).toEqual(drawn)
    expect(chart.written).toEqual(drawn.filter((count) => count !== '0'))

    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('button', { name: 'Export', exact: true })).toBeHidden()
    expect(await tableOf(page)).toEqual(table)
    expect(await chartOf(page)).toEqual(chart)
    await expect(page.locator('main figure svg rect').last()).toBeVisible()
    await page.emulateMedia({ media: null })
  })
}

test('a child’s report is reached from its page and from a register, and says how many rolls were taken @phone', async ({
  staffPage: page,
  checkAccessibility,
  folder,
}) => {
  const mark = `Wren${test.info().project.name}`
  const { ada, larks } = await threeMonths(page, mark)
  await page.goto(`/sunday-school/attendees/${ada}`)
  await page.getByRole('link', { name: 'Attendance report' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Ada ${mark}` })).toBeVisible()
  await expect(page.getByText('There was no class for Ada in this time.')).toBeVisible()

  await page.goto(`/sunday-school/reports/register/${larks}?${MONTHS}`)
  await page.getByRole('link', { name: `${mark}, Ada` }).click()
  await expect(page).toHaveURL(`/sunday-school/reports/child/${ada}?${MONTHS}`)
  await expect(
    page.getByText('Ada came 3 times and was absent once: 75% of those recorded. 4 of 4 rolls were taken.'),
  ).toBeVisible()
  await expect(page.getByText('In as many days before: came once, never absent, 100%')).toBeVisible()
  await expect(page.getByRole('table', { name: 'By class' }).locator('tbody tr')).toHaveCount(4)
  const byClass = await csvOf(page, folder, 'By class')
  expect(byClass.map(([title]) => title).sort()).toEqual(
    ['Class', `Doves ${mark}`, `Doves ${mark}`, `Larks ${mark}`, `Larks ${mark}`].sort(),
  )
  await checkAccessibility(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('link', { name: 'To the child’s page' }).click()
  await expect(page).toHaveURL(`/sunday-school/attendees/${ada}`)
})

test('the report of a child who is not there leads back to the reports', async ({ openPage }) => {
  const page = await openPage({ expectFailures: /404 .*\/api\/reports\/child/ })
  await page.goto(`/sunday-school/reports/child/999999?${MONTHS}`)
  await page.getByRole('link', { name: 'To the reports' }).click()
  await expect(page).toHaveURL('/sunday-school/reports')
})

test('guests who are new and who came before are told apart, and a teacher has the own ones @phone', async ({
  staffPage: page,
  checkAccessibility,
  server,
  openPageOf,
}) => {
  const { name } = test.info().project
  const person = {
    email: `gail-guests-${name}@vestry.test`,
    password: 'Suffer the l1ttle ones!',
    name: 'Gail',
  }
  const sub = await employTeacher(page, server, person)
  const year = name === 'phone' ? 2019 : 2021
  const [one = 0, two = 0] = await enterChildren(page, [`Una ${name}`, `Dos ${name}`])
  await held(page, 'Finches', `${year}-05-05`, [[one, 'present']], [sub])
  await held(page, 'Robins', `${year}-05-12`, [
    [one, 'present'],
    [two, 'present'],
  ])
  const days = `from=${year}-05-01&to=${year}-05-31`
  await page.goto(`/sunday-school/reports?${days}&step=week`)
  await page.getByRole('link', { name: 'Guests' }).click()
  await expect(
    page.getByText(
      '2 guests came for the first time; 1 of them came again (50%). No other guests came. 2 of 2 rolls were taken.',
    ),
  ).toBeVisible()
  const guests = page.getByRole('table', { name: 'New guests' })
  await expect(guests.getByRole('row', { name: `Una ${name}` })).toContainText('Yes')
  await expect(guests.getByRole('row', { name: `Dos ${name}` })).toContainText('Not yet')
  await checkAccessibility(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Export report' }).getByLabel('Table')).toBeFocused()
  await checkAccessibility(page)

  const teacher = await openPageOf(person)
  await teacher.goto(`/sunday-school/reports/guests?${days}&step=week`)
  await expect(teacher.getByText('1 guest came for the first time; 1 came again (100%).')).toBeVisible()
  await expect(teacher.getByRole('link', { name: `Una ${name}` })).toBeVisible()
  await expect(teacher.getByText(`Dos ${name}`)).toHaveCount(0)
})
