import { addAttendee, callAs } from './church-calls.ts'
import { expect, test } from './fixtures.ts'
import { scrollTo } from './in-sight.ts'

const PAGE = '/sunday-school/attendees/import'

type Page = import('@playwright/test').Page
const choose = (page: Page, name: string, lines: readonly string[]) =>
  page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n')) })
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
type Classes = { results: { title: string; session_datetime: string; attendance_count: number }[] }
const classesOf = async (page: Page, title: string) =>
  (
    await callAs<Classes>(
      page,
      'GET',
      `/classes/by-date?search=${title}&includeAttendanceCount=true&limit=100`,
    )
  ).results

test('a sheet with a column for each Sunday comes in, and goes again @phone', async ({
  staffPage: page,
  checkAccessibility,
}) => {
  await addAttendee(page, { first_name: 'Dorcas', last_name: 'Weaver' })
  await addAttendee(page, { first_name: 'Silas', last_name: 'Walker', birthdate: '2017-01-01' })
  await addAttendee(page, { first_name: 'Silas', last_name: 'Walker', birthdate: '2019-09-09' })
  const fact = (sentence: string) => page.getByRole('button', { name: sentence, expanded: false })
  await page.goto(PAGE)
  await choose(page, 'sunday school.csv', [
    'First Name,Last Name,2025-09-07,2025-09-14,2025-09-21,Total',
    'Dorcas,Weaver,x,,A,1',
    'Silas,Walker,x,x,,2',
    'Nobody,Known,x,x,x,3',
    'Dorcas,Weaver,maybe,,,0',
  ])
  await expect(page.getByRole('heading', { name: 'One answer is missing' })).toBeFocused()
  const columns = page.getByRole('button', { name: 'Columns: First Name, Last Name, Mark of that day' })
  await columns.click()
  await expect(page.getByRole('radio', { name: 'Attendance' })).toBeChecked()
  await expect(page.getByLabel('Column “2025-09-07” holds')).toHaveValue('mark')
  await columns.click()
  const lead = page.getByRole('button', { name: 'Import', exact: true })
  await expect(lead).toBeDisabled()
  await lead.press('Enter')
  await expect(page.getByText('Enter the title of the class')).toBeVisible()
  const title = page.getByLabel('Class', { exact: true })
  await expect(title).toBeFocused()
  await title.fill('Weavers’ class')
  await title.press('Enter')
  await expect(page.getByRole('heading', { name: '7 marks of 3 children' })).toBeVisible()
  await expect(page.getByText('3 classes are not there yet and will be added')).toBeVisible()
  const time = page.getByLabel('At what time did classes begin?')
  await time.fill('09:30')
  await time.press('Enter')
  await checkAccessibility(page)

  await expect(rowOf(page, 'Dorcas Weaver')).toContainText('“maybe” is neither present nor absent')
  await fact('5 are of nobody known and are left out 1 child is not in Vestry').click()
  await expect(page.getByText('import the children first, then their attendance.')).toBeVisible()
  await expect(page.getByRole('listitem').getByText('Nobody Known').first()).toBeVisible()
  const whose = page.getByLabel('Silas Walker (2 marks)')
  await expect(fact('2 are new and will be added')).toBeVisible()
  await whose.selectOption({ label: 'The same as Silas Walker, born 2019-09-09' })
  await expect(fact('4 are new and will be added')).toBeVisible()
  await expect(whose.getByRole('option', { selected: true })).toContainText('born 2019-09-09')
  await fact('4 are new and will be added').click()
  await expect(rowOf(page, 'Dorcas Weaver').last()).toContainText('Absent')
  await page.getByRole('checkbox', { name: 'Leave out Silas Walker, 2025-09-14' }).check()
  // A button that lies half behind the head of a page that is scrolled counts as too small.
  await scrollTo(page, 0)
  await checkAccessibility(page)
  await page.getByRole('button', { name: 'Add 3 marks' }).click()
  await expect(page.getByText('3 marks were added.')).toBeVisible()
  expect(await classesOf(page, 'Weavers')).toMatchObject([
    { session_datetime: '2025-09-21T09:30:00', attendance_count: 1 },
    { session_datetime: '2025-09-07T09:30:00', attendance_count: 2 },
  ])
  await checkAccessibility(page)
  await page.getByRole('button', { name: 'Undo the import' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByText('The import was undone.')).toBeVisible()
  expect(await classesOf(page, 'Weavers')).toEqual([])
})

test('days without their year are of the one that is chosen, and nothing is compared before @phone', async ({
  staffPage: page,
  checkAccessibility,
}) => {
  const year = new Date().getFullYear() - 2
  await addAttendee(page, { first_name: 'Tabitha', last_name: 'Tailor' })
  await page.goto(PAGE)
  await choose(page, 'from paper.csv', [
    'Name,Class,Sun 7-Sep,Sun 14-Sep,Sun 4-Jan',
    'Tabitha Tailor,Tailors,x,,x',
  ])
  await expect(page.getByRole('heading', { name: 'One answer is missing' })).toBeFocused()
  const years = page.getByRole('radiogroup', {
    name: 'The days are written without their year, such as “Sun 7-Sep”. From when to when are they?',
  })
  await page.getByRole('button', { name: 'Import', exact: true }).press('Enter')
  await expect(page.getByText('Choose the year of the days: the file doesn’t say.')).toBeVisible()
  await expect(years.getByRole('radio').first()).toBeFocused()
  await checkAccessibility(page)
  await years.getByRole('radio', { name: new RegExp(`${year} to .*Jan ${year + 1}`) }).check()
  await page.getByRole('button', { name: 'Add 2 marks' }).click()
  await expect(page.getByText('2 marks were added.')).toBeVisible()
  const days = (await classesOf(page, 'Tailors')).map(({ session_datetime }) => session_datetime.slice(0, 10))
  expect(days).toEqual([`${year + 1}-01-04`, `${year}-09-07`])
})
