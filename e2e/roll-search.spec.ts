import type { Page } from '@playwright/test'
import { enter, openAttendance, planClass, rollOf, twelve } from './attendance-church.ts'
import { callAs } from './church-calls.ts'
import { expect, test } from './fixtures.ts'

const box = (page: Page) => page.getByPlaceholder('Search attendees here...')
const rows = (page: Page) => page.getByRole('list', { name: 'Roll' }).getByRole('listitem')
const present = (page: Page, name: string) => page.getByRole('button', { name: `Present: ${name}` })
const counts = (page: Page) => page.getByRole('list', { name: 'Counts' }).getByRole('listitem')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

const statesOf = async (page: Page, made: Parameters<typeof rollOf>[1]) =>
  (await rollOf(page, made)).map(({ mark }) => mark.state.charAt(0)).join('')

test('the search filters the roll where it stands, and whoever was marked is in sight when all are back @phone-only', async ({
  staffPage: page,
  checkAccessibility,
}) => {
  const made = await planClass(page, 'Filtered', twelve())
  await enter(page, { first_name: 'Ingrid', last_name: 'Zoll', parent_contact: '600 111 222' })
  await openAttendance(page, made)
  await expect(rows(page)).toHaveCount(12)
  await box(page).pressSequentially('in')
  await expect(rows(page)).toHaveText([/Inés Ibarra/, /Karla King/])
  await expect(page.getByRole('status').filter({ hasText: /^2 of 12 children$/ })).toBeAttached()
  const others = page.getByRole('region', { name: 'Not in this class' })
  await expect(others.getByRole('listitem')).toHaveText([/Ingrid Zoll600 111 222/])
  await checkAccessibility(page)

  await present(page, 'Karla King').click()
  await expect(rows(page)).toHaveCount(2)
  await expect(button(page, 'Mark all 11 present')).toBeVisible()
  // Meanwhile a child who is not in sight is marked elsewhere.
  const [ada] = await rollOf(page, made)
  await callAs(page, 'PUT', '/attendance/roll-call', {
    class_id: made.id,
    marks: [{ attendee_id: ada?.attendee_id, state: 'absent', seen: 0 }],
  })
  await expect(counts(page)).toHaveText(['1 present', '1 absent', '10 not recorded', 'of 12'])
  await button(page, 'Show everyone').click()
  await expect(rows(page)).toHaveCount(12)
  await expect(box(page)).toHaveValue('')
  await expect(present(page, 'Karla King')).toBeFocused()
  await expect(present(page, 'Karla King')).toBeInViewport({ ratio: 1 })
  await expect.poll(() => statesOf(page, made)).toBe('annnnnnnnnpn')

  await box(page).fill('INES <b>')
  await expect(rows(page)).toHaveText([/Inés Ibarra/])
  await button(page, 'Mark all 10 present').click()
  await expect(counts(page)).toHaveText(['11 present', '1 absent', '0 not recorded', 'of 12'])
  await button(page, 'Clear the search').click()
  await expect(rows(page)).toHaveCount(12)

  await box(page).fill('ingrid')
  await expect(page.getByText('Nobody in this class matches “ingrid”')).toBeVisible()
  await page.getByRole('button', { name: 'Add Attendee: Ingrid Zoll' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Add' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click()
  await expect(rows(page)).toHaveText([/Ingrid Zoll/])
  await expect(others).toHaveCount(0)
  await present(page, 'Ingrid Zoll').click()
  await button(page, 'Show everyone').click()
  await expect(rows(page)).toHaveCount(13)
  await expect(present(page, 'Ingrid Zoll')).toBeInViewport({ ratio: 1 })
  await expect.poll(() => statesOf(page, made)).toBe('apppppppppppp')
})

test('with the keys: Enter goes to the first whom the search finds, the letters mark, Escape brings all back', async ({
  staffPage: page,
}) => {
  const made = await planClass(page, 'Filtered by keys', twelve())
  await openAttendance(page, made)
  await present(page, 'Hugo Hall').click()
  await button(page, 'Only not recorded').click()
  await box(page).fill('hugo')
  await expect(rows(page)).toHaveText([/Hugo Hall/])
  await page.keyboard.press('Escape')
  await expect(rows(page)).toHaveCount(12)
  await expect(box(page)).toBeFocused()
  await page.keyboard.type('king pa')
  await expect(page.getByText('Nobody in this class matches “king pa”')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(box(page)).toBeFocused()
  await box(page).fill('in')
  await page.keyboard.press('Enter')
  await expect(present(page, 'Inés Ibarra')).toBeFocused()
  await page.keyboard.press('p')
  await expect(present(page, 'Karla King')).toBeFocused()
  await page.keyboard.press('a')
  await expect(counts(page)).toHaveText(['2 present', '1 absent', '9 not recorded', 'of 12'])
  await page.keyboard.press('Escape')
  await expect(rows(page)).toHaveCount(12)
  await expect(page.getByRole('button', { name: 'Absent: Karla King' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect(present(page, 'Karla King')).toBeFocused()
  await page.keyboard.press('u')
  await page.keyboard.press('ArrowUp')
  await expect(present(page, 'Jonas Jones')).toBeFocused()
  await expect.poll(() => statesOf(page, made)).toBe('nnnnnnnppnnn')
})
