import type { Page } from '@playwright/test'
import { openAttendance, planClass, twelve } from './attendance-church.ts'
import { expect, test } from './fixtures.ts'

/** What this browser has told the server and not taken back. */
const said = (page: Page) =>
  page.evaluate(() =>
    Object.entries(localStorage).flatMap(([key, text]) =>
      key.startsWith('vestry.open-rolls.') ? [JSON.parse(String(text)).class_ids] : [],
    ),
  )

test('the server is told which roll is open here, and that it is left @phone', async ({
  staffPage: page,
}) => {
  const made = await planClass(page, 'Told', twelve(' Told').slice(0, 2))
  await openAttendance(page, made)
  await expect.poll(() => said(page), { timeout: 15_000 }).toEqual([[made.id]])
  await page.getByRole('button', { name: 'Present: Ada Abbot Told' }).click()
  await page.goto('/today')
  await expect.poll(() => said(page), { timeout: 15_000 }).toEqual([])
})
