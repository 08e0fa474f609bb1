import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from './house.ts'
import { callAs, dismiss, findSermons, publish } from './parish-calls.ts'

let folder: string
const file = (name: string) => join(folder, name)
const recordingInput = (page: Page) => page.locator('input[type=file][accept*="audio"]')
const posterInput = (page: Page) => page.locator('input[type=file][accept*="image"]')

test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'vestry-form-'))
  const tone = ['-f', 'lavfi', '-i', 'sine=frequency=220:duration=65', '-b:a', '32k']
  execFileSync(process.env.FFMPEG ?? 'ffmpeg', ['-v', 'error', '-y', ...tone, file('psalm.mp3')])
  writeFileSync(file('broken.mp4'), 'This is no film.')
  writeFileSync(file('notes.txt'), 'Only notes.')
})

test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function fillNew(page: Page, title: string, recording = 'psalm.mp3') {
  await page.goto('/preaching/new')
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Event Date & Time').fill('2025-11-16T10:30')
  await recordingInput(page).setInputFiles(file(recording))
}

async function openEdit(page: Page, title: string) {
  const uuid = await publish(page, { localizedname: title })
  await page.goto(`/preaching/edit/${uuid}`)
  await expect(page.getByLabel('Title')).toHaveValue(title)
  return uuid
}

test('everything but the description is required, and the first error has the focus @phone', async ({
  staffPage: page,
  checkAccessibility,
}) => {
  await page.goto('/preaching/new')
  await expect(page.getByRole('heading', { name: 'Add Preaching Item' })).toBeVisible()
  await expect(page.getByLabel('Title')).toBeVisible()
  await checkAccessibility(page)
  await page.getByLabel('Title').focus()
  await page.getByLabel('Title').blur()
  await expect(page.getByText('This field is required')).toHaveCount(1)
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByText('This field is required')).toHaveCount(3)
  const title = page.getByLabel('Title')
  await expect(title).toBeFocused()
  await expect(title).toHaveAccessibleDescription('This field is required')
  await expect(page.getByRole('button', { name: 'Media File Path' })).toHaveAccessibleDescription(
    'This field is required',
  )
  await checkAccessibility(page)
  await title.fill('Filled')
  await expect(page.getByText('This field is required')).toHaveCount(2)
  const { width } = (await page.locator('form').boundingBox()) ?? { width: Number.NaN }
  expect(width).toBeLessThanOrEqual(550)
})

test('an uploader takes exactly one file of its kind', async ({ staffPage: page }) => {
  await page.goto('/preaching/new')
  await recordingInput(page).setInputFiles(file('notes.txt'))
  await dismiss(page, 'Invalid file type. Please select a valid media file.')
  await posterInput(page).setInputFiles(file('psalm.mp3'))
  await dismiss(page, 'Invalid file type. Please select a valid image file.')
  const two = await page.evaluateHandle(() => {
    const transfer = new DataTransfer()
    transfer.items.add(new File(['1'], 'one.mp3', { type: 'audio/mpeg' }))
    transfer.items.add(new File(['2'], 'two.mp3', { type: 'audio/mpeg' }))
    return transfer
  })
  const media = page.getByRole('button', { name: 'Media File Path' })
  await media.dispatchEvent('drop', { dataTransfer: two })
  await dismiss(page, 'Only one media file can be uploaded at a time.')
  await page.getByRole('button', { name: 'Poster Path' }).dispatchEvent('drop', { dataTransfer: two })
  await dismiss(page, 'Only one image file can be uploaded at a time.')
  const one = await page.evaluateHandle(() => {
    const transfer = new DataTransfer()
    transfer.items.add(new File(['1'], 'dropped.mp3', { type: 'audio/mpeg' }))
    return transfer
  })
  await media.dispatchEvent('drop', { dataTransfer: one })
  await expect(page.getByText(`preaching/${new Date().getFullYear()}/dropped.mp3`)).toBeVisible()
})

test('a chosen file says what it is and what becomes of the old one; clear and cancel bring back what was loaded', async ({
  staffPage: page,
}) => {
  await openEdit(page, 'Old file')
  await recordingInput(page).setInputFiles(file('psalm.mp3'))
  const chosen = `preaching/${new Date().getFullYear()}/psalm.mp3`
  await expect(page.getByText(chosen)).toBeVisible()
  await expect(page.getByText('260 kB · 1:05')).toBeVisible()
  await expect(
    page.getByText('Will replace none.mp3 when you save. The old file is then deleted.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'View psalm.mp3' }).click()
  await expect(page.getByLabel('The recording')).toBeVisible()
  await page.getByRole('button', { name: 'Hide psalm.mp3' }).click()
  await page.getByRole('button', { name: 'Clear psalm.mp3' }).click()
  await expect(page.getByText('preaching/2024/none.mp3')).toBeVisible()
  await recordingInput(page).setInputFiles(file('psalm.mp3'))
  await page.getByLabel('Title').fill('Another title')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('Old file')
  await expect(page.getByText('preaching/2024/none.mp3')).toBeVisible()
  await page.getByRole('button', { name: 'Bring my changes back' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('Another title')
  await expect(page.getByText(chosen)).toBeVisible()
})

test('Cancel leaves an untouched form; a new sermon and its recording are asked about and can be brought back', async ({
  staffPage: page,
}) => {
  await page.goto('/preaching')
  const add = page.getByRole('link', { name: 'Add New' }).first()
  const cancel = page.getByRole('button', { name: 'Cancel' })
  await add.click()
  await cancel.click()
  await expect(page).toHaveURL('/preaching')
  await add.click()
  await page.getByLabel('Title').fill('Dropped')
  await recordingInput(page).setInputFiles(file('psalm.mp3'))
  await cancel.click()
  await page.getByRole('button', { name: 'Stay' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('Dropped')
  await cancel.click()
  await page.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/preaching')
  await add.click()
  await expect(page.getByLabel('Title')).toHaveValue('')
  await page.getByRole('button', { name: 'Bring my changes back' }).click()
  await page.getByLabel('Event Date & Time').fill('2025-11-16T10:30')
  await expect(page.getByLabel('Title')).toHaveValue('Dropped')
  await page.getByRole('button', { name: 'Create' }).click()
  await dismiss(page, 'Item successfully created')
  expect(await findSermons(page, 'Dropped')).toHaveLength(1)
  await add.click()
  await expect(page.getByLabel('Title')).toHaveValue('')
  await expect(page.getByRole('button', { name: 'Bring my changes back' })).toHaveCount(0)
})

test('leaving with unsaved changes asks first, in the console and on closing the tab', async ({
  staffPage: page,
}) => {
  await openEdit(page, 'Kept draft')
  const crumb = page.getByRole('link', { name: 'Preaching', exact: true })
  await page.getByLabel('Description').fill('Half a thought')
  await crumb.click()
  await expect(page.getByRole('alertdialog')).toContainText('Leave without saving?')
  await expect(page.getByRole('button', { name: 'Stay' })).toBeFocused()
  await page.keyboard.press('Control+s')
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Description')).toHaveValue('Half a thought')
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const question = await asked
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()
  await crumb.click()
  await page.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/preaching')
})

test('a recording that cannot be prepared is refused with the formats that work, and nothing is saved', async ({
  staffPage: page,
  checkAccessibility,
}) => {
  await fillNew(page, 'Not a film', 'broken.mp4')
  await page.getByRole('button', { name: 'Create' }).click()
  const box = page.getByRole('alertdialog')
  await expect(box).toContainText('Formats that work: MP4, MOV, MKV, WebM, MP3, M4A, WAV, FLAC or OGG.')
  await checkAccessibility(page)
  await dismiss(page, 'Failed to save item, unable to process media')
  await expect(page.getByLabel('Title')).toHaveValue('Not a film')
  expect(await findSermons(page, 'Not a film')).toEqual([])
})

test('Ctrl+S saves, and a create whose answer was lost is not doubled, nor its file sent again', async ({
  staffPage,
  watchPage,
}) => {
  const page = await staffPage.context().newPage()
  watchPage(page, { expectFailures: /ERR_FAILED|409|404/ })
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().includes('/s3/')) {
      sent.push(request.url())
    }
  })
  await fillNew(page, 'Once only')
  await page.route('**/api/preachingManagement', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await page.keyboard.press('Control+s')
  await dismiss(page, 'Unable to create item')
  await page.unroute('**/api/preachingManagement')
  await expect(page.getByLabel('Title')).toHaveValue('Once only')
  await page.getByLabel('Title').fill('Once only, corrected')
  await page.keyboard.press('Control+s')
  await dismiss(page, 'Item successfully created')
  await expect(page).toHaveURL('/preaching')
  const saved = await findSermons(page, 'Once only')
  expect(saved.map((sermon) => sermon.localizedname)).toEqual(['Once only, corrected'])
  expect(sent).toHaveLength(1)
})

test('an upload shows its progress and can be cancelled without losing the form', async ({
  staffPage,
  watchPage,
  checkAccessibility,
}) => {
  const page = await staffPage.context().newPage()
  // The store answers 404 when it is asked whether a name is free.
  watchPage(page, { expectFailures: /404/ })
  await fillNew(page, 'Called off')
  const devtools = await page.context().newCDPSession(page)
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 20_000 }
  await devtools.send('Network.emulateNetworkConditions', slow)
  await page.getByRole('button', { name: 'Create' }).click()
  const overlay = page.getByRole('dialog', { name: 'Uploading content...' })
  await expect(overlay).toContainText('Uploading psalm.mp3')
  await expect(overlay).toContainText('left')
  await checkAccessibility(page)
  await overlay.getByRole('button', { name: 'Cancel' }).click()
  await expect(overlay).toHaveCount(0)
  await expect(page.getByLabel('Title')).toHaveValue('Called off')
  await expect(page.getByText('psalm.mp3')).toBeVisible()
  expect(await findSermons(page, 'Called off')).toEqual([])
})

test('an item is published by the keyboard alone', async ({ staffPage, watchPage }) => {
  const page = await staffPage.context().newPage()
  // The store answers 404 when it is asked whether a name is free.
  watchPage(page, { expectFailures: /404/ })
  await page.goto('/preaching')
  await page.getByRole('link', { name: 'Add New' }).first().press('Enter')
  await page.getByLabel('Title').focus()
  await page.keyboard.type('By hand')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Event Date & Time')).toBeFocused()
  await page.getByLabel('Event Date & Time').fill('2025-11-16T10:30')
  await page.getByLabel('Description').focus()
  await page.keyboard.type('Typed')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Media File Path' })).toBeFocused()
  await expect(async () => {
    const chosen = page.waitForEvent('filechooser', { timeout: 5_000 })
    await page.keyboard.press('Enter')
    await (await chosen).setFiles(file('psalm.mp3'))
  }).toPass()
  await page.getByRole('combobox', { name: 'Language' }).focus()
  await page.keyboard.press('Enter')
  const spanish = page.getByRole('option', { name: 'Spanish' })
  await expect(spanish).toBeVisible()
  // Which entry the list begins at is known a moment after it is there.
  await expect(async () => {
    await page.keyboard.press('ArrowDown')
    await expect(spanish).toHaveAttribute('data-combobox-selected', 'true', { timeout: 500 })
  }).toPass()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Language' })).toHaveValue('Spanish')
  await page.getByRole('button', { name: 'Create' }).press('Enter')
  await expect(page.getByRole('alertdialog')).toContainText('Item successfully created', { timeout: 30_000 })
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/preaching')
})

test('a preacher who is missing is added from the dropdown', async ({ staffPage: page }) => {
  await openEdit(page, 'New voice')
  const preacher = page.getByRole('combobox', { name: 'Preacher' })
  await preacher.click()
  await preacher.fill('Deborah Vale')
  await page.getByRole('option', { name: 'Add “Deborah Vale”' }).click()
  await expect(preacher).toHaveValue('Deborah Vale')
  await page.getByRole('button', { name: 'Update' }).click()
  await dismiss(page, 'Item successfully updated')
  await page.goto('/preaching?search=new+voice')
  await expect(page.getByRole('row').nth(1)).toContainText('Deborah Vale')
})

test('what someone else saved meanwhile is not overwritten, and nothing typed is lost', async ({
  staffPage,
  watchPage,
}) => {
  const page = await staffPage.context().newPage()
  watchPage(page, { expectFailures: /409/ })
  const uuid = await openEdit(page, 'Shared')
  const theirs = {
    uuid,
    localizedname: 'Shared, theirs',
    event_datetime: '2024-03-03T11:00:00',
    path: 'preaching/2024/none.mp3',
  }
  const update = page.getByRole('button', { name: 'Update' })
  const conflict = page.getByRole('alertdialog')
  await callAs(page, 'PUT', '/preachingManagement', theirs)
  await page.getByLabel('Description').fill('Mine')
  await update.click()
  await expect(conflict).toContainText('Someone else has changed this item')
  await conflict.getByRole('button', { name: 'Load theirs' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('Shared, theirs')
  await expect(page.getByLabel('Description')).toHaveValue('')
  await page.getByRole('button', { name: 'Bring my changes back' }).click()
  await expect(page.getByLabel('Description')).toHaveValue('Mine')
  await callAs(page, 'PUT', '/preachingManagement', { ...theirs, localizedname: 'Shared again' })
  await update.click()
  await conflict.getByRole('button', { name: 'Keep editing' }).click()
  await expect(page.getByText('Your changes now stand on top of the other person’s version.')).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('Shared again')
  await update.click()
  await dismiss(page, 'Item successfully updated')
  const [saved] = await findSermons(page, 'Shared again')
  expect(saved).toMatchObject({ event_datetime: '2024-03-03T11:00:00', description: 'Mine' })
})

test('an item that is not there fails to load; the page says so and leads back to the list', async ({
  staffPage,
  watchPage,
}) => {
  const page = await staffPage.context().newPage()
  watchPage(page, { expectFailures: /404/ })
  await page.goto('/preaching/edit/00000000-0000-4000-8000-000000000000')
  await expect(page.getByRole('heading', { name: 'Error', exact: true })).toBeVisible()
  await expect(page.getByText('Failed to load item')).toBeVisible()
  await page.getByRole('link', { name: 'Go to the preaching items' }).click()
  await expect(page).toHaveURL('/preaching')
})
