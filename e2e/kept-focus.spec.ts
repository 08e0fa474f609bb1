import type { Page } from '@playwright/test'
import { openAttendance, planClass, twelve } from './attendance-church.ts'
import { expect, test } from './fixtures.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('what was pressed keeps the focus when it has done its work', async ({ staffPage: page }) => {
  await test.step('all present, and its undo', async () => {
    await openAttendance(page, await planClass(page, 'Kept in focus', twelve(' of focus')))
    const all = button(page, 'Mark all present')
    await all.focus()
    await page.keyboard.press('Enter')
    await expect(all).toBeDisabled()
    await expect(all).toBeFocused()
    const undo = button(page, 'Undo')
    await undo.focus()
    await page.keyboard.press('Enter')
    await expect(undo).toBeDisabled()
    await expect(undo).toBeFocused()
  })
  await test.step('a preset of rights, whose button goes', async () => {
    await page.goto('/settings/rights')
    await button(page, 'Teachers only teach').focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('region', { name: 'Teachers' })).toBeFocused()
    await button(page, 'As it comes').press('Enter')
    await expect(page.getByRole('region', { name: 'Teachers' })).toBeFocused()
  })
  await test.step('a filter that is applied', async () => {
    await page.goto('/preaching')
    await button(page, 'Filter').click()
    await page.getByRole('combobox', { name: 'Years' }).click()
    await page.getByRole('option', { name: '2023' }).click()
    await page.keyboard.press('Escape')
    await button(page, 'Apply Filter').focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/preaching?years=2023')
    await expect(button(page, 'Apply Filter')).toBeFocused()
  })
})

test('from one roll to another by Ctrl+K, the other one begins at its heading', async ({
  staffPage: page,
}) => {
  await planClass(page, 'Otters of the brook', twelve(' of otters'))
  await openAttendance(page, await planClass(page, 'Badgers of the hill', twelve(' of badgers')))
  await expect(page.locator('main').getByText('Badgers of the hill')).toBeVisible()
  await button(page, 'Mark all present').focus()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('otters of the brook')
  await page
    .getByRole('option', { name: /Otters of the brook/ })
    .first()
    .waitFor()
  await page.keyboard.press('Enter')
  await expect(page.locator('main').getByText('Otters of the brook')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})
