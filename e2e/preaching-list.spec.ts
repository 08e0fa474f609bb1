import type { Locator, Page } from '@playwright/test'
import { expect, signIn, test } from './house.ts'
import { callAs, dismiss, findSermons, preacherNamed, publish } from './parish-calls.ts'
import { startHouse } from './running-house.ts'

const titles = (page: Page) => page.getByRole('rowheader')

/** Twelve sermons, a month each from January 2023 on, by two preachers in turn; once for each worker's house. */
async function fillList(page: Page) {
  if ((await findSermons(page, 'Orchard')).length === 12) {
    return
  }
  const preachers = [await preacherNamed(page, 'Abel Núñez'), await preacherNamed(page, 'Zoe Winter')]
  for (let month = 1; month <= 12; month++) {
    await publish(page, {
      localizedname: `Orchard ${month === 12 ? 'Café' : 'tree'} ${month}`,
      event_datetime: `2023-${String(month).padStart(2, '0')}-05T09:05:00`,
      preacher_id: preachers[month % 2] ?? 1,
    })
  }
}

test.beforeEach(({ staffPage }) => fillList(staffPage))

test('the list shows ten items to a page, the newest first, with the date as the church wrote it', async ({
  staffPage: page,
}) => {
  await page.goto('/preaching?search=orchard')
  await expect(page.getByRole('columnheader')).toHaveText([
    'Title',
    'Date',
    'Presenter',
    'Language',
    'Media',
    'Actions',
  ])
  await expect(titles(page)).toHaveCount(10)
  const first = page.getByRole('row').nth(1)
  await expect(first).toContainText('Orchard Café 12')
  await expect(first).toContainText('Tue 5 Dec 2023, 09:05')
  await expect(first.getByTitle('2023-12-05T09:05:00')).toBeVisible()
  await expect(first).toContainText('Abel Núñez')
  await expect(first).toContainText('English')
  await expect(first).toContainText('Audio')
})

test('turning the page shows Page X of Y, and reload, back and a shared link restore it @phone', async ({
  staffPage: page,
}) => {
  await page.goto('/preaching?search=orchard')
  await expect(page.getByText('Page 1 of 2')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Page 2 of 2')).toBeVisible()
  await expect(titles(page)).toHaveText(['Orchard tree 2', 'Orchard tree 1'])
  await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled()
  await page.reload()
  await expect(titles(page)).toHaveText(['Orchard tree 2', 'Orchard tree 1'])
  await page.goBack()
  await expect(page.getByText('Page 1 of 2')).toBeVisible()
  await page.goto('/preaching?search=orchard&page=9')
  await expect(page).toHaveURL('/preaching?search=orchard&page=2')
  await expect(titles(page)).toHaveCount(2)
})

test('a typed search applies after a pause, or at once with Enter, and / comes to the box', async ({
  staffPage: page,
}) => {
  await page.goto('/preaching')
  const box = page.getByPlaceholder('search title here...')
  await expect(titles(page).first()).toBeVisible()
  await page.keyboard.press('/')
  await expect(box).toBeFocused()
  await page.keyboard.type('ORCHARD <b>cafe')
  await expect(page).toHaveURL('/preaching?search=ORCHARD+cafe')
  await expect(titles(page)).toHaveText(['Orchard Café 12'])
  await box.fill('orchard tree 7')
  await box.press('Enter')
  await expect(titles(page)).toHaveText(['Orchard tree 7'])
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await expect(page).toHaveURL('/preaching')
  await expect(box).toBeFocused()
})

test('a search that finds nothing says what was searched and offers to clear it', async ({
  staffPage: page,
  checkAccessibility,
}) => {
  await page.goto('/preaching?search=unheard&years=2022')
  await expect(page.getByRole('heading', { name: 'No items found.' })).toBeVisible()
  await expect(page.getByText('Nothing matches “unheard”, 2022.')).toBeVisible()
  await checkAccessibility(page)
  await page.getByRole('button', { name: 'Clear search and filters' }).click()
  await expect(page).toHaveURL('/preaching')
})

test('Date and Presenter sort by their headers, and only they do', async ({ staffPage: page }) => {
  await page.goto('/preaching?search=orchard')
  const date = page.getByRole('columnheader', { name: 'Date' })
  const presenter = page.getByRole('columnheader', { name: 'Presenter' })
  await expect(date).toHaveAttribute('aria-sort', 'descending')
  await expect(page.getByRole('columnheader').getByRole('button')).toHaveText(['Date', 'Presenter'])
  await date.getByRole('button').click()
  await expect(date).toHaveAttribute('aria-sort', 'ascending')
  await expect(titles(page).first()).toHaveText('Orchard tree 1')
  await presenter.getByRole('button').click()
  await expect(presenter).toHaveAttribute('aria-sort', 'ascending')
  await expect(page).toHaveURL('/preaching?search=orchard&orderBy=presenter')
  await expect(page.getByRole('row').nth(1)).toContainText('Abel Núñez')
  await presenter.getByRole('button').press('Enter')
  await expect(page.getByRole('row').nth(1)).toContainText('Zoe Winter')
})

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

test('where nothing is filtered, Apply Filter says that all items are shown', async ({ staffPage: page }) => {
  await page.goto('/preaching')
  await page.getByRole('button', { name: 'Filter' }).click()
  const apply = page.getByRole('button', { name: 'Apply Filter' })
  await apply.click()
  await expect(page.getByText('No filter is chosen: all items are shown.')).toBeVisible()
  await dismiss(page, 'Filter has already been applied!')
  await page.getByPlaceholder('search title here...').fill('orchard')
  await expect(page).toHaveURL('/preaching?search=orchard')
  await apply.click()
  await expect(
    page.getByText('No filter is chosen: all items that the search finds are shown.'),
  ).toBeVisible()
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

test.describe('a change that comes before the last one is drawn starts from where that led', () => {
  /** Presses them all within one task of the browser, so that nothing can be drawn in between. */
  const pressAtOnce = (buttons: Locator, times = 1) =>
    buttons.evaluateAll((found, each) => {
      for (const button of found as HTMLElement[]) {
        for (let time = 0; time < each; time++) {
          button.click()
        }
      }
    }, times)
  const chips = (page: Page) => page.getByRole('list', { name: 'Active filters' }).getByRole('button')

  test('chips taken off at once are all off', async ({ staffPage: page }) => {
    const zoe = await preacherNamed(page, 'Zoe Winter')
    await page.goto(`/preaching?search=orchard&years=2023%2C2022&presenters=${zoe}`)
    await expect(chips(page)).toHaveCount(3)
    await pressAtOnce(chips(page))
    await expect(page).toHaveURL('/preaching?search=orchard')
    await expect(page.getByText('12 items')).toBeVisible()
  })

  test('a filter that is applied leaves off the chip that was just taken off', async ({
    staffPage: page,
  }) => {
    await page.goto('/preaching?search=orchard&years=2023%2C2022')
    await page.getByRole('button', { name: 'Filter 2 active' }).click()
    await page.getByRole('combobox', { name: 'Presenters' }).click()
    await page.getByRole('option', { name: 'Zoe Winter' }).click()
    const zoe = await preacherNamed(page, 'Zoe Winter')
    const both = page
      .getByRole('button', { name: 'Remove the filter 2022' })
      .or(page.getByRole('button', { name: 'Apply Filter' }))
    await both.evaluateAll((found) => {
      const [apply, chip] = found as HTMLElement[]
      chip?.click()
      apply?.click()
    })
    await expect(page).toHaveURL(`/preaching?search=orchard&years=2023&presenters=${zoe}`)
    await expect(page.getByText('6 items')).toBeVisible()
  })

  test('a header pressed twice sorts there and back, and Next leaves one step', async ({
    staffPage: page,
  }) => {
    await page.goto('/preaching?search=orchard')
    const date = page.getByRole('columnheader', { name: 'Date' })
    await pressAtOnce(date.getByRole('button'), 3)
    await expect(date).toHaveAttribute('aria-sort', 'ascending')
    await pressAtOnce(page.getByRole('button', { name: 'Next' }), 3)
    await expect(page.getByText('Page 2 of 2')).toBeVisible()
    await page.goBack()
    await expect(page.getByText('Page 1 of 2')).toBeVisible()
  })
})

test('the keyboard keeps its place: in the filter, among its chips, and at the end of the pages', async ({
  staffPage: page,
}) => {
  await page.goto('/preaching?search=orchard')
  await page.getByRole('button', { name: 'Filter' }).press('Enter')
  await page.getByRole('combobox', { name: 'Years' }).click()
  await page.getByRole('option', { name: '2023' }).click()
  await page.getByRole('combobox', { name: 'Presenters' }).click()
  await page.getByRole('option', { name: 'Zoe Winter' }).click()
  const apply = page.getByRole('button', { name: 'Apply Filter' })
  await apply.press('Enter')
  await expect(page.getByText('6 items')).toBeVisible()
  await expect(apply).toBeFocused()
  await page.getByRole('button', { name: 'Remove the filter 2023' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Remove the filter Zoe Winter' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('12 items')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Filter', exact: true })).toBeFocused()
  const next = page.getByRole('button', { name: 'Next' })
  await next.press('Enter')
  await expect(page.getByText('Page 2 of 2')).toBeVisible()
  await expect(next).toBeFocused()
  await next.press('Enter')
  await expect(page.getByText('Page 2 of 2')).toBeVisible()
})

test('whoever listens is told what a search and a turned page have brought', async ({ staffPage: page }) => {
  await page.goto('/preaching?search=orchard')
  await expect(page.getByText('Found 12. Showing 1 to 10.')).toHaveRole('status')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Found 12. Showing 11 to 12.')).toHaveRole('status')
  await page.getByPlaceholder('search title here...').fill('unheard')
  await expect(page.getByRole('status').filter({ hasText: 'No items found.' })).toHaveCount(1)
})

test('a filter applies to what was searched after it was opened', async ({ staffPage: page }) => {
  await page.goto('/preaching')
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByRole('combobox', { name: 'Years' }).click()
  await page.getByRole('option', { name: '2023' }).click()
  await page.getByPlaceholder('search title here...').fill('orchard tree 7')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/preaching?search=orchard+tree+7')
  await page.getByRole('button', { name: 'Apply Filter' }).click()
  await expect(page).toHaveURL('/preaching?search=orchard+tree+7&years=2023')
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

test('an item is deleted by the keyboard alone, after a question whose safe answer has the focus', async ({
  staffPage: page,
}) => {
  await publish(page, { localizedname: 'Farewell' })
  await page.goto('/preaching?search=farewell')
  const remove = page.getByRole('button', { name: 'Delete Farewell' })
  await remove.press('Enter')
  await expect(page.getByRole('alertdialog')).toContainText('Are you sure you want to delete this item?')
  await expect(page.getByRole('button', { name: 'No' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(remove).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog')).toContainText('Item successfully deleted')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'No items found.' })).toBeVisible()
  expect(await findSermons(page, 'Farewell')).toEqual([])
})

test('an item that someone else has deleted meanwhile is said to be gone', async ({
  staffPage,
  watchPage,
}) => {
  const page = await staffPage.context().newPage()
  watchPage(page, { expectFailures: /404/ })
  await publish(page, { localizedname: 'Twice removed' })
  await page.goto('/preaching?search=twice+removed')
  await page.getByRole('button', { name: 'Delete Twice removed' }).click()
  const [sermon] = await findSermons(page, 'Twice removed')
  await callAs(page, 'DELETE', `/preachingManagement?uuid=${sermon?.uuid}`)
  await page.getByRole('button', { name: 'Yes' }).click()
  await dismiss(page, 'Unable to delete item')
  await expect(page.getByRole('heading', { name: 'No items found.' })).toBeVisible()
})

test('a row is a card with its actions in a menu @phone', async ({ staffPage: page, checkAccessibility }, {
  project,
}) => {
  await page.goto('/preaching?search=orchard')
  const edit = page.getByRole('link', { name: 'Edit Orchard tree 11' })
  if (project.name === 'desktop') {
    await expect(edit).toBeVisible()
    return
  }
  await expect(titles(page)).toHaveCount(10)
  await expect(edit).toBeHidden()
  const menu = page.getByRole('button', { name: 'Actions for Orchard tree 11' })
  await menu.click()
  await expect(page.getByRole('menuitem').filter({ visible: true })).toHaveText(['Edit', 'Delete'])
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeFocused()
  await checkAccessibility(page)
  await page.keyboard.press('Escape')
  await expect(menu).toBeFocused()
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(wider).toBeLessThanOrEqual(0)
})

test('every state of the list is without a violation for assistive technology @phone', async ({
  staffPage: page,
  checkAccessibility,
}) => {
  await page.goto('/preaching?search=orchard')
  await expect(titles(page)).toHaveCount(10)
  await checkAccessibility(page)
})

test('an empty parish is invited to add, and a list that fails to load can be tried again', async ({
  page,
  checkAccessibility,
}) => {
  test.setTimeout(120_000)
  const house = await startHouse()
  try {
    await signIn(page, house)
    await expect(page.getByRole('heading', { name: 'No items found.' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Add New' })).toHaveCount(2)
    await checkAccessibility(page)
    await house.kill()
    await page.getByPlaceholder('search title here...').fill('anything')
    await expect(page.getByRole('heading', { name: 'Error', exact: true })).toBeVisible({ timeout: 30_000 })
    await expect(page.getByText('Failed to load items')).toBeVisible()
    await checkAccessibility(page)
    await house.start()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('Nothing matches “anything”.')).toBeVisible()
  } finally {
    await house.destroy()
  }
})

test('the list speaks Spanish', async ({ staffPage: page }) => {
  await page.addInitScript(() => localStorage.setItem('vestry.language', 'es'))
  await page.goto('/preaching?search=orchard')
  await expect(page.getByRole('heading', { name: 'Predicaciones' })).toBeVisible()
  await expect(page.getByRole('row').nth(1)).toContainText('mar 5 dic 2023, 09:05')
  await expect(page.getByRole('row').nth(1)).toContainText('Inglés')
  await expect(page.getByText('Página 1 de 2')).toBeVisible()
})
