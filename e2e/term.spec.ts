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

const own = (word: string) => `${word} ${test.info().project.name}`

test('Easter is taken out of a series in its preview, put back and taken out again @phone', async ({
  staffPage: page,
  checkAccessibility,
}) => {
  const title = own('Spring term')
  await page.goto('/sunday-school/classes/new')
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Date & Time').fill('2027-03-14T10:30')
  await page.getByLabel('Repeat every').check()
  await page.getByLabel('Last day').fill('2027-04-11')
  await expect(page.getByText('5 classes, from Sun 14 Mar 2027, 10:30')).toBeVisible()
  await page.getByText('All dates').click()
  const easter = page.getByRole('checkbox', { name: 'Sun 28 Mar 2027, 10:30 Easter Sunday' })
  await expect(easter).toBeChecked()
  await easter.uncheck()
  await expect(page.getByText('4 classes, 1 skipped, from Sun 14 Mar 2027, 10:30')).toBeVisible()
  await easter.focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('5 classes, from Sun 14 Mar 2027, 10:30')).toBeVisible()
  await page.keyboard.press('Space')
  await page.getByRole('checkbox', { name: 'Sun 14 Mar 2027, 10:30' }).uncheck()
  await expect(page.getByText('3 classes, 2 skipped, from Sun 21 Mar 2027, 10:30')).toBeVisible()
  await page.getByLabel('Title').focus()
  await checkAccessibility(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Create' }).click()
  await dismiss(page, 'Class successfully created')
  expect((await sessionsNamed(page, title)).map(({ session_datetime }) => session_datetime)).toEqual([
    '2027-03-21T10:30:00',
    '2027-04-04T10:30:00',
    '2027-04-11T10:30:00',
  ])
})

test('a class has an end, after its start, which is shown wherever its time is', async ({
  staffPage: page,
}) => {
  const title = own('Lambs until noon')
  const { id } = await plan(page, {
    title,
    session_datetime: '2031-06-01T10:30',
    repeat: { every: 1, weekdays: ['SU'], times: 3 },
  })
  await page.goto(`/sunday-school/classes/edit/${id}`)
  await page.getByLabel('End time').fill('10:15')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('Choose a time after the start')).toBeVisible()
  await page.getByLabel('End time').fill('12:00')
  await page.getByRole('button', { name: 'Update' }).click()
  const question = page.getByRole('alertdialog', { name: 'Which classes do you want to change?' })
  await question.getByRole('radio', { name: 'This and the 2 following classes' }).check()
  await question.getByRole('button', { name: 'Update' }).click()
  await dismiss(page, 'Class successfully updated')
  expect((await sessionsNamed(page, title)).map(({ end_time }) => end_time)).toEqual([
    '12:00',
    '12:00',
    '12:00',
  ])
  const row = page.getByRole('row').filter({ hasText: title }).first()
  await expect(row).toContainText('Sun 1 Jun 2031, 10:30–12:00')
  await row.getByRole('link', { name: title, exact: true }).click()
  await expect(page.getByText('Sun 1 Jun 2031, 10:30–12:00')).toBeVisible()
  await page.goto('/calendar?month=2031-06')
  await expect(page.getByRole('link', { name: title }).first()).toContainText('10:30–12:00')
})

test('the next term is planned from a series, with its roster, once however often it is pressed @phone', async ({
  staffPage: page,
  checkAccessibility,
}) => {
  const title = own('Oaks')
  const { id, series_id } = await plan(page, {
    title,
    session_datetime: '2031-09-07T10:30',
    end_time: '11:45',
    room: 'Attic',
    repeat: { every: 1, weekdays: ['SU'], times: 4, skip: ['2031-09-14'] },
  })
  await enrol(page, series_id, await enterChildren(page, ['Ana Oak', 'Zoë Núñez']))
  await page.goto(`/sunday-school/classes/edit/${id}`)
  await page.getByRole('link', { name: 'Plan next term' }).click()
  await expect(page.getByRole('heading', { name: 'Plan Next Term' })).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue(title)
  await expect(page.getByLabel('Room')).toHaveValue('Attic')
  await expect(page.getByLabel('Date & Time')).toHaveValue('2031-10-12T10:30')
  await expect(page.getByLabel('End time')).toHaveValue('11:45')
  await expect(page.getByLabel('Copy the roster too')).toBeChecked()
  await expect(page.getByText('5 classes, from Sun 12 Oct 2031, 10:30 to Sun 9 Nov 2031')).toBeVisible()
  await checkAccessibility(page)
  await page.getByRole('button', { name: 'Create' }).dblclick()
  await dismiss(page, 'Class successfully created')
  const next = (await sessionsNamed(page, title)).filter((one) => one.series_id !== series_id)
  expect(next.map(({ end_time }) => end_time)).toEqual(Array(5).fill('11:45'))
  expect(await rosterOf(page, next[0]?.series_id ?? 0)).toEqual(['Zoë Núñez', 'Ana Oak'])
})

test('the class sheet is headed with the dates of the term, but for the cancelled one, on one page', async ({
  staffPage: page,
}) => {
  const { id, series_id } = await plan(page, {
    title: own('Sheet'),
    session_datetime: '2032-01-04T10:30',
    end_time: '11:45',
    repeat: { every: 1, weekdays: ['SU'], times: 14, skip: ['2032-03-28'] },
  })
  await callAs(page, 'PUT', '/classes/cancelled', { class_id: id + 1, cancelled: true })
  await enrol(page, series_id, await enterChildren(page, ['Ida Sheet', 'Max Sheet']))
  await page.goto(`/sunday-school/classes/roster/${series_id}`)
  await expect(page.getByRole('button', { name: 'Print' })).toBeEnabled()
  await page.emulateMedia({ media: 'print' })
  const heads = page.getByRole('columnheader').filter({ has: page.locator('time') })
  await expect(heads).toHaveCount(13)
  await expect(heads.first()).toHaveText('Sun 4 Jan')
  await expect(heads.nth(1)).toHaveText('Sun 18 Jan')
  await expect(page.getByText('Sun 4 Jan 2032 – Sun 11 Apr 2032 · 10:30–11:45')).toBeVisible()
  const sheet = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(sheet.match(/\/Type \/Page\b/g)).toHaveLength(1)
  await page.emulateMedia({ media: 'screen' })
})
