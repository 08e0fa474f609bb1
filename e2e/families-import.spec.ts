import type { Page } from '@playwright/test'
import { callAs } from './church-calls.ts'
import { expect, signIn, test } from './fixtures.ts'
import { type RunningServer, startTestServer } from './running-server.ts'

/** Families are kept by a whole church, so this test has a server of its own. */
let server: RunningServer
test.beforeAll(async () => {
  server = await startTestServer()
})
test.afterAll(() => server.destroy())

const LINES = [
  'Person ID,First Name,Last Name,Birthdate,Child,Mobile Phone Number,Home Email,Household ID,Household Name,Household Primary Contact',
  '1,Katie,Sample,2018-02-28,true,,,77,The Samples,Pat Sample',
  '2,Pat,Sample,1985-07-01,false,(555) 010-2001,pat@example.org,77,The Samples,Pat Sample',
  '3,Max,Sample,1984-07-01,false,,,77,The Samples,Pat Sample',
  '4,Leo,Sample,2016-02-29,true,,,77,The Samples,Pat Sample',
  '5,Ed,Alone,1970-01-02,false,,,78,Alone,Ed Alone',
]
type Families = { results: { name: string; adults: { first_name: string; collects: string }[] }[] }

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const choose = (page: Page) =>
  page
    .locator('input[type=file]')
    .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(LINES.join('\r\n')) })
const show = (page: Page, sentence: string) =>
  page.getByRole('button', { name: sentence, expanded: false }).click()

test('households come in as families with their adults, come twice without a change, and go again', async ({
  page,
  checkAccessibility,
}) => {
  await signIn(page, server)
  await callAs(page, 'PUT', '/settings', { families: true })
  const families = () => callAs<Families>(page, 'GET', '/families')
  const open = () => page.goto(`${server.origin}/sunday-school/attendees/import`)
  await open()
  await choose(page)
  await expect(page.getByRole('heading', { name: '2 children' })).toBeFocused()
  await show(page, '1 family will be added')
  await expect(rowOf(page, 'The Samples')).toContainText('2 children, 2 adults')
  await checkAccessibility(page)
  await show(page, '3 rows are of adults')
  await expect(rowOf(page, 'Pat Sample')).toContainText('goes into the new family The Samples')
  await expect(rowOf(page, 'Pat Sample')).toContainText('Collects the children')
  await expect(rowOf(page, 'Max Sample')).toContainText('Does not collect the children')
  await expect(rowOf(page, 'Ed Alone')).toContainText('The file has no child of this family')
  await checkAccessibility(page)
  await page.getByRole('button', { name: 'Add 2 children' }).click()
  await expect(page.getByText('2 children were added.')).toBeVisible()
  await expect(page.getByText('1 family was added or filled.')).toBeVisible()
  expect((await families()).results).toMatchObject([
    {
      name: 'The Samples',
      adults: [
        { first_name: 'Pat', collects: 'yes' },
        { first_name: 'Max', collects: 'no' },
      ],
    },
  ])

  await open()
  await choose(page)
  await expect(page.getByRole('button', { name: /are here just like this/ })).toBeVisible()
  await expect(page.getByText(/famil(y|ies) will be/)).toHaveCount(0)
  await open()
  await page.getByRole('button', { name: /^Undo/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'The import was undone.' })).toBeVisible()
  expect((await families()).results).toEqual([])
  expect(await callAs(page, 'GET', '/attendees')).toMatchObject({ totalCount: 0 })
})
