import { callAs, dismiss, findSermons, preacherNamed, publish } from './church-calls.ts'
import { expect, test } from './fixtures.ts'
import { fillOrchard, titles } from './orchard-church.ts'

test.beforeEach(({ staffPage }) => fillOrchard(staffPage))

test('the filter applies, says when it already has been, and clears @phone', async ({
  staffPage: page,
  checkAccessibility,
}) => {
  await page.goto('/preaching?search=orchard')
  await page.getByRole('button', { name: 'Filter' }).click()
  const years = page.getByRole('combobox', { name: 'Years' })
  await years.click()
  const thisYear = new Date().getFullYear()
  const choosable = Array.from({ length: thisYear - 2021 }, (_, back) => String(thisYear - back))
  await expect(page.getByRole('listbox', { name: 'Years' }).getByRole('option')).toHaveText(choosable)
  await page.getByRole('option', { name: '2023' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: 'Presenters' }).click()
  await page.getByRole('option', { name: 'Zoe Winter' }).click()
  await page.keyboard.press('Escape')
  await checkAccessibility(page)
  await page.getByRole('button', { name: 'Apply Filter' }).click()
  await expect(page.getByText('6 items')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Active filters' }).getByRole('button')).toHaveText([
    '2023',
    'Zoe Winter',
  ])
  await expect(page.getByRole('button', { name: 'Filter 2 active' })).toBeVisible()
  await page.getByRole('button', { name: 'Apply Filter' }).click()
  await dismiss(page, 'Filter has already been applied!')
  await page.reload()
  await expect(page.getByText('6 items')).toBeVisible()
  await page.getByRole('button', { name: 'Remove the filter Zoe Winter' }).click()
  await expect(page.getByText('12 items')).toBeVisible()
  await page.getByRole('button', { name: 'Filter 1 active' }).click()
  await page.getByRole('button', { name: 'Clear Filter' }).click()
  await expect(page).toHaveURL('/preaching')
  await expect(page.getByPlaceholder('search title here...')).toHaveValue('')
  await page.getByRole('button', { name: 'Clear Filter' }).click()
  await dismiss(page, 'Filter already cleared and set to default!')
})

test('Clear Filter takes back what was typed a moment ago, and then says nothing of being clear', async ({
  staffPage: page,
}) => {
  await page.clock.install()
  await page.goto('/preaching')
  await page.getByRole('button', { name: 'Filter' }).click()
  const clear = page.getByRole('button', { name: 'Clear Filter' })
  await expect(clear).toBeVisible()
  await page.clock.pauseAt(Date.now() + 60_000)
  const search = page.getByPlaceholder('search title here...')
  await search.fill('orchard')
  await clear.click()
  await expect(search).toHaveValue('')
  await page.clock.runFor(5_000)
  await page.clock.resume()
  await expect(page.getByText('Filter already cleared and set to default!')).toBeHidden()
  await expect(page).toHaveURL('/preaching')
  await expect(search).toHaveValue('')
  await clear.click()
  await dismiss(page, 'Filter already cleared and set to default!')
})

test('where nothing is filtered, Apply Filter says that all items are shown', async ({ staffPage: page }) => {
  await page.goto('/preaching')
  await page.getByRole('button', { name: 'Filter' }).click()
  const apply = page.getByRole('button', { name: 'Apply Filter' })
  await apply.click()
  await expect(page.getByText('No filter is set: all items are shown.')).toBeVisible()
  await dismiss(page, 'Filter has already been applied!')
  await page.getByPlaceholder('search title here...').fill('orchard')
  await expect(page).toHaveURL('/preaching?search=orchard')
  await apply.click()
  await expect(page.getByText('No filter is set: all items that match the search are shown.')).toBeVisible()
  await dismiss(page, 'Filter has already been applied!')
})

test('sermons of a year before 2022 can be filtered by it, too', async ({ staffPage: page }) => {
  await publish(page, { localizedname: 'Old stones', event_datetime: '2011-03-06T10:00:00' })
  await page.goto('/preaching')
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByRole('combobox', { name: 'Years' }).click()
  const years = page.getByRole('listbox', { name: 'Years' }).getByRole('option')
  await expect(years.last()).toHaveText('2011')
  await years.last().click()
  await page.getByRole('button', { name: 'Apply Filter' }).click()
  await expect(titles(page)).toHaveText(['Old stones'])
  const [sermon] = await findSermons(page, 'Old stones')
  await callAs(page, 'DELETE', `/preachingManagement?uuid=${sermon?.uuid}`)
})

test('chips taken off at once are all off, and the focus is on the filter’s button', async ({
  staffPage: page,
}) => {
  const zoe = await preacherNamed(page, 'Zoe Winter')
  await page.goto(`/preaching?search=orchard&years=2023%2C2022&presenters=${zoe}`)
  const chips = page.getByRole('list', { name: 'Active filters' }).getByRole('button')
  await expect(chips).toHaveCount(3)
  // Within one task of the browser, so that nothing can be drawn in between.
  await chips.evaluateAll((found) => {
    for (const button of found as HTMLElement[]) {
      button.click()
    }
  })
  await expect(page).toHaveURL('/preaching?search=orchard')
  await expect(page.getByRole('button', { name: 'Filter', exact: true })).toBeFocused()
  await expect(page.getByText('12 items')).toBeVisible()
})

test('order and direction are in the filter on a phone only @phone', async ({ staffPage: page }, {
  project,
}) => {
  await page.goto('/preaching?search=orchard')
  await page.getByRole('button', { name: 'Filter' }).click()
  await expect(page.getByRole('button', { name: 'Apply Filter' })).toBeVisible()
  const order = page.getByRole('combobox', { name: 'Order By' })
  if (project.name === 'desktop') {
    await expect(order).toBeHidden()
    return
  }
  await expect(order.getByRole('option')).toHaveText(['Date', 'Title', 'Preacher', 'Category'])
  await order.selectOption('Title')
  await page.getByRole('combobox', { name: 'Direction' }).selectOption('Ascending')
  await page.getByRole('button', { name: 'Apply Filter' }).click()
  await expect(page).toHaveURL('/preaching?search=orchard&orderBy=title')
  await expect(titles(page).first()).toHaveText('Orchard Café 12')
})
