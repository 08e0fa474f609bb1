import type { Page, Request } from '@playwright/test'
import {
  enter,
  heightUnseen,
  openAttendance,
  placesOfMarks,
  planClass,
  recordsOf,
  rollOf,
  twelve,
} from './attendance-church.ts'
import { callAs } from './church-calls.ts'
import { expect, test } from './fixtures.ts'
import { employTeacher, TEACHER } from './staff-people.ts'

const OFFLINE = /ERR_INTERNET_DISCONNECTED/

const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })
const present = (page: Page, name: string) => page.getByRole('button', { name: `Present: ${name}` })
const absent = (page: Page, name: string) => page.getByRole('button', { name: `Absent: ${name}` })
const counts = (page: Page) => page.getByRole('list', { name: 'Counts' }).getByRole('listitem')
const bar = (page: Page, text: string) => page.getByText(text, { exact: true })

test('the screen says which class it is, and shows everybody on the roster, not recorded @phone', async ({
  staffPage: page,
  checkAccessibility,
}) => {
  const notes = 'Nut allergy. Inhaler in the blue bag'
  const clara = { first_name: 'Clara', last_name: 'Cole', parent_contact: '+34 600 123 456', notes }
  const made = await planClass(page, 'Little lambs', [clara, ...twelve().slice(0, 2)], {
    room: 'Blue room',
    notes: 'Bring the felt board',
    session_datetime: '2025-01-05T10:30:00',
  })
  await openAttendance(page, made)
  await expect(page.getByText('Title:')).toBeVisible()
  await expect(page.getByText('Little lambs')).toBeVisible()
  await expect(page.getByText('Date:')).toBeVisible()
  await expect(page.getByText('Sun 5 Jan 2025, 10:30')).toBeVisible()
  await unfoldHead(page)
  await expect(page.getByText('Blue room')).toBeVisible()
  await expect(page.getByPlaceholder('Search attendees here...')).toBeVisible()
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('listitem')
  await expect(crumbs).toHaveText(['Classes', 'Attendance Record'])
  const rows = page.getByRole('list', { name: 'Roll' }).getByRole('listitem')
  await expect(rows).toHaveText([/Ada Abbot/, /Bruno Baker/, /Clara Cole/])
  await expect(rows.getByText('Not recorded')).toHaveCount(3)
  await expect(counts(page)).toHaveText(['0 present', '0 absent', '3 not recorded', 'of 3'])
  await expect(row(page, 'Clara').getByText(notes)).toBeVisible()
  await page.getByRole('button', { name: /^Clara Cole/ }).click()
  await expect(page.getByRole('link', { name: '+34 600 123 456' })).toHaveAttribute(
    'href',
    'tel:+34600123456',
  )
  await present(page, 'Ada Abbot').click()
  await absent(page, 'Bruno Baker').click()
  await expect(bar(page, 'Saved')).toBeVisible()
  await checkAccessibility(page)
  const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement)
  expect(scrollWidth).toBe(clientWidth)
})

test('a tap marks, marks again otherwise, and all of it is one call a moment later @phone', async ({
  staffPage: page,
}) => {
  const made = await planClass(page, 'Tapped', twelve())
  await openAttendance(page, made)
  const saves: number[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/operations')) {
      saves.push((request.postDataJSON() as { operations: unknown[] }).operations.length)
    }
  })
  await expect(present(page, 'Leo Lane')).toBeVisible()
  const before = await placesOfMarks(page)
  const places = new Set(before.map(({ x, width }) => `${x} ${width}`))
  expect(places.size, 'two columns of buttons for each column of children').toBe(isPhone(page) ? 2 : 4)
  const drawn = await row(page, 'Ada Abbot').boundingBox()
  expect(await heightUnseen(row(page, 'Ada Abbot')), 'a row takes its room before it is drawn').toBe(
    drawn?.height,
  )
  await tapInOneGo(page, [
    'Present: Ada Abbot',
    'Absent: Bruno Baker',
    'Absent: Clara Cole',
    'Present: Clara Cole',
  ])
  await expect(counts(page)).toHaveText(['2 present', '1 absent', '9 not recorded', 'of 12'])
  await expect(bar(page, 'Saved')).toBeVisible()
  expect(await placesOfMarks(page), 'nothing moves under the thumb').toEqual(before)
  expect(saves).toEqual([3])
  const states = (await rollOf(page, made)).slice(0, 4).map(({ mark }) => mark.state)
  expect(states).toEqual(['present', 'absent', 'present', 'not_recorded'])
  for (const target of await page.getByRole('button', { name: /^(Present|Absent): / }).all()) {
    expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(48)
  }
})

test('mark all present marks only those who are not recorded, and undo takes it back @phone-only', async ({
  staffPage: page,
}) => {
  const made = await planClass(page, 'All at once', twelve())
  await openAttendance(page, made)
  await absent(page, 'Hugo Hall').click()
  await page.getByRole('button', { name: 'Mark all present' }).click()
  await expect(counts(page)).toHaveText(['11 present', '1 absent', '0 not recorded', 'of 12'])
  await expect(page.getByRole('button', { name: 'Mark all present' })).toBeDisabled()
  await expect(bar(page, 'Saved')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(counts(page)).toHaveText(['0 present', '1 absent', '11 not recorded', 'of 12'])
  await expect(async () => expect(await recordsOf(page, made)).toHaveLength(1)).toPass()
  await page.getByRole('button', { name: 'Only not recorded' }).click()
  await expect(row(page, 'Hugo Hall')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(counts(page)).toHaveText(['0 present', '0 absent', '12 not recorded', 'of 12'])
  await expect(page.getByRole('button', { name: 'Undo' })).toBeDisabled()
  await expect(async () => expect(await recordsOf(page, made)).toHaveLength(0)).toPass()
})

test('a phone shows eight children at once, between the class and the bar @phone-only', async ({
  staffPage: page,
}) => {
  await openAttendance(page, await planClass(page, 'In sight', twelve(), { notes: 'Bring the map' }))
  const rows = page.getByRole('list', { name: 'Roll' }).getByRole('listitem')
  await expect(rows).toHaveCount(12)
  const bar = await page.getByRole('button', { name: 'Undo' }).locator('xpath=../..').boundingBox()
  const boxes = await Promise.all((await rows.all()).map((row) => row.boundingBox()))
  const inSight = boxes.filter((box) => box !== null && box.y + box.height <= (bar?.y ?? 0))
  expect(inSight.length).toBeGreaterThanOrEqual(8)
})

test('twelve children are called with the keys alone', async ({ staffPage: page }) => {
  const made = await planClass(page, 'By keys', twelve())
  await openAttendance(page, made)
  await expect(row(page, 'Ada Abbot')).toBeVisible()
  // A letter does nothing while no row has the focus (WCAG 2.1.4).
  await page.keyboard.press('p')
  await page.getByRole('button', { name: 'Print' }).focus()
  for (const key of ['p', 'a', 'u', 'Backspace']) {
    await page.keyboard.press(key)
  }
  await expect(counts(page)).toHaveText(['0 present', '0 absent', '12 not recorded', 'of 12'])
  await present(page, 'Ada Abbot').focus()
  for (const key of ['p', 'p', 'a', 'P', 'p', 'p', 'A', 'p', 'p', 'p', 'p']) {
    await page.keyboard.press(key)
  }
  await expect(present(page, 'Leo Lane')).toBeFocused()
  await page.keyboard.press('a')
  await expect(counts(page)).toHaveText(['9 present', '3 absent', '0 not recorded', 'of 12'])
  await page.keyboard.press('u')
  await expect(present(page, 'Leo Lane')).toBeFocused()
  await expect(row(page, 'Leo Lane').getByText('Not recorded')).toBeVisible()
  await page.keyboard.press('p')
  await page.keyboard.press('Home')
  await expect(present(page, 'Ada Abbot')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await expect(absent(page, 'Bruno Baker')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(absent(page, 'Clara Cole')).toBeFocused()
  await page.keyboard.press('End')
  await expect(absent(page, 'Leo Lane')).toBeFocused()
  await page.getByPlaceholder('Search attendees here...').focus()
  await page.keyboard.type('pau')
  await expect(counts(page)).toHaveText(['10 present', '2 absent', '0 not recorded', 'of 12'])
  await expect(bar(page, 'Saved')).toBeVisible()
  const states = (await rollOf(page, made)).map(({ mark }) => mark.state.charAt(0)).join('')
  expect(states).toBe('ppapppappppp')
})

test('marks made while the line is lost outlive the closed page and are sent when it is back @phone-only', async ({
  openPage,
  watchPage,
}) => {
  const page = await openPage({ expectFailures: OFFLINE })
  const context = page.context()
  const made = await planClass(page, 'Thick walls', twelve())
  await openAttendance(page, made)
  await present(page, 'Ada Abbot').click()
  await expect(bar(page, 'Saved')).toBeVisible()
  // Chromium's walls let through what it has begun to send.
  const underWay = new Set<Request>()
  page.on('request', (request) => request.url().endsWith('/operations') && underWay.add(request))
  page.on('requestfailed', (request) => underWay.delete(request))
  await page.route('**/api/attendance/operations', (route) => route.abort('internetdisconnected'))
  await context.setOffline(true)
  await present(page, 'Bruno Baker').click()
  await absent(page, 'Clara Cole').click()
  await expect(bar(page, 'Not saved yet, will try again')).toBeVisible()
  await absent(page, 'David Dunn').click()
  await expect(counts(page)).toHaveText(['2 present', '2 absent', '8 not recorded', 'of 12'])

  await page.getByRole('link', { name: 'Classes' }).first().click()
  const question = page.getByRole('alertdialog', { name: 'Leave before the marks are saved?' })
  await expect(question).toContainText('3 marks are kept on this device')
  await question.getByRole('button', { name: 'Stay' }).click()

  // A page that is closed sends what it has, and what it was about to send: Chromium lifts the walls from it then.
  await page.evaluate(() => {
    window.fetch = () => Promise.reject(new TypeError('Thick walls'))
  })
  await expect.poll(() => underWay.size).toBe(0)
  await page.close()
  await context.setOffline(false)
  const again = await context.newPage()
  watchPage(again, { expectFailures: OFFLINE })
  await again.route('**/api/attendance/operations', (route) => route.abort('internetdisconnected'))
  await openAttendance(again, made)
  await expect(counts(again)).toHaveText(['2 present', '2 absent', '8 not recorded', 'of 12'])
  expect((await recordsOf(again, made)).length).toBe(1)
  await expect(bar(again, 'Not saved yet, will try again')).toBeVisible()
  await again.unroute('**/api/attendance/operations')
  await expect(bar(again, 'Saved')).toBeVisible()
  const states = (await rollOf(again, made)).slice(0, 5).map(({ mark }) => mark.state.charAt(0))
  expect(states.join('')).toBe('ppaan')
  await expect(again.getByText('somebody else')).toHaveCount(0)
})

test('a mark that waits for the line moves no button of the bar', async ({ staffPage, watchPage }) => {
  const page = await staffPage.context().newPage()
  watchPage(page, { expectFailures: OFFLINE })
  await page.setViewportSize({ width: 1024, height: 800 })
  await openAttendance(page, await planClass(page, 'Steady', twelve()))
  await present(page, 'Ada Abbot').click()
  await expect(bar(page, 'Saved')).toBeVisible()
  const undo = page.getByRole('button', { name: 'Undo' })
  const before = await undo.boundingBox()
  await page.route('**/api/attendance/operations', (route) => route.abort('internetdisconnected'))
  await present(page, 'Bruno Baker').click()
  await expect(bar(page, 'Not saved yet, will try again')).toBeVisible()
  const after = await undo.boundingBox()
  expect(after?.x).toBe(before?.x)
  expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(8)
  await page.close()
})

test("an administrator and a teacher see each other's marks within seconds, and nothing is lost or doubled", async ({
  server,
  staffPage: one,
  openPageOf,
}) => {
  const sub = await employTeacher(one, server)
  const made = await planClass(one, 'Two at once', twelve(), { teachers: [sub] })
  const other = await openPageOf(TEACHER)
  await openAttendance(one, made)
  await openAttendance(other, made)
  await expect(row(other, 'Leo Lane')).toBeVisible()
  await present(one, 'Ada Abbot').click()
  await absent(other, 'Leo Lane').click()
  await expect(row(one, 'Leo Lane').getByText('Absent').first()).toBeVisible()
  await expect(counts(one)).toHaveText(['1 present', '1 absent', '10 not recorded', 'of 12'])
  await expect(counts(other)).toHaveText(['1 present', '1 absent', '10 not recorded', 'of 12'])

  // Both mark the same child otherwise, and the teacher has not seen the other mark yet.
  await other.route('**/api/attendance/roll-call?**', (route) => new Promise(() => route))
  await absent(one, 'Bruno Baker').click()
  await expect(async () => expect((await rollOf(one, made))[1]?.mark.state).toBe('absent')).toPass()
  await present(other, 'Bruno Baker').click()
  const sentence =
    'Bruno Baker: someone else marked “Absent” in the meantime. Your mark waits until somebody decides.'
  await expect(other.getByText(sentence)).toBeVisible()
  await expect(absent(other, 'Bruno Baker')).toHaveAttribute('aria-pressed', 'true')
  await expect(one.getByText('in the meantime')).toHaveCount(0)
  // Whoever may settle it is asked which of both is right.
  const list = one.getByRole('region', { name: /needs? a look/ })
  await list.getByRole('button', { name: 'Leave as it is: Bruno Baker' }).click()
  await expect(list).toHaveCount(0)
  await other.getByRole('button', { name: 'Dismiss' }).click()
  await expect(other.getByText(sentence)).toHaveCount(0)
  await other.unroute('**/api/attendance/roll-call?**')

  await Promise.all([
    one.getByRole('button', { name: 'Mark all present' }).click(),
    other.getByRole('button', { name: 'Mark all present' }).click(),
  ])
  for (const page of [one, other]) {
    await expect(counts(page)).toHaveText(['10 present', '2 absent', '0 not recorded', 'of 12'])
    await expect(bar(page, 'Saved')).toBeVisible()
  }
  expect(await recordsOf(one, made)).toHaveLength(12)
})

test('a cancelled class says so kindly and takes no marks @phone', async ({
  staffPage: page,
  checkAccessibility,
}) => {
  const made = await planClass(page, 'Cancelled', twelve().slice(0, 2))
  await callAs(page, 'PUT', '/classes/cancelled', { class_id: made.id, cancelled: true })
  await openAttendance(page, made)
  await expect(page.getByText('This class is cancelled, so there is no attendance to mark.')).toBeVisible()
  await expect(row(page, 'Ada Abbot')).toBeVisible()
  await page.keyboard.press('p')
  for (const name of [
    'Present',
    'Absent',
    'Mark all present',
    'Only not recorded',
    'Add a guest',
    'Records',
  ]) {
    await expect(page.getByRole('button', { name })).toHaveCount(0)
  }
  await expect(page.getByPlaceholder('Search attendees here...')).toHaveCount(0)
  await expect(row(page, 'Ada Abbot').getByText('Not recorded')).toBeVisible()
  await checkAccessibility(page)
})

test('a reload keeps the class; the address alone leads back to the list @phone', async ({
  staffPage: page,
  checkAccessibility,
}) => {
  const made = await planClass(page, 'Kept', twelve().slice(0, 2))
  await openAttendance(page, made, 'history')
  await expect(row(page, 'Ada Abbot')).toBeVisible()
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('listitem')
  await expect(crumbs).toHaveText(['Classes', 'History', 'Attendance Record'])
  await page.getByRole('button', { name: 'Records' }).click()
  await expect(page.getByText('No Attendance Records')).toBeVisible()
  await page.reload()
  await expect(page).toHaveURL(/view=records/)
  await expect(page.getByText('Kept')).toBeVisible()
  await expect(page.getByText('No Attendance Records')).toBeVisible()
  const fresh = await page.context().newPage()
  await fresh.goto('/sunday-school/classes/history/attendance')
  await expect(fresh.getByText('No class selected')).toBeVisible()
  await checkAccessibility(fresh)
  await fresh.getByRole('link', { name: 'Back to the classes' }).click()
  await expect(fresh).toHaveURL(/\/sunday-school\/classes\/history/)
})

test('a teacher marks the class assigned to them, and gets a clear message for another one @phone-only', async ({
  server,
  staffPage,
  openPageOf,
}) => {
  const sub = await employTeacher(staffPage, server)
  const mine = await planClass(staffPage, 'Mine', twelve().slice(0, 3), { teachers: [sub] })
  const others = await planClass(staffPage, 'Not mine', twelve().slice(0, 3))
  const page = await openPageOf(TEACHER, { expectFailures: /status of 403/ })
  await openAttendance(page, mine)
  await unfoldHead(page)
  await expect(page.getByText('Tess Teacher', { exact: true })).toBeVisible()
  await present(page, 'Ada Abbot').click()
  await expect(bar(page, 'Saved')).toBeVisible()
  await enter(page, { first_name: 'Zoe', last_name: 'Zander' })
  const box = page.getByPlaceholder('Search attendees here...')
  await box.fill('zander')
  await box.press('Enter')
  await page.getByRole('button', { name: 'Add Attendee: Zoe Zander' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Add' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click()
  await expect(row(page, 'Zoe Zander').getByText('Not recorded')).toBeVisible()
  const { id, title, session_datetime } = mine
  await callAs(staffPage, 'PUT', '/classes', { id, title, session_datetime, teachers: [] })
  await expect(page.getByText('This class is assigned to someone else.')).toBeVisible()
  await expect(row(page, 'Zoe Zander')).toHaveCount(0)

  // She may not see what the state of the navigation could still lead to.
  await openAttendance(page, others)
  await expect(page.getByText('Failed to load attendance data')).toBeVisible()
  await expect(page.getByText('This class is assigned to someone else.')).toBeVisible()
  await page.getByRole('link', { name: 'Back to the classes' }).click()
  await expect(page).toHaveURL(/\/sunday-school\/classes$/)
})

const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 768

/** On a phone the room, the teachers and the notes are a tap away. */
async function unfoldHead(page: Page) {
  if (isPhone(page)) {
    await page.getByRole('button', { name: 'About this class' }).click()
  }
}

/** Taps one button after the other before the roll saves, however slow the machine is. */
async function tapInOneGo(page: Page, names: string[]) {
  await page.evaluate((labels) => {
    for (const label of labels) {
      document.querySelector<HTMLElement>(`[aria-label="${label}"]`)?.click()
    }
  }, names)
}
