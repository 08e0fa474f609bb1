import type { Page } from '@playwright/test'
import { planClass, twelve } from './attendance-church.ts'
import { callAs, saveSettings } from './church-calls.ts'
import { expect, signIn, test } from './fixtures.ts'
import { type RunningServer, startTestServer } from './running-server.ts'

/** Whether rooms are kept counts for the whole server, so these tests have one of their own. */
let server: RunningServer
test.beforeAll(async () => {
  server = await startTestServer()
})
test.afterAll(() => server.destroy())

const keepRooms = (page: Page) => callAs(page, 'PUT', '/settings', { rooms: true })
const adults = (page: Page) => page.getByRole('region', { name: 'Adults here' })
const openRoll = (page: Page, id: number) =>
  page.goto(`${server.origin}/sunday-school/classes/attendance?class=${id}`)
const dialog = (page: Page) => page.getByRole('dialog')

test('rooms are seen nowhere until settings turn them on; then classes choose from them @phone', async ({
  page,
  checkAccessibility,
}) => {
  await signIn(page, server)
  await callAs(page, 'PUT', '/settings', { rooms: false })
  const made = await planClass(page, 'Little lambs', twelve().slice(0, 2), { room: 'Blue room' })
  await openRoll(page, made.id)
  await expect(page.getByRole('list', { name: 'Roll' }).getByRole('listitem')).toHaveCount(2)
  await expect(adults(page)).toHaveCount(0)
  await page.goto(`${server.origin}/sunday-school/classes`)
  await expect(page.getByRole('link', { name: 'View History' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Rooms' })).toHaveCount(0)
  await page.goto(`${server.origin}/settings`)
  await page.getByLabel('Rooms: how many children they hold').check()
  await saveSettings(page)

  await page.goto(`${server.origin}/sunday-school/classes`)
  await page.getByRole('link', { name: 'Rooms' }).click()
  await expect(page.getByText('No rooms yet')).toBeVisible()
  await checkAccessibility(page)
  await page.getByRole('button', { name: 'Add room' }).first().click()
  await expect(dialog(page).getByLabel('Name')).toBeFocused()
  await dialog(page).getByLabel('Children at most').fill('none')
  await dialog(page).getByRole('button', { name: 'Add' }).click()
  await expect(dialog(page)).toContainText('This field is required')
  await expect(dialog(page)).toContainText('Enter a whole number from 1 to 1000.')
  await checkAccessibility(page)
  await dialog(page).getByLabel('Name').fill('Blue room')
  await dialog(page).getByLabel('Children at most').fill('2')
  await dialog(page).getByRole('button', { name: 'Add' }).click()
  await expect(page.getByRole('table', { name: 'Rooms' })).toContainText('By the children’s ages')
  await checkAccessibility(page)

  await page.getByRole('button', { name: 'Edit Blue room' }).click()
  await dialog(page).getByLabel('Name').fill('Sky room')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('table', { name: 'Rooms' })).toContainText('Sky room')
  await page.goto(`${server.origin}/sunday-school/classes/edit/${made.id}`)
  const room = page.getByRole('combobox', { name: 'Room' })
  await expect(room).toHaveValue('Sky room')
  await room.fill('')
  await page.getByRole('option', { name: 'Sky room' }).click()
  await expect(room).toHaveValue('Sky room')
  await checkAccessibility(page)
})

test('the roll counts the adults, and says how many are needed and when the room is full @phone', async ({
  page,
  checkAccessibility,
}) => {
  await signIn(page, server)
  await keepRooms(page)
  const { id } = await callAs<{ id: number }>(page, 'POST', '/rooms', {
    name: `Attic ${crypto.randomUUID()}`,
    capacity: 4,
    children_per_adult: 1,
  })
  const [{ name } = { name: '' }] = (
    await callAs<{ id: number; name: string }[]>(page, 'GET', '/rooms')
  ).filter((one) => one.id === id)
  const made = await planClass(page, 'Four', twelve(' up').slice(0, 4), { room: name })
  await openRoll(page, made.id)
  const line = adults(page)
  for (const child of ['Ada Abbot up', 'Bruno Baker up', 'Clara Cole up']) {
    await page.getByRole('button', { name: `Present: ${child}` }).click()
  }
  await expect(line).toContainText('3 adults are needed for 3 children present')
  const more = line.getByRole('button', { name: 'One adult more' })
  await more.click()
  await more.click()
  await expect(line.locator('div[role=status]')).toBeEmpty()
  await expect(line).toContainText('3 adults are needed for 3 children present')
  await more.click()
  await expect(line).toContainText('3 adults are enough for 3 children present')
  const helpers = async () =>
    (await callAs<{ roll: { helpers?: number } }>(page, 'GET', `/attendance/roll-call?class_id=${made.id}`))
      .roll.helpers
  await expect.poll(helpers).toBe(3)

  await page.getByRole('button', { name: 'Present: David Dunn up' }).click()
  await expect(line.getByText('Room full: 4 of 4')).toBeVisible()
  await callAs(page, 'PUT', '/rooms', { id, name, capacity: 4, children_per_adult: 1, open: false })
  await expect(line.getByText('This room is closed')).toBeVisible()
  await checkAccessibility(page)
  const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement)
  expect(scrollWidth).toBe(clientWidth)

  await callAs(page, 'PUT', '/attendance/helpers', { class_id: made.id, helpers: 7, seen: 3 })
  await expect(line.locator('output')).toHaveText('7')
  await line.getByRole('button', { name: 'One adult fewer' }).click()
  await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Classes' }).click()
  await expect.poll(helpers).toBe(6)
})
