import { openAttendance, planClass } from './attendance-church.ts'
import { expect, test } from './fixtures.ts'

test('where the server has failed, the page and the dialog show the reference of the request, and nowhere else', async ({
  openPage,
  checkAccessibility,
}) => {
  const page = await openPage({ expectFailures: /status of (409|500|503)/ })
  const fail = (status: number, error: string) =>
    page.route('**/api/attendees**', (route) =>
      route.fulfill({
        status,
        headers: { 'x-request-id': '7f3a9c01-2k' },
        json: { error, message: 'Something went wrong on the server, and the error was logged.' },
      }),
    )
  await fail(503, 'unavailable')
  await page.goto('/sunday-school/attendees')
  const box = page.getByRole('alert')
  await expect(box).toContainText('Reference: 7f3a9c01-2k')
  await checkAccessibility(page)
  await page.unroute('**/api/attendees**')

  await page.goto('/sunday-school/attendees/new')
  await page.getByLabel('First Name').fill('Ann')
  await page.getByLabel('Last Name').fill('Evans')
  await fail(500, 'internal')
  await page.getByLabel('Membership').selectOption('Guest')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('Reference: 7f3a9c01-2k')
  await checkAccessibility(page)
  await page.getByRole('button', { name: 'OK' }).click()
  await page.unroute('**/api/attendees**')

  await fail(409, 'already_exists')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(dialog).toBeVisible()
  await expect(dialog).not.toContainText('Reference')
  await page.unroute('**/api/attendees**')

  await page.getByRole('button', { name: 'OK' }).click()
  const planned = await planClass(page, 'Reference', [])
  await openAttendance(page, planned)
  await fail(500, 'internal')
  await page.getByPlaceholder('Search attendees here...').fill('Ann')
  await expect(page.getByText('Reference: 7f3a9c01-2k')).toBeVisible()
  await checkAccessibility(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Add a guest', exact: true }).click()
  for (const field of ['First Name', 'Last Name', 'Parent Contact']) {
    await page.getByRole('dialog').getByLabel(field).fill('Ann')
  }
  await page.getByRole('button', { name: 'Add and mark present' }).click()
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('Reference: 7f3a9c01-2k')
  await checkAccessibility(page)
})
