import { addAttendee, dismiss } from './church-calls.ts'
import { expect, test } from './fixtures.ts'

test('a record says who changed it last, and an administrator reads all that was done to it @phone', async ({
  staffPage: page,
  checkAccessibility,
}, { project }) => {
  const child = { first_name: 'Tabitha', last_name: `Trail ${project.name}`, is_member: 0 }
  const id = await addAttendee(page, child)
  await addAttendee(page, { first_name: 'Somebody', last_name: 'Else' })
  await page.goto(`/sunday-school/attendees/edit/${id}`)
  await page.getByLabel('Notes').fill('Sits in front')
  await page.getByRole('button', { name: 'Update' }).click()
  await dismiss(page, 'Attendee successfully updated')

  await page.goto(`/sunday-school/attendees/edit/${id}`)
  await expect(page.getByText('Last changed by ada@vestry.test,')).toBeVisible()
  await checkAccessibility(page)
  await page.getByRole('link', { name: 'All changes' }).click()
  await expect(page.getByRole('rowheader')).toHaveText(['Attendee changed', 'Attendee added'])
  await expect(page.getByRole('row', { name: 'Attendee changed' })).toContainText(`Attendee ${id}`)
  await expect(page.getByText('Tabitha')).toHaveCount(0)
  await expect(page.getByRole('row', { name: 'Attendee added' }).locator('td:empty')).toHaveCount(1)
  await checkAccessibility(page)

  await page.getByRole('link', { name: 'Open' }).click()
  await expect(page.getByLabel('First Name')).toHaveValue('Tabitha')
  await page.goBack()
  await page.getByRole('button', { name: `Remove the filter Attendee ${id}` }).click()
  await expect(page).toHaveURL(/\/audit$/)
  await expect(page.getByRole('rowheader').nth(3)).toBeVisible()
  const from = page.getByLabel('From')
  await from.fill('2020-01-02')
  await from.press('Enter')
  await expect(page).toHaveURL(/from=2020-01-02/)
  await expect(from).toBeFocused()
  await page.goBack()
  await expect(from).toHaveValue('')
})

test('who goes back before the filter is drawn finds the fields as the address says', async ({
  staffPage: page,
}) => {
  await page.goto('/audit')
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  const processor = await page.context().newCDPSession(page)
  await processor.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  for (const [field, text] of [
    [page.getByLabel('From'), '2020-01-02'],
    [page.getByRole('searchbox'), 'ada'],
  ] as const) {
    await field.fill(text)
    await page.evaluate(() =>
      addEventListener('keydown', () => setTimeout(() => history.back()), { once: true }),
    )
    await field.press('Enter')
    await expect(field).toHaveValue('')
    await expect(page).toHaveURL(/\/audit$/)
  }
})

test('taking all filters off takes back what was typed a moment ago', async ({ staffPage: page }) => {
  await page.clock.install()
  await page.goto('/audit?from=2000-01-01&to=2000-01-02')
  const clear = page.getByRole('button', { name: 'Clear search and filters' })
  await expect(clear).toBeVisible()
  await page.clock.pauseAt(Date.now() + 60_000)
  const search = page.getByPlaceholder('Search by email address')
  await search.fill('orchard')
  await clear.click()
  await page.clock.runFor(5_000)
  await page.clock.resume()
  await expect(page).toHaveURL('/audit')
  await expect(search).toHaveValue('')
})
