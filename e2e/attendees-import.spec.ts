import type { Page } from '@playwright/test'
import { addAttendee, callAs } from './church-calls.ts'
import { plan, rosterOf } from './classes-church.ts'
import { expect, test } from './fixtures.ts'
import { loseAnswer } from './lose-answer.ts'
import { addStaffPerson } from './staff-people.ts'

const PAGE = '/sunday-school/attendees/import'
const ODD = `Zoë <script>alert(1)</script>`

type Found = { totalCount: number; results: { notes: string; birthdate: string | null; version: number }[] }
const find = (page: Page, search: string) =>
  callAs<Found>(page, 'GET', `/attendees?search=${encodeURIComponent(search)}`)
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const choose = (page: Page, name: string, lines: readonly string[], encoding: BufferEncoding = 'utf8') =>
  page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n'), encoding) })
const show = (page: Page, sentence: string | RegExp) =>
  page.getByRole('button', { name: sentence, expanded: false }).click()
const namesake = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: `${name} · row` })

test('a list comes in from a file, is seen before it is saved, and goes again', async ({
  staffPage: page,
  checkAccessibility,
}) => {
  await addAttendee(page, { first_name: 'Noé', last_name: 'Arca', birthdate: '2018-05-03', notes: 'Sings' })
  await addAttendee(page, { first_name: 'Ana', last_name: 'Arca' })
  const arks = await plan(page, { title: 'Little Arks', session_datetime: '2026-05-03T10:30:00' })
  await page.goto('/sunday-school/attendees')
  await page.getByRole('link', { name: 'Import', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Import attendees' })).toBeVisible()
  // As Excel writes it in Spain: semicolons, and the alphabet of Western Windows.
  await choose(
    page,
    'lista.csv',
    [
      'Nombre;Apellidos;Nacimiento;Notas;Color;Clase',
      'NOÉ;Arca;3/5/2018;Dances;red;LITTLE ARKS',
      'Ana;Arca;31/12/2019;;blue;Little Arks',
      `${ODD};Arca;;"=1+1; ok";green;Sparrows`,
      'Eva;Arca;31/2/2018;;;',
    ],
    'latin1',
  )
  await expect(page.getByRole('heading', { name: '3 children' })).toBeFocused()
  await expect(rowOf(page, 'Eva')).toContainText('“31/2/2018”: this is not a date.')
  await expect(page.getByText('Left out: Color')).toBeVisible()
  await checkAccessibility(page)
  await show(page, 'Columns')
  await expect(page.getByLabel('Column “Apellidos” holds')).toHaveValue('last_name')
  await expect(page.getByLabel('Column “Color” holds')).toHaveValue('')
  await page.getByLabel('Column “Color” holds').selectOption('needs')
  await checkAccessibility(page)
  await expect(page.getByText('Left out: Color')).toHaveCount(0)
  await show(page, '1 is new and will be added 1 to look at')
  await expect(rowOf(page, 'Zoë')).toContainText('1-1 okIn the file: =1+1; ok')
  await expect(rowOf(page, 'Zoë')).toContainText(
    'There is no class “Sparrows”, so this child isn’t put on its roster.',
  )
  await expect(rowOf(page, 'Zoë')).toContainText('green')
  await show(page, '1 is already here and will be brought up to date')
  await expect(rowOf(page, 'Noé')).toContainText('Danceswas Sings')
  await expect(rowOf(page, 'Noé')).toContainText('goes on the roster of Little Arks')
  await expect(page.getByRole('button', { name: 'Add 1 child and change 1' })).toBeVisible()
  await page
    .getByRole('group', { name: 'Is this child here already?' })
    .getByLabel('Ana Arca · row 3')
    .selectOption({ label: 'The same as Ana Arca, no birth date' })
  await expect(namesake(page, 'Ana Arca')).toContainText('2019-12-31')
  await checkAccessibility(page)
  expect((await find(page, 'arca')).totalCount).toBe(2)
  const save = page.getByRole('button', { name: 'Add 1 child and change 2' })
  await save.click()
  const question = page.getByRole('alertdialog', { name: 'Numbers will read differently' })
  await expect(question).toContainText('Zoë Arca, Notes (row 4)')
  await checkAccessibility(page)
  await question.getByRole('button', { name: 'Go back' }).click()
  expect((await find(page, 'arca')).totalCount).toBe(2)
  await save.click()
  await question.getByRole('button', { name: 'Save as shown' }).dblclick()

  await expect(page.getByText('1 child was added. 2 children were changed.')).toBeVisible()
  await expect(page.getByText('1 row is left.')).toBeVisible()
  expect(await find(page, 'zoë arca')).toMatchObject({ totalCount: 1, results: [{ notes: '1-1 ok' }] })
  expect((await find(page, 'ana arca')).results).toMatchObject([{ birthdate: '2019-12-31', version: 2 }])
  expect(await rosterOf(page, arks.series_id)).toEqual(['Ana Arca', 'NOÉ Arca'])

  await page.getByRole('button', { name: 'Undo the import' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'The import was undone.' })).toBeVisible()
  await expect(rowOf(page, 'lista.csv')).toContainText('1 added, 2 changed · Undone')
  await checkAccessibility(page)
  expect(await find(page, 'arca')).toMatchObject({ totalCount: 2 })
  expect((await find(page, 'noé')).results).toMatchObject([{ notes: 'Sings' }])
  expect(await rosterOf(page, arks.series_id)).toEqual([])
})

test('an answer that is lost on the way costs nothing, and nothing comes in twice', async ({ openPage }) => {
  const page = await openPage({ expectFailures: /attendees\/imports|ERR_FAILED/ })
  await page.goto(PAGE)
  await choose(page, 'people.csv', ['First Name,Last Name,Birthdate', 'Lot,Zoar,2017-01-02'])
  const save = page.getByRole('button', { name: 'Add 1 child' })
  await show(page, '1 is new and will be added')
  await page.route('**/api/attendees/imports', loseAnswer, { times: 1 })
  await save.click()
  const box = page.getByRole('alertdialog')
  await expect(box).toContainText('The import did not go through')
  await box.getByRole('button', { name: 'OK' }).click()
  await expect(rowOf(page, 'Lot Zoar')).toBeVisible()
  await save.click()
  await expect(page.getByText('1 child was added.')).toBeVisible()
  expect((await find(page, 'lot zoar')).totalCount).toBe(1)

  await page.getByRole('button', { name: 'Undo the import' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).click()
  await choose(page, 'people.csv', ['First Name,Last Name,Birthdate', 'Lot,Zoar,2017-01-02'])
  await save.click()
  await expect(page.getByText('1 child was added.')).toBeVisible()
  expect((await find(page, 'lot zoar')).totalCount).toBe(1)

  await page.reload()
  const last = rowOf(page, 'people.csv').first()
  await last.getByRole('button', { name: /^Undo/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).click()
  await expect(last).toContainText('Undone')
  await expect(page.locator('section', { has: last })).toBeFocused()
})

test('what was decided of the rows that are left is not lost unasked', async ({ staffPage: page }) => {
  await addAttendee(page, { first_name: 'Tirza', last_name: 'Leftover' })
  await page.goto(PAGE)
  await choose(page, 'left.csv', ['First Name,Last Name', 'Mara,Leftover', 'Tirza,Leftover'])
  await page.getByRole('button', { name: 'Add 1 child' }).click()
  await expect(page.getByRole('heading', { name: '1 row is left.' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Columns' })).toHaveCount(0)
  const decision = page.getByLabel('Tirza Leftover · row 3')
  await decision.selectOption('new')
  for (const leave of [
    page.getByRole('button', { name: 'Choose another file' }),
    page.getByRole('link', { name: 'Today' }),
  ]) {
    await leave.click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click()
    await expect(decision).toHaveValue('new')
  }
  await decision.selectOption({ label: 'Not decided' })
  await page.getByRole('button', { name: 'Choose another file' }).click()
  await expect(page.getByText('Choose a file or drop it here')).toBeVisible()
})

test('the numbers of another program are kept of children of whom nothing else changes', async ({
  staffPage: page,
}) => {
  await addAttendee(page, { first_name: 'Huldah', last_name: 'Numbered', birthdate: '2018-05-03' })
  await page.goto(PAGE)
  await choose(page, 'people.csv', [
    'Person ID,First Name,Last Name,Birthdate',
    '8501,Huldah,Numbered,2018-05-03',
  ])
  await page.getByRole('button', { name: 'Keep the other program’s ID of 1 child' }).click()
  await expect(page.getByText('The other program’s ID of 1 child was kept.')).toBeVisible()
  await page.getByRole('button', { name: 'Choose another file' }).click()
  await choose(page, 'marks.csv', ['Person ID,Class,Date,Status', '8501,Numbered class,2025-09-03,Present'])
  await expect(page.getByRole('button', { name: 'Add 1 mark' })).toBeVisible()
})

test('who only teaches has no import', async ({ server, openPageOf }) => {
  const tina = {
    email: 'tina.imports@vestry.test',
    name: 'Tina Imports',
    password: 'Let them c0me, all of them!',
  }
  await addStaffPerson(server, tina)
  const page = await openPageOf(tina)
  await page.goto('/sunday-school/attendees')
  await expect(page.getByRole('heading', { name: 'Attendees' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Import', exact: true })).toHaveCount(0)
})

test('years of two digits and a church’s own words for membership are asked once @phone', async ({
  staffPage: page,
  checkAccessibility,
}) => {
  const last = `Century${test.info().project.name}`
  await page.goto(PAGE)
  await choose(page, 'people.csv', [
    'Full Name,Birthdate,Membership,Note',
    `Ana María de la ${last},3/25/18,Regular Attender,Half a tablet`,
    `"${last}, Bo",N/A,Participant,1/2 tablet`,
  ])
  await expect(page.getByRole('heading', { name: 'One answer is missing' })).toBeFocused()
  const lead = page.getByRole('button', { name: 'Import', exact: true })
  await expect(lead).toBeDisabled()
  await lead.press('Enter')
  await expect(page.getByText('Choose which years are meant')).toBeVisible()
  const century = page.getByRole('radio', { name: '1927 to 2026' })
  await expect(century).toBeFocused()
  await century.check()
  await expect(page.getByRole('button', { name: 'Add 2 children' })).toBeVisible()
  await page.getByLabel('Regular Attender (1 row)').selectOption('Church Member')
  await checkAccessibility(page)
  await show(page, '2 are new and will be added 1 to look at')
  await expect(rowOf(page, 'Ana María')).toContainText('2018-03-25')
  await expect(rowOf(page, 'Ana María')).toContainText('Church Member')
  await expect(rowOf(page, 'Bo')).toContainText('“N/A” is no whole birth date and is left out.')
  await expect(rowOf(page, 'Bo')).toContainText('Membership “Participant” is left open.')
  await checkAccessibility(page)
  await page.getByRole('button', { name: 'Add 2 children' }).click()
  await page.getByRole('button', { name: 'Save as shown' }).click()
  await expect(page.getByText('2 children were added.')).toBeVisible()
  expect((await find(page, last.toLowerCase())).totalCount).toBe(2)
})

test('what is unclear of a file is asked on one page, and each answer shows at once @phone', async ({
  staffPage: page,
  checkAccessibility,
}) => {
  const last = `Unclear${test.info().project.name}`
  await addAttendee(page, { first_name: 'Tirza', last_name: last })
  await page.goto(PAGE)
  await choose(page, 'unclear.csv', [
    'First Name,Last Name,Birthdate,DOB',
    `Ana,${last},03/04/2019,03/05/2019`,
    `Tirza,${last},,`,
  ])
  await expect(page.getByRole('heading', { name: 'One answer is missing' })).toBeFocused()
  const questions = page.getByRole('region', { name: 'Questions' })
  await checkAccessibility(page)
  await questions.getByRole('radio', { name: 'Month first: 03/04/2019 is Mon 4 Mar 2019' }).check()
  await expect(page.getByRole('heading', { name: '2 children' })).toBeVisible()
  await show(page, '1 is new and will be added')
  await expect(rowOf(page, `Ana ${last}`)).toContainText('2019-03-04')
  await page.getByLabel(`Tirza ${last} · row 3`).selectOption('Add as a new child')
  await page.getByLabel(`Leave out Ana ${last}`).check()
  await expect(page.getByRole('button', { name: 'Add 1 child' })).toBeVisible()

  await questions.getByRole('radio', { name: 'Day first: 03/04/2019 is Wed 3 Apr 2019' }).check()
  await expect(rowOf(page, `Ana ${last}`)).toContainText('2019-04-03')
  const column = questions.getByRole('radiogroup', { name: 'Which column is meant by “Birth Date”?' })
  await expect(column.getByRole('radio', { name: 'Birthdate, such as 03/04/2019' })).toBeChecked()
  await column.getByRole('radio', { name: 'DOB, such as 03/05/2019' }).check()
  await expect(rowOf(page, `Ana ${last}`)).toContainText('2019-05-03')
  // What was decided of the rows stays.
  await expect(page.getByLabel(`Tirza ${last} · row 3`)).toHaveValue('new')
  await expect(page.getByLabel(`Leave out Ana ${last}`)).toBeChecked()
  await page.getByLabel(`Leave out Ana ${last}`).uncheck()
  await checkAccessibility(page)
  await page.getByRole('button', { name: 'Add 2 children' }).click()
  await expect(page.getByText('2 children were added.')).toBeVisible()
  expect((await find(page, `ana ${last.toLowerCase()}`)).results).toMatchObject([{ birthdate: '2019-05-03' }])
})

test('a file that could not be compared is compared on another try', async ({ openPage }) => {
  const page = await openPage({ expectFailures: /ERR_FAILED/ })
  await page.goto(PAGE)
  await page.route('**/api/attendees/imports/preview', (route) => route.abort(), { times: 1 })
  await choose(page, 'again.csv', ['First Name,Last Name', 'Ana,Anew'])
  const box = page.getByRole('alertdialog')
  await expect(box).toContainText('The preview could not be made')
  await box.getByRole('button', { name: 'OK' }).click()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Add 1 child' })).toBeVisible()
})
