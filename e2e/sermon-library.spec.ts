import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { callAs, dismiss, findSermons, publish } from './church-calls.ts'
import { expect } from './fixtures.ts'
import { fillSermon, test } from './sermon-files.ts'

/** So much that it scrolls. */
const AMENS = 'Amen. '.repeat(300).trim()
const PDF =
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>'

test('a sermon is put into its series, under its topics, with its notes, and kept as a draft @phone', async ({
  staffPage: page,
  file,
  folder,
  checkAccessibility,
}) => {
  const notes = join(folder, 'Notes_for 🙂 all.pdf')
  const captions = join(folder, 'grace.vtt')
  writeFileSync(notes, PDF)
  writeFileSync(
    captions,
    `WEBVTT\n\n00:00.000 --> 00:02.000\nGrace\n\n00:02.500 --> 00:04.000\nto you.\n\n00:09.000 --> 00:10.000\n${AMENS}\n`,
  )
  await page.goto('/preaching/new')
  await fillSermon(page, 'More than conquerors', file('psalm.mp3'))
  const library = page.getByRole('region', { name: 'For the library' })
  await library.getByRole('combobox', { name: 'State' }).click()
  await page.getByRole('option', { name: 'Draft' }).click()
  await library.getByRole('combobox', { name: 'Series' }).fill('Romans')
  await page.getByRole('option', { name: 'Add “Romans”' }).click()
  await expect(library.getByRole('combobox', { name: 'Series' })).toHaveValue('Romans')
  for (const topic of ['Hope', 'Prayer']) {
    await library.getByRole('combobox', { name: 'Topics' }).fill(topic)
    await page.getByRole('option', { name: `Add “${topic}”` }).click()
    await expect(library.getByText(topic, { exact: true })).toBeVisible()
  }
  await page.keyboard.press('Escape')
  await library.getByLabel('Bible passages').fill('Rom 8:28-39; the hill')
  await expect(library.getByText('Not understood: the hill')).toBeVisible()
  await library.getByLabel('Bible passages').fill('Rom 8:28-39')
  await expect(library.getByText('Read as: Romans 8:28–39')).toBeVisible()
  await library.getByRole('button', { name: 'Add a speaker' }).click()
  await library.getByLabel('Part of speaker 1').fill('Reading')
  await library.getByRole('combobox', { name: 'Speaker 1', exact: true }).fill('Phoebe Stone')
  await page.getByRole('option', { name: 'Add “Phoebe Stone”' }).click()
  await expect(library.getByRole('combobox', { name: 'Speaker 1', exact: true })).toHaveValue('Phoebe Stone')
  await library.locator('input[type=file][accept*=".pdf"]').setInputFiles(notes)
  await expect(library.getByLabel('Title of file 1')).toHaveValue('Notes for 🙂 all')
  const apple = library.getByText('Apple Podcasts shows chapters only if')
  await library.getByLabel('Chapters').fill('00:00 Welcome\n00:30 The promise')
  await expect(apple).toBeVisible()
  await library.getByLabel('Chapters').fill('00:00 Welcome\n00:20 Hymn\n00:30 The promise')
  await expect(apple).toHaveCount(0)
  await library.getByLabel('Chapters').fill('00:00 Welcome\n00:30 The promise')
  await expect(apple).toBeVisible()
  const transcript = library.locator('input[type=file][accept*=".vtt"]')
  await transcript.setInputFiles({
    ...{ name: 'windows.txt', mimeType: 'text/plain' },
    buffer: Buffer.from('Bienvenidos, niños.', 'latin1'),
  })
  await expect(library.getByRole('textbox', { name: 'Transcript' })).toHaveValue('Bienvenidos, niños.')
  await transcript.setInputFiles(captions)
  await expect(library.getByRole('textbox', { name: 'Transcript' })).toHaveValue(/Grace\n[\s\S]*to you/)
  await checkAccessibility(page)
  await page.getByRole('button', { name: 'Create' }).click()
  await dismiss(page, 'Item successfully created')

  await expect(page.getByText('Draft', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'More than conquerors', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'More than conquerors' })).toBeVisible()
  await expect(page.getByText('Phoebe Stone (Reading)')).toBeVisible()
  await page.getByText('Transcript', { exact: true }).click()
  await expect(page.getByRole('paragraph').filter({ hasText: 'Grace to you.' })).toHaveText('Grace to you.')
  await expect(page.getByRole('paragraph').filter({ hasText: 'Amen.' })).toHaveText(AMENS)
  await checkAccessibility(page)
  await page.getByRole('button', { name: '0:30 The promise' }).click()
  const recording = page.getByLabel('The recording')
  await expect
    .poll(() => recording.evaluate((audio: HTMLAudioElement) => audio.currentTime))
    .toBeGreaterThanOrEqual(30)
  const attached = page.getByRole('link', { name: 'Notes for 🙂 all' })
  await expect(attached).toHaveAttribute('href', /\.pdf/)
  const address = new URL((await attached.getAttribute('href')) ?? '', page.url())
  const stored = await page.request.get(address.href)
  expect(await stored.text()).toBe(PDF)
  await expect(page.getByText('Romans 8:28–39')).toBeVisible()
  await page.goto('/preaching')
  await page.getByRole('searchbox').fill('Romans 8:30')
  await expect(page).toHaveURL(/search=Romans\+8\.30/)
  await page.getByRole('link', { name: 'More than conquerors', exact: true }).click()
  await page.getByRole('link', { name: 'Prayer' }).click()
  await expect(page.getByRole('button', { name: /Prayer/ })).toBeVisible()
  await expect(page.getByRole('link', { name: 'More than conquerors', exact: true })).toBeVisible()
})

test('what the library has stays in the form when the server refuses it', async ({
  staffPage,
  watchPage,
}) => {
  const page = await staffPage.context().newPage()
  watchPage(page, { expectFailures: /400/ })
  const { id } = await callAs<{ id: number }>(page, 'POST', '/topics', { topic: 'Harvest' })
  const uuid = await publish(page, { localizedname: 'Gleaning' })
  await page.goto(`/preaching/edit/${uuid}`)
  const library = page.getByRole('region', { name: 'For the library' })
  await library.getByRole('combobox', { name: 'Topics' }).click()
  await page.getByRole('option', { name: 'Harvest' }).click()
  await page.keyboard.press('Escape')
  await callAs(page, 'DELETE', `/topics?id=${id}`)
  await page.getByRole('button', { name: 'Update' }).click()
  await dismiss(page, 'topics names a topic that is not there')
  await expect(library.getByText('Harvest', { exact: true })).toBeVisible()
  await expect(library.getByRole('combobox', { name: 'Topics' })).toHaveAccessibleDescription(/not there/)
})

test('a sermon that is scheduled says when it comes out, and is asked when where that is missing', async ({
  staffPage: page,
}) => {
  const uuid = await publish(page, { localizedname: 'Watchnight' })
  await page.goto(`/preaching/edit/${uuid}`)
  const library = page.getByRole('region', { name: 'For the library' })
  await library.getByRole('combobox', { name: 'State' }).click()
  await page.getByRole('option', { name: 'Scheduled' }).click()
  await page.getByRole('button', { name: 'Update' }).click()
  const time = library.getByLabel('Comes out on')
  await expect(time).toBeFocused()
  await expect(time).toHaveAccessibleDescription('Say when the sermon comes out.')
  await time.fill('2199-12-31T23:00')
  await page.getByRole('button', { name: 'Update' }).click()
  await dismiss(page, 'Item successfully updated')
  await expect(page.getByText(/Scheduled: .*2199/)).toBeVisible()
  expect(await findSermons(page, 'Watchnight')).toMatchObject([
    { state: 'scheduled', publish_at: '2199-12-31T23:00:00' },
  ])
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByRole('combobox', { name: 'State' }).click()
  await page.getByRole('option', { name: 'Scheduled' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Apply Filter' }).click()
  await expect(page.getByRole('link', { name: 'Watchnight', exact: true })).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(2)
})
