import { callAs, publish } from './church-calls.ts'
import { expect, test } from './fixtures.ts'
import { smallTargets } from './in-sight.ts'

type Found = { results: { uuid: string; state: string; series?: string }[]; totalCount: number }

test('several sermons are changed or deleted at once, and one Undo puts all of them back @phone', async ({
  staffPage: page,
  checkAccessibility,
  isMobile,
}) => {
  for (const title of ['Ada’s <b>first</b>', 'Ada’s second 🙂', 'Ada’s third']) {
    await publish(page, { localizedname: title })
  }
  await callAs(page, 'POST', '/sermonSeries', { name: 'Ruth' })
  const find = () => callAs<Found>(page, 'GET', '/preachingManagement?search=Ada')
  await page.goto('/preaching?search=Ada')
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  const bar = page.getByRole('region', { name: 'Selected sermons' })
  await expect(bar.getByRole('status')).toHaveText('None selected')
  await expect(bar).toBeFocused()
  await page.getByRole('checkbox', { name: 'Select Ada’s second 🙂' }).check()
  await bar.getByRole('button', { name: 'Select this page' }).click()
  await expect(bar.getByRole('status')).toHaveText('3 selected')
  await page.getByRole('checkbox', { name: 'Select Ada’s third' }).press('Space')
  await expect(bar.getByRole('status')).toHaveText('2 selected')
  if (isMobile) {
    expect(await smallTargets(bar)).toEqual([])
  }
  await checkAccessibility(page)

  await bar.getByLabel('What is to be done with them?').selectOption('Put into a series')
  await expect(bar.getByLabel('Which one?')).toHaveValue(/\d/)
  await bar.getByRole('button', { name: 'Do it' }).click()
  const changed = page.getByRole('status').filter({ hasText: '2 sermons changed' })
  await expect(changed).toBeVisible()
  expect((await find()).results.filter(({ series }) => series === 'Ruth')).toHaveLength(2)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('status').filter({ hasText: '2 sermons are as before' })).toBeVisible()
  expect((await find()).results.filter(({ series }) => series === 'Ruth')).toHaveLength(0)

  await bar.getByRole('button', { name: 'Select this page' }).click()
  await bar.getByLabel('What is to be done with them?').selectOption('Make a draft')
  await bar.getByRole('button', { name: 'Do it' }).click()
  await expect(page.getByRole('status').filter({ hasText: '3 sermons changed' })).toBeVisible()
  await bar.getByRole('button', { name: 'Select this page' }).click()
  await bar.getByRole('button', { name: 'Do it' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Nothing had to be changed' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  expect((await find()).results.map(({ state }) => state)).toEqual(['draft', 'draft', 'draft'])

  await bar.getByRole('button', { name: 'Select this page' }).click()
  await bar.getByLabel('What is to be done with them?').selectOption('Delete')
  await bar.getByRole('button', { name: 'Do it' }).click()
  await expect(page.getByRole('status').filter({ hasText: '3 sermons deleted' })).toBeVisible()
  expect((await find()).totalCount).toBe(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('status').filter({ hasText: '3 sermons are as before' })).toBeVisible()
  expect((await find()).totalCount).toBe(3)
  await bar.getByRole('button', { name: 'Done' }).click()
  await expect(bar).toBeHidden()
  await expect(page.getByRole('button', { name: 'Select', exact: true })).toBeFocused()
  await expect(page.getByRole('checkbox')).toHaveCount(0)
})

test('undoing a deletion says how many are back, and why the others are not', async ({ staffPage: page }) => {
  const [gone, again] = [
    await publish(page, { localizedname: 'Boaz one' }),
    await publish(page, { localizedname: 'Boaz two' }),
    await publish(page, { localizedname: 'Boaz three' }),
  ]
  await page.goto('/preaching?search=Boaz')
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  const bar = page.getByRole('region', { name: 'Selected sermons' })
  await bar.getByRole('button', { name: 'Select this page' }).click()
  await bar.getByLabel('What is to be done with them?').selectOption('Delete')
  await bar.getByRole('button', { name: 'Do it' }).click()
  await expect(page.getByRole('status').filter({ hasText: '3 sermons deleted' })).toBeVisible()
  await callAs(page, 'DELETE', `/trash?record=item/${gone}`)
  await publish(page, { uuid: again, localizedname: 'Boaz anew' })
  await page.getByRole('button', { name: 'Undo' }).click()
  const undone = page.getByRole('status').filter({ hasText: '1 sermon is as before. 1 was left alone' })
  await expect(undone).toContainText('1 stays in the trash, since it was published again. Boaz two.')
})

test('a sermon that is like another one begins with what they share', async ({
  staffPage: page,
  checkAccessibility,
}) => {
  const { id } = await callAs<{ id: number }>(page, 'POST', '/topics', { topic: 'Hope' })
  const body = { localizedname: 'Bread for the road', description: 'In the desert.', topics: [id] }
  const uuid = await publish(page, body)
  await page.goto(`/preaching/view/${uuid}`)
  await page.getByRole('link', { name: 'Duplicate' }).click()
  await expect(page.getByRole('heading', { name: 'Add Preaching Item' })).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('Bread for the road')
  await expect(page.getByLabel('Description')).toHaveValue('In the desert.')
  await expect(page.getByLabel('Event Date & Time')).toHaveValue('')
  await expect(page.getByText('Hope')).toBeVisible()
  await checkAccessibility(page)
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByLabel('Event Date & Time')).toBeFocused()
})
