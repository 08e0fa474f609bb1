import type { Page } from '@playwright/test'
import { openAttendance, planClass, twelve } from './attendance-church.ts'
import { callAs } from './church-calls.ts'
import { cutOff, drawn } from './cut-off.ts'
import { expect, test } from './fixtures.ts'

/** What has the focus, and whether something lies over it; nothing when the focus has left the page. */
async function focused(page: Page) {
  await drawn(page)
  return page.evaluate(() => {
    const element = document.activeElement
    if (element === null || element === document.body) {
      return null
    }
    const { left, top, width, height } = element.getBoundingClientRect()
    const parts = [0.15, 0.5, 0.85].map((part) =>
      element.contains(document.elementFromPoint(left + width / 2, top + height * part)),
    )
    // A low screen shows a part of a box for several lines.
    const seen = element.matches('textarea') ? parts.includes(true) : !parts.includes(false)
    return { name: element.getAttribute('aria-label') ?? element.textContent ?? '', seen }
  })
}

/** Presses a key up to so many times, and returns the names of what got the focus, and which of it is covered. */
async function walk(page: Page, key: string, most: number) {
  const names: string[] = []
  const covered: string[] = []
  for (let pressed = 0; pressed < most; pressed += 1) {
    await page.keyboard.press(key)
    const stop = await focused(page)
    if (stop === null) {
      break
    }
    names.push(stop.name)
    if (!stop.seen) {
      covered.push(stop.name)
    }
  }
  return { names, covered }
}

test('nothing covers what has the focus on the roll, also at 200 % and 400 % zoom', async ({
  staffPage: page,
}) => {
  const made = await planClass(page, 'Zoomed in', twelve())
  await openAttendance(page, made)
  // What 1280 by 800 pixels are at 200 % and at 400 %, a low window, and a phone.
  for (const [width, height] of [
    [640, 400],
    [320, 200],
    [1024, 520],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.reload()
    await expect(page.getByRole('button', { name: 'Absent: Leo Lane' })).toBeAttached()
    const tabbed = await walk(page, 'Tab', 100)
    expect(tabbed.covered, `Tab at ${width} by ${height}`).toEqual([])
    expect(tabbed.names).toContain('Mark all present')
    await page.getByRole('button', { name: 'Absent: Ada Abbot' }).focus()
    const down = await walk(page, 'ArrowDown', 11)
    expect(down.covered, `the arrow keys at ${width} by ${height}`).toEqual([])
    expect(down.names.at(-1)).toBe('Absent: Leo Lane')
  }
})

test('nothing covers what has the focus in a form, also at 200 % and 400 % zoom', async ({
  staffPage: page,
}) => {
  // So many that their list scrolls: it takes no Tab for itself.
  for (let extra = 1; extra <= 8; extra++) {
    await callAs(page, 'POST', '/categories', { category: `Series ${extra}` })
  }
  for (const [path, width, height] of [
    ['/sunday-school/classes/new', 640, 400],
    ['/sunday-school/classes/new', 320, 240],
    ['/sunday-school/classes/new', 390, 844],
    ['/preaching/new', 640, 400],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto(path)
    await expect(page.getByLabel('Title')).toBeVisible()
    const { names, covered } = await walk(page, 'Tab', 100)
    expect(covered, `${path} at ${width} by ${height}`).toEqual([])
    expect(names).toContain('Create')
  }
})

for (const locale of ['en-GB', 'es-ES']) {
  test(`pages fit into 320 px, also with larger text, in ${locale}`, async ({
    server,
    signedIn,
    browser,
    watchPage,
  }) => {
    const viewport = { width: 320, height: 640 }
    const options = { baseURL: server.origin, storageState: signedIn }
    const context = await browser.newContext({ ...options, locale, viewport })
    const page = await context.newPage()
    watchPage(page)
    const more = { room: 'Blue room', notes: 'Nut allergy. Inhaler in the blue bag' }
    const made = await planClass(page, 'Narrow', twelve(), more)
    for (const session_datetime of ['2023-03-05T10:30:00', '2031-03-05T10:30:00']) {
      await planClass(page, 'Narrow too', [], { session_datetime })
    }
    for (const [path, content] of [
      [`/sunday-school/classes/attendance?class=${made.id}`, '[data-child]'],
      [`/calendar?month=${made.session_datetime.slice(0, 7)}`, 'a time'],
      ['/sunday-school/classes/history', 'tbody th'],
      ['/sunday-school/classes', 'tbody th'],
      ['/sunday-school/classes/new', 'form'],
      ['/sunday-school/attendees', 'tbody th'],
      [`/sunday-school/classes/roster/${made.series_id}`, 'tbody th'],
      ['/preaching', 'h1'],
      ['/preaching/names', 'tbody th'],
      ['/preaching/new', 'form'],
      ['/preaching/import', 'form'],
      ['/staff/new/several', 'form'],
      ['/settings/rights', 'input'],
      ['/settings/retention', 'select'],
      ['/settings/phones', 'code'],
      ['/account', 'section'],
    ] as const) {
      await page.goto(path)
      await expect(page.locator(`main ${content}`).first()).toBeAttached()
      await expect(page.locator('html')).toHaveAttribute('lang', locale.slice(0, 2))
      for (const size of ['100%', '130%']) {
        await page.evaluate((fontSize) => Object.assign(document.documentElement.style, { fontSize }), size)
        await drawn(page)
        expect(await cutOff(page), `${path} at ${size}`).toEqual({ sideways: 0, cut: [] })
      }
    }
    await context.close()
  })
}

test('a tablet prints the roll, and a phone has no Print button that gets the focus unseen', async ({
  staffPage: page,
}) => {
  const made = await planClass(page, 'On paper', twelve())
  await page.setViewportSize({ width: 820, height: 1180 })
  await openAttendance(page, made)
  const print = page.getByRole('button', { name: 'Print' })
  await expect(print).toBeVisible()
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '')
  })
  await print.click()
  await expect(page.locator('body[data-printed]')).toBeAttached()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
  await expect(print).toHaveCount(0)
})

test('every entry of a row’s menu can be reached, also where there is no room for all of them', async ({
  staffPage: page,
}) => {
  const person = { email: 'meg@vestry.test', name: 'Meg Menu', language: 'en', groups: [] }
  await callAs(page, 'POST', '/staff', person)
  for (const [width, height] of [
    [360, 460],
    [320, 256],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto('/staff')
    const dots = page.getByRole('button', { name: 'Actions for Meg Menu' }).filter({ visible: true })
    await dots.evaluate((button) => button.scrollIntoView({ block: 'center' }))
    await dots.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeFocused()
    const { names, covered } = await walk(page, 'ArrowDown', 5)
    expect(names.at(-1)).toBe('Edit')
    expect(covered, `at ${width} by ${height}`).toEqual([])
  }
})

for (const locale of ['en-GB', 'es-ES']) {
  test(`the roll shows three children at 320 by 568, in ${locale}`, async ({
    server,
    signedIn,
    browser,
    watchPage,
  }) => {
    const viewport = { width: 320, height: 568 }
    const options = { baseURL: server.origin, storageState: signedIn }
    const context = await browser.newContext({ ...options, locale, viewport, isMobile: true, hasTouch: true })
    const page = await context.newPage()
    watchPage(page)
    await page.goto('/today')
    await openAttendance(page, await planClass(page, `Short ${locale}`, twelve()))
    const marks = page.locator('main li button[data-mark=present]')
    await expect(marks).toHaveCount(12)
    const seen = () =>
      page.evaluate(() => {
        const wholly = (element: Element) => {
          const { left, right, top, bottom } = element.getBoundingClientRect()
          const corners = [
            [left + 4, top + 4],
            [right - 4, top + 4],
            [left + 4, bottom - 4],
            [right - 4, bottom - 4],
          ] as const
          return corners.every(([x, y]) => element.contains(document.elementFromPoint(x, y)))
        }
        return [...document.querySelectorAll('main li[data-child]')].filter(wholly).length
      })
    expect(await seen()).toBeGreaterThanOrEqual(3)
    // The state of saving needs room too.
    await marks.first().tap()
    await expect(page.locator('[data-saving=saved]')).toBeVisible()
    expect(await seen()).toBeGreaterThanOrEqual(3)
    await context.close()
  })
}
