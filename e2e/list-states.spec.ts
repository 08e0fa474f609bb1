import { enter, planClass } from './attendance-church.ts'
import { expect, test } from './fixtures.ts'
import { tellNothing } from './quiet-page.ts'

const LIST = '/sunday-school/attendees'

test('a list says that nothing is there once the answer says so, not while it is on its way', async ({
  staffPage: page,
}) => {
  await enter(page, { first_name: 'Ada', last_name: 'Waited' })
  for (const [path, call] of [
    [LIST, '**/api/attendees?**'],
    ['/staff', '**/api/staff?**'],
  ] as const) {
    await page.goto(`${path}?search=unheard`)
    const nothing = page.getByText('Nothing matches “unheard”.')
    await expect(nothing).toBeVisible()
    const held = Promise.withResolvers<void>()
    await page.route(call, async (route) => {
      await held.promise
      await route.continue()
    })
    const asked = page.waitForRequest(call)
    await page.getByRole('searchbox').fill('ada')
    await page.getByRole('searchbox').press('Enter')
    await asked
    await expect(nothing).toHaveCount(0)
    await expect(page.getByRole('main')).not.toContainText('found.')
    await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'true')
    held.resolve()
    await expect(page.getByRole('rowheader').first()).toContainText(/ada/i)
    await page.unroute(call)
  }
})

test('a look in the background that fails leaves on the page what is loaded, and says so above it', async ({
  openPage,
}) => {
  const page = await openPage({ expectFailures: /ERR_FAILED/ })
  await tellNothing(page)
  await enter(page, { first_name: 'Stay', last_name: 'Put' })
  const made = await planClass(page, 'Stays', [])
  const month = made.session_datetime.slice(0, 7)
  for (const [path, call, content] of [
    [LIST, 'attendees?*', page.getByRole('rowheader', { name: 'Put', exact: true })],
    ['/staff', 'staff?*', page.getByRole('rowheader', { name: 'Ada' })],
    [`/calendar?month=${month}`, 'calendar?*', page.getByRole('link', { name: 'Stays' })],
  ] as const) {
    await page.goto(path)
    await expect(content).toBeVisible()
    await page.route(`**/api/${call}`, (route) => route.abort())
    await page.evaluate(() => {
      const now = Date.now() + 60_000
      Date.now = () => now
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    })
    await expect(page.getByRole('alert'), call).toContainText('The server can’t be reached.')
    await expect(content, call).toBeVisible()
    await page.unroute(`**/api/${call}`)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(content).toBeVisible()
  }
})

test('the focus stays on the page when another try or all of the list is asked for', async ({ openPage }) => {
  const page = await openPage({ expectFailures: /ERR_FAILED/ })
  await tellNothing(page)
  await enter(page, { first_name: 'Found', last_name: 'Again' })
  for (const [path, call] of [
    [LIST, '**/api/attendees?**'],
    ['/staff', '**/api/staff?**'],
  ] as const) {
    await page.route(call, (route) => route.abort())
    await page.goto(path)
    const again = page.getByRole('button', { name: 'Try again' })
    await expect(again).toBeVisible()
    await page.unroute(call)
    await again.press('Enter')
    await expect(page.getByRole('rowheader').first()).toBeVisible()
    await expect(page.getByRole('main')).toBeFocused()
    await page.goto(`${path}?search=unheard`)
    await expect(page.getByText('Nothing matches “unheard”.')).toBeVisible()
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Clear (the )?search/ })
      .last()
      .press('Enter')
    await expect(page.getByRole('rowheader').first()).toBeVisible()
    await expect(page.getByRole('main')).toBeFocused()
  }
})
