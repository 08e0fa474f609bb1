import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type { Today } from '@vestry/contract/calls/today.ts'
import { enter } from './attendance-church.ts'
import { callAs, findSermons, preacherNamed } from './church-calls.ts'
import { enrol, enterChildren, plan } from './classes-church.ts'
import { expect } from './fixtures.ts'
import { handOf } from './hand-of.ts'
import { startTestServer } from './running-server.ts'
import { test } from './sermon-files.ts'
import { employTeacher } from './staff-people.ts'

const FAMILY = [
  'Abel',
  'Bloom',
  'Cruz',
  'Diaz',
  'Egan',
  'Frost',
  'Gray',
  'Hart',
  'Ivey',
  'Joyce',
  'Kent',
  'Lowe',
]
const NAMES = [...FAMILY.map((last) => `Ana ${last}`), ...FAMILY.slice(1).map((last) => `Zoe ${last}`)]
const MISSING = ['Ana Cruz', 'Zoe Diaz', 'Ana Hart', 'Zoe Lowe']

const counts = (page: Page) => page.getByRole('list', { name: 'Counts' }).getByRole('listitem')
const mark = (page: Page, state: string, name: string) =>
  page.getByRole('button', { name: `${state}: ${name}`, exact: true })

/** A class of today with these children. */
async function planRoll(page: Page, title: string, names: readonly string[], teachers: string[] = []) {
  const { now } = await callAs<Today>(page, 'GET', '/today')
  const made = await plan(page, { title, session_datetime: `${now.slice(0, 10)}T23:59:00`, teachers })
  await enrol(page, made.series_id, await enterChildren(page, names))
  return made
}

test('a teacher with a phone: a roll of 23 with four absent in six taps, and a late child found in three @phone-only', async ({
  staffPage,
  server,
  openPageOf,
}) => {
  const tess = { email: 'tess-walks@vestry.test', name: 'Tess Walks', password: 'Let them c0me, on foot!' }
  const sub = await employTeacher(staffPage, server, tess)
  await planRoll(staffPage, 'Walkers', NAMES, [sub])
  const page = await openPageOf(tess)
  await page.goto('/today')
  const hand = handOf(page)
  await hand.tap(page.getByRole('link', { name: 'Next class' }))
  await expect(mark(page, 'Absent', 'Ana Cruz')).toBeVisible()
  expect(hand.done, 'the roll is one tap from landing').toEqual({ taps: 1, keys: 0 })
  for (const name of MISSING) {
    await hand.tap(mark(page, 'Absent', name))
  }
  await hand.tap(page.getByRole('button', { name: 'Mark all present' }))
  await expect(counts(page)).toHaveText(['19 present', '4 absent', '0 not recorded', 'of 23'])
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  expect(hand.done).toEqual({ taps: 6, keys: 0 })
  hand.note('a roll of 23, four absent')

  const late = handOf(page)
  await late.tap(page.getByPlaceholder('Search attendees here...'))
  await late.type('cr')
  await late.tap(mark(page, 'Present', 'Ana Cruz'))
  await late.tap(page.getByRole('button', { name: 'Show everyone' }))
  await expect(mark(page, 'Present', 'Ana Cruz')).toBeFocused()
  await expect(counts(page)).toHaveText(['20 present', '3 absent', '0 not recorded', 'of 23'])
  expect(late.done).toEqual({ taps: 3, keys: 2 })
  late.note('a late child')
})

test('by keyboard alone: the same roll with one key a child, and one before them', async ({
  staffPage: page,
}) => {
  const made = await planRoll(page, 'Striders', NAMES)
  await page.goto(`/sunday-school/classes/attendance?class=${made.id}`)
  await expect(mark(page, 'Absent', 'Ana Cruz')).toBeVisible()
  const hand = handOf(page)
  await hand.press('Home')
  await expect(mark(page, 'Present', 'Ana Abel')).toBeFocused()
  const inOrder = NAMES.toSorted(
    (one, other) => one.slice(4).localeCompare(other.slice(4)) || (one < other ? -1 : 1),
  )
  for (const name of inOrder) {
    await hand.press(MISSING.includes(name) ? 'a' : 'p')
  }
  await expect(counts(page)).toHaveText(['19 present', '4 absent', '0 not recorded', 'of 23'])
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  expect(hand.done).toEqual({ taps: 0, keys: 24 })
  hand.note('a roll of 23, four absent, by keyboard')
})

test('a roll can be used after at most 20 requests', async ({ staffPage, openPage, signedIn }) => {
  const made = await planRoll(staffPage, 'Runners', ['Ana Abel', 'Zoe Lowe'])
  const page = await openPage({ storageState: signedIn })
  // What comes once it is drawn is no part of it.
  await page.addInitScript(() => {
    new MutationObserver((_changes, observer) => {
      if (document.querySelector('[data-mark]')) {
        performance.mark('usable')
        observer.disconnect()
      }
    }).observe(document, { childList: true, subtree: true })
  })
  await page.goto(`/sunday-school/classes/attendance?class=${made.id}`)
  await mark(page, 'Absent', 'Zoe Lowe').waitFor()
  const requests = await page.evaluate(() => {
    const [usable] = performance.getEntriesByName('usable')
    const begun = performance
      .getEntriesByType('resource')
      .filter((one) => one.startTime < (usable?.startTime ?? 0))
    return 1 + begun.length
  })
  expect(requests).toBeGreaterThan(8)
  expect(requests).toBeLessThanOrEqual(20)
})

test('a secretary with a laptop: a sermon from drop to link in four clicks and one wait', async ({
  staffPage: page,
  file,
}) => {
  await preacherNamed(page, 'Ada Quince')
  const name = '2026-11-22 Grace - Ada Quince.mp3'
  const content = readFileSync(file(name)).toString('base64')
  await page.goto('/preaching/new')
  const area = page.getByRole('button', { name: 'Media File Path' })
  await area.waitFor()
  const hand = handOf(page)
  await area.evaluate(
    (element, { name, content }) => {
      const dataTransfer = new DataTransfer()
      const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))
      dataTransfer.items.add(new File([bytes], name, { type: 'audio/mpeg' }))
      element.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }))
    },
    { name, content },
  )
  await expect(page.getByLabel('Title')).not.toHaveValue('')
  const title = await page.getByLabel('Title').inputValue()
  await hand.tap(page.getByRole('button', { name: 'Create' }))
  await hand.tap(page.getByRole('alertdialog').getByRole('button', { name: 'OK' }))
  await hand.tap(page.getByRole('link', { name: title, exact: true }).first())
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await hand.tap(page.getByRole('button', { name: 'Copy link' }))
  await expect(page.getByText('The link to this page is copied.')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())
  expect(hand.done).toEqual({ taps: 4, keys: 0 })
  const [sermon] = await findSermons(page, title)
  expect(sermon?.event_datetime).toContain('2026-11-22')
  hand.note('a sermon, from drop to link')
})

test('a secretary with a laptop: a wrong birth date in four clicks', async ({ staffPage: page }) => {
  const id = await enter(page, { first_name: 'Nell', last_name: 'Wrongday', birthdate: '2018-03-05' })
  await page.goto('/today')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const hand = handOf(page)
  await hand.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Find anything' })).toBeFocused()
  await hand.type('wrongday')
  await expect(page.getByRole('option', { selected: true })).toContainText('Nell Wrongday')
  await hand.press('Enter')
  await hand.tap(page.getByRole('link', { name: 'Edit', exact: true }))
  await hand.tap(page.getByLabel('Birth Date'))
  await hand.fill(page.getByLabel('Birth Date'), '2017-03-05')
  await hand.tap(page.getByRole('button', { name: 'Update' }))
  await hand.tap(page.getByRole('alertdialog').getByRole('button', { name: 'OK' }))
  await expect(page).toHaveURL(`/sunday-school/attendees/${id}`)
  await expect(page.getByText('born 2017-03-05')).toBeVisible()
  expect(hand.done.taps).toBe(4)
  hand.note('a wrong birth date')
})

test('an administrator on the first evening: three people are invited in six clicks', async ({
  staffPage: page,
}) => {
  await page.goto('/today')
  const hand = handOf(page)
  await hand.tap(page.getByRole('navigation').getByRole('link', { name: 'Staff' }))
  await hand.tap(page.getByRole('link', { name: 'Invite', exact: true }))
  await hand.tap(page.getByRole('link', { name: 'Invite several people' }))
  await hand.tap(page.getByLabel('Email addresses'))
  await hand.type('uma@walk.test, vic@walk.test, wim@walk.test')
  await hand.tap(page.getByRole('button', { name: 'Send invitations' }))
  await hand.tap(page.getByRole('alertdialog').getByRole('button', { name: 'OK' }))
  await expect(page).toHaveURL('/staff')
  const { results } = await callAs<{ results: { email: string }[] }>(page, 'GET', '/staff?limit=60')
  expect(results.filter(({ email }) => email.endsWith('@walk.test'))).toHaveLength(3)
  expect(hand.done.taps).toBe(6)
  hand.note('an invitation of three')
})

test('a secretary: the children of a file are in Vestry in four taps @phone', async ({ staffPage: page }) => {
  const last = `Walked${test.info().project.name}`
  const lines = ['First Name,Last Name', ...MISSING.map((name) => `${name.replace(' ', ',')} ${last}`)]
  await page.goto('/sunday-school/attendees')
  const hand = handOf(page)
  await hand.tap(page.getByRole('link', { name: 'Import', exact: true }).first())
  const chooser = page.waitForEvent('filechooser')
  await hand.tap(page.getByRole('button', { name: 'Choose a file or drop it here' }))
  const buffer = Buffer.from(lines.join('\r\n'))
  await (await chooser).setFiles({ name: 'walk.csv', mimeType: 'text/csv', buffer })
  await hand.tap(page.getByRole('button', { name: 'Add 4 children' }))
  await hand.tap(page.getByRole('link', { name: 'Go to the attendees' }))
  await expect(page.getByRole('heading', { name: 'Attendees', exact: true })).toBeVisible()
  expect(hand.done).toEqual({ taps: 4, keys: 0 })
  hand.note('children from a file')
})

test('an administrator on the first evening: from the printed password to the console in six taps, and three are invited in four @phone-only', async ({
  page,
}) => {
  const settings = { VESTRY_ADMIN_EMAIL: 'first@walk.test', VESTRY_ADMIN_PASSWORD: '', SMTP_URL: '' }
  const server = await startTestServer(settings, [], { firstEvening: true })
  try {
    const password = /temporary password +(\S+)/.exec(server.printed())?.[1] ?? ''
    await page.goto(server.origin)
    const field = (label: string) => page.getByLabel(label, { exact: true })
    await field('Email').waitFor()
    const hand = handOf(page)
    await hand.tap(field('Email'))
    await hand.type('first@walk.test')
    await hand.tap(field('Password'))
    await hand.type(password)
    await hand.press('Enter')
    await field('Confirm Password').waitFor()
    for (const [label, text] of [
      ['Password', 'Mustard-seed-7!'],
      ['Confirm Password', 'Mustard-seed-7!'],
      ['Name', 'Ada'],
    ] as const) {
      await hand.tap(field(label))
      await hand.type(text)
    }
    await hand.tap(page.getByRole('button', { name: 'Change Password' }))
    await expect(page.getByRole('button', { name: 'Open the menu' })).toBeVisible()
    expect(hand.done.taps).toBe(6)
    hand.note('the first sign-in')

    const invitation = handOf(page)
    await invitation.tap(page.getByRole('link', { name: 'The people who help' }))
    await invitation.tap(page.getByLabel('Email addresses'))
    await invitation.type('uma@walk.test, vic@walk.test, wim@walk.test')
    await invitation.tap(page.getByRole('button', { name: 'Add', exact: true }))
    const passwords = page.getByRole('alertdialog')
    await expect(passwords).toContainText('wim@walk.test')
    await invitation.tap(passwords.getByRole('button', { name: 'OK' }))
    await expect(page).toHaveURL(`${server.origin}/today`)
    expect(invitation.done.taps).toBe(4)
    invitation.note('an invitation of three, on the first evening')
  } finally {
    await server.destroy()
  }
})

test('a teacher with a phone: a guest at the door in four taps @phone-only', async ({ staffPage: page }) => {
  const made = await planRoll(page, 'Doorkeepers', ['Ana Abel', 'Zoe Lowe'])
  await page.goto(`/sunday-school/classes/attendance?class=${made.id}`)
  await mark(page, 'Absent', 'Zoe Lowe').waitFor()
  const hand = handOf(page)
  await hand.tap(page.getByRole('button', { name: 'Add a guest', exact: true }))
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('First Name')).toBeFocused()
  await hand.type('Maeve')
  await hand.tap(dialog.getByLabel('Last Name'))
  await hand.type('Knock')
  await hand.tap(dialog.getByLabel('Parent Contact'))
  await hand.type('600111222')
  await hand.press('Enter')
  await expect(dialog).toContainText('Maeve Knock is marked present')
  await hand.tap(dialog.getByRole('button', { name: 'Done' }))
  await expect(dialog).toHaveCount(0)
  expect(hand.done.taps).toBe(4)
  hand.note('a guest')
})

test('a teacher with a laptop: the roll on paper, with its boxes, in two clicks', async ({
  staffPage: page,
}) => {
  await planRoll(page, 'Scribes', ['Ana Abel', 'Zoe Lowe'])
  await page.goto('/today')
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '')
  })
  const hand = handOf(page)
  await hand.tap(page.getByRole('link', { name: 'Scribes' }).first())
  await mark(page, 'Absent', 'Zoe Lowe').waitFor()
  await hand.tap(page.getByRole('button', { name: 'Print' }))
  await expect(page.locator('body[data-printed]')).toBeAttached()
  expect(hand.done).toEqual({ taps: 2, keys: 0 })
  hand.note('the roll on paper')
})

test('a secretary with a laptop: a video with its title, day and preacher in eight clicks', async ({
  staffPage: page,
  file,
}) => {
  await preacherNamed(page, 'Ada Quince')
  await page.goto('/preaching')
  const hand = handOf(page)
  await hand.tap(page.getByRole('link', { name: 'Add New' }).first())
  const choosing = page.waitForEvent('filechooser')
  await hand.tap(page.getByRole('button', { name: 'Media File Path' }))
  await (await choosing).setFiles(file('whole.mp4'))
  // What the file's name says of the sermon is proposed, and replaced.
  await expect(page.getByLabel('Title')).toHaveValue('Whole')
  await hand.tap(page.getByLabel('Title'))
  await hand.press('Control+a')
  await hand.type('The walk to Emmaus')
  await hand.tap(page.getByLabel('Event Date & Time'))
  await hand.fill(page.getByLabel('Event Date & Time'), '2026-04-05T10:30')
  await hand.tap(page.getByRole('combobox', { name: 'Preacher' }))
  await hand.tap(page.getByRole('option', { name: 'Ada Quince' }))
  await hand.tap(page.getByRole('button', { name: 'Create' }))
  await hand.tap(page.getByRole('alertdialog').getByRole('button', { name: 'OK' }))
  await expect(page.getByRole('link', { name: 'The walk to Emmaus', exact: true }).first()).toBeVisible()
  const [sermon] = await findSermons(page, 'The walk to Emmaus')
  expect(sermon).toMatchObject({ event_datetime: expect.stringContaining('2026-04-05') })
  expect(hand.done.taps).toBe(8)
  hand.note('a video with its preacher')
})

test('a secretary with a laptop: a list of children from Today in five clicks', async ({
  staffPage: page,
}) => {
  await page.goto('/today')
  const hand = handOf(page)
  await hand.tap(page.getByRole('navigation').getByRole('button', { name: 'Sunday School' }))
  await hand.tap(page.getByRole('navigation').getByRole('link', { name: 'Attendees' }))
  await hand.tap(page.getByRole('link', { name: 'Import', exact: true }).first())
  const choosing = page.waitForEvent('filechooser')
  await hand.tap(page.getByRole('button', { name: /Choose a file/ }))
  const lines = ['First name,Last name,Birth date', 'Noa,Walked,2018-03-25', 'Gil,Walked,2019-11-30']
  await (await choosing).setFiles({
    name: 'children.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(lines.join('\n')),
  })
  await hand.tap(page.getByRole('button', { name: 'Add 2 children' }))
  await expect(page.getByText('2 children were added.')).toBeVisible()
  expect(hand.done.taps).toBe(5)
  hand.note('an import of children')
})
