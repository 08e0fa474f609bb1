import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { addAttendee, callAs } from './church-calls.ts'
import { enrol, expectNoSidewaysScroll, plan, rosterOf } from './classes-church.ts'
import { expect, test } from './fixtures.ts'
import { smallTargets } from './in-sight.ts'
import { employTeacher } from './staff-people.ts'

const LIST = '/sunday-school/attendees'
const own = (word: string) => `${word}${test.info().project.name}`
const firstName = (nth: number) => `Kid${String(nth).padStart(2, '0')}`

/** So many children of one last name, which nobody else has. */
async function fillList(page: Page, last_name: string, count: number): Promise<number[]> {
  const ids: number[] = []
  for (let nth = 1; nth <= count; nth++) {
    ids.push(await addAttendee(page, { first_name: firstName(nth), last_name, is_member: nth % 2 }))
  }
  return ids
}

/** The list of these children, with the bar of the selected ones. */
async function select(page: Page, last_name: string): Promise<Locator> {
  await page.goto(`${LIST}?search=${last_name}`)
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  return page.getByRole('region', { name: 'Selected children' })
}

async function doIt(bar: Locator, what: string, which?: string): Promise<void> {
  await bar.getByLabel('What is to be done with them?').selectOption(what)
  if (which !== undefined) {
    await bar.getByLabel('Which one?').selectOption(which)
  }
  await bar.getByRole('button', { name: 'Do it' }).click()
}

const notice = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const undo = (page: Page) => page.getByRole('button', { name: 'Undo' }).click()

test('children on several pages are put on a roster and taken off it, and Undo touches nobody else @phone', async ({
  staffPage: page,
  checkAccessibility,
  isMobile,
}) => {
  const [family, title] = [own('Sparrow'), own('Nest')]
  const ids = await fillList(page, family, 12)
  const { series_id } = await plan(page, { title, session_datetime: '2030-01-06T10:30' })
  await enrol(page, series_id, ids.slice(0, 1))
  const bar = await select(page, family)
  await expect(bar).toBeFocused()
  await expect(bar.getByRole('status')).toHaveText('None selected')
  await page.getByRole('checkbox', { name: `Select ${firstName(1)} ${family}` }).check()
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await page.getByRole('checkbox', { name: `Select ${firstName(12)} ${family}` }).press('Space')
  await expect(bar.getByRole('status')).toHaveText('2 selected')
  await page.getByRole('searchbox').fill(`${firstName(3)} ${family}`)
  await expect(page.getByRole('checkbox')).toHaveCount(1)
  await bar.getByRole('button', { name: 'Select this page' }).click()
  await expect(bar.getByRole('status')).toHaveText('3 selected')
  await expect(bar.getByRole('button', { name: 'on all pages' })).toHaveCount(0)
  if (isMobile) {
    expect(await smallTargets(bar)).toEqual([])
  }
  await expectNoSidewaysScroll(page)
  await page.evaluate(() => window.scrollTo({ top: 0 }))
  await checkAccessibility(page)

  await doIt(bar, 'Put on the roster of a class', title)
  await expect(notice(page, `2 children added to ${title}`)).toBeVisible()
  await expect(bar.getByRole('status')).toHaveText('None selected')
  await expect(bar).toBeFocused()
  const names = (...nths: number[]) => nths.map((nth) => `${firstName(nth)} ${family}`)
  expect(await rosterOf(page, series_id)).toEqual(names(1, 3, 12))
  await undo(page)
  await expect(notice(page, '2 children are as before')).toBeVisible()
  expect(await rosterOf(page, series_id)).toEqual(names(1))

  await page.getByRole('searchbox').fill(family)
  await bar.getByRole('button', { name: 'Select all 12 on all pages' }).click()
  await expect(bar.getByRole('status')).toHaveText('12 selected')
  await doIt(bar, 'Put on the roster of a class', title)
  await expect(notice(page, `11 children added to ${title}`)).toBeVisible()
  await bar.getByRole('button', { name: 'Select this page' }).click()
  await expect(bar.getByRole('status')).toHaveText('10 selected')
  await doIt(bar, 'Take off the roster of a class', title)
  await expect(notice(page, `10 children taken off the roster of ${title}`)).toBeVisible()
  expect(await rosterOf(page, series_id)).toEqual(names(11, 12))
  await callAs(page, 'DELETE', `/attendees?attendee_id=${ids[1]}`)
  await undo(page)
  await expect(notice(page, '9 children are as before. 1 was left alone')).toContainText(names(2)[0] ?? '')
  expect(await rosterOf(page, series_id)).toHaveLength(11)

  await bar.getByRole('button', { name: 'Done' }).click()
  await expect(bar).toBeHidden()
  await expect(page.getByRole('button', { name: 'Select', exact: true })).toBeFocused()
  await expect(page.getByRole('checkbox')).toHaveCount(0)
})

test('several become members at once; Undo leaves alone whom somebody else changed since', async ({
  staffPage: page,
}) => {
  const family = own('Swallow')
  const [first = 0] = await fillList(page, family, 4)
  const members = async () => {
    type Found = { results: { first_name: string; is_member: number }[] }
    const { results } = await callAs<Found>(page, 'GET', `/attendees?search=${family}&direction=ASC`)
    return results.map(({ is_member }) => is_member)
  }
  const bar = await select(page, family)
  await bar.getByRole('button', { name: 'Select this page' }).click()
  await expect(bar.getByRole('status')).toHaveText('4 selected')
  await doIt(bar, 'Record as guests')
  await expect(notice(page, '2 children changed')).toBeVisible()
  expect(await members()).toEqual([0, 0, 0, 0])
  await callAs(page, 'PUT', '/attendees', {
    id: first,
    first_name: 'Kid01',
    last_name: family,
    needs: 'Ramp',
  })
  await undo(page)
  await expect(notice(page, '1 child is as before. 1 was left alone')).toContainText(`Kid01 ${family}`)
  expect(await members()).toEqual([0, 0, 1, 0])
})

test('the selected ones alone are exported and printed, and stay selected', async ({
  staffPage: page,
  folder,
  checkAccessibility,
}) => {
  await page.addInitScript(() => {
    globalThis.print = () => Object.assign(globalThis, { printed: true })
  })
  const family = own('Stork')
  await fillList(page, family, 12)
  const bar = await select(page, family)
  await page.getByRole('checkbox', { name: `Select ${firstName(2)} ${family}` }).check()
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await page.getByRole('checkbox', { name: `Select ${firstName(11)} ${family}` }).check()
  await doIt(bar, 'Export')
  const dialog = page.getByRole('dialog', { name: 'Export 2 children' })
  await expect(dialog.getByLabel('List', { exact: true })).toHaveCount(0)
  await checkAccessibility(page)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download' }).click(),
  ])
  const path = join(folder, file.suggestedFilename())
  await file.saveAs(path)
  const rows = readFileSync(path, 'utf8')
  expect(rows.match(/Kid\d\d/g)).toEqual(['Kid02', 'Kid11'])

  await expect(bar.getByRole('status')).toHaveText('2 selected')
  await doIt(bar, 'Print')
  await expect.poll(() => page.evaluate(() => 'printed' in globalThis)).toBe(true)
  await page.emulateMedia({ media: 'print' })
  const printed = page.locator('tbody tr').filter({ visible: true })
  await expect(printed).toHaveCount(2)
  await expect(printed.first()).toContainText('Kid02')
  await expect(page.getByText('2 selected')).toBeVisible()
  await expect(page.getByRole('checkbox').filter({ visible: true })).toHaveCount(0)
  await expect(page.getByRole('columnheader', { name: 'Selected' }).filter({ visible: true })).toHaveCount(0)
})

test('who asks after several is said once; Undo keeps what somebody wrote since @phone', async ({
  staffPage: page,
  checkAccessibility,
}) => {
  const family = own('Swift')
  const [first = 0, second = 0] = await fillList(page, family, 3)
  const bar = await select(page, family)
  await bar.getByRole('button', { name: 'Select this page' }).click()
  await doIt(bar, 'Ask after them')
  const dialog = page.getByRole('dialog', { name: 'Asking after 3 children' })
  await dialog.getByLabel('Note').fill('Camp on <b>Friday</b>')
  await dialog.getByLabel('To be done by').fill('2030-02-03')
  await checkAccessibility(page)
  type Found = { entries: { id: number; note: string }[] }
  const notesOf = async (id: number) => {
    const { entries } = await callAs<Found>(page, 'GET', `/follow-up/child?attendee_id=${id}`)
    return entries.map(({ note }) => note)
  }
  const write = (attendee_id: number, seen: number) =>
    callAs(page, 'POST', '/follow-up', {
      ...{ request_id: crypto.randomUUID(), attendee_id, seen, outcome: 'no_answer' },
      ...{ note: 'Rang', assigned_to: '', due_day: '', until_day: '' },
    })
  await write(second, 0)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(notice(page, 'Recorded for 2 children. 1 was left alone')).toContainText(`Kid02 ${family}`)
  await expect(bar).toBeFocused()
  expect([await notesOf(first), await notesOf(second)]).toEqual([['Camp on <b>Friday</b>'], ['Rang']])

  const { entries } = await callAs<Found>(page, 'GET', `/follow-up/child?attendee_id=${first}`)
  await write(first, entries[0]?.id ?? 0)
  await undo(page)
  await expect(notice(page, '1 child is as before. 1 was left alone')).toContainText(`Kid01 ${family}`)
  expect(await notesOf(first)).toEqual(['Rang', 'Camp on <b>Friday</b>'])

  await page.getByRole('checkbox', { name: `Select Kid03 ${family}` }).check()
  await doIt(bar, 'Ask after them')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(notice(page, 'Recorded for 1 child')).toBeVisible()
  await page.goto('/sunday-school/follow-up')
  await page.getByRole('checkbox', { name: 'Only those I look after' }).check()
  const task = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: `Kid03 ${family}` }) })
  await expect(task).toContainText('Chosen to be asked after')
})

test('Today leads to the children whose needs nobody has looked at for a year, all of whom can be selected', async ({
  staffPage: page,
  checkAccessibility,
}) => {
  const family = own('Heron')
  const child = await addAttendee(page, { first_name: 'Ida', last_name: family, allergies: 'Nuts' })
  await callAs(page, 'PUT', '/settings', { families: true })
  await page.goto('/today')
  const section = page.getByRole('region', { name: 'Allergies and needs' })
  await expect(section).toContainText(/Nobody has looked at those of \d+ child(ren)? for a year/)
  await checkAccessibility(page)
  await section.getByRole('link', { name: 'Open the list' }).click()
  await expect(page.getByRole('combobox', { name: 'Allergies and needs' })).toHaveValue('3')
  await page.getByRole('searchbox').fill(family)
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  const bar = page.getByRole('region', { name: 'Selected children' })
  await expect(page.getByRole('checkbox')).toHaveCount(1)
  await bar.getByRole('button', { name: 'Select this page' }).click()
  await expect(page.getByRole('checkbox', { name: `Select Ida ${family}` })).toBeChecked()
  const { version } = await callAs<{ version: number }>(page, 'GET', `/families/child?attendee_id=${child}`)
  const { now } = await callAs<{ now: string }>(page, 'GET', '/today')
  await callAs(page, 'PUT', '/families/child', {
    ...{ attendee_id: child, version, photo_consent: 'not_asked', rules: [] },
    needs_reviewed: now.slice(0, 10),
  })
  await page.reload()
  await expect(page.getByText('No attendees found.').first()).toBeVisible()
})

test('of more than fit, five hundred are selected, which is said, and all of them are changed and exported', async ({
  staffPage: page,
}) => {
  const family = own('Starling')
  const nths = Array.from({ length: 503 }, (_, nth) => nth)
  for (let at = 0; at < nths.length; at += 25) {
    await Promise.all(
      nths.slice(at, at + 25).map((nth) => addAttendee(page, { first_name: `Kid${nth}`, last_name: family })),
    )
  }
  const bar = await select(page, family)
  await bar.getByRole('button', { name: 'Select all 503 on all pages' }).click()
  await expect(
    notice(page, 'At most 500 can be selected at once. The others are not selected.'),
  ).toBeVisible()
  await expect(bar.getByRole('status')).toHaveText('500 selected')
  await doIt(bar, 'Export')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('dialog', { name: 'Export 500 children' })
      .getByRole('button', { name: 'Download' })
      .click(),
  ])
  expect(await file.failure()).toBeNull()
  await doIt(bar, 'Record as church members')
  await expect(notice(page, '500 children changed')).toBeVisible()
  await undo(page)
  await expect(notice(page, '500 children are as before')).toBeVisible()
})

test('who only teaches exports nothing, and asks after those of the own classes alone', async ({
  staffPage: page,
  server,
  openPageOf,
}) => {
  const [family, title] = [own('Plover'), own('Dunes')]
  const person = { email: `${title.toLowerCase()}@vestry.test`, password: 'Flocks by n1ght!', name: title }
  const sub = await employTeacher(page, server, person)
  const ids = await fillList(page, family, 2)
  const { series_id } = await plan(page, { title, session_datetime: '2030-01-06T10:30', teachers: [sub] })
  await plan(page, { title: `Not ${title}`, session_datetime: '2030-01-06T10:30' })
  await enrol(page, series_id, ids.slice(0, 1))
  const teacher = await openPageOf(person)
  const bar = await select(teacher, family)
  await expect(bar.getByLabel('What is to be done with them?').getByRole('option')).toHaveText([
    'Put on the roster of a class',
    'Take off the roster of a class',
    'Record as church members',
    'Record as guests',
    'Ask after them',
    'Print',
  ])
  await expect(bar.getByLabel('Which one?').getByRole('option')).toHaveText([title])
  await bar.getByRole('button', { name: 'Select this page' }).click()
  await doIt(bar, 'Ask after them')
  await teacher.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  const told = notice(teacher, 'Recorded for 1 child. 1 was left alone, since it is in none of your classes.')
  await expect(told).toContainText(`Kid02 ${family}`)
})
