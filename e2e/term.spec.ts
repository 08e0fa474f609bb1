import { dismiss } from './church-calls.ts'
import { expectNoSidewaysScroll, sessionsNamed } from './classes-church.ts'
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
