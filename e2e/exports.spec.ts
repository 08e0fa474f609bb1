import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { planClass } from './attendance-church.ts'
import { addAttendee, callAs } from './church-calls.ts'
import { expect, test } from './fixtures.ts'
import { addStaffPerson } from './staff-people.ts'

const ODD = [
  { first_name: 'Noé', last_name: 'Outgo', parent_contact: '+34 600 123 456', birthdate: '2018-05-03' },
  { first_name: 'Zoë', last_name: "O'Outgo", allergies: '=1+1\n- nuts; @milk', is_member: 1 },
  { first_name: 'Ana', last_name: 'Outgo', needs: ' <script>alert(1)</script> "\'=x" ', notes: '-2\n\n+3' },
]

/** Downloads what is offered, and returns where it is kept. */
async function download(page: Page, folder: string, button = 'Download') {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ])
  const name = file.suggestedFilename()
  await file.saveAs(join(folder, name))
  return { name, path: join(folder, name) }
}

test('the attendees go out with what was asked for, and coming in again change nothing', async ({
  staffPage: page,
  checkAccessibility,
  folder,
}) => {
  for (const child of ODD) {
    await addAttendee(page, child)
  }
  for (const [format, ending] of [
    ['CSV', 'csv'],
    ['Excel (.xlsx)', 'xlsx'],
  ] as const) {
    await page.goto('/sunday-school/attendees')
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Export' })
    await expect(dialog.getByLabel('List')).toBeFocused()
    for (const part of ['Parents’ contacts', 'Birth dates', 'Allergies, needs and notes']) {
      await expect(dialog.getByLabel(part)).not.toBeChecked()
      await dialog.getByLabel(part).check()
    }
    await dialog.getByLabel('Format').selectOption(format)
    if (ending === 'csv') {
      await checkAccessibility(page)
    }
    const { name, path } = await download(page, folder)
    expect(name).toMatch(new RegExp(`^vestry-attendees-\\d{4}-\\d\\d-\\d\\d\\.${ending}$`))
    await expect(dialog).toHaveCount(0)

    await page.getByRole('link', { name: 'Import', exact: true }).click()
    await page.locator('input[type=file]').setInputFiles(path)
    await page.getByRole('button', { name: 'Columns' }).click()
    await expect(page.getByLabel('Column “Guardian Contact” holds')).toHaveValue('parent_contact')
    await expect(page.getByRole('button', { name: '3 are here just like this' })).toBeVisible()
    await expect(page.getByText('Nothing to import')).toBeVisible()
  }
})

test('what goes out in Spanish comes in again and changes nothing', async ({ staffPage: page, folder }) => {
  await page.addInitScript(() => localStorage.setItem('vestry.language', 'es'))
  await page.goto('/sunday-school/attendees')
  await page.getByRole('button', { name: 'Exportar', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Exportar' })
  for (const part of ['Contactos familiares', 'Fechas de nacimiento', 'Alergias, necesidades y notas']) {
    await dialog.getByLabel(part).check()
  }
  const { path } = await download(page, folder, 'Descargar')
  expect(readFileSync(path, 'utf8').split('\r\n')[0]).toBe(
    '\uFEFFVestry ID,Nombre,Apellidos,Fecha de nacimiento,Contacto familiar,Alergias,Necesidades,Notas,Miembro',
  )
  await page.getByRole('link', { name: 'Importar', exact: true }).click()
  await page.locator('input[type=file]').setInputFiles(path)
  await expect(page.getByRole('button', { name: '3 ya están aquí tal cual' })).toBeVisible()
  await expect(page.getByText('Nada que importar')).toBeVisible()
})

test('the attendance of a few days goes out, and the trail has it', async ({
  staffPage: page,
  checkAccessibility,
  folder,
}) => {
  const child = { first_name: 'Eva', last_name: 'Sent' }
  const { id, session_datetime } = await planClass(page, 'Lambs sent', [child])
  const day = session_datetime.slice(0, 10)
  const roll = await callAs<{ roll: { children: { attendee_id: number }[] } }>(
    page,
    'GET',
    `/attendance/roll-call?class_id=${id}`,
  )
  const marks = roll.roll.children.map(({ attendee_id }) => ({ attendee_id, state: 'present', seen: 0 }))
  await callAs(page, 'PUT', '/attendance/roll-call', { class_id: id, marks })

  await page.goto('/sunday-school/classes/history')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Export' })
  await expect(dialog.getByLabel('List')).toHaveValue('attendance')
  await dialog.getByLabel('From').focus()
  await page.keyboard.type('0901')
  await dialog.getByRole('button', { name: 'Download' }).click()
  await expect(dialog.getByText('Enter it in full, or clear it')).toBeVisible()
  await expect(dialog.getByLabel('From')).toBeFocused()
  await dialog.getByLabel('From').fill(day)
  await dialog.getByLabel('To').fill('2020-01-01')
  await dialog.getByRole('button', { name: 'Download' }).click()
  await expect(dialog.getByText('Choose a day that is not before the first one')).toBeVisible()
  await expect(dialog.getByLabel('To')).toBeFocused()
  await checkAccessibility(page)
  await dialog.getByLabel('To').fill(day)
  const { path } = await download(page, folder)
  const [head, ...rows] = readFileSync(path, 'utf8').split('\r\n')
  expect(head).toBe('\uFEFFDate,Time,Class,Vestry ID,First Name,Last Name,Attendance,Comment')
  expect(rows.filter((row) => row.includes('Lambs sent'))).toEqual([
    expect.stringMatching(new RegExp(`^${day},..:30,Lambs sent,\\d+,Eva,Sent,Present,$`)),
  ])
  await page.goto('/audit?kind=list_exported')
  await expect(page.getByRole('row', { name: 'List exported' }).first()).toContainText(
    `Attendance, since ${day}, until ${day}, CSV, 1 row`,
  )
})

test('a family gets everything about its child as one page', async ({
  staffPage: page,
  checkAccessibility,
  folder,
}) => {
  const id = await addAttendee(page, { first_name: 'Lea', last_name: '<b>Own', notes: 'Sings 🎵' })
  await page.goto(`/sunday-school/attendees/${id}`)
  await expect(page.getByRole('heading', { name: 'Data for the family' })).toBeVisible()
  await checkAccessibility(page)
  const { name, path } = await download(page, folder)
  expect(name).toMatch(new RegExp(`^vestry-attendee-${id}-.+[.]html$`))
  const family = await page.context().newPage()
  await family.goto(`file://${path}`)
  await expect(family.getByRole('heading', { level: 1 })).toHaveText(/^Lea/)
  await expect(family.getByText('Sings')).toBeVisible()
  await checkAccessibility(family)
  await family.close()
})

test('an export that fails says so, and can be tried again', async ({ openPage, folder }) => {
  const page = await openPage({ expectFailures: /export|ERR_FAILED/ })
  await page.goto('/sunday-school/attendees')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page.route('**/api/attendees/export*', (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'Download' }).click()
  await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible()
  await download(page, folder)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('who only teaches exports nothing', async ({ server, openPageOf, staffPage }) => {
  const tina = {
    email: 'tina.exports@vestry.test',
    name: 'Tina Exports',
    password: 'Let them c0me, all of them!',
  }
  await addStaffPerson(server, tina)
  const id = await addAttendee(staffPage, { first_name: 'Abel', last_name: 'Kept' })
  const page = await openPageOf(tina)
  await page.goto('/sunday-school/attendees')
  await expect(page.getByRole('link', { name: 'Abel Kept', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Export', exact: true })).toHaveCount(0)
  await page.goto(`/sunday-school/attendees/${id}`)
  await expect(page.getByRole('heading', { name: 'Attendance' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Data for the family' })).toHaveCount(0)
})
