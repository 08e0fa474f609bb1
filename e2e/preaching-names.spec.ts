import type { Page } from '@playwright/test'
import { callAs, dismiss, findSermons, preacherNamed, publish } from './church-calls.ts'
import { expect, test } from './fixtures.ts'

const WRONG = 'Tamar <b>O’Hara</b> 🎤'

const presenters = (page: Page) => page.getByRole('region', { name: 'Presenters' })
const rowOf = (page: Page, name: string) => presenters(page).getByRole('row').filter({ hasText: name })

test('a misspelt presenter is renamed, and merged with another one in as many steps as it takes to say so', async ({
  openPage,
  checkAccessibility,
}) => {
  const page = await openPage({ expectFailures: /409/ })
  const wrong = await preacherNamed(page, WRONG)
  const right = await preacherNamed(page, "Tamar O'Hara")
  for (const preacher_id of [wrong, wrong, right]) {
    await publish(page, { localizedname: 'Two coins', preacher_id })
  }
  await page.goto('/preaching')
  await page.getByRole('link', { name: 'Presenters, categories, series and topics' }).click()
  await expect(page).toHaveURL('/preaching/names')
  await expect(page.getByRole('navigation', { name: 'Breadcrumbs' })).toHaveText(
    'PreachingPresenters, categories, series and topics',
  )
  await expect(rowOf(page, WRONG)).toContainText('2 sermons')
  const guest = rowOf(page, 'Guest Speaker')
  await expect(guest).toContainText('Default')
  await expect(guest.getByRole('button')).toHaveText(['Rename'])
  await checkAccessibility(page)

  await page.getByRole('button', { name: `Rename ${WRONG}` }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await dialog.getByLabel('Name').fill('  ')
  await dialog.getByLabel('Name').press('Enter')
  await expect(dialog).toContainText('This field is required')
  await dialog.getByLabel('Name').fill('Tamar  Ohara')
  await dialog.getByLabel('Name').press('Enter')
  await expect(presenters(page).getByRole('status')).toHaveText(`“${WRONG}” is now “Tamar  Ohara”.`)
  await expect(page.getByRole('button', { name: 'Rename Tamar Ohara' })).toBeFocused()

  await page.keyboard.press('Enter')
  await dialog.getByLabel('Name').fill("TAMAR O'HARA")
  await dialog.getByRole('button', { name: 'Rename' }).dblclick()
  await expect(dialog).toContainText("“Tamar O'Hara” already exists. You can merge the two.")
  await expect(dialog).toContainText("2 sermons move to “Tamar O'Hara”, and “Tamar  Ohara” is removed.")
  await checkAccessibility(page)
  // The second press comes before the answer: one that falls on the page behind takes the focus there.
  const pressed = Promise.withResolvers<void>()
  await page.route('**/preachers/merge', async (route) => {
    await pressed.promise
    await route.continue()
  })
  await dialog.getByRole('button', { name: 'Merge' }).dblclick()
  pressed.resolve()
  await expect(presenters(page).getByRole('status')).toContainText(': 2 sermons moved.')
  await expect(rowOf(page, 'Tamar')).toHaveCount(1)
  await expect(presenters(page)).toBeFocused()

  await rowOf(page, "Tamar O'Hara").getByRole('link', { name: '3 sermons' }).click()
  await expect(page).toHaveURL(`/preaching?presenters=${right}`)
  await expect(page.getByRole('rowheader')).toHaveText(['Two coins', 'Two coins', 'Two coins'])
  const sermons = await findSermons(page, 'Two coins')
  expect(sermons.map(({ preacher_id }) => preacher_id)).toEqual([right, right, right])
})

test('a category that is used is merged in place of being deleted, and an empty one goes @phone', async ({
  staffPage: page,
}) => {
  const add = (category: string) => callAs<{ id: number }>(page, 'POST', '/categories', { category })
  const [used, empty] = [await add('Homilia'), await add('Homily drafts')]
  await publish(page, { localizedname: 'Lamp', preaching_category_id: used.id })
  await page.goto('/preaching/names')
  const categories = page.getByRole('region', { name: 'Categories' })
  const choose = async (name: string, action: string) => {
    await categories.getByRole('button', { name: `Actions for ${name}` }).click()
    await categories.getByRole('menuitem', { name: action }).click()
  }
  await choose('Homily drafts', 'Delete')
  await page.getByRole('button', { name: 'Yes' }).click()
  await dismiss(page, '“Homily drafts” successfully deleted')
  await choose('Homilia', 'Delete')
  const box = page.getByRole('alertdialog')
  await expect(box).toContainText('1 sermon uses it. Merge it with another name instead')
  await box.getByRole('button', { name: 'Merge' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Merge' }).click()
  await expect(dialog).toContainText('This field is required')
  await dialog.getByLabel('Merge into').selectOption('Sermon')
  await expect(dialog).toContainText('1 sermon moves to “Sermon”, and “Homilia” is removed.')
  await dialog.getByRole('button', { name: 'Merge' }).click()
  await expect(categories.getByRole('status')).toHaveText(
    '“Homilia” was merged into “Sermon”: 1 sermon moved.',
  )
  await expect(categories.getByRole('rowheader', { name: /^Homil/ })).toHaveCount(0)
  const left = await callAs<{ id: number }[]>(page, 'GET', '/categories')
  expect(left.filter(({ id }) => id === used.id || id === empty.id)).toEqual([])
})

test('what somebody else has merged meanwhile says so, and whoever has the sermon open keeps what they typed', async ({
  openPage,
}) => {
  const page = await openPage({ expectFailures: /409|404 .*\/api\/preachers/ })
  const gone = await preacherNamed(page, 'Joanna Marsh')
  const into = await preacherNamed(page, 'Johanna Marsh')
  const uuid = await publish(page, { localizedname: 'Salt', preacher_id: gone })
  await page.goto(`/preaching/edit/${uuid}`)
  await page.getByLabel('Title').fill('Salt and light')
  const other = await page.context().newPage()
  await other.goto('/preaching/names')
  await other.getByRole('button', { name: 'Rename Joanna Marsh' }).click()
  await callAs(page, 'POST', '/preachers/merge', { id: gone, into })
  const dialog = other.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Joana Marsh')
  await dialog.getByLabel('Name').press('Enter')
  await expect(dialog.getByRole('alert')).toHaveText(
    'This name no longer exists: someone has merged or deleted it in the meantime.',
  )
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(rowOf(other, 'Joanna Marsh')).toHaveCount(0)
  await other.close()
  await page.getByRole('button', { name: 'Update' }).click()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await page.getByRole('button', { name: 'Update' }).click()
  await dismiss(page, 'Item successfully updated')
  const [sermon] = await findSermons(page, 'Salt and light')
  expect(sermon).toMatchObject({ uuid, preacher_id: into })
})

test('series and topics are renamed and merged as presenters are', async ({ staffPage: page }) => {
  const add = async (path: string, body: object) =>
    (await callAs<{ id: number }>(page, 'POST', path, body)).id
  const series_id = await add('/sermonSeries', {
    name: 'Romens',
    description: 'Paul’s letter',
    order: 'newest',
  })
  const topics = [
    await add('/topics', { topic: 'Forgivness' }),
    await add('/topics', { topic: 'Forgiveness' }),
  ]
  await publish(page, { localizedname: 'No condemnation', ...{ series_id, topics: topics.slice(0, 1) } })
  await page.goto('/preaching/names')
  const section = (name: string) => page.getByRole('region', { name })
  await section('Series')
    .getByRole('button', { name: /More|Actions/ })
    .click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Romans')
  await page.getByRole('dialog').getByLabel('Name').press('Enter')
  await expect(section('Series').getByRole('status')).toHaveText('“Romens” is now “Romans”.')
  const [series] = await callAs<object[]>(page, 'GET', '/sermonSeries')
  expect(series).toMatchObject({ name: 'Romans', description: 'Paul’s letter', order: 'newest', items: 1 })

  const misspelt = section('Topics').getByRole('row').filter({ hasText: 'Forgivness' })
  await misspelt.getByRole('button', { name: /More|Actions/ }).click()
  await page.getByRole('menuitem', { name: 'Merge' }).click()
  await page.getByRole('dialog').getByLabel('Merge into').selectOption('Forgiveness')
  await page.getByRole('dialog').getByRole('button', { name: 'Merge' }).click()
  await expect(section('Topics').getByRole('status')).toContainText('1 sermon moved')
  await expect(misspelt).toHaveCount(0)
  await section('Topics').getByRole('link', { name: '1 sermon' }).click()
  await expect(page.getByRole('rowheader')).toHaveText([/No condemnation/])
})
