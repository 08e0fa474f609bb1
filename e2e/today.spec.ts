import type { Page } from '@playwright/test'
import type { Today } from '@vestry/contract/calls/today.ts'
import { enter } from './attendance-church.ts'
import { callAs, publish } from './church-calls.ts'
import { enterPassword, expect, NOBODY, test } from './fixtures.ts'
import { tellNothing } from './quiet-page.ts'
import { employTeacher, type StaffPerson } from './staff-people.ts'

const A_DAY = 86_400_000

/** The church's day so many days from today. */
async function churchDay(page: Page, days = 0): Promise<string> {
  const { now } = await callAs<Today>(page, 'GET', '/today')
  return new Date(Date.parse(now.slice(0, 10)) + days * A_DAY).toISOString().slice(0, 10)
}

type Planned = { id: number; series_id: number }
const plan = (page: Page, title: string, session_datetime: string, more: object = {}) =>
  callAs<Planned>(page, 'POST', '/classes', { title, session_datetime, ...more })

async function mark(page: Page, class_id: number, states: Record<number, string>) {
  const marks = Object.entries(states).map(([id, state]) => ({ attendee_id: Number(id), state, seen: 0 }))
  await callAs(page, 'PUT', '/attendance/roll-call', { class_id, marks })
}

const section = (page: Page, name: string) => page.getByRole('region', { name })

test('Today stands first in the menu and shows the office how the week goes', async ({
  staffPage: page,
  checkAccessibility,
}) => {
  const begun = await plan(page, 'Hazels', `${await churchDay(page)}T00:00:00`, { room: 'Attic' })
  const child = await enter(page, { first_name: 'Ana', last_name: 'Hazel' })
  await callAs(page, 'POST', '/classes/roster', { series_id: begun.series_id, attendee_ids: [child] })
  await plan(page, 'Oaks', `${await churchDay(page, 7)}T10:30:00`)
  const missed = await plan(page, 'Elms <script>', `${await churchDay(page, -7)}T10:30:00`)
  await publish(page, { localizedname: 'The Newest', event_datetime: '2199-01-01T09:00:00' })
  await callAs(page, 'POST', '/staff', {
    ...{ email: 'late@vestry.test', name: 'Late Lydia', language: 'en', groups: [] },
  })
  await page.goto('/preaching')
  const entries = page.getByRole('navigation').getByRole('link')
  await expect(entries.filter({ hasText: /^(Today|Preaching Items)$/ })).toHaveText([
    'Today',
    'Preaching Items',
  ])
  await entries.filter({ hasText: 'Today' }).click()
  await expect(page).toHaveURL('/today')
  await expect(page).toHaveTitle(/^Today/)
  const week = section(page, 'Today and the coming week')
  await expect(week.getByRole('link', { name: 'Hazels' })).toHaveText(
    'Today, 00:00Hazels AtticRoll not taken',
  )
  await expect(week.getByRole('link', { name: 'Oaks' })).toContainText('0 children')
  await expect(section(page, 'Rolls to take or to finish').getByRole('link', { name: 'Elms' })).toContainText(
    'Elms',
  )
  await expect(section(page, 'Latest sermons').getByRole('link').first()).toContainText('The Newest')
  await expect(section(page, 'Not signed in yet')).toContainText('Late LydiaInvited until')
  await expect(section(page, 'Backup')).toContainText('No automatic backups')
  await checkAccessibility(page)
  await section(page, 'Rolls to take or to finish').getByRole('link', { name: 'Elms' }).click()
  await expect(page).toHaveURL(`/sunday-school/classes/history/attendance?class=${missed.id}`)
  await mark(page, begun.id, { [child]: 'present' })
  await page.goBack()
  await expect(week.getByRole('link', { name: 'Hazels' })).toContainText('1 of 1 present')
})

test('the office sees the birthdays of the next two weeks, and whether guests came again', async ({
  staffPage: page,
  checkAccessibility,
}) => {
  const soon = (await churchDay(page, 1)).slice(4)
  const { series_id } = await plan(page, 'Rowans', `${await churchDay(page, -9)}T10:30:00`)
  const names = ['Amos', 'Boaz', 'Caleb', 'Dan', 'Esau', 'Felix', 'Gad', 'Hosea']
  const attendee_ids: number[] = []
  for (const first_name of names) {
    attendee_ids.push(await enter(page, { first_name, last_name: 'Rowan', birthdate: `2016${soon}` }))
  }
  await callAs(page, 'POST', '/classes/roster', { series_id, attendee_ids })
  const guest = await enter(page, { first_name: 'Gus', last_name: 'Guest' })
  for (const days of [-3, -2]) {
    const visit = await plan(page, 'Rowans', `${await churchDay(page, days)}T18:00:00`)
    await mark(page, visit.id, { [guest]: 'present' })
  }
  await page.goto('/today')
  const birthdays = section(page, 'Birthdays in the next two weeks')
  await expect(birthdays.getByRole('link')).toHaveCount(6)
  await expect(birthdays.getByRole('link').first()).toContainText(/^Amos Rowanturns \d+ · /)
  await birthdays.getByText('2 more').click()
  await expect(birthdays.getByRole('link')).toHaveCount(8)
  await checkAccessibility(page)
  const guests = section(page, 'Guests of the last four weeks')
  await expect(guests).toContainText('1 guest came for the first time; 1 came again.')
  await guests.getByRole('link', { name: 'Open the report of guests' }).click()
  await expect(page.getByText('1 guest came for the first time; 1 came again')).toBeVisible()
})

test('somebody who chose Today lands there on every device, and takes the roll with one tap @phone-only', async ({
  staffPage,
  server,
  openPageOf,
  openPage,
  checkAccessibility,
}) => {
  const tess: StaffPerson = { email: 'tess-today@vestry.test', name: 'Tess', password: 'Let them c0me, all!' }
  const sub = await employTeacher(staffPage, server, tess)
  const page = await openPageOf(tess)
  await page.goto('/today')
  await expect(page.getByRole('heading', { name: 'Your next class will appear here' })).toBeVisible()
  await expect(section(page, 'Birthdays in the next two weeks')).toContainText('Nobody on the rosters')
  await checkAccessibility(page)

  const first = await churchDay(staffPage, -28)
  const weekly = { every: 1, weekdays: [weekdayOf(first)], times: 5 }
  const made = await plan(staffPage, 'Explorers 🌍', `${first}T10:30:00`, { teachers: [sub], repeat: weekly })
  const today = await churchDay(staffPage)
  const leo = await enter(staffPage, {
    first_name: 'Leo',
    last_name: "O'Hara",
    birthdate: `2018${today.slice(4)}`,
  })
  const ida = await enter(staffPage, { first_name: 'Ida', last_name: 'Zorn' })
  await callAs(staffPage, 'POST', '/classes/roster', { series_id: made.series_id, attendee_ids: [leo, ida] })
  for (const week of [0, 1, 2]) {
    await mark(staffPage, made.id + week, { [leo]: 'absent', ...(week !== 1 && { [ida]: 'present' }) })
  }
  await mark(staffPage, made.id + 3, { [leo]: 'present', [ida]: 'present' })

  await page.goto('/account')
  await page.getByRole('button', { name: 'Change: After signing in, open' }).click()
  await page.getByRole('combobox', { name: 'After signing in, open' }).selectOption('Today')
  await page.getByRole('button', { name: 'Save' }).click()
  // The form has “Today” among its choices; it closes when the choice is saved.
  await expect(page.getByRole('button', { name: 'Change: After signing in, open' })).toBeVisible()
  await expect(page.getByRole('group', { name: 'After signing in, open' })).toContainText('Today')
  await page.goto('/')
  await expect(page).toHaveURL('/today')

  const other = await openPage({ storageState: NOBODY })
  await enterPassword(other, server, tess)
  await other.getByRole('button', { name: 'Skip' }).click()
  await expect(other).toHaveURL('/today')
  await expect(section(other, 'Rolls to finish').getByRole('link')).toContainText('1 of 2 recorded')
  await expect(section(other, 'Back after an absence').getByRole('link')).toContainText(
    /^Leo OʼHaraExplorers .+ after 3 absences$/,
  )
  await expect(section(other, 'Birthdays in the next two weeks').getByRole('link')).toHaveText(
    /^Leo OʼHaraturns \d+ · Today$/,
  )
  await checkAccessibility(other)
  const card = other.getByRole('link', { name: 'Next class' })
  expect((await card.boundingBox())?.width).toBeGreaterThan(350)
  await card.click()
  await other.getByRole('button', { name: 'Present: Ida Zorn' }).click()
  await expect(other.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  await other.goBack()
  await expect(card).toContainText('Continue the roll: 1 of 2 recorded')
})

test('what can’t be loaded can be tried again, and a landing that can’t be asked for is the usual one', async ({
  openPage,
}) => {
  const page = await openPage({ expectFailures: /503|ERR_FAILED/ })
  await page.route('**/api/account/settings', (route) => route.fulfill({ status: 503, body: '{}' }))
  await page.goto('/')
  await expect(page).toHaveURL('/preaching')
  await page.route('**/api/today', (route) => route.abort())
  await tellNothing(page)
  await page.goto('/today')
  await expect(page.getByRole('alert')).toContainText('Failed to load today')
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(section(page, 'Latest sermons')).toBeVisible()
})

function weekdayOf(day: string): string {
  return ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'][new Date(day).getUTCDay()] ?? 'SU'
}
