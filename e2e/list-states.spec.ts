import { enter } from './attendance-church.ts'
import { expect, test } from './fixtures.ts'

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
