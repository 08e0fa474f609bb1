import { addAttendee, callAs, signInOf } from './church-calls.ts'
import { expect, signIn, test } from './fixtures.ts'
import { type RunningServer, startTestServer } from './running-server.ts'

let server: RunningServer
test.beforeAll(async () => {
  server = await startTestServer()
})
test.afterAll(() => server.destroy())

test('a list of arrivals comes in with who brought a child and who got it, and goes again @phone', async ({
  page,
  checkAccessibility,
}) => {
  await signIn(page, server)
  await callAs(page, 'PUT', '/settings', { families: true, door: true })
  await addAttendee(page, { first_name: 'Ruth', last_name: 'Quince' })
  await addAttendee(page, { first_name: 'Saúl', last_name: 'Quince' })
  await page.goto(`${server.origin}/sunday-school/attendees/import`)
  const lines = [
    'Arrived,Class,Room,First Name,Last Name,Brought By,Taken In By,Given Back,Given To,How,Given By',
    '2025-09-07 09:55,Lambs,,Ruth,Quince,Ana,Eva,2025-09-07 11:05,Ben Quince,By its code,Eva',
    '2025-09-07 10:05,Lambs,,Saúl,Quince,Ana <b>,Eva,,,,',
    '2025-09-14 10:05,Lambs,,Ruth,Quince,Ana <b>,Eva,2025-09-14 09:05,Ben Quince,By its code,Eva',
  ]
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'arrivals.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n')) })
  await expect(page.getByRole('heading', { name: '3 marks of 2 children' })).toBeVisible()
  await expect(page.getByText('1 stay at the door will be added')).toBeVisible()
  await expect(page.getByText('1 stay at the door ends before it begins')).toBeVisible()
  await page.getByRole('button', { name: /^Columns/ }).click()
  await expect(page.getByLabel('Column “Given Back” holds')).toHaveValue('gone')
  await checkAccessibility(page)
  await page.getByRole('button', { name: 'Add 3 marks' }).click()
  const done = page.getByRole('status').filter({ hasText: '1 stay at the door was added.' })
  await expect(done).toContainText('3 marks were added.')
  await expect(page.getByRole('row').filter({ hasText: 'arrivals.csv' })).toContainText('1 stay')
  await checkAccessibility(page)
  const { idToken } = await signInOf(page)
  const exported = async () => {
    const headers = { Authorization: `Bearer ${idToken}` }
    return await (await page.request.get(`${server.origin}/api/door/stays/export`, { headers })).text()
  }
  expect(await exported()).toContain('Ana,Eva,2025-09-07 11:05,Ben Quince,By its code,Eva')
  await done.getByRole('button', { name: 'Undo the import' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('the stays at the door that it added are removed')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByText('The import was undone.')).toBeVisible()
  expect(await exported()).not.toContain('Ruth')
})
