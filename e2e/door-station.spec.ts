import type { Browser, Page } from '@playwright/test'
import type { DoorBoard } from '@vestry/contract/calls/door.ts'
import { brotherPictures, startLabelPrinter } from '@vestry/server/testing/label-printer.ts'
import decodeQr from 'qr/decode.js'
import { addAttendee, callAs } from './church-calls.ts'
import { expect, signIn, test } from './fixtures.ts'
import { type RunningServer, startTestServer } from './running-server.ts'

/** A printer on this machine, and a server of their own: whether there is a door counts for all of it. */
let printer: Awaited<ReturnType<typeof startLabelPrinter>>
let server: RunningServer
test.beforeAll(async () => {
  printer = await startLabelPrinter()
  server = await startTestServer({ VESTRY_PRINTER_PORTS: `9100,${printer.port}` })
})
test.afterAll(async () => {
  await server.destroy()
  await printer.close()
})
test.beforeEach(async ({ page }) => {
  printer.behave({})
  printer.jobs.length = 0
  await signIn(page, server)
  await callAs(page, 'PUT', '/settings', { families: true, door: true })
})

let families = 0

/** A family with an adult, of whose children each is on the roster of a class that goes on all day. */
async function addComing(page: Page, names: readonly string[]) {
  const { now } = await callAs<DoorBoard>(page, 'GET', '/door')
  const planned = await callAs<{ id: number; series_id: number }>(page, 'POST', '/classes', {
    ...{ title: 'Little lambs', room: 'Blue room', notes: '', teachers: [] },
    ...{ session_datetime: `${now.slice(0, 10)}T00:00:00`, end_time: '23:59' },
  })
  families += 1
  const phone = `0161 496 ${3000 + families}`
  const last_name = `Quince${'abcdefghijklmnop'[families] ?? ''}`
  const children: number[] = []
  for (const first_name of names) {
    children.push(await addAttendee(page, { first_name, last_name, allergies: 'Nuts' }))
  }
  await callAs(page, 'POST', '/classes/roster', { series_id: planned.series_id, attendee_ids: children })
  const adult = { id: null, first_name: 'Ana', last_name, phone, email: '', language: '', collects: 'yes' }
  await callAs(page, 'POST', '/families', { name: last_name, adults: [adult], children })
  return { phone, digits: phone.replaceAll(' ', ''), class_id: planned.id, last_name }
}

type Made = { id: number; secret: string }
const addStation = (page: Page, given: object = {}) =>
  callAs<Made>(page, 'POST', '/door/stations', { name: 'Hall', kind: 'self', ...given })

/** A tablet of its own, on which the time can be moved. */
async function openTablet(browser: Browser, options: object, link: string): Promise<Page> {
  const context = await browser.newContext(options)
  const tablet = await context.newPage()
  await tablet.clock.install()
  await tablet.goto(link)
  return tablet
}
const linkOf = ({ secret }: Made) => `${server.origin}/station#pair=${secret}`
const number = (tablet: Page) => tablet.getByLabel('Your telephone number')
const heading = (tablet: Page, name: string) => tablet.getByRole('heading', { name, level: 1 })
const code = (tablet: Page) => tablet.getByText(/^[CDFGHJKMNPRTVWXY234679]{4}$/)
const printed = () => printer.jobs.flatMap((job) => brotherPictures(job, { width: 696, beside: 12 }))

async function expectNoOverflow(page: Page): Promise<void> {
  const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement)
  expect(scrollWidth).toBe(clientWidth)
}

test('a device is made a station by a link once, and a family takes itself in with two taps @phone', async ({
  page,
  browser,
  contextOptions,
  watchPage,
  checkAccessibility,
}) => {
  const { digits, class_id, last_name } = await addComing(page, ['Ruth', 'Saúl'])
  await page.goto(`${server.origin}/settings`)
  await page.getByRole('link', { name: 'Stations' }).click()
  await expect(page.getByRole('heading', { name: 'Stations', level: 1 })).toBeVisible()
  await checkAccessibility(page)
  await page.getByRole('button', { name: 'Add station' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect(dialog.getByText('This field is required')).toBeVisible()
  await dialog.getByLabel('Name').fill(`Porch ${families}`)
  await checkAccessibility(page)
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect(dialog.getByRole('heading', { name: `Make a device “Porch ${families}”` })).toBeVisible()
  await expect(dialog.getByAltText('Code with the link for the device')).toBeVisible()
  await checkAccessibility(page)
  // The server of this test answers on this machine alone.
  await expect(dialog.getByRole('link', { name: 'How phones and tablets reach Vestry' })).toBeVisible()
  const link = (await dialog.getByRole('link', { name: '/station#' }).getAttribute('href')) ?? ''

  const tablet = await openTablet(browser, contextOptions, link)
  watchPage(tablet, { alsoAt: [server.origin] })
  await expect(heading(tablet, 'Check in your children')).toBeVisible()
  expect(tablet.url()).toBe(`${server.origin}/station`)
  await checkAccessibility(tablet)
  await expectNoOverflow(tablet)
  const second = await openTablet(browser, contextOptions, link)
  await expect(second.getByText('This link was used already')).toBeVisible()
  await second.context().close()

  const asked: string[] = []
  tablet.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) {
      asked.push(`${request.method()} ${pathname}`)
    }
  })
  await expect(number(tablet)).toBeFocused()
  for (const digit of digits) {
    await tablet.getByRole('button', { name: digit, exact: true }).click()
  }
  await expect(number(tablet)).toHaveValue(digits)
  await tablet.getByRole('button', { name: 'Continue' }).click()
  await expect(heading(tablet, 'Who has come?')).toBeFocused()
  await expect(tablet.getByRole('checkbox', { name: /Ruth.*Little lambs · Blue room/ })).toBeChecked()
  await checkAccessibility(tablet)
  await expectNoOverflow(tablet)
  await tablet.getByRole('button', { name: 'Check in 2 children' }).click()
  await expect(heading(tablet, 'You are checked in')).toBeFocused()
  await expect(code(tablet)).toBeVisible()
  await expect(tablet.getByText('Show this code when you collect.')).toBeVisible()
  expect(asked).toEqual(['POST /api/station/children', 'POST /api/station/arrivals'])
  expect(await tablet.content()).not.toContain(last_name)
  await checkAccessibility(tablet)
  await expectNoOverflow(tablet)

  const { stays } = await callAs<DoorBoard>(page, 'GET', '/door')
  const own = stays.filter((stay) => stay.class_id === class_id)
  expect(own.map(({ first_name }) => first_name).sort()).toEqual(['Ruth', 'Saúl'])
  expect(own.map((stay) => stay.code)).toContain(await code(tablet).textContent())
  expect(own.map(({ arrived_by }) => arrived_by)).toEqual([`Porch ${families}`, `Porch ${families}`])
  expect(await tablet.evaluate(() => Object.keys(localStorage).sort())).toEqual(['vestry.station'])

  await tablet.getByRole('button', { name: 'Done' }).click()
  await expect(number(tablet)).toHaveValue('')
  await number(tablet).pressSequentially(digits)
  await tablet.keyboard.press('Enter')
  await expect(heading(tablet, 'Go to the desk')).toBeFocused()
  await expect(tablet.getByText('Nobody else of your family can be checked in here.')).toBeVisible()
  await checkAccessibility(tablet)

  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('table', { name: 'Stations' })).toContainText(`Porch ${families}`)
  await checkAccessibility(page)
  await tablet.context().close()
})

test('a station forgets what was typed, who was found and the language when nobody touches it', async ({
  page,
  browser,
  contextOptions,
}) => {
  const { digits } = await addComing(page, ['Ruth'])
  const tablet = await openTablet(browser, contextOptions, linkOf(await addStation(page)))
  await number(tablet).fill('0161')
  await tablet.getByRole('button', { name: 'Español' }).click()
  await expect(heading(tablet, 'Registra a tus niños')).toBeVisible()
  await expect(tablet.getByLabel('Tu número de teléfono')).toHaveValue('0161')
  await tablet.clock.runFor(30_000)
  await expect(tablet.getByLabel('Tu número de teléfono')).toHaveValue('0161')
  await tablet.clock.runFor(16_000)
  await expect(number(tablet)).toHaveValue('')

  await number(tablet).fill(digits)
  await tablet.getByRole('button', { name: 'Continue' }).click()
  await expect(tablet.getByRole('checkbox', { name: /Ruth/ })).toBeChecked()
  await tablet.clock.runFor(30_000)
  await tablet.getByRole('checkbox', { name: /Ruth/ }).uncheck()
  await expect(tablet.getByRole('button', { name: 'Check in', exact: true })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await tablet.clock.runFor(30_000)
  await expect(tablet.getByRole('checkbox', { name: /Ruth/ })).not.toBeChecked()
  await tablet.clock.runFor(16_000)
  await expect(number(tablet)).toHaveValue('')
  await expect(tablet.getByText('Ruth')).toHaveCount(0)
  await tablet.context().close()
})

test('a number that is unknown, or not whole, leads to the desk, and says no more', async ({
  page,
  browser,
  contextOptions,
}) => {
  const { digits } = await addComing(page, ['Ruth'])
  const tablet = await openTablet(browser, contextOptions, linkOf(await addStation(page)))
  const told: string[] = []
  for (const typed of [digits.slice(0, -1), '0161 555 9999']) {
    await number(tablet).fill(typed)
    await tablet.getByRole('button', { name: 'Continue' }).click()
    await expect(heading(tablet, 'Go to the desk')).toBeFocused()
    told.push((await tablet.getByRole('main').textContent()) ?? '')
    await tablet.getByRole('button', { name: 'Done' }).click()
  }
  expect(told[0]).toBe(told[1])
  await tablet.context().close()
})

test('a station that was deleted is none any more, and keeps no key', async ({
  page,
  browser,
  contextOptions,
}) => {
  const { digits } = await addComing(page, ['Ruth'])
  const station = await addStation(page)
  const tablet = await openTablet(browser, contextOptions, linkOf(station))
  await number(tablet).fill(digits)
  await callAs(page, 'DELETE', `/door/stations?id=${station.id}`)
  await tablet.getByRole('button', { name: 'Continue' }).click()
  await expect(heading(tablet, 'This device is no station')).toBeVisible()
  expect(await tablet.evaluate(() => localStorage.getItem('vestry.station'))).toBeNull()
  await tablet.reload()
  await expect(heading(tablet, 'This device is no station')).toBeVisible()
  await tablet.context().close()
})

test('out of hours, and without a connection, families are sent to the desk', async ({
  page,
  browser,
  contextOptions,
  checkAccessibility,
}) => {
  const { digits } = await addComing(page, ['Ruth'])
  const tablet = await openTablet(browser, contextOptions, linkOf(await addStation(page)))
  await number(tablet).fill(digits)
  await tablet.context().setOffline(true)
  await tablet.getByRole('button', { name: 'Continue' }).click()
  await expect(tablet.getByText('This tablet has no connection at the moment.')).toBeVisible()
  await checkAccessibility(tablet)
  await tablet.context().setOffline(false)
  await tablet.clock.runFor(31_000)
  await expect(number(tablet)).toHaveValue('')

  await number(tablet).fill(digits)
  await callAs(page, 'PUT', '/settings', { door: false })
  await tablet.getByRole('button', { name: 'Continue' }).click()
  await expect(heading(tablet, 'Check-in here is closed')).toBeVisible()
  await checkAccessibility(tablet)
  await callAs(page, 'PUT', '/settings', { door: true })
  await tablet.clock.runFor(31_000)
  await expect(number(tablet)).toHaveValue('')
  await tablet.context().close()
})

test('labels come from the station’s printer, and the code is shown when it is silent', async ({
  page,
  browser,
  contextOptions,
}) => {
  const { id: printer_id } = await callAs<{ id: number }>(page, 'POST', '/door/printers', {
    ...{ name: 'Hall', kind: 'brother_ql', host: '127.0.0.1', port: printer.port, size: 'brother_62x100' },
    kinds: ['child', 'guardian', 'room'],
  })
  const tablet = await openTablet(browser, contextOptions, linkOf(await addStation(page, { printer_id })))
  const checkIn = async ({ digits }: { digits: string }) => {
    await number(tablet).fill(digits)
    await tablet.getByRole('button', { name: 'Continue' }).click()
    await tablet.getByRole('button', { name: 'Check in 1 child' }).click()
    await expect(code(tablet)).toBeVisible()
  }
  await checkIn(await addComing(page, ['Ruth']))
  await expect(tablet.getByText('Take your labels.')).toBeVisible()
  const pictures = printed()
  expect(pictures).toHaveLength(2)
  expect(decodeQr(pictures[1] ?? { width: 0, height: 0, data: new Uint8Array() })).toBe(
    await code(tablet).textContent(),
  )

  await tablet.getByRole('button', { name: 'Done' }).click()
  printer.behave({ fault: 'hangs' })
  await checkIn(await addComing(page, ['Noa']))
  await expect(tablet.getByText('The printer does not answer.')).toBeVisible()
  await expect(code(tablet)).toBeVisible()
  await tablet.context().close()
})

test('a station without a printer prints from its browser, on paper of the size that was chosen', async ({
  page,
  browser,
  contextOptions,
}) => {
  const { digits } = await addComing(page, ['Ruth', 'Saúl'])
  const tablet = await openTablet(
    browser,
    contextOptions,
    linkOf(await addStation(page, { paper: 'brother_62x100' })),
  )
  await number(tablet).fill(digits)
  await tablet.getByRole('button', { name: 'Continue' }).click()
  await tablet.getByRole('button', { name: 'Check in 2 children' }).click()
  await expect(tablet.locator('[data-size="brother_62x100"] img')).toHaveCount(3)
  const pdf = (await tablet.pdf({ preferCSSPageSize: true })).toString('latin1')
  const boxes = [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)]
  const inMillimetres = (points = '') => Math.round((Number(points) / 72) * 25.4)
  expect(boxes.map(([, width, height]) => [inMillimetres(width), inMillimetres(height)])).toEqual([
    [62, 100],
    [62, 100],
    [62, 100],
  ])
  await tablet.context().close()
})
