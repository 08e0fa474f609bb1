import type { Browser, Page } from '@playwright/test'
import type { DoorBoard, Stay } from '@vestry/contract/calls/door.ts'
import { PAIRING_MARK, STATION_PATH } from '@vestry/contract/sunday-school/station-rules.ts'
import { startMessageServices } from '@vestry/server/testing/message-services.ts'
import { addAttendee, callAs } from './church-calls.ts'
import { expect, signIn, test } from './fixtures.ts'
import { type RunningServer, startTestServer } from './running-server.ts'

/** A mail server and a gateway for text messages on this machine, and a server that sends through both. */
let services: Awaited<ReturnType<typeof startMessageServices>>
let server: RunningServer
test.beforeAll(async () => {
  services = await startMessageServices()
  server = await startTestServer(services.settings)
})
test.afterAll(async () => {
  await server.destroy()
  await services.close()
})

const openBoard = (page: Page) => page.goto(`${server.origin}/sunday-school/door/board`)
const rowOf = (page: Page, stay: Stay) =>
  page
    .getByRole('region', { name: 'Children' })
    .getByRole('listitem')
    .filter({ hasText: `Ruth ${stay.last_name}` })
const calledOf = (page: Page, stay: Stay) =>
  page
    .getByRole('region', { name: 'Called' })
    .getByRole('listitem')
    .filter({ hasText: stay.last_name })
    .first()

let families = 0

/** A child who has arrived, with an adult who collects it, one who must not, and another one who collects it. */
async function arrivedFamily(page: Page) {
  await signIn(page, server)
  await callAs(page, 'PUT', '/settings', { families: true, door: true })
  families += 1
  const name = `Plum${'abcdefghij'[families] ?? ''}`
  const { now } = await callAs<DoorBoard>(page, 'GET', '/door')
  const { id: class_id } = await callAs<{ id: number }>(page, 'POST', '/classes', {
    ...{ title: 'Little lambs', session_datetime: `${now.slice(0, 10)}T23:00:00`, room: 'Blue room' },
  })
  const attendee_id = await addAttendee(page, { first_name: 'Ruth', last_name: name, allergies: 'Nuts' })
  const adult = (first_name: string, at: number) => ({
    ...{ id: null, first_name, last_name: name, language: 'English', collects: 'yes' },
    ...{ phone: `0161 496 ${1000 + 10 * families + at}`, email: `${first_name}@${name}.test`.toLowerCase() },
  })
  const { id: family_id } = await callAs<{ id: number }>(page, 'POST', '/families', {
    ...{ name, adults: [adult('Ana', 0), adult('Ben', 1), adult('Cleo', 2)], children: [attendee_id] },
  })
  const { adults } = await callAs<{ adults: { id: number; phone: string; email: string }[] }>(
    page,
    'GET',
    `/families/one?family_id=${family_id}`,
  )
  const { version } = await callAs<{ version: number }>(
    page,
    'GET',
    `/families/child?attendee_id=${attendee_id}`,
  )
  await callAs(page, 'PUT', '/families/safeguarding', {
    ...{ attendee_id, version, need_detail: '' },
    bars: [{ adult_id: adults[1]?.id, reason: '' }],
  })
  const { stays } = await callAs<{ stays: Stay[] }>(page, 'POST', '/door/arrivals', {
    ...{ request_id: crypto.randomUUID(), brought_by: adults[2]?.id, reason: '' },
    children: [{ attendee_id, class_id }],
  })
  const international = (phone = '') => `+44${phone.replace(/\D/g, '').slice(1)}`
  const [ana, , cleo] = adults.map(({ phone, email }) => ({ phone: international(phone), email }))
  return { stay: stays[0] as Stay, ana, cleo }
}

/** Counts the taps on a page from here on. */
async function countTaps(page: Page) {
  await page.evaluate(() => {
    document.documentElement.dataset.taps = '0'
    document.addEventListener(
      'click',
      () => {
        const { dataset } = document.documentElement
        dataset.taps = String(Number(dataset.taps) + 1)
      },
      { capture: true },
    )
  })
  return async () => Number(await page.locator('html').getAttribute('data-taps'))
}

const sentTo = (to = '') => services.sent.filter((message) => message.to === to)

test('a parent is called with two taps, every board is told, and the call ends when somebody has come @phone', async ({
  page,
  checkAccessibility,
}) => {
  const { stay, cleo } = await arrivedFamily(page)
  const other = await page.context().newPage()
  await openBoard(other)
  await openBoard(page)
  await expect(rowOf(page, stay)).toContainText(`No. ${stay.number}`)
  const taps = await countTaps(page)
  await rowOf(page, stay).getByRole('button', { name: 'Call' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Why?')).toBeFocused()
  // Whoever brought the child comes first, and whoever is barred not at all.
  await expect(dialog.getByRole('listitem')).toHaveText([
    new RegExp(`Cleo ${stay.last_name}Brought the child`),
    new RegExp(`Ana ${stay.last_name}`),
  ])
  await checkAccessibility(page)
  await dialog.getByRole('button', { name: `Email Cleo ${stay.last_name}` }).click()
  await expect(dialog).toHaveCount(0)
  expect(await taps()).toBe(2)
  for (const board of [page, other]) {
    await expect(calledOf(board, stay)).toContainText(`Email to Cleo ${stay.last_name}: sent`)
  }
  const [email] = sentTo(cleo?.email)
  expect(email?.text).toContain('Ruth needs you at Little lambs, Blue room.')
  expect(email?.text).not.toContain(stay.last_name)
  expect(email?.text).not.toContain('Nuts')
  await checkAccessibility(page)
  await calledOf(other, stay).getByRole('button', { name: 'Has come' }).click()
  await expect(calledOf(page, stay)).toHaveCount(0)
})

test('a message that fails is shown on the board, and the next adult is one tap away @phone', async ({
  page,
  checkAccessibility,
}) => {
  const { stay, ana, cleo } = await arrivedFamily(page)
  services.refused.add(cleo?.phone ?? '')
  await openBoard(page)
  await rowOf(page, stay).getByRole('button', { name: 'Call' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Why?').selectOption({ label: 'Can’t be comforted' })
  await dialog.getByRole('button', { name: `Text Cleo ${stay.last_name}` }).click()
  const failed = `Text to Cleo ${stay.last_name}: failed, the number or address was refused`
  await expect(dialog.getByRole('status')).toContainText(failed)
  await checkAccessibility(page)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(calledOf(page, stay)).toContainText(failed)
  await expect(calledOf(page, stay)).toContainText('Can’t be comforted')
  await checkAccessibility(page)
  await calledOf(page, stay)
    .getByRole('button', { name: `Text Ana ${stay.last_name}` })
    .dblclick()
  await expect(calledOf(page, stay)).toContainText(`Text to Ana ${stay.last_name}: sent`)
  expect(sentTo(ana?.phone)).toEqual([
    { to: ana?.phone, text: expect.stringMatching(/^Ruth needs you at Little lambs, Blue room\./) },
  ])
})

/** A device in the hall that has become a screen; nobody is signed in on it. */
async function openScreen(browser: Browser, page: Page) {
  const { secret } = await callAs<{ secret: string }>(page, 'POST', '/door/stations', {
    ...{ kind: 'screen', name: 'Hall' },
  })
  const screen = await browser.newPage()
  await screen.goto(`${server.origin}${STATION_PATH}${PAIRING_MARK}${secret}`)
  await expect(screen.getByRole('heading', { name: 'These numbers are called' })).toBeVisible()
  return screen
}

test('a family is called by its number, which the screen shows, and nothing else of it @phone', async ({
  page,
  browser,
  checkAccessibility,
}) => {
  const { stay } = await arrivedFamily(page)
  const screen = await openScreen(browser, page)
  const number = screen.getByRole('listitem').filter({ hasText: new RegExp(`^${stay.number}$`) })
  await callAs(page, 'DELETE', `/door/stays?stay_id=${stay.id}`)
  await page.goto(`${server.origin}/sunday-school/door`)
  await page.getByRole('textbox', { name: 'Find a family' }).fill(stay.last_name)
  const family = page.getByRole('region', { name: stay.last_name })
  await family.getByRole('combobox', { name: 'Class of Ruth' }).selectOption({ value: String(stay.class_id) })
  await family.getByRole('button', { name: 'Take in 1 child' }).click()
  const arrived = page.getByRole('region', { name: 'What became of it' })
  await expect(arrived).toContainText(`Number on the screen: ${stay.number}`)

  await page.getByRole('link', { name: 'Board' }).click()
  await rowOf(page, stay).getByRole('button', { name: 'Call' }).click()
  await page.getByRole('button', { name: `Number ${stay.number} on the screen` }).click()
  await expect(calledOf(page, stay)).toContainText('On the screen: is shown')
  await expect(calledOf(page, stay)).toContainText(`No. ${stay.number}`)
  await calledOf(page, stay).getByRole('button', { name: 'Call again' }).click()
  await expect(page.getByRole('dialog').getByRole('status')).toContainText('On the screen: is shown')
  await checkAccessibility(page)
  await page.keyboard.press('Escape')
  await expect(number).toBeVisible()
  for (const secret of ['Ruth', stay.last_name, 'lambs', 'Blue room', stay.code]) {
    await expect(screen.locator('body')).not.toContainText(secret)
  }
  await checkAccessibility(screen)
  await screen.context().setOffline(true)
  await expect(screen.getByRole('alert')).toContainText('These numbers may be old.')
  await expect(number).toBeVisible()
  await checkAccessibility(screen)
  await screen.context().setOffline(false)
  await expect(screen.getByText('These numbers may be old.')).toHaveCount(0)
  await expect(calledOf(page, stay).getByRole('button', { name: 'Call again' })).toBeFocused()
  await calledOf(page, stay).getByRole('button', { name: 'Has come' }).click()
  await expect(number).toHaveCount(0)
  await screen.close()
})
