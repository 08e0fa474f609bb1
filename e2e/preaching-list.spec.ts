import { callAs, dismiss, findSermons, publish } from './church-calls.ts'
import { expect, signIn, test } from './fixtures.ts'
import { fillOrchard, titles } from './orchard-church.ts'
import { tellNothing } from './quiet-page.ts'
import { startTestServer } from './running-server.ts'

test.beforeEach(({ staffPage }) => fillOrchard(staffPage))

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

test('changing the page shows Page X of Y, and reload, back and a shared link restore it @phone', async ({
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

test('a typed search applies after a pause, or at once with Enter, and / focuses the box', async ({
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

test('a screen reader announces the results of a search and of another page', async ({ staffPage: page }) => {
  await page.goto('/preaching?search=orchard')
  await expect(page.getByText('Found 12. Showing 1 to 10.')).toHaveRole('status')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Found 12. Showing 11 to 12.')).toHaveRole('status')
  await page.getByPlaceholder('search title here...').fill('unheard')
  await expect(page.getByRole('status').filter({ hasText: 'No items found.' })).toHaveCount(1)
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

test('an item that someone else has deleted meanwhile is reported as deleted', async ({
  staffPage,
  watchPage,
}) => {
  const page = await staffPage.context().newPage()
  watchPage(page, { expectFailures: /404 .*\/api\/preachingManagement\?uuid=/ })
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
  const last = page.getByRole('button', { name: /^Actions for Orchard tree/ }).last()
  await last.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(last).toBeFocused()
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

test('an empty church is invited to add, and a list that fails to load can be tried again', async ({
  page,
  checkAccessibility,
}) => {
  const server = await startTestServer()
  try {
    await signIn(page, server)
    await expect(page.getByRole('heading', { name: 'No items found.' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Add New' })).toHaveCount(2)
    await checkAccessibility(page)
    await tellNothing(page)
    await page.route('**/api/preachingManagement?**', (route) => route.abort())
    await page.getByPlaceholder('search title here...').fill('anything')
    await expect(page.getByRole('heading', { name: 'Error', exact: true })).toBeVisible()
    await expect(page.getByText('Failed to load items')).toBeVisible()
    await checkAccessibility(page)
    await page.unroute('**/api/preachingManagement?**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('Nothing matches “anything”.')).toBeVisible()
  } finally {
    await server.destroy()
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

test('a search that finds more than are counted says so, and its pages end there', async ({
  staffPage: page,
}) => {
  await page.route('**/api/preachingManagement?*', async (route) => {
    const response = await route.fetch()
    const json = { ...(await response.json()), totalCount: 10_000, totalExceeded: true }
    await route.fulfill({ response, json })
  })
  await page.goto('/preaching?search=orchard')
  await expect(page.getByText('More than 10,000 items')).toBeVisible()
  await expect(page.getByText('Page 1 of 1000')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Found more than 10,000.' })).toHaveCount(1)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('Only 10 of more than 10,000 are printed here.')).toBeVisible()
})
