import { callAs, dismiss, publish } from './church-calls.ts'
import { expect } from './fixtures.ts'
import { posterInput, test } from './sermon-files.ts'

type Series = { id: number; name: string; picture_path: string; version: number; items: number }

test('a series gets its title, picture and order, keeps what was typed, and leads to its sermons @phone', async ({
  staffPage: page,
  file,
  checkAccessibility,
}) => {
  const { id } = await callAs<Series>(page, 'POST', '/sermonSeries', { name: 'Romens' })
  await publish(page, { localizedname: 'No condemnation', ...{ series_id: id } })
  await publish(page, { localizedname: 'Elsewhere' })
  const stored = async () =>
    (await callAs<Series[]>(page, 'GET', '/sermonSeries')).find((one) => one.id === id)
  await page.goto('/preaching/names')
  const section = page.getByRole('region', { name: 'Series' })
  await expect(section.getByRole('rowheader', { name: 'Romens' })).toBeVisible()
  const edit = section.getByRole('link', { name: 'Edit Romens' })
  if (await edit.isVisible()) {
    await edit.click()
  } else {
    await section.getByRole('button', { name: 'Actions for Romens' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
  }
  await expect(page).toHaveURL(`/preaching/series/${id}`)
  await expect(page.getByRole('heading', { name: 'Edit series' })).toBeVisible()
  await page.getByLabel('Title').fill('')
  await page.getByLabel('Title').press('Enter')
  await expect(page.getByLabel('Title')).toBeFocused()
  await page.getByLabel('Title').fill('Romans')
  await page.getByLabel('Description').fill('Paul’s letter\nto the church at Rome.')
  await posterInput(page).setInputFiles(file('poster.png'))
  await expect(page.getByText('Will be uploaded when you save.')).toBeVisible()
  await page.getByRole('combobox', { name: 'Order' }).click()
  await page.getByRole('option', { name: 'Newest first' }).click()
  await checkAccessibility(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)

  await page.getByRole('link', { name: 'Show the sermon of this series' }).click()
  await page.getByRole('button', { name: 'Stay' }).click()
  await page.getByRole('button', { name: 'Update' }).click()
  await dismiss(page, 'Image file successfully uploaded')
  await expect(page).toHaveURL('/preaching/names')
  const saved = await stored()
  expect(saved).toMatchObject({
    name: 'Romans',
    description: 'Paul’s letter\nto the church at Rome.',
    order: 'newest',
    version: 2,
  })
  expect(saved?.picture_path).toMatch(/poster.*\.png$/)

  await page.goto(`/preaching/series/${id}`)
  await page.getByRole('button', { name: /^View .*poster.*\.png/ }).click()
  await expect(page.getByRole('img', { name: 'Picture' })).toHaveJSProperty('naturalWidth', 64)
  const address = (await page.getByRole('img', { name: 'Picture' }).getAttribute('src')) ?? ''
  await page.getByRole('button', { name: /^Remove .*poster.*\.png/ }).click()
  await expect(page.getByText(/poster.*\.png will be deleted when you save/)).toBeVisible()
  await page.getByRole('button', { name: 'Keep', exact: true }).click()
  await expect(page.getByText(/will be deleted when you save/)).toHaveCount(0)
  await page.getByRole('button', { name: /^Remove .*poster.*\.png/ }).click()
  await page.getByRole('button', { name: 'Update' }).click()
  await dismiss(page, 'Series successfully updated')
  expect(await stored()).toMatchObject({ picture_path: '', order: 'newest' })
  expect((await page.request.get(new URL(address, page.url()).href)).status()).toBe(404)

  await page.goto(`/preaching/series/${id}`)
  await page.getByRole('link', { name: 'Show the sermon of this series' }).click()
  await expect(page).toHaveURL(`/preaching?series=${id}`)
  await expect(page.getByRole('rowheader')).toHaveText([/No condemnation/])
})

test('two people who edit a series see each other, and a taken or vanished one is said', async ({
  openPage,
}) => {
  const page = await openPage({ expectFailures: /409|404 .*\/api\/sermonSeries/ })
  const { id } = await callAs<Series>(page, 'POST', '/sermonSeries', { name: 'Psalms of ascent' })
  const other = await callAs<Series>(page, 'POST', '/sermonSeries', { name: 'Advent' })
  await page.goto(`/preaching/series/${id}`)
  await page.getByLabel('Description').fill('Songs for the road')
  await callAs(page, 'PUT', '/sermonSeries', { id, version: 1, name: 'Songs of ascents' })
  await page.getByRole('button', { name: 'Update' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Someone else has changed this series')
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('Songs of ascents')
  await expect(page.getByLabel('Description')).toHaveValue('Songs for the road')

  await page.getByLabel('Title').fill('ADVENT')
  await page.getByRole('button', { name: 'Update' }).click()
  await dismiss(page, 'Unable to update series')
  await expect(page.getByLabel('Title')).toBeFocused()
  await expect(page.getByLabel('Description')).toHaveValue('Songs for the road')
  await page.getByLabel('Title').fill('Songs of ascents')
  await page.getByRole('button', { name: 'Update' }).click()
  await dismiss(page, 'Series successfully updated')
  const all = await callAs<Series[]>(page, 'GET', '/sermonSeries')
  expect(all.find((one) => one.id === id)).toMatchObject({
    name: 'Songs of ascents',
    description: 'Songs for the road',
  })

  await callAs(page, 'POST', '/sermonSeries/merge', { id: other.id, into: id })
  await page.goto(`/preaching/series/${other.id}`)
  await expect(page.getByText('This series no longer exists')).toBeVisible()
  await page.getByRole('link', { name: 'Go to the series' }).click()
  await expect(page).toHaveURL('/preaching/names')
})
