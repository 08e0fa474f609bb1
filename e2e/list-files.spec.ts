import { createHash } from 'node:crypto'
import type { Page } from '@playwright/test'
import { zipSync } from 'fflate'
import { expect, test } from './fixtures.ts'

const PAGE = '/sunday-school/attendees/import'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

type SheetFile = { name: string; state?: string; rows: readonly (readonly string[])[] }

function workbook(sheets: readonly SheetFile[], content?: Uint8Array): Buffer {
  const text = (xml: string) => new TextEncoder().encode(xml)
  const files: Record<string, Uint8Array> = {
    'xl/workbook.xml': text(
      `<workbook xmlns:r="${RELATIONS}"><sheets>${sheets
        .map(({ name, state = 'visible' }, at) => `<sheet name="${name}" state="${state}" r:id="s${at}"/>`)
        .join('')}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': text(
      `<Relationships>${sheets
        .map((_, at) => `<Relationship Id="s${at}" Type="${RELATIONS}/worksheet" Target="${at}.xml"/>`)
        .join('')}</Relationships>`,
    ),
  }
  for (const [at, { rows }] of sheets.entries()) {
    const cell = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`
    const data = rows.map((cells) => `<row>${cells.map(cell).join('')}</row>`).join('')
    files[`xl/${at}.xml`] = content ?? text(`<worksheet><sheetData>${data}</sheetData></worksheet>`)
  }
  return Buffer.from(zipSync(files, { level: 6 }))
}

const choose = (page: Page, name: string, buffer: Buffer) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
const chooseText = (page: Page, name: string, lines: readonly string[]) =>
  choose(page, name, Buffer.from(lines.join('\r\n')))
const sheet = (page: Page) => page.getByLabel('Sheet', { exact: true })
const show = (page: Page, sentence: string) =>
  page.getByRole('button', { name: sentence, expanded: false }).click()
const names = (page: Page) => page.getByLabel('Names of the columns')

test('the largest workbook that is allowed is read', async ({ staffPage: page }) => {
  const note = (place: number) =>
    Array.from({ length: 13 }, (_, part) => createHash('sha256').update(`${place} ${part}`).digest('hex'))
  const rows = Array.from({ length: 10_000 }, (_, place) => ['Ana', `No ${place}`, note(place).join(' ')])
  const file = workbook([{ name: 'People', rows: [['First Name', 'Last Name', 'Notes'], ...rows] }])
  expect(file.length).toBeGreaterThan(4.5 * 1024 * 1024)
  await page.goto(PAGE)
  await choose(page, 'all.xlsx', file)
  await expect(page.getByText('all.xlsx: 10,000 rows.')).toBeVisible({ timeout: 30_000 })
  await show(page, 'Columns')
  await expect(page.getByLabel('Column “Notes” holds')).toHaveValue('notes')
})

test('one can choose the sheet of a workbook, and the row with the names of its columns', async ({
  staffPage: page,
  checkAccessibility,
}) => {
  await page.goto(PAGE)
  const head = ['First Name', 'Last Name']
  const file = workbook([
    { name: 'lists', state: 'hidden', rows: [['Grades'], ['1'], ['2']] },
    { name: 'Members', rows: [['Sunday school 2025/26'], head, ['Ana', 'Arca']] },
    { name: 'Visitors', rows: [head, ['Ben', 'Arca'], ['Eva', 'Arca']] },
    { name: 'Notes', rows: [] },
  ])
  await choose(page, 'school.xlsx', file)
  await expect(page.getByText('school.xlsx: 1 row.')).toBeVisible()
  await expect(sheet(page).getByRole('option')).toHaveText([
    'lists: 2 rows, hidden',
    'Members: 1 row',
    'Visitors: 2 rows',
    'Notes: no rows',
  ])
  await expect(sheet(page).locator('option:checked')).toHaveText('Members: 1 row')
  await show(page, 'Columns')
  await expect(names(page).locator('option:checked')).toHaveText('Row 2: First Name, Last Name')
  await checkAccessibility(page)
  await names(page).selectOption({ label: 'Row 1: Sunday school 2025/26' })
  await expect(page.getByText('Choose the columns of the first name and the last name')).toBeVisible()
  await page.getByRole('button', { name: 'Import', exact: true }).press('Enter')
  await expect(page.getByLabel('Column “Sunday school 2025/26” holds')).toBeFocused()
  await sheet(page).selectOption({ label: 'Visitors: 2 rows' })
  await expect(page.getByText('school.xlsx: 2 rows.')).toBeVisible()
  await show(page, '2 are new and will be added')
  await expect(page.getByRole('row').filter({ hasText: 'Eva Arca' })).toBeVisible()
})

test('the lines whose quotation marks do not match are shown, and cost no other row', async ({
  staffPage: page,
  checkAccessibility,
}) => {
  await page.goto(PAGE)
  await chooseText(page, 'people.csv', [
    'First Name,Last Name,Notes',
    'Ana,Quote,"likes "big" trucks',
    'Ben,Quote,fine',
    'Eva,Quote,"said "no", then left"',
  ])
  await expect(page.getByText('people.csv: 2 rows.')).toBeVisible()
  await expect(page.getByText('The quotation marks of 1 row don’t match.')).toBeVisible()
  await expect(page.getByText('Row 2: Ana,Quote,"likes "big" trucks')).toBeVisible()
  await expect(page.getByText('1 row is left out, because its quotation marks don’t match.')).toBeVisible()
  await expect(page.getByText('Row 4: Eva,Quote,"said "no", then left"')).toBeVisible()
  await checkAccessibility(page)
  await show(page, '2 are new and will be added')
  await expect(page.getByRole('row').filter({ hasText: 'Ana Quote' })).toContainText('likes big trucks')
  await expect(page.getByRole('row').filter({ hasText: 'Ben Quote' })).toBeVisible()
})

test('where a file does not say what its letters are, the likelier are read, and the others can be chosen', async ({
  staffPage: page,
  checkAccessibility,
}) => {
  await page.goto(PAGE)
  // As Excel writes it in Brno: Jiří and Dvořák, which Windows' alphabet of the West turns into Jiøí and Dvoøák.
  await choose(page, 'lide.csv', Buffer.from('First Name;Last Name\r\nJi\xf8\xed;Dvo\xf8\xe1k', 'latin1'))
  const letters = page.getByLabel('Letters')
  await expect(letters.getByRole('option')).toHaveText(['Jiří, Dvořák', 'Jiøí, Dvoøák'])
  await expect(letters.locator('option:checked')).toHaveText('Jiří, Dvořák')
  await letters.selectOption({ label: 'Jiøí, Dvoøák' })
  await show(page, 'Columns')
  await expect(page.getByText('Dvoøák', { exact: true })).toBeVisible()
  await letters.selectOption({ label: 'Jiří, Dvořák' })
  await checkAccessibility(page)
  await show(page, '1 is new and will be added')
  await expect(page.getByRole('row').filter({ hasText: 'Jiří Dvořák' })).toBeVisible()
})

test('a workbook that unpacks to more than a list can be is refused', async ({ staffPage: page }) => {
  const bomb = workbook([{ name: 'People', rows: [] }], new Uint8Array(101 * 1024 * 1024).fill(32))
  await page.goto(PAGE)
  await choose(page, 'bomb.xlsx', bomb)
  await expect(page.getByRole('alertdialog')).toContainText('far more than a list can be')
})

test('a file that is not read in a minute is given up', async ({ openPage }) => {
  const page = await openPage({ expectFailures: /sheets-worker/ })
  await page.clock.install()
  await page.route('**/sheets-worker*', () => undefined)
  await page.goto(PAGE)
  await chooseText(page, 'people.csv', ['First Name,Last Name', 'Ana,Slow'])
  await expect(page.getByText('Reading the file…')).toBeVisible()
  await page.clock.fastForward(61_000)
  await expect(page.getByRole('alertdialog')).toContainText('takes too long')
})
