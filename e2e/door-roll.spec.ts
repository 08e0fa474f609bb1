import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { callAs } from './church-calls.ts'
import { atTheDoor } from './door-church.ts'
import { expect, test } from './fixtures.ts'
import { type RunningServer, startTestServer } from './running-server.ts'

let server: RunningServer
test.beforeAll(async () => {
  server = await startTestServer()
})
test.afterAll(() => server.destroy())

const { openDoor, takeIn } = atTheDoor(() => server)

const openRoll = (page: Page, class_id: number) =>
  page.goto(`${server.origin}/sunday-school/classes/attendance?class=${class_id}`)

test('the roll tells who has arrived and who has gone as it happens, from the roll alone @phone', async ({
  page,
  context,
  checkAccessibility,
}) => {
  const family = await openDoor(page)
  const { name, class_id } = family
  const desk = await context.newPage()
  // Whatever page is open keeps today's rolls, for when there is no line.
  const keeps = page.waitForRequest(`${server.origin}/api/today`)
  await openRoll(page, class_id)
  const row = page.getByRole('listitem').filter({ hasText: `Ruth ${name}` })
  await expect(row).toContainText('not arrived')
  await expect(page.getByText('0 in the room · 0 gone · 1 not arrived')).toBeVisible()

  await keeps
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const code = await takeIn(desk, family)
  await expect(row).toContainText(/arrived \d\d:\d\d/)
  await expect(row.getByRole('button', { name: `Present: Ruth ${name}` })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect(page.getByText('1 in the room · 0 gone · 0 not arrived')).toBeVisible()
  await checkAccessibility(page)

  const { stays, adults } = await callAs<{ stays: { id: number }[]; adults: { id: number }[] }>(
    desk,
    'GET',
    `/door/collect?code=${code}`,
  )
  await callAs(desk, 'POST', '/door/handovers', {
    ...{ stay_ids: stays.map(({ id }) => id), adult_id: adults[0]?.id },
    ...{ name: '', code, reason: '' },
  })
  await expect(row).toContainText(/gone \d\d:\d\d/)
  await expect(page.getByText('0 in the room · 1 gone · 0 not arrived')).toBeVisible()
  const others = asked.filter((path) => /^\/api\/(?!attendance\/|news)/.test(path))
  expect(others).toEqual([])

  await callAs(desk, 'PUT', '/settings', { door: false })
  await openRoll(page, class_id)
  await expect(row).toBeVisible()
  await expect(row).not.toContainText(/gone|arrived/)
  await desk.close()
})

test('the arrivals of some days go out as a file without codes, while there is a door', async ({
  page,
  folder,
  checkAccessibility,
}) => {
  const family = await openDoor(page)
  const { name, title } = family
  const code = await takeIn(page, family)
  await page.goto(`${server.origin}/sunday-school/classes/history`)
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Export' })
  await dialog.getByLabel('List').selectOption('Arrivals at the door')
  await expect(dialog.getByLabel('From')).toBeVisible()
  await checkAccessibility(page)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^vestry-stays-[\d-]+\.csv$/)
  const path = join(folder, 'stays.csv')
  await file.saveAs(path)
  const content = readFileSync(path, 'utf8')
  expect(content).toContain(`${title},Blue room`)
  expect(content).toContain(`Ruth,${name}`)
  expect(content).not.toContain(code)

  await callAs(page, 'PUT', '/settings', { door: false })
  await page.reload()
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await expect(dialog.getByRole('option', { name: 'Attendance' })).toBeAttached()
  await expect(dialog.getByRole('option', { name: 'Arrivals at the door' })).toHaveCount(0)
})
