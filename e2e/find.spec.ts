import type { Page } from '@playwright/test'
import { enter } from './attendance-church.ts'
import { callAs, publish } from './church-calls.ts'
import { expect, test } from './fixtures.ts'
import { tabOpenedBy } from './opened-tab.ts'
import { employTeacher, type StaffPerson } from './staff-people.ts'

const plan = (page: Page, title: string, more: object = {}) =>
  callAs<{ id: number }>(page, 'POST', '/classes', {
    title,
    session_datetime: '2199-05-05T10:30:00',
    ...more,
  })

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Find anything' })
const box = (page: Page) => page.getByRole('combobox', { name: 'Find anything' })
const options = (page: Page) => dialog(page).getByRole('option')
const group = (page: Page, name: string) => dialog(page).getByRole('group', { name }).getByRole('option')
const chosen = (page: Page) => dialog(page).getByRole('option', { selected: true })

test('Ctrl+K finds children, classes, sermons, staff, pages and what one may do', async ({
  staffPage: page,
  checkAccessibility,
}) => {
  const child = await enter(page, {
    first_name: 'Zoë',
    last_name: 'Quagga <script>',
    birthdate: '2015-01-01',
  })
  const { id } = await plan(page, 'Quaggas 🦓')
  await publish(page, { localizedname: 'A quagga in the ark' })
  await callAs(page, 'POST', '/staff', {
    ...{ email: 'q@vestry.test', name: 'Quentin Quagga', language: 'en', groups: [] },
  })
  await page.goto('/calendar')
  const inFocus = page.getByRole('button', { name: 'Next month' })
  await inFocus.focus()
  await page.keyboard.press('Control+k')
  await expect(box(page)).toBeFocused()
  await expect(options(page).first()).toContainText('Add Preaching Item')
  await expect(group(page, 'Actions').last()).toContainText('Invite several people')
  await expect(group(page, 'Pages').first()).toContainText('Today')

  await page.keyboard.type('sermon')
  await expect(options(page)).toHaveText(['Preaching Items', 'Add Preaching Item'])
  for (const [text, found] of Object.entries({
    settings: ['Settings', 'My account'],
    roll: ['Today', 'Classes'],
    rights: ['Who may do what'],
    theme: ['Switch to the dark theme'],
    logout: ['Logout'],
  })) {
    await box(page).fill(text)
    await expect(options(page).filter({ hasNotText: /years|\d\d:\d\d/ })).toContainText(found)
  }
  await box(page).fill('qu')
  await expect(dialog(page)).toContainText('Type three letters or more')
  await box(page).fill('QUAGGÁ')
  await expect(options(page)).toHaveText([
    /^Zoë Quagga\d+ years$/,
    'Quaggas 🦓Sun 5 May 2199, 10:30',
    'A quagga in the arkSun 3 Mar 2024',
    'Quentin Quaggaq@vestry.test',
  ])
  await expect(dialog(page).getByRole('status')).toHaveText('4 found')
  await checkAccessibility(page)
  await expect(chosen(page)).toContainText('Zoë Quagga')
  await page.keyboard.press('ArrowUp')
  await expect(chosen(page)).toContainText('Quentin')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(chosen(page)).toContainText('Quaggas 🦓')
  expect(await chosen(page).getAttribute('id')).toBe(await box(page).getAttribute('aria-activedescendant'))

  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(inFocus).toBeFocused()
  await page.keyboard.press('Control+k')
  await expect(box(page)).toHaveValue('')
  await page.keyboard.press('Control+k')
  await box(page).fill('quagga')
  await expect(chosen(page)).toContainText('Zoë Quagga')
  // The page may be left at once, however long it takes to be drawn.
  const processor = await page.context().newCDPSession(page)
  await processor.send('Emulation.setCPUThrottlingRate', { rate: 10 })
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('audit')
  await expect(page).toHaveURL(`/sunday-school/attendees/${child}`)
  await expect(page.getByRole('heading', { name: 'Zoë Quagga' })).toBeAttached()
  await page.keyboard.press('Enter')
  await processor.detach()
  await expect(page).toHaveURL('/audit')
  await expect(page.getByRole('heading', { name: 'Audit Trail' })).toBeFocused()
  await page.getByRole('button', { name: 'Find', exact: true }).click()
  await box(page).fill('quagga')
  await expect(options(page)).toHaveCount(4)
  await page.keyboard.press('ArrowDown')
  const byKey = await tabOpenedBy(page.context(), () => page.keyboard.press('Control+Enter'))
  expect(byKey).toContain(`/sunday-school/classes/attendance?class=${id}`)
  const byClick = await tabOpenedBy(page.context(), () =>
    group(page, 'Sermons').click({ modifiers: ['Control'] }),
  )
  expect(byClick).toContain('/preaching/view/')
  await expect(dialog(page)).toBeVisible()
  await group(page, 'Staff').click()
  await expect(page).toHaveURL(/\/staff\/edit\//)
})

test('a late answer never overtakes, and what fails says so and can be tried again', async ({ openPage }) => {
  const page = await openPage({ expectFailures: /503|ERR_FAILED/ })
  await enter(page, { first_name: 'Kea', last_name: 'Quoll' })
  const kestrel = await enter(page, { first_name: 'Kestrel', last_name: 'Numbat' })
  await page.goto('/account')
  await page.getByRole('button', { name: 'Find', exact: true }).click()
  const held = Promise.withResolvers<void>()
  await page.route('**/api/find?text=kea', async (route) => {
    await held.promise
    await route.continue().catch(() => undefined)
  })
  const asked = page.waitForRequest('**/api/find?text=kea')
  await box(page).fill('kea')
  await asked
  await expect(dialog(page)).toContainText('Searching…')
  await box(page).fill('kestrel')
  await expect(options(page)).toHaveText('Kestrel Numbat')
  held.resolve()
  await box(page).fill('kestrel n')
  await expect(dialog(page).getByRole('status')).toHaveText('1 found')
  await expect(options(page)).toHaveText('Kestrel Numbat')

  // Enter does not go to what still stands there of the last text.
  await page.route('**/api/find?text=numbat', () => undefined)
  await box(page).fill('numbat')
  await page.keyboard.press('Enter')
  await expect(options(page)).toHaveText('Kestrel Numbat')
  await expect(page).toHaveURL('/account')

  await page.route('**/api/find/staff?**', (route) => route.fulfill({ status: 503, body: '{}' }))
  await box(page).fill('kea quoll')
  await expect(options(page)).toHaveText('Kea Quoll')
  await expect(dialog(page)).toContainText('Staff could not be searched.')

  await page.route('**/api/find?text=quoll', (route) => route.abort())
  await box(page).fill('quoll')
  await expect(dialog(page).getByRole('alert')).toContainText('The server can’t be reached')
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(options(page)).toHaveText('Kea Quoll')
  await box(page).fill('<b>zzyzx</b>')
  await expect(dialog(page)).toContainText('Nothing found for “<b>zzyzx</b>”.')

  // An Enter that comes before the answer is kept for it.
  const late = Promise.withResolvers<void>()
  await page.route('**/api/find?text=numbat', async (route) => {
    await late.promise
    await route.continue()
  })
  const begun = page.waitForRequest('**/api/find?text=numbat')
  await box(page).fill('numbat')
  await page.keyboard.press('Enter')
  await begun
  await expect(page).toHaveURL('/account')
  late.resolve()
  await expect(page).toHaveURL(`/sunday-school/attendees/${kestrel}`)
})

test('what is typed while its code is on its way waits for it', async ({ openPage, signedIn }) => {
  const page = await openPage({ storageState: signedIn, expectFailures: /ERR_FAILED/ })
  const child = await enter(page, { first_name: 'Kiwi', last_name: 'Echidna' })
  const code = '**/find-answer-*.js'
  const held = Promise.withResolvers<void>()
  await page.route(code, async (route) => {
    await held.promise
    await route.continue()
  })
  const button = page.getByRole('button', { name: 'Find', exact: true })
  await page.goto('/account')
  await button.waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('kiwi echidnas')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Enter')
  await expect(box(page)).toHaveValue('kiwi echidna')
  held.resolve()
  await expect(page).toHaveURL(`/sunday-school/attendees/${child}`)

  await page.unroute(code)
  await page.route(code, (route) => route.abort())
  await page.goto('/account')
  await button.click()
  await page.keyboard.type('kiwi')
  await expect(dialog(page).getByRole('alert')).toContainText('The server can’t be reached')
  await expect(box(page)).toHaveValue('kiwi')
  await page.unroute(code)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog(page)).toBeHidden()
  await button.click()
  await page.keyboard.type('kiwi')
  await expect(options(page)).toHaveText(/^Kiwi Echidna/)
})

test('it leaves an open dialog alone, and asks before a changed form is left', async ({
  staffPage: page,
}) => {
  await page.goto('/sunday-school/attendees/new')
  await page.getByLabel('First Name').fill('Nobody yet')
  await page.keyboard.press('Control+k')
  await box(page).fill('calendar')
  await page.keyboard.press('Enter')
  const question = page.getByRole('alertdialog')
  await expect(question).toBeVisible()
  await expect(dialog(page)).toBeHidden()
  await page.keyboard.press('Control+k')
  await expect(dialog(page)).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(page.getByLabel('First Name')).toHaveValue('Nobody yet')
  await expect(page).toHaveURL('/sunday-school/attendees/new')
})

test('on a phone it fills the screen, and a teacher finds their own classes @phone-only', async ({
  staffPage,
  server,
  openPageOf,
  checkAccessibility,
}) => {
  const olga: StaffPerson = { email: 'okapi@vestry.test', name: 'Olga', password: 'Let them c0me, all!' }
  const sub = await employTeacher(staffPage, server, olga)
  await plan(staffPage, 'Okapis of others')
  const { id } = await plan(staffPage, 'Okapis of Olga', { teachers: [sub] })
  const page = await openPageOf(olga)
  await page.getByRole('button', { name: 'Find', exact: true }).tap()
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  expect(await dialog(page).boundingBox()).toEqual({ x: 0, y: 0, width, height })
  await expect(group(page, 'Actions')).toHaveText(['Add Preaching Item', 'Add Attendee'])
  await expect(group(page, 'Pages').filter({ hasText: /Staff|Audit/ })).toHaveCount(0)
  await box(page).fill('okapi')
  await expect(options(page)).toHaveText(/^Okapis of OlgaSun/)
  await checkAccessibility(page)
  await options(page).tap()
  await expect(page).toHaveURL(`/sunday-school/classes/attendance?class=${id}`)
})
