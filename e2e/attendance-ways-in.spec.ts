import type { Page } from '@playwright/test'
import { enter, openAttendance, planClass, twelve } from './attendance-church.ts'
import { expect, test } from './fixtures.ts'
import { tabOpenedBy } from './opened-tab.ts'

const present = (page: Page, name: string) => page.getByRole('button', { name: `Present: ${name}` })
const box = (page: Page) => page.getByPlaceholder('Search attendees here...')

test('Mark Attendance opens the class in another tab too, and the address alone shows all of it', async ({
  staffPage: page,
}) => {
  await planClass(page, 'Of its own address', twelve().slice(0, 2))
  await page.goto('/sunday-school/classes/history?search=own%20address')
  const address = await tabOpenedBy(page.context(), () =>
    page.getByRole('link', { name: 'Mark Attendance Of its own address' }).click({ modifiers: ['Control'] }),
  )
  expect(address).toMatch(/\/history\/attendance\?class=\d+$/)
  const other = await page.context().newPage()
  await other.goto(address)
  await expect(other.getByText('Of its own address', { exact: true })).toBeVisible()
  await expect(other.getByText(/ Mar 2021, \d\d:30/)).toBeVisible()
  await present(other, 'Ada Abbot').click()
  await expect(other.getByText('Saved', { exact: true })).toBeVisible()
  await other.getByRole('button', { name: 'Records' }).click()
  await expect(other).toHaveURL(/\?class=\d+&view=records$/)
  await other.reload()
  await expect(other.getByRole('row').filter({ hasText: 'Ada Abbot' })).toContainText('Present')
  await other.close()
})

test('a class in the address that is not there, or can be none, leads back to the list @phone', async ({
  openPage,
  checkAccessibility,
}) => {
  const page = await openPage({ expectFailures: /404 .*\/api\/.*class_id=987654321/ })
  await page.goto('/sunday-school/classes/attendance?class=987654321')
  await expect(page.getByText('This class no longer exists.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  await expect(page.getByText('Title:')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Print' })).toHaveCount(0)
  await checkAccessibility(page)
  await page.getByRole('link', { name: 'Back to the classes' }).click()
  await expect(page).toHaveURL('/sunday-school/classes')
  for (const wrong of ['abc', '0', '-3', '99999999999999', '']) {
    await page.goto(`/sunday-school/classes/history/attendance?class=${wrong}`)
    await expect(page.getByText('This class doesn’t exist')).toBeVisible()
  }
  await page.getByRole('link', { name: 'Back to the classes' }).click()
  await expect(page).toHaveURL('/sunday-school/classes/history')
})

test('a search says how many it finds, shows the rest when asked, and offers a guest only after the last @phone', async ({
  staffPage: page,
  checkAccessibility,
}) => {
  const family = `Multitude${test.info().project.name}`
  const children = Array.from({ length: 25 }, (_, at) => `Kid${String.fromCharCode(65 + at)}`)
  for (const first_name of children) {
    await enter(page, { first_name, last_name: family })
  }
  const made = await planClass(page, 'Crowded', twelve().slice(0, 1))
  await openAttendance(page, made)
  const others = page.getByRole('region', { name: 'Not in this class' }).getByRole('listitem')
  const rows = page.getByRole('grid').getByRole('row')
  const guest = page.getByRole('button', { name: /^Not in the list\? Add/ })
  await box(page).fill(family)
  await box(page).press('Enter')
  await expect(others).toHaveCount(12)
  await expect(page.getByText('12 of 25 matches shown').first()).toBeVisible()
  await expect(guest).toHaveCount(0)
  await checkAccessibility(page)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(others).toHaveCount(24)
  await expect(page.getByRole('button', { name: `Add Attendee: KidM ${family}` })).toBeFocused()
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(others).toHaveCount(25)
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0)
  await expect(guest).toBeVisible()
  await expect(page.getByText('25 matches', { exact: true })).toBeAttached()

  await page.goto(`/sunday-school/classes/roster/${made.series_id}`)
  await page.getByRole('combobox', { name: 'Find an attendee to add' }).fill(family)
  await page.keyboard.press('Enter')
  await expect(page.getByText('10 of 25 matches shown').first()).toBeVisible()
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(rows).toHaveCount(20)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(rows).toHaveCount(25)
})

test('with the colours of the system it can be seen which button is pressed', async ({ staffPage: page }) => {
  const made = await planClass(page, 'Forced', twelve().slice(0, 2))
  await page.emulateMedia({ forcedColors: 'active' })
  await openAttendance(page, made)
  await present(page, 'Ada Abbot').click()
  await page.mouse.move(0, 0)
  const colours = (name: string) =>
    page.getByRole('button', { name, exact: true }).evaluate((button) => {
      const { color, backgroundColor } = getComputedStyle(button)
      return [color, backgroundColor]
    })
  const pressed = await colours('Present: Ada Abbot')
  expect(pressed).not.toEqual(await colours('Absent: Ada Abbot'))
  expect(pressed[0]).not.toBe(pressed[1])
  expect(await colours('Roll')).not.toEqual(await colours('Records'))
})

test('a roll is printed with a box to tick for each child that is not marked @phone', async ({
  staffPage: page,
}) => {
  const made = await planClass(page, 'On paper', twelve().slice(0, 2))
  await openAttendance(page, made)
  await present(page, 'Ada Abbot').click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  const ada = page.getByRole('listitem').filter({ hasText: 'Ada Abbot' })
  await expect(ada.getByText('Present', { exact: true }).filter({ visible: true })).toHaveCount(1)
  await expect(present(page, 'Ada Abbot')).toBeHidden()
  const unmarked = present(page, 'Bruno Baker')
  await expect(unmarked).toBeVisible()
  const tick = await unmarked.evaluate((mark) => {
    const { width, height, borderTopWidth } = getComputedStyle(mark, '::before')
    return { width, height, borderTopWidth }
  })
  expect(tick).toEqual({ width: '14px', height: '14px', borderTopWidth: '1px' })
})
