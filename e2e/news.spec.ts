import type { Page, Request } from '@playwright/test'
import { openAttendance, planClass, twelve } from './attendance-church.ts'
import { callAs } from './church-calls.ts'
import { expect, test } from './fixtures.ts'

const present = (page: Page, name: string) => page.getByRole('button', { name: `Present: ${name}` })
/** Longer than two of the rounds in which a roll asks that is told nothing. */
const TWO_ROUNDS = 7000

/** The requests that a page makes from now on for the roll, for Today, for a list, or for the stream of news. */
function countRequests(page: Page) {
  const made: Request[] = []
  page.on('request', (request) => request.method() === 'GET' && made.push(request))
  const of = (path: string) => () =>
    made.filter((request) => new URL(request.url()).pathname === `/api${path}`).length
  return {
    rolls: of('/attendance/roll-call'),
    today: of('/today'),
    audit: of('/audit'),
    children: of('/attendees'),
    streams: of('/news'),
  }
}

/** Resolves once the page's own stream has begun, with this roll if one is named. */
const streamOf = (page: Page, roll = '') =>
  page.waitForResponse((response) => response.ok() && response.url().endsWith(`/api/news${roll}`))

test('a mark shows on the other’s screen because it is told, and nobody asks', async ({
  staffPage: page,
  openPage,
}) => {
  const made = await planClass(page, 'Told', twelve().slice(0, 2))
  const other = await openPage()
  const streams = [page, other].map((one) => streamOf(one, `?class_id=${made.id}`))
  await openAttendance(page, made)
  await openAttendance(other, made)
  await Promise.all(streams)
  const [mine, theirs] = [countRequests(page), countRequests(other)]
  await present(page, 'Ada Abbot').click()
  await expect(present(other, 'Ada Abbot')).toHaveAttribute('aria-pressed', 'true')
  await other.waitForTimeout(TWO_ROUNDS)
  expect([mine.rolls(), theirs.rolls()]).toEqual([0, 1])
  expect([mine.streams(), theirs.streams()]).toEqual([0, 0])
})

test('two tabs hold one stream, and when the tab that reads it goes the other takes over', async ({
  staffPage: page,
}) => {
  const [one, two] = [
    await planClass(page, 'First tab', twelve('one').slice(0, 2)),
    await planClass(page, 'Second tab', twelve('two').slice(0, 2)),
  ]
  const first = streamOf(page, `?class_id=${one.id}`)
  await openAttendance(page, one)
  await first
  const other = await page.context().newPage()
  const theirs = countRequests(other)
  const both = streamOf(page, `?class_id=${one.id}%2C${two.id}`)
  await openAttendance(other, two)
  await both
  const mark = async (made: typeof one, at: number) => {
    const { roll } = await callAs<{
      roll: { children: { attendee_id: number; mark: { version: number } }[] }
    }>(page, 'GET', `/attendance/roll-call?class_id=${made.id}`)
    const { attendee_id, mark } = roll.children[at] ?? { attendee_id: 0, mark: { version: 0 } }
    await callAs(page, 'PUT', '/attendance/roll-call', {
      class_id: made.id,
      marks: [{ attendee_id, state: 'present', seen: mark.version }],
    })
  }
  await mark(two, 0)
  await expect(present(other, 'Ada Abbottwo')).toHaveAttribute('aria-pressed', 'true')
  expect(theirs.streams()).toBe(0)
  const taken = streamOf(other, `?class_id=${two.id}`)
  await page.goto('about:blank')
  await taken
  const asked = theirs.rolls()
  await other.waitForTimeout(TWO_ROUNDS)
  expect(theirs.rolls()).toBe(asked)
  expect(theirs.streams()).toBe(1)
})

test('a roll asks while the stream is cut, and no more once it is back', async ({ server, openPage }) => {
  const page = await openPage({ expectFailures: /ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET/ })
  const made = await planClass(page, 'Cut off', twelve('cut').slice(0, 2))
  const followed = `?class_id=${made.id}`
  const stream = streamOf(page, followed)
  await openAttendance(page, made)
  await stream
  const seen = countRequests(page)
  await page.route('**/api/news**', (route) => route.abort('connectionrefused'))
  await server.kill()
  await server.start()
  await expect.poll(seen.rolls).toBeGreaterThan(2)
  const back = streamOf(page, followed)
  await page.unroute('**/api/news**')
  await back
  await expect
    .poll(async () => {
      const before = seen.rolls()
      await page.waitForTimeout(TWO_ROUNDS)
      return seen.rolls() - before
    })
    .toBe(0)
})

test('Today, a list and the audit trail show what happens while they are looked at', async ({
  staffPage: page,
}) => {
  const stream = streamOf(page)
  await page.goto('/sunday-school/attendees')
  await stream
  const add = (last_name: string) =>
    callAs(page, 'POST', '/attendees', {
      first_name: 'Nadia',
      last_name,
      birthdate: null,
      parent_contact: '',
      notes: '',
      is_member: 1,
    })
  await add('Newly')
  await expect(page.getByText('Newly')).toBeVisible()
  await page.getByRole('link', { name: 'Audit' }).first().click()
  const rows = page.getByRole('row').filter({ hasText: 'Attendee added' })
  await expect(rows).not.toHaveCount(0)
  // Its page is full, so that one more is no more rows.
  const asked = page.waitForResponse((answer) => answer.url().includes('/api/audit'))
  await add('Newer')
  await (await asked).finished()
  await page.getByRole('link', { name: 'Today' }).first().click()
  const seen = countRequests(page)
  await expect(page.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible()
  await add('Newest')
  await expect.poll(seen.today).toBeGreaterThan(0)
})
