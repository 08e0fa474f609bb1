import type { Page } from '@playwright/test'
import { enter, openAttendance, planClass, rollOf, twelve } from './attendance-church.ts'
import { callAs } from './church-calls.ts'
import { expect, test } from './fixtures.ts'

const present = (page: Page, name: string) => page.getByRole('button', { name: `Present: ${name}` })
const absent = (page: Page, name: string) => page.getByRole('button', { name: `Absent: ${name}` })
const counts = (page: Page) => page.getByRole('list', { name: 'Counts' }).getByRole('listitem')
const saved = (page: Page) => page.getByText('Saved', { exact: true })
const dialog = (page: Page) => page.getByRole('alertdialog')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

const statesOf = async (page: Page, made: Parameters<typeof rollOf>[1]) =>
  (await rollOf(page, made)).map(({ mark }) => mark.state.charAt(0)).join('')

test('a mark that is taken back at once sends nothing, and the next one is saved @phone-only', async ({
  staffPage: page,
}) => {
  const made = await planClass(page, 'Hesitated', twelve().slice(0, 3))
  await openAttendance(page, made)
  const saves: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/operations')) {
      saves.push(request.postDataJSON())
    }
  })
  await present(page, 'Ada Abbot').click()
  await button(page, 'Undo').click()
  await expect(saved(page)).toBeVisible()
  await page.waitForTimeout(900)
  expect(saves).toEqual([])
  await present(page, 'Bruno Baker').click()
  await expect.poll(() => statesOf(page, made)).toBe('npn')
  expect(saves).toHaveLength(1)
  await absent(page, 'Bruno Baker').click()
  await present(page, 'Bruno Baker').click()
  await page.waitForTimeout(900)
  expect(saves).toHaveLength(1)
  await absent(page, 'Clara Cole').click()
  await expect.poll(() => statesOf(page, made)).toBe('npa')
  expect(saves).toHaveLength(2)
})

test('what is refused is named and kept, what comes after it is saved, and Discard asks first @phone-only', async ({
  openPage,
  checkAccessibility,
}) => {
  const page = await openPage({ expectFailures: /status of 403/ })
  const made = await planClass(page, 'Refused', twelve().slice(0, 3))
  await openAttendance(page, made)
  await expect(present(page, 'Ada Abbot')).toBeVisible()
  const refuse = () =>
    page.route('**/api/attendance/operations', (route) =>
      route.fulfill({ status: 403, json: { error: 'not_allowed', message: 'Not now.' } }),
    )
  await refuse()
  await present(page, 'Ada Abbot').click()
  const told = page.getByRole('status').filter({ hasText: 'is not saved' })
  await expect(told).toContainText('1 mark is not saved. Not now.')
  await expect(told).toContainText('Ada Abbot: Present.')
  await expect(present(page, 'Ada Abbot')).toHaveAttribute('aria-pressed', 'true')
  await checkAccessibility(page)
  await page.unroute('**/api/attendance/operations')
  await absent(page, 'Bruno Baker').click()
  await expect.poll(() => statesOf(page, made)).toBe('nan')
  await expect(told).toContainText('Ada Abbot: Present.')
  await button(page, 'Discard').click()
  await expect(dialog(page)).toContainText('Discard 1 mark that is not saved?')
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await button(page, 'Try again').click()
  await expect(told).toHaveCount(0)
  await expect.poll(() => statesOf(page, made)).toBe('pan')

  await refuse()
  await present(page, 'Clara Cole').click()
  await expect(told).toContainText('Clara Cole: Present.')
  await button(page, 'Discard').click()
  await dialog(page).getByRole('button', { name: 'Discard' }).click()
  await expect(told).toHaveCount(0)
  await expect(counts(page)).toHaveText(['1 present', '1 absent', '1 not recorded', 'of 3'])
})

test('a child who is in another class at the same time is not marked, and the screen says why', async ({
  staffPage: page,
}) => {
  const [ada] = twelve(' Twice')
  const made = await planClass(page, 'First of two', ada === undefined ? [] : [ada])
  const other = await planClass(page, 'Second of two', [], { session_datetime: made.session_datetime })
  await callAs(page, 'POST', '/attendance', {
    class_id: other.id,
    attendee_id: (await rollOf(page, made))[0]?.attendee_id,
    attended: true,
  })
  await openAttendance(page, made)
  await present(page, 'Ada Abbot Twice').click()
  await expect(page.getByText('Ada Abbot Twice is in another class at this time')).toBeVisible()
  await expect(counts(page)).toHaveText(['0 present', '0 absent', '1 not recorded', 'of 1'])
})

test('before the first mark of a class that is still to come it is asked once @phone', async ({
  staffPage: page,
  checkAccessibility,
}) => {
  const made = await planClass(page, 'To come', twelve().slice(0, 3), {
    session_datetime: '2031-08-03T10:30:00',
  })
  await openAttendance(page, made)
  await present(page, 'Ada Abbot').click()
  await expect(dialog(page)).toContainText('Mark a class that is still to come?')
  await expect(dialog(page)).toContainText('“To come” is on Sun 3 Aug 2031.')
  await checkAccessibility(page)
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(counts(page)).toHaveText(['0 present', '0 absent', '3 not recorded', 'of 3'])
  await button(page, 'Mark all present').click()
  await dialog(page).getByRole('button', { name: 'Mark anyway' }).click()
  await expect(counts(page)).toHaveText(['3 present', '0 absent', '0 not recorded', 'of 3'])
  await absent(page, 'Ada Abbot').click()
  await expect(counts(page)).toHaveText(['2 present', '1 absent', '0 not recorded', 'of 3'])
})

test('a class of today is marked without a question', async ({ staffPage: page }) => {
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Madrid' }).format(new Date())
  const made = await planClass(page, 'Tonight', twelve().slice(0, 1), {
    session_datetime: `${today}T23:59:00`,
  })
  await openAttendance(page, made)
  await present(page, 'Ada Abbot').click()
  await expect(counts(page)).toHaveText(['1 present', '0 absent', '0 not recorded', 'of 1'])
  await expect(dialog(page)).toHaveCount(0)
})

test('whoever reads Spanish finds a Spanish sentence before the English of the server, and Spanish numbers', async ({
  openPage,
}) => {
  const page = await openPage({ locale: 'es-ES' })
  const made = await planClass(page, 'Corderitos', twelve().slice(0, 2))
  const other = await planClass(page, 'Leones', [], { session_datetime: made.session_datetime })
  await enter(page, { first_name: 'Sol', last_name: 'Solana' })
  const busy = await enter(page, { first_name: 'Luz', last_name: 'Solana' })
  await callAs(page, 'POST', '/attendance', { class_id: other.id, attendee_id: busy })
  await openAttendance(page, made)
  const list = page.getByRole('list', { name: 'Recuento' }).getByRole('listitem')
  await page.getByRole('button', { name: 'Presente: Ada Abbot' }).click()
  await page.getByRole('button', { name: 'Ausente: Bruno Baker' }).click()
  await expect(list).toHaveText(['1 presente', '1 ausente', '0 sin registrar', 'de 2'])
  const choose = async (name: string) => {
    await page.getByPlaceholder('Busca asistentes...').fill(name)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: `Añadir asistente: ${name}` }).click()
  }
  await choose('Luz Solana')
  await expect(dialog(page)).toContainText(
    /El asistente elegido ya está en otra clase: Leones, .* mar 2021, \d\d:30/,
  )
  await page.keyboard.press('Enter')
  await choose('Sol Solana')
  await dialog(page).getByRole('button', { name: 'Añadir' }).click()
  await expect(dialog(page)).toContainText('Se añadió al asistente.')
  await expect(dialog(page)).toContainText('Attendance record added')
})

test('whoever goes from one roll to another by Find is asked first if marks are not saved', async ({
  openPage,
}) => {
  const page = await openPage({ expectFailures: /ERR_INTERNET_DISCONNECTED/ })
  const made = await planClass(page, 'First roll', twelve().slice(0, 1))
  const second = await planClass(page, 'Second roll', [])
  await openAttendance(page, made, 'history')
  await expect(present(page, 'Ada Abbot')).toBeVisible()
  await page.route('**/api/attendance/operations', (route) => route.abort('internetdisconnected'))
  const goToSecond = async () => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type('second roll')
    await expect(page.getByRole('option', { selected: true })).toContainText('Second roll')
    await page.keyboard.press('Enter')
  }
  await present(page, 'Ada Abbot').click()
  await goToSecond()
  await expect(dialog(page)).toContainText('Leave before the marks are saved?')
  await dialog(page).getByRole('button', { name: 'Stay' }).click()
  await expect(present(page, 'Ada Abbot')).toHaveAttribute('aria-pressed', 'true')
  await page.unroute('**/api/attendance/operations')
  await goToSecond()
  await expect(page).toHaveURL(new RegExp(`class=${second.id}`))
  expect(await statesOf(page, made)).toBe('p')
})
