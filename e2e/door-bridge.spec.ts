import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotherPictures, startLabelPrinter } from '@vestry/server/testing/label-printer.ts'
import { runBridge } from '@vestry/server/testing/run-bridge.ts'
import decodeQr from 'qr/decode.js'
import { callAs } from './church-calls.ts'
import { expect, signIn, test } from './fixtures.ts'
import { startTestServer } from './running-server.ts'

test('a bridge is added, started with the command that is shown, and prints at a printer @phone', async ({
  page,
  checkAccessibility,
}) => {
  const printer = await startLabelPrinter()
  const ports = { VESTRY_PRINTER_PORTS: `9100,${printer.port}` }
  const server = await startTestServer(ports)
  const dataFolder = await mkdtemp(join(tmpdir(), 'vestry-bridge-'))
  await signIn(page, server)
  await callAs(page, 'PUT', '/settings', { families: true, door: true })
  const dialog = page.getByRole('dialog')
  const failure = page.getByRole('alertdialog')

  await page.goto(`${server.origin}/sunday-school/door/printers`)
  await page.getByRole('button', { name: 'Add printer' }).first().click()
  await expect(dialog.getByLabel('Name')).toBeFocused()
  // Where there is no bridge, nobody is asked for one.
  await expect(dialog.getByLabel('Reached from')).toHaveCount(0)
  await page.keyboard.press('Escape')

  await page.goto(`${server.origin}/sunday-school/door/stations`)
  await page.getByRole('button', { name: 'Add station' }).first().click()
  await dialog.getByLabel('Name').fill('Office')
  await dialog.getByLabel('Kind').selectOption('Bridge to printers')
  await expect(dialog.getByLabel('Labels')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect(dialog.getByRole('heading', { name: 'Make a computer the bridge “Office”' })).toBeVisible()
  await expect(dialog.getByRole('img')).toHaveCount(0)
  await checkAccessibility(page)
  const command = (await dialog.getByText('npm run vestry -- bridge "').textContent()) ?? ''
  const [, link = ''] = /^npm run vestry -- bridge "(.+)"$/.exec(command) ?? []
  expect(link).toMatch(`${server.origin}/api#bridge=`)
  const bridge = runBridge({ VESTRY_DATA: dataFolder, ...ports }, link)
  await expect.poll(() => bridge.printed()).toContain('This computer is the bridge “Office”')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('table', { name: 'Stations' })).toContainText('Bridge to printers')
  await expect(page.getByText('Waits for its device')).toHaveCount(0)

  await page.goto(`${server.origin}/sunday-school/door/printers`)
  await page.getByRole('button', { name: 'Add printer' }).first().click()
  await dialog.getByLabel('Name').fill('Entrance')
  await dialog.getByLabel('Address in the network').fill('127.0.0.1')
  await dialog.getByLabel('Port').fill(String(printer.port))
  await dialog.getByLabel('Reached from').selectOption('The bridge “Office”')
  await checkAccessibility(page)
  await dialog.getByRole('button', { name: 'Add' }).click()
  const printers = page.getByRole('table', { name: 'Label printers' })
  await expect(printers).toContainText(`127.0.0.1:${printer.port} through “Office”`)
  const printTest = page.getByRole('button', { name: 'Print a test label Entrance' })
  await printTest.click()
  await expect(page.getByRole('status').filter({ hasText: 'The test label was sent' })).toBeVisible()
  const pictures = printer.jobs.flatMap((job) => brotherPictures(job, { width: 696, beside: 12 }))
  expect(pictures.map((picture) => decodeQr(picture))).toEqual(['TEST'])
  await expect.poll(() => bridge.printed()).toContain('Printed 1 label at Entrance.')

  expect(await bridge.end('SIGINT')).toBe(0)
  await printTest.click()
  await expect(failure).toContainText('“Entrance” does not react')
  await expect(failure).toContainText('whether the computer that is its bridge runs')
  await checkAccessibility(page)
  await failure.getByRole('button', { name: 'OK' }).click()

  const { id } = (await callAs<{ id: number }[]>(page, 'GET', '/door/stations'))[0] ?? { id: 0 }
  await callAs(page, 'DELETE', `/door/stations?id=${id}`)
  await page.reload()
  await expect(printers).toContainText('but its bridge was deleted')
  expect(printer.jobs).toHaveLength(1)

  await server.destroy()
  await printer.close()
  await rm(dataFolder, { recursive: true })
})
