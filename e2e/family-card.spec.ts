import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { filmCode } from './camera-picture.ts'
import { callAs } from './church-calls.ts'
import { arrived, atTheDoor } from './door-church.ts'
import { expect, signIn, test } from './fixtures.ts'
import { readCode } from './read-code.ts'
import { type RunningServer, startTestServer } from './running-server.ts'

/** A server of their own: whether there is a door counts for all of it. */
let server: RunningServer
test.beforeAll(async () => {
  server = await startTestServer()
})
test.afterAll(() => server.destroy())
const { open, openDoor } = atTheDoor(() => server)

/** Makes a card for the family in the list, and reads the number from its picture. */
async function makeCard(page: Page, name: string): Promise<string> {
  await page.goto(`${server.origin}/sunday-school/families`)
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Card' }).click()
  await page.getByRole('button', { name: 'Make a card' }).click()
  const picture = page.getByRole('img', { name: 'The card, with a QR code' })
  await expect(picture).toBeVisible()
  return await readCode(picture)
}

test('a family gets a card, and is found by it with a scanner and with a camera', async ({
  page,
  playwright,
  launchOptions,
  contextOptions,
  folder,
  watchPage,
  checkAccessibility,
}) => {
  watchPage(page, { alsoAt: [server.origin] })
  const { name } = await openDoor(page, { allDay: true })
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '')
  })
  const card = await makeCard(page, name)
  expect(card).toMatch(/^\d{20}$/)
  await checkAccessibility(page)
  await page.getByRole('button', { name: 'Print', exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('data-printed', '')
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(pdf.match(/\/MediaBox/g)).toHaveLength(1)
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('img', { name: 'The card, with a QR code' })).toBeHidden()

  const film = join(folder, 'camera.y4m')
  filmCode(film, card)
  const browser = await playwright.chromium.launch({
    ...launchOptions,
    args: [
      ...(launchOptions.args ?? []),
      ...['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream'],
      `--use-file-for-fake-video-capture=${film}`,
    ],
  })
  const context = await browser.newContext({ ...contextOptions, permissions: ['camera'] })
  const { secret } = await callAs<{ secret: string }>(page, 'POST', '/door/stations', {
    ...{ name: 'Hall', kind: 'self' },
  })
  const tablet = await context.newPage()
  watchPage(tablet, { alsoAt: [server.origin] })
  await tablet.goto(`${server.origin}/station#pair=${secret}`)
  const welcome = tablet.getByRole('heading', { name: 'Check in your children' })
  const found = tablet.getByRole('checkbox', { name: /Ruth/ })
  await expect(tablet.getByLabel('Your telephone number')).toBeFocused()

  // A scanner types, wherever somebody has tapped before.
  await welcome.click()
  await tablet.keyboard.type(card)
  await tablet.keyboard.press('Enter')
  await expect(found).toBeChecked()
  await tablet.getByRole('button', { name: 'Start again' }).click()
  await tablet.getByRole('button', { name: 'Show your card' }).click()
  await expect(found).toBeChecked()
  await tablet.getByRole('button', { name: 'Start again' }).click()

  const desk = await context.newPage()
  watchPage(desk, { alsoAt: [server.origin] })
  await signIn(desk, server)
  await open(desk)
  await desk.getByRole('button', { name: 'Scan' }).click()
  await desk.getByRole('button', { name: 'Take in 1 child' }).click()
  const code = ((await arrived(desk).locator('output').textContent()) ?? '').replaceAll(' ', '')

  filmCode(film, code)
  await open(desk, '/collect')
  await desk.getByRole('button', { name: 'Scan' }).click()
  await expect(desk.getByRole('checkbox', { name: /Ruth/ })).toBeChecked()
  await expect(desk.getByRole('textbox', { name: 'Code of the tag' })).toHaveValue(code)
  await browser.close()

  // Where there is no camera, or it may not be used, the page says what to do.
  await open(page, '/collect')
  await page.getByRole('button', { name: 'Scan' }).click()
  await expect(page.getByText('The camera can’t be used.')).toBeVisible()
  await checkAccessibility(page)
})
