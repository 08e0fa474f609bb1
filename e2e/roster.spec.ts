import { openAttendance } from './attendance-church.ts'
import { addAttendee, callAs } from './church-calls.ts'
import { enrol, enterChildren, expectNoSidewaysScroll, plan, rosterOf } from './classes-church.ts'
import { expect, test } from './fixtures.ts'
import { employTeacher } from './staff-people.ts'

const own = (word: string) => `${word}${test.info().project.name}`

test('children are added by name and many at once, taken off and brought back @phone', async ({
  staffPage: page,
  checkAccessibility,
}) => {
  const name = own('Roster')
  const { series_id } = await plan(page, { title: 'Wrens', session_datetime: '2031-05-04T10:30' })
  await enterChildren(page, [`Ada ${name}`, `Ben ${name}`, `Cleo ${name}`])
  await page.goto(`/sunday-school/classes/roster/${series_id}`)
  await expect(page.getByRole('heading', { name: 'Wrens' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Nobody is on the roster yet.' })).toBeVisible()
  await checkAccessibility(page)
  await page.getByRole('combobox', { name: 'Find an attendee to add' }).fill(`cleo ${name}`)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: `Add: ${name}, Cleo` })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText(`Cleo ${name} is on the roster now.`)).toBeVisible()
  await page.getByRole('button', { name: 'Add several' }).click()
  const panel = page.getByRole('region', { name: 'Add several' })
  await panel.getByRole('searchbox').fill(name)
  const answered = page.waitForResponse((answer) => answer.url().includes(`search=${name}`))
  await panel.getByRole('searchbox').press('Enter')
  await answered
  await expect(panel.getByRole('listitem')).toHaveCount(3)
  await expect(panel.getByRole('checkbox', { name: 'on the roster' })).toBeDisabled()
  const all = panel.getByRole('checkbox', { name: 'Select all on this page' })
  // Nothing can be selected until the search is answered.
  await expect(all).toBeEnabled()
  await all.focus()
  await page.keyboard.press('Space')
  await checkAccessibility(page)
  await panel.getByRole('button', { name: 'Add 2 children' }).click()
  await expect(page.getByText('2 children added.')).toBeVisible()
  await expect(page.getByRole('rowheader')).toHaveText([`${name}, Ada`, `${name}, Ben`, `${name}, Cleo`])
  await page.getByRole('checkbox', { name: `Select ${name}, Ada` }).check()
  await page.getByRole('checkbox', { name: `Select ${name}, Ben` }).check()
  await checkAccessibility(page)
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText('2 children removed from the roster.')).toBeVisible()
  expect(await rosterOf(page, series_id)).toEqual([`Cleo ${name}`])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('rowheader')).toHaveCount(3)
  for (const first of ['Ada', 'Ben', 'Cleo']) {
    await page.getByRole('checkbox', { name: `Select ${name}, ${first}` }).check()
  }
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Nobody is on the roster yet.' })).toBeVisible()
  const several = page.getByRole('button', { name: 'Add several' })
  await expect(several.first()).toBeFocused()
  await several.last().click()
  await expect(several.first()).toBeFocused()
  await expect(several).toHaveCount(1)
  await expectNoSidewaysScroll(page)
})

test('several are chosen by their age, or from the class of last term, also where the line fails', async ({
  openPage,
  checkAccessibility,
}) => {
  const page = await openPage({ expectFailures: /ERR_FAILED/ })
  const before = await plan(page, { title: 'Larks of last term', session_datetime: '2031-03-02T10:30' })
  await enrol(page, before.series_id, await enterChildren(page, ['Gil Lark', 'Hal Lark', 'Ida Lark']))
  const year = new Date().getFullYear()
  for (const [first_name, age] of [
    ['Jon', 7],
    ['Kim', 12],
  ] as const) {
    await addAttendee(page, { first_name, last_name: 'Lark', birthdate: `${year - age}-01-01` })
  }
  const { series_id } = await plan(page, { title: 'Larks', session_datetime: '2031-09-07T10:30' })
  await page.goto(`/sunday-school/classes/roster/${series_id}`)
  await page.getByRole('button', { name: 'Add several' }).first().click()
  const panel = page.getByRole('region', { name: 'Add several' })
  await panel.getByLabel('From age').fill('6')
  await panel.getByLabel('To age').fill('9')
  await expect(panel.getByRole('listitem')).toHaveText([/Lark, Jon/])
  await panel.getByRole('checkbox', { name: /Lark, Jon/ }).check()
  await panel.getByLabel('Choose from').selectOption({ index: 1 })
  await expect(panel.getByRole('listitem')).toHaveText([/Lark, Gil/, /Lark, Hal/, /Lark, Ida/])
  await panel.getByRole('checkbox', { name: 'Select all of this class' }).check()
  await panel.getByRole('checkbox', { name: /Lark, Hal/ }).uncheck()
  await checkAccessibility(page)
  const roster = new RegExp(`/api/classes/roster(\\?series_id=${series_id})?$`)
  await page.route(roster, (route) => route.abort())
  await panel.getByRole('button', { name: 'Add 3 children' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click()
  const again = page.getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible()
  await page.unroute(roster)
  await again.click()
  await expect(again).toHaveCount(0)
  await panel.getByRole('button', { name: 'Add 3 children' }).click()
  await expect(page.getByText('3 children added.')).toBeVisible()
  expect(await rosterOf(page, series_id)).toEqual(['Gil Lark', 'Ida Lark', 'Jon Lark'])
})

test('nobody of the class chosen before is added as one of the class chosen now, however late that comes', async ({
  staffPage: page,
}) => {
  const made: number[] = []
  for (const [title, child] of [
    ['Slow A', 'Ann Slow'],
    ['Slow B', 'Bob Slow'],
    ['Slow C', 'Cid Slow'],
  ] as const) {
    const { series_id } = await plan(page, { title, session_datetime: '2033-05-01T10:30' })
    await enrol(page, series_id, await enterChildren(page, [child]))
    made.push(series_id)
  }
  await page.goto(`/sunday-school/classes/roster/${made[2]}`)
  await page.getByRole('button', { name: 'Add several' }).first().click()
  const panel = page.getByRole('region', { name: 'Add several' })
  await panel.getByLabel('Choose from').selectOption(String(made[0]))
  await expect(panel.getByRole('listitem')).toHaveText([/Slow, Ann/])
  const held = Promise.withResolvers<void>()
  const call = `**/api/classes/roster?series_id=${made[1]}`
  await page.route(call, async (route) => {
    await held.promise
    await route.continue()
  })
  const asked = page.waitForRequest(call)
  await panel.getByLabel('Choose from').selectOption(String(made[1]))
  await asked
  await expect(panel.getByRole('listitem')).toHaveCount(0)
  held.resolve()
  await expect(panel.getByRole('listitem')).toHaveText([/Slow, Bob/])
})

test('who is searched among all is chosen from what was found, not from what was found before', async ({
  staffPage: page,
}) => {
  await enterChildren(page, ['Vera Sought', 'Walt Found'])
  const { series_id } = await plan(page, { title: 'Searched', session_datetime: '2033-06-05T10:30' })
  await page.goto(`/sunday-school/classes/roster/${series_id}`)
  await page.getByRole('button', { name: 'Add several' }).first().click()
  const panel = page.getByRole('region', { name: 'Add several' })
  const box = panel.getByRole('searchbox')
  const all = panel.getByRole('checkbox', { name: 'Select all on this page' })
  const search = async (text: string) => {
    await box.fill(text)
    await box.press('Enter')
  }
  await search('nobody at all')
  const nobody = panel.getByText('No attendees found.')
  await expect(nobody).toBeVisible()
  const held = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  for (const [at, text] of ['sought', 'found'].entries()) {
    await page.route(`**/api/attendees?search=${text}&**`, async (route) => {
      await held[at]?.promise
      await route.continue()
    })
  }
  await search('sought')
  await expect(nobody).toHaveCount(0)
  held[0]?.resolve()
  await expect(panel.getByRole('listitem')).toHaveText([/Sought, Vera/])
  await search('found')
  await expect(all).toBeDisabled()
  held[1]?.resolve()
  await expect(panel.getByRole('listitem')).toHaveText([/Found, Walt/])
  await expect(all).toBeEnabled()
})

test('a teacher keeps the roster of the own class, and moves a child to another one of theirs', async ({
  staffPage: page,
  server,
  openPageOf,
}) => {
  const name = own('Mover')
  const person = { email: `${name.toLowerCase()}@vestry.test`, password: 'Suffer the l1ttle ones!', name }
  const sub = await employTeacher(page, server, person)
  const from = await plan(page, { title: own('From'), session_datetime: '2031-06-01T10:30', teachers: [sub] })
  const to = await plan(page, { title: own('To'), session_datetime: '2031-06-01T11:30', teachers: [sub] })
  await enrol(page, from.series_id, await enterChildren(page, [`Dan ${name}`, `Eva ${name}`]))
  const teacher = await openPageOf(person)
  await teacher.goto(`/sunday-school/classes/roster/${from.series_id}`)
  await teacher.getByRole('checkbox', { name: `Select ${name}, Eva` }).check()
  await teacher
    .getByLabel('Move to another class')
    .selectOption({ label: `${own('To')} (from Sun 1 Jun 2031, 11:30)` })
  await teacher.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(teacher.getByText(`1 child moved to ${own('To')}.`)).toBeVisible()
  await expect(teacher.getByRole('rowheader')).toHaveText([`${name}, Dan`])
  expect(await rosterOf(page, to.series_id)).toEqual([`Eva ${name}`])
})

test('a search that fails is said as that, and so is the rest of one that can’t be had', async ({
  openPage,
}) => {
  const page = await openPage({ expectFailures: /ERR_FAILED/ })
  await enterChildren(
    page,
    [...'ABCDEFGHIJKL'].map((letter) => `${letter} Unsaid`),
  )
  const { series_id } = await plan(page, { title: 'Unsaid', session_datetime: '2033-07-03T10:30' })
  await page.goto(`/sunday-school/classes/roster/${series_id}`)
  const box = page.getByRole('combobox', { name: 'Find an attendee to add' })
  await page.route('**/api/attendees?**', (route) => route.abort())
  await box.fill('unsaid')
  await box.press('Enter')
  const failure = 'The server can’t be reached.'
  await expect(page.getByText(failure).first()).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: failure })).toBeAttached()
  await expect(page.getByRole('status').filter({ hasText: 'No matches' })).toHaveCount(0)
  await page.unroute('**/api/attendees?**')
  await box.press('Enter')
  await expect(page.getByRole('button', { name: /^Add: Unsaid, / })).toHaveCount(10)
  await page.route('**/api/attendees?**', (route) => route.abort())
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(page.getByRole('alert')).toHaveText('The rest could not be loaded.')
})

test('at the turn of a year those of an age move up, and an undo leaves whoever was there before @phone', async ({
  staffPage: page,
  checkAccessibility,
}) => {
  const name = own('Turner')
  const from = await plan(page, { title: own('Young'), session_datetime: '2032-06-06T10:30' })
  const to = await plan(page, { title: own('Elder'), session_datetime: '2032-06-06T11:30' })
  const year = new Date().getFullYear()
  const ids: number[] = []
  for (const [first_name, age] of [
    ['Ana', 6],
    ['Bea', 7],
    ['Cam', 8],
  ] as const) {
    ids.push(await addAttendee(page, { first_name, last_name: name, birthdate: `${year - age}-01-01` }))
  }
  await enrol(page, from.series_id, ids)
  await enrol(page, to.series_id, ids.slice(2))
  await page.goto(`/sunday-school/classes/roster/${from.series_id}`)
  await page.getByRole('button', { name: 'Select by age' }).click()
  await page.getByLabel('From age').fill('7')
  await expect(page.getByLabel('Age on')).toHaveValue('2032-06-07')
  await expect(page.getByRole('button', { name: 'Select 3 children' })).toBeVisible()
  await page.getByLabel('Age on').fill(`${year}-06-01`)
  await page.getByRole('button', { name: 'Select 2 children' }).click()
  await expect(page.getByRole('checkbox', { name: `Select ${name}, Ana` })).not.toBeChecked()
  await expect(page.getByRole('checkbox', { name: `Select ${name}, Cam` })).toBeChecked()
  await checkAccessibility(page)
  await expectNoSidewaysScroll(page)
  await page
    .getByLabel('Move to another class')
    .selectOption({ label: `${own('Elder')} (from Sun 6 Jun 2032, 11:30)` })
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(page.getByText(`2 children moved to ${own('Elder')}.`)).toBeVisible()
  expect(await rosterOf(page, from.series_id)).toEqual([`Ana ${name}`])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('2 children are back on this roster.')).toBeVisible()
  expect(await rosterOf(page, from.series_id)).toEqual([`Ana ${name}`, `Bea ${name}`, `Cam ${name}`])
  expect(await rosterOf(page, to.series_id)).toEqual([`Cam ${name}`])
})

test('the roster is printed as a sheet or a list, with no more than is chosen, and the trail notes it @phone', async ({
  staffPage: page,
  checkAccessibility,
}) => {
  const { series_id } = await plan(page, { title: 'Printed', session_datetime: '2031-07-06T10:30' })
  const [finn = 0] = await enterChildren(page, ['Finn Printed'])
  const about = { parent_contact: '+34 600 700 800', birthdate: '2019-02-03', allergies: 'Sesame' }
  await callAs(page, 'PUT', '/attendees', { id: finn, first_name: 'Finn', last_name: 'Printed', ...about })
  await enrol(page, series_id, [finn])
  await page.goto(`/sunday-school/classes/roster/${series_id}`)
  await expect(page.getByRole('rowheader')).toHaveText([/Printed, Finn/])
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '')
  })
  const onPaper = async (words: Record<string, boolean>) => {
    await page.emulateMedia({ media: 'print' })
    for (const [word, there] of Object.entries(words)) {
      await expect(page.getByText(word).filter({ visible: true }), word).toHaveCount(Number(there))
    }
    await page.emulateMedia({ media: 'screen' })
  }
  await onPaper({ Signature: true, Sesame: true, '600 700 800': false, 'Add several': false })
  await page.getByRole('button', { name: 'Print' }).click()
  const dialog = page.getByRole('dialog', { name: 'Print the class' })
  await checkAccessibility(page)
  await dialog.getByLabel('Layout').selectOption('List of the children')
  await dialog.getByLabel('Parents’ contacts').check()
  await dialog.getByLabel('Birth dates').check()
  await dialog.getByLabel('Allergies, needs and notes').uncheck()
  await dialog.getByRole('button', { name: 'Print' }).click()
  await expect(page.locator('body[data-printed]')).toBeAttached()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Print' })).toBeFocused()
  await onPaper({ Signature: false, Sesame: false, '600 700 800': true, '2019-02-03': true })
  const trail = `/audit?kind=list_printed&record=series/${series_id}`
  const { results } = await callAs<{ results: { detail: string }[] }>(page, 'GET', trail)
  expect(results.map(({ detail }) => detail)).toEqual(['birthdates, contacts'])
})

test('a sheet has the marks of the classes that are over, and squares for the rest', async ({
  staffPage: page,
}) => {
  const name = own('Sheeted')
  const when = {
    session_datetime: '2021-05-02T06:45',
    repeat: { every: 1, weekdays: ['SU' as const], times: 3 },
  }
  const made = { ...(await plan(page, { title: name, ...when })), title: name, ...when }
  await enrol(page, made.series_id, await enterChildren(page, [`Ada ${name}`, `Ben ${name}`, `Cleo ${name}`]))
  await openAttendance(page, made)
  await page.getByRole('button', { name: `Present: Ada ${name}` }).click()
  await page.getByRole('button', { name: `Absent: Ben ${name}` }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.goto(`/sunday-school/classes/roster/${made.series_id}`)
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '')
  })
  await page.getByRole('button', { name: 'Print' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Print' }).click()
  await expect(page.locator('body[data-printed]')).toBeAttached()
  await page.emulateMedia({ media: 'print' })
  const cells = (child: string) =>
    page.locator('[data-layout="sheet"] tbody tr').filter({ hasText: child }).locator('td').allTextContents()
  await expect.poll(() => cells(`${name}, Ada`)).toEqual(['✓', '', ''])
  await expect.poll(() => cells(`${name}, Ben`)).toEqual(['–', '', ''])
  await expect.poll(() => cells(`${name}, Cleo`)).toEqual(['', '', ''])
})

test('a sheet is not printed without its columns when the classes could not be loaded', async ({
  staffPage,
  watchPage,
}) => {
  const page = await staffPage.context().newPage()
  watchPage(page, { expectFailures: /ERR_FAILED/ })
  const { series_id } = await plan(page, { title: 'Columns', session_datetime: '2031-08-03T10:30' })
  await enrol(page, series_id, await enterChildren(page, ['Gia Columns']))
  await page.route('**/api/classes/sessions?*', (route) => route.abort())
  await page.goto(`/sunday-school/classes/roster/${series_id}`)
  await expect(page.getByRole('rowheader')).toHaveText([/Columns, Gia/])
  const failure = page.getByRole('alert').filter({ hasText: 'Failed to load classes' })
  await expect(failure).toBeVisible({ timeout: 20_000 })
  await expect(page.getByRole('button', { name: 'Print' })).toBeDisabled()
  await page.unroute('**/api/classes/sessions?*')
  await failure.getByRole('button', { name: 'Try again' }).click()
  await expect(failure).toBeHidden()
  await page.getByRole('button', { name: 'Print' }).click()
  await expect(page.getByRole('dialog', { name: 'Print the class' })).toBeVisible()
})
