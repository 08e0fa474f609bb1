import type { Page } from '@playwright/test'
import { addAttendee, callAs } from './church-calls.ts'
import { type Line, openLine } from './cut-line.ts'
import { arrived, search } from './door-church.ts'
import { signIn } from './fixtures.ts'
import { expect, offlineTest as test, workerIsReady } from './offline-visit.ts'
import { type RunningServer, startTestServer } from './running-server.ts'

type Board = {
  stays: { id: number; attendee_id: number; code: string; gone: { to: string } | null }[]
  alerts: { kind: string }[]
}

let server: RunningServer
let line: Line
test.beforeAll(async () => {
  server = await startTestServer()
  line = await openLine(server.origin)
})
test.afterAll(async () => {
  await line.close()
  await server.destroy()
})

const board = (page: Page) => callAs<Board>(page, 'GET', '/door')

/** A page that works at the door over the line, and a family who is expected today. */
async function openDoor(page: Page, name: string) {
  await signIn(page, { ...server, origin: line.origin })
  await callAs(page, 'PUT', '/settings', { families: true, door: true })
  const { now } = await callAs<{ now: string }>(page, 'GET', '/door')
  const { series_id } = await callAs<{ series_id: number }>(page, 'POST', '/classes', {
    title: 'Lambs',
    session_datetime: `${now.slice(0, 10)}T23:00:00`,
    room: 'Blue room',
  })
  const children = [
    await addAttendee(page, { first_name: 'Ruth', last_name: name }),
    await addAttendee(page, { first_name: 'Saúl 🙂', last_name: name }),
  ]
  await callAs(page, 'POST', '/classes/roster', { series_id, attendee_ids: children })
  const adult = { id: null, last_name: name, email: '', language: '' }
  await callAs(page, 'POST', '/families', {
    name,
    adults: [
      { ...adult, first_name: 'Ana', phone: '0161 496 1001', collects: 'yes' },
      { ...adult, first_name: 'Ben', phone: '', collects: 'no' },
    ],
    children,
  })
  await workerIsReady(page)
  const kept = page.waitForResponse((response) => response.url().endsWith('/api/door/book'))
  await page.goto(`${line.origin}/sunday-school/door`)
  await kept
  await expect(search(page)).toBeVisible()
  return { children }
}

test('without a line a family arrives and goes home, from a page that was opened without one', async ({
  page,
  watchPage,
  checkAccessibility,
}) => {
  watchPage(page, { expectFailures: /ERR_|Failed to load/, alsoAt: line.origin })
  const { children } = await openDoor(page, 'Quince')
  await expect
    .poll(() => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)))
    .toContain('vestry.rolls')
  line.set('refused')
  await page.reload()
  await search(page).fill('1001')
  await page.getByRole('button', { name: 'Take in 2 children' }).click()
  await expect(arrived(page)).toContainText('Kept on this device.')
  const code = ((await arrived(page).getByRole('status').textContent()) ?? '').replaceAll(' ', '')
  expect(code).toMatch(/^[A-Z0-9]{4}$/)
  await checkAccessibility(page)

  // The page is closed in between, and the children are on its list.
  await page.goto(`${line.origin}/sunday-school/door/evacuation`)
  await expect(page.getByText('0 of 2 accounted for')).toBeVisible()
  await page.goto(`${line.origin}/sunday-school/door/collect`)
  await page.getByLabel('Code of the tag').fill(code)
  await page.getByRole('checkbox', { name: /Saúl/ }).uncheck()
  await expect(page.getByText('Is not among those who collect')).toBeVisible()
  await page.getByRole('button', { name: /^Ana Quince/ }).click()
  await expect(page.getByText('Ruth Quince: given to Ana Quince')).toBeVisible()
  await checkAccessibility(page)

  line.set('open')
  await expect
    .poll(
      async () => {
        const { stays } = await board(page)
        return children
          .map((child) => stays.find(({ attendee_id }) => attendee_id === child))
          .map((stay) => [stay?.code, stay?.gone?.to])
      },
      { timeout: 30_000 },
    )
    .toEqual([
      [code, 'Ana Quince'],
      [code, undefined],
    ])
  expect((await board(page)).alerts).toEqual([])
})

test('what was kept is taken back, and what contradicts another desk is an alert on the board', async ({
  page,
  watchPage,
}) => {
  watchPage(page, { expectFailures: /ERR_|Failed to load/, alsoAt: line.origin })
  const { children } = await openDoor(page, 'Rowan')
  line.set('refused')
  await search(page).fill('rowan')
  // What may have come to the server is taken back by the server alone.
  await expect(page.getByText('No connection since')).toBeVisible()
  await page.getByRole('button', { name: 'Take in 2 children' }).click()
  await arrived(page).getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('The arrival was taken back')).toBeVisible()
  line.set('open')
  await expect.poll(async () => (await staysOf(page, children)).length).toBe(0)

  await arrived(page).getByRole('button', { name: 'Next' }).click()
  await search(page).fill('rowan')
  await page.getByRole('button', { name: 'Take in 2 children' }).click()
  await expect.poll(async () => (await staysOf(page, children)).length, { timeout: 30_000 }).toBe(2)
  const [ruth] = await staysOf(page, children)
  await page.getByRole('link', { name: 'Board' }).click()
  await expect(page.getByRole('link', { name: 'Give back Ruth Rowan' })).toBeVisible()
  await page.getByRole('link', { name: 'Giving back' }).click()
  line.set('refused')
  await page.getByLabel('Code of the tag').fill(ruth?.code ?? '')
  await page.getByRole('checkbox', { name: /Saúl/ }).uncheck()
  await page.getByRole('button', { name: /^Ana Rowan/ }).click()
  await expect(page.getByText('Ruth Rowan: given to Ana Rowan')).toBeVisible()

  const other = await page.context().newPage()
  watchPage(other, { alsoAt: server.origin })
  await signIn(other, server)
  await other.goto(`${server.origin}/sunday-school/door/board`)
  await other.getByRole('link', { name: 'Give back Ruth Rowan' }).click()
  await other.getByRole('checkbox', { name: /Saúl/ }).uncheck()
  await other.getByLabel('Somebody else').fill('Grandmother')
  await other.getByRole('button', { name: 'Give to this person' }).click()
  await other.getByLabel('Why?').fill('Known to all of us')
  await other.getByRole('button', { name: 'Decide otherwise' }).last().click()
  await expect(other.getByText('Ruth Rowan: given to Grandmother')).toBeVisible()
  await other.getByRole('link', { name: 'Board' }).click()
  line.set('open')
  const alert = other.getByText(/^Ruth Rowan was given to Ana Rowan at .*, and had been given to Grandmother/)
  await expect(alert).toBeVisible({ timeout: 30_000 })
  await other.getByRole('button', { name: 'It has been seen to' }).click()
  await expect(alert).toHaveCount(0)
})

async function staysOf(page: Page, children: readonly number[]) {
  const { stays } = await board(page)
  return children.flatMap((child) => stays.find(({ attendee_id }) => attendee_id === child) ?? [])
}
