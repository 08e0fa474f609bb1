import { readdirSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type { DoorBoard, Stay } from '@vestry/contract/calls/door.ts'
import type { LabelKind } from '@vestry/contract/sunday-school/label-rules.ts'
import { brotherPictures, brotherStatus, startLabelPrinter } from '@vestry/server/testing/label-printer.ts'
import decodeQr from 'qr/decode.js'
import { addAttendee, callAs } from './church-calls.ts'
import { expect, signIn, test } from './fixtures.ts'
import { loseAnswer } from './lose-answer.ts'
import { ASSETS, pieceWith } from './media-page.ts'
import { readCode } from './read-code.ts'
import { type RunningServer, startTestServer } from './running-server.ts'

/** A printer of 62 × 100 mm on this machine, and a server that may send to it. */
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
  await callAs(page, 'PUT', '/settings', { families: true, door: true, allergyLabels: true })
  for (const { id } of await callAs<{ id: number }[]>(page, 'GET', '/door/printers')) {
    await callAs(page, 'DELETE', `/door/printers?id=${id}`)
  }
})

const openPrinters = (page: Page) => page.goto(`${server.origin}/sunday-school/door/printers`)
const dialog = (page: Page) => page.getByRole('dialog')
const failure = (page: Page) => page.getByRole('alertdialog')
const printed = () => printer.jobs.flatMap((job) => brotherPictures(job, { width: 696, beside: 12 }))

const addPrinter = (page: Page, name: string) =>
  callAs<{ id: number }>(page, 'POST', '/door/printers', {
    ...{ name, kind: 'brother_ql', host: '127.0.0.1', port: printer.port, size: 'brother_62x100' },
    kinds: ['child', 'guardian', 'room'],
  })

/** A child arrives in a class of today. */
async function arrive(page: Page, child: Parameters<typeof addAttendee>[1]): Promise<Stay> {
  const { now } = await callAs<DoorBoard>(page, 'GET', '/door')
  const { id: class_id } = await callAs<{ id: number }>(page, 'POST', '/classes', {
    ...{ title: 'Little lambs', session_datetime: `${now.slice(0, 10)}T10:30:00`, room: 'Blue room' },
    ...{ notes: '', teachers: [] },
  })
  const attendee_id = await addAttendee(page, child)
  const body = { request_id: crypto.randomUUID(), children: [{ attendee_id, class_id }], reason: '' }
  const { stays } = await callAs<{ stays: Stay[] }>(page, 'POST', '/door/arrivals', body)
  expect(stays).toHaveLength(1)
  return stays[0] as Stay
}

/** Prints as the desk does, in the built console. */
async function printLabels(page: Page, stays: readonly Stay[], kinds: readonly LabelKind[]): Promise<void> {
  const piece = pieceWith('print-labels', 'printLabels')
  const sheets = readdirSync(ASSETS).filter((asset) => /^print-(labels|view)-.*\.css$/.test(asset))
  await page.evaluate(
    async ([address, styles, some, wanted]) => {
      // Beside its code a page loads its styles.
      for (const style of styles) {
        const link = Object.assign(document.createElement('link'), {
          rel: 'stylesheet',
          href: `/assets/${style}`,
        })
        const styled = new Promise((resolve) => link.addEventListener('load', resolve))
        document.head.append(link)
        await styled
      }
      const module = await import(address)
      // The build exports within one object what other pieces import by name.
      const doors = Object.values<{ printLabels?: unknown }>(module).find((one) => one.printLabels) ?? module
      void doors.printLabels(some, { kinds: wanted })
    },
    [piece, sheets, stays, kinds] as const,
  )
}

test('printers are set up while the door is on, print a test label, and are named when they are silent @phone', async ({
  page,
  checkAccessibility,
}) => {
  await callAs(page, 'PUT', '/settings', { door: false })
  await page.goto(`${server.origin}/settings`)
  await expect(page.getByLabel('Name of the church')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Label printers' })).toHaveCount(0)
  await callAs(page, 'PUT', '/settings', { door: true })
  await page.reload()
  await page.getByRole('link', { name: 'Label printers' }).click()
  await expect(page.getByText('No printers yet')).toBeVisible()
  await checkAccessibility(page)

  await page.getByRole('button', { name: 'Add printer' }).first().click()
  await expect(dialog(page).getByLabel('Name')).toBeFocused()
  await dialog(page).getByRole('button', { name: 'Add' }).click()
  await expect(dialog(page).getByText('This field is required')).toHaveCount(2)
  await checkAccessibility(page)
  await dialog(page).getByLabel('Name').fill('Desk')
  await dialog(page).getByLabel('Address in the network').fill('169.254.169.254')
  await dialog(page).getByRole('button', { name: 'Add' }).click()
  await expect(dialog(page)).toContainText('The server sends nothing to this address.')
  await dialog(page).getByLabel('Address in the network').fill('127.0.0.1')
  await dialog(page).getByLabel('Port').fill('22')
  await dialog(page).getByRole('button', { name: 'Add' }).click()
  await expect(dialog(page)).toContainText('only to the ports that its operator allows')
  await dialog(page).getByLabel('Port').fill(String(printer.port))
  await dialog(page).getByRole('button', { name: 'Add' }).click()
  await expect(page.getByRole('table', { name: 'Label printers' })).toContainText('Brother, 62 × 100 mm')
  await expect(page.getByLabel('Labels print')).toHaveValue('printers')
  await checkAccessibility(page)

  const test = page.getByRole('button', { name: 'Print a test label Desk' })
  await test.click()
  await expect(
    page.getByRole('status').filter({ hasText: 'The test label was sent to “Desk”' }),
  ).toBeVisible()
  expect(printed().map((picture) => decodeQr(picture))).toEqual(['TEST'])

  printer.behave({ fault: 'hangs' })
  await test.click()
  await expect(failure(page)).toContainText('“Desk” does not react')
  await expect(failure(page)).toContainText('Labels may still come out.')
  await expect(failure(page).getByText('TEST', { exact: true })).toBeVisible()
  await checkAccessibility(page)
  printer.behave({})
  await failure(page).getByRole('button', { name: 'Print again' }).click()
  await expect(failure(page)).toHaveCount(0)
  await expect.poll(() => printed().length).toBe(2)
  const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement)
  expect(scrollWidth).toBe(clientWidth)
})

test('the labels of a family come out once, with its code, also when the answer is lost', async ({
  page,
}) => {
  await addPrinter(page, 'Desk')
  const stay = await arrive(page, { first_name: 'Léa', last_name: 'O’Brien', allergies: 'Nuts' })
  await openPrinters(page)
  await expect(page.getByRole('table', { name: 'Label printers' })).toBeVisible()
  await page.route('**/api/door/print', loseAnswer, { times: 1 })
  await printLabels(page, [stay], ['child', 'guardian', 'room'])
  await expect(failure(page)).toContainText('The labels could not be sent to “Desk”')
  await expect(failure(page).getByText(stay.code, { exact: true })).toBeVisible()
  await failure(page).getByRole('button', { name: 'Print again' }).click()
  await expect(failure(page)).toHaveCount(0)
  const pictures = printed()
  expect(pictures).toHaveLength(3)
  // In their order: the child's, the one of whoever collects, and the room's.
  expect(decodeQr(pictures[1] ?? { width: 0, height: 0, data: new Uint8Array() })).toBe(stay.code)
})

test('no label comes out with a code that was lost meanwhile', async ({ page }) => {
  await addPrinter(page, 'Desk')
  const stay = await arrive(page, { first_name: 'Ida', last_name: 'Ibarra' })
  await callAs(page, 'POST', '/door/codes', { stay_id: stay.id, lost: stay.code })
  await openPrinters(page)
  await printLabels(page, [stay], ['guardian'])
  await expect(failure(page)).toContainText('The code is another one by now')
  await expect(failure(page).getByRole('button', { name: 'Print again' })).toHaveCount(0)
  expect(printer.jobs).toEqual([])
})

test('of a printer without labels it is said that it has none, and nothing was printed', async ({ page }) => {
  await addPrinter(page, 'Desk')
  printer.behave({ status: brotherStatus({ error: 0x02 }) })
  await openPrinters(page)
  await page.getByRole('button', { name: 'Print a test label Desk' }).click()
  await expect(failure(page)).toContainText('“Desk” has no labels left')
  await expect(failure(page)).toContainText('Nothing was printed.')
})

const PAGES = {
  brother_62x100: { name: 'Brother, 62 × 100 mm', paper: [62, 100], pages: 3 },
  zebra_102x51: { name: 'Zebra, 102 × 51 mm', paper: [102, 51], pages: 3 },
  a4_of_8: { name: 'A4 sheet of eight', paper: [210, 297], pages: 1 },
} as const

for (const [size, { name, paper, pages }] of Object.entries(PAGES)) {
  test(`the browser prints labels alone, on paper of their size: ${name}`, async ({ page }) => {
    const stay = await arrive(page, {
      ...{ first_name: '😀 عبد الرحمن <script>alert(1)</script>', last_name: 'D’Arcy' },
      allergies: 'Nuts '.repeat(40),
    })
    await openPrinters(page)
    await page.getByLabel('Labels print').selectOption(`From the browser: ${name}`)
    await page.reload()
    await expect(page.getByLabel('Labels print')).toHaveValue(size)
    await printLabels(page, [stay], ['child', 'guardian', 'room'])
    await expect(page.locator('[data-size] img')).toHaveCount(3)
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
    const boxes = [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)]
    expect(boxes).toHaveLength(pages)
    for (const [, width, height] of boxes) {
      const inMillimetres = [width, height].map((points) => Math.round((Number(points) / 72) * 25.4))
      expect(inMillimetres).toEqual(paper)
    }
    expect(await readCode(page.locator('[data-size] img').nth(1))).toBe(stay.code)
  })
}
