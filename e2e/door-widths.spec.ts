import type { Page } from '@playwright/test'
import { callAs } from './church-calls.ts'
import { expectFits, type Width } from './cut-off.ts'
import { atTheDoor } from './door-church.ts'
import { expect, test } from './fixtures.ts'
import { type RunningServer, startTestServer } from './running-server.ts'

// The stations of the door and its dialogs on a telephone, a tablet, a desk and a wall, at 400 % zoom, in both languages.

/** Where assistive technology is tried, in both themes. */
const TRIED = new Set<Width>([390, 820])

const SAID = {
  en: {
    ...{
      continue: 'Continue',
      take: /^Check in/,
      station: 'Add station',
      printer: 'Add printer',
    },
    ...{ actions: /^Actions for/, card: 'Card', make: 'Make a card', call: /^Call/ },
  },
  es: {
    ...{ continue: 'Continuar', take: /^Registrar/, station: 'Añadir estación', printer: 'Añadir impresora' },
    ...{
      actions: /^Acciones de/,
      card: 'Tarjeta',
      make: 'Hacer una tarjeta',
      call: /^Avisar/,
    },
  },
} as const

/** A server of their own: whether there is a door counts for all of it. */
let server: RunningServer
test.beforeAll(async () => {
  server = await startTestServer()
})
test.afterAll(() => server.destroy())
const { openDoor } = atTheDoor(() => server)

for (const language of ['en', 'es'] as const) {
  const said = SAID[language]

  test(`stations and dialogs of the door fit every width and theme (${language})`, async ({
    page,
    browser,
    contextOptions,
    checkAccessibility,
  }) => {
    const look = (shown: Page, what: string) =>
      expectFits(shown, what, async (width) => {
        if (TRIED.has(width)) {
          await checkAccessibility(shown)
        }
      })
    const { name } = await openDoor(page, { allDay: true })
    const families = await callAs<{ results: { name: string; adults: { phone: string }[] }[] }>(
      page,
      'GET',
      '/families',
    )
    const digits =
      families.results.find((one) => one.name === name)?.adults[0]?.phone.replaceAll(' ', '') ?? ''

    const locale = language === 'es' ? 'es-ES' : 'en-GB'
    const context = await browser.newContext({ ...contextOptions, locale })
    const openStation = async (kind: string) => {
      const given = { name: 'Hall', kind }
      const { secret } = await callAs<{ secret: string }>(page, 'POST', '/door/stations', given)
      const tablet = await context.newPage()
      await tablet.goto(`${server.origin}/station#pair=${secret}`)
      await expect(tablet.locator('html')).toHaveAttribute('lang', language)
      return tablet
    }
    const tablet = await openStation('self')
    const number = tablet.locator('input').first()
    await expect(number).toBeFocused()
    await look(tablet, 'number')
    await number.fill(digits)
    await tablet.getByRole('button', { name: said.continue }).click()
    await expect(tablet.getByRole('checkbox').first()).toBeVisible()
    for (const box of await tablet.getByRole('checkbox').all()) {
      await box.check()
    }
    await look(tablet, 'choose')
    await tablet.getByRole('button', { name: said.take }).click()
    const code = tablet.getByText(/^[CDFGHJKMNPRTVWXY234679]{4}$/)
    await expect(code).toBeVisible()
    await look(tablet, 'done')
    await tablet.setViewportSize({ width: 320, height: 900 })
    const { height, size, room } = await code.evaluate((one) => ({
      ...{ height: one.clientHeight, size: Number.parseFloat(getComputedStyle(one).fontSize) },
      room: one.clientWidth - one.scrollWidth,
    }))
    expect(room, 'the code stands on one line').toBeGreaterThanOrEqual(0)
    expect(height).toBeLessThan(2 * size)

    await page.evaluate((of) => localStorage.setItem('vestry.language', of), language)
    const dialog = page.getByRole('dialog')
    const open = async (path: string) => {
      await page.goto(`${server.origin}/sunday-school${path}`)
      await expect(page.locator('html')).toHaveAttribute('lang', language)
    }
    await open('/door/board')
    await page.getByRole('button', { name: said.call }).first().click()
    await expect(dialog.locator('button').first()).toBeVisible()
    await look(page, 'call')
    await dialog.getByRole('button').last().click()

    const screen = await openStation('screen')
    await expect(screen.locator('h1')).toBeVisible()
    await look(screen, 'screen')
    await context.close()

    for (const [path, button] of [
      ['/door/stations', said.station],
      ['/door/printers', said.printer],
    ] as const) {
      await open(path)
      await page.getByRole('button', { name: button }).first().click()
      await expect(dialog.locator('input').first()).toBeVisible()
      await look(page, path.slice(6))
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
    }
    await open('/families')
    await page.getByRole('button', { name: said.actions }).first().click()
    await page.getByRole('menuitem', { name: said.card }).click()
    await page.getByRole('button', { name: said.make }).click()
    await expect(page.getByRole('img', { name: /QR/ })).toBeVisible()
    await look(page, 'card')
  })
}
