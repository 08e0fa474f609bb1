import { readFileSync } from 'node:fs'
import { callAs, dismiss, findSermons } from './church-calls.ts'
import { expect } from './fixtures.ts'
import { fillSermon, openEdit, posterInput, recordingInput, test } from './sermon-files.ts'

test('an uploader takes exactly one file of its kind', async ({ staffPage: page, file }) => {
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
    transfer.items.add(new File(['1'], 'dropped.png', { type: 'image/png' }))
    return transfer
  })
  await page.getByRole('button', { name: 'Poster Path' }).dispatchEvent('drop', { dataTransfer: one })
  await expect(page.getByText('images/dropped.png')).toBeVisible()
})

test('a chosen file says what it is and what becomes of the old one; clear and cancel bring back what was loaded', async ({
  staffPage: page,
  file,
}) => {
  await openEdit(page, 'Old file')
  await recordingInput(page).setInputFiles(file('psalm.mp3'))
  const chosen = `preaching/${new Date().getFullYear()}/psalm.mp3`
  await expect(page.getByText(chosen)).toBeVisible()
  await expect(page.getByText('260 kB · 1:05')).toBeVisible()
  await expect(
    page.getByText('Will replace none.mp3 when you save. The old file is then deleted.'),
  ).toBeVisible()
  await expect(page.getByLabel('The recording')).toBeVisible()
  await page.getByRole('button', { name: 'Hide psalm.mp3' }).click()
  await expect(page.getByLabel('The recording')).toHaveCount(0)
  await page.getByRole('button', { name: 'View psalm.mp3' }).click()
  await expect(page.getByLabel('The recording')).toBeVisible()
  await page.getByRole('button', { name: 'Clear psalm.mp3' }).click()
  await expect(page.getByText('preaching/2024/none.mp3')).toBeVisible()
  await recordingInput(page).setInputFiles(file('psalm.mp3'))
  await page.getByLabel('Title').fill('Another title')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('Old file')
  await expect(page.getByText('preaching/2024/none.mp3')).toBeVisible()
  await page.getByRole('button', { name: 'Restore my changes' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('Another title')
  await expect(page.getByText(chosen)).toBeVisible()
})

test('a film whose picture nobody could see is taken for its sound only when somebody says so', async ({
  staffPage: page,
  checkAccessibility,
  file,
  fillNew,
}) => {
  const question = page.getByRole('alertdialog', { name: 'Use only the sound?' })
  await fillNew(page, 'A film of stills')
  const year = new Date().getFullYear()
  await recordingInput(page).setInputFiles(file('motion-jpeg.mov'))
  await expect(question).toContainText(
    'The picture in motion-jpeg.mov is Motion JPEG, which isn’t supported.',
  )
  await question.getByRole('button', { name: 'Choose another file' }).click()
  await expect(page.getByText(`preaching/${year}/psalm.mp3`)).toBeVisible()
  await recordingInput(page).setInputFiles(file('motion-jpeg.mov'))
  await expect(question).toBeVisible()
  await checkAccessibility(page)
  await question.getByRole('button', { name: 'Use only the sound' }).click()
  await expect(page.getByText(`preaching/${year}/motion-jpeg.mov`)).toBeVisible()
  await expect(question).toBeHidden()
})

test('a recording that cannot be taken is refused when it is chosen, and the form keeps the rest', async ({
  staffPage: page,
  checkAccessibility,
  file,
  fillNew,
}) => {
  const box = page.getByRole('alertdialog')
  await fillNew(page, 'Not a film')
  const chosen = page.getByText(`preaching/${new Date().getFullYear()}/psalm.mp3`)
  await expect(chosen).toBeVisible()
  await recordingInput(page).setInputFiles(file('broken.mp4'))
  await expect(box).toContainText(
    'Supported formats: MP3, M4A with AAC, WAV without compression, FLAC, and OGG with Opus or Vorbis; MP4',
  )
  await checkAccessibility(page)
  await dismiss(page, 'Invalid file type. Please select a valid media file.')
  for (const [name, why] of [
    ['empty.mp3', 'The file is empty.'],
    ['truncated.mp4', 'The recording is incomplete: its end is missing.'],
    ['old-codec.mp4', 'The sound or picture in the file has a format that isn’t supported.'],
  ] as const) {
    await recordingInput(page).setInputFiles(file(name))
    await dismiss(page, why)
  }
  await expect(chosen).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('Not a film')
  await page.getByRole('button', { name: 'Clear psalm.mp3' }).click()
  await recordingInput(page).setInputFiles(file('truncated.mp4'))
  await dismiss(page, 'The recording is incomplete: its end is missing.')
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('button', { name: 'Media File Path' })).toHaveAccessibleDescription(
    'This field is required',
  )
  expect(await findSermons(page, 'Not a film')).toEqual([])

  // A refused recording takes the place of a good one for a moment only: the good one can be saved.
  await recordingInput(page).setInputFiles(file('psalm.mp3'))
  await recordingInput(page).setInputFiles(file('truncated.mp4'))
  await dismiss(page, 'The recording is incomplete: its end is missing.')
  await page.getByRole('button', { name: 'Create' }).click()
  await dismiss(page, 'Item successfully created')
  expect(await findSermons(page, 'Not a film')).toHaveLength(1)
})

test('a recording and a poster without a type are known by their content, whatever they are called', async ({
  staffPage: page,
  file,
  fillNew,
}) => {
  await fillNew(page, 'Untyped')
  const give = async (field: string, from: string, name: string) => {
    const transfer = await page.evaluateHandle(
      ([bytes, called]) => {
        const made = new DataTransfer()
        const content = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))
        made.items.add(new File([content], called))
        return made
      },
      [readFileSync(file(from)).toString('base64'), name] as const,
    )
    await page.getByRole('button', { name: field }).dispatchEvent('drop', { dataTransfer: transfer })
  }
  await give('Media File Path', 'whole.mp4', 'Señor’s <script> 🙂 sermon')
  await give('Poster Path', 'poster.png', 'poster')
  await expect(page.getByText('images/poster')).toBeVisible()
  await give('Poster Path', 'notes.txt', 'no picture')
  await dismiss(page, 'Invalid file type. Please select a valid image file.')
  await page.getByRole('button', { name: 'Create' }).dblclick()
  await expect(page.getByRole('alertdialog')).toContainText('Video file successfully uploaded')
  await dismiss(page, 'Item successfully created')
  const [saved, ...others] = await findSermons(page, 'Untyped')
  expect(others).toEqual([])
  expect(saved?.path).toBe(`preaching/${new Date().getFullYear()}/Señors-script-sermon.mp4`)
})

test('a poster can be put back to the default banner, in a new item and in an old one @phone', async ({
  staffPage: page,
  checkAccessibility,
  file,
  fillNew,
}) => {
  const again = page.getByRole('button', { name: 'Use the default banner' })
  await fillNew(page, `Banner ${test.info().project.name}`)
  await expect(again).toHaveCount(0)
  await posterInput(page).setInputFiles(file('poster.png'))
  await again.click()
  await expect(page.getByText('images/default-banner.jpg')).toBeVisible()
  await posterInput(page).setInputFiles(file('poster.png'))
  await page.getByRole('button', { name: 'Create' }).click()
  await dismiss(page, 'Item successfully created')
  const [made] = await findSermons(page, `Banner ${test.info().project.name}`)
  await page.goto(`/preaching/edit/${made?.uuid}`)
  await again.click()
  await expect(page.getByText(/^Will replace poster(-\d+)?\.png when you save/)).toBeVisible()
  await checkAccessibility(page)
  await page.getByRole('button', { name: 'Clear default-banner.jpg' }).click()
  await expect(page.getByText(/^images\/poster(-\d+)?\.png$/)).toBeVisible()
  await again.click()
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('File successfully deleted')
  await dismiss(page, 'Item successfully updated')
  await page.goto(`/preaching/edit/${made?.uuid}`)
  await expect(page.getByText('images/default-banner.jpg')).toBeVisible()
})

test('a press counts for what it began on, though what is found of a recording moves the page @phone', async ({
  staffPage,
  hasTouch,
  file,
  fillNew,
}) => {
  const page = await staffPage.context().newPage()
  // The first worker looks into the recording, the second one measures its sound.
  const pressed = Promise.withResolvers<void>()
  let asked = 0
  await page.route('**/remux-worker*', async (route) => {
    asked += 1
    await (asked > 1 && pressed.promise)
    await route.continue()
  })
  await fillNew(page, 'Pressed meanwhile')
  await posterInput(page).setInputFiles(file('poster.png'))
  const sound = page.getByRole('region', { name: 'Sound' })
  await expect(sound).toHaveText('Listening to the sound: 0%')
  const button = page.getByRole('button', { name: 'Use the default banner' })
  await button.scrollIntoViewIfNeeded()
  const place = await button.boundingBox()
  const point = { x: (place?.x ?? 0) + 20, y: (place?.y ?? 0) + 10 }
  const devtools = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchEnd') =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchStart' ? [point] : [] })
  await page.mouse.move(point.x, point.y)
  await (hasTouch ? touch('touchStart') : page.mouse.down())
  pressed.resolve()
  await expect(sound).toContainText('quieter')
  expect((await button.boundingBox())?.y).toBeGreaterThan(point.y)
  await (hasTouch ? touch('touchEnd') : page.mouse.up())
  await expect(page.getByText('images/default-banner.jpg')).toBeVisible()
})

test('a press that leaves its button does nothing', async ({ staffPage: page, file, fillNew }) => {
  await fillNew(page, 'Not pressed')
  await posterInput(page).setInputFiles(file('poster.png'))
  await page.getByRole('button', { name: 'Clear poster.png' }).hover()
  await page.mouse.down()
  await page.getByRole('button', { name: 'Use the default banner' }).hover()
  await page.mouse.up()
  await page.getByRole('button', { name: 'View poster.png' }).click()
  await expect(page.getByText('images/poster.png')).toBeVisible()
})

test('an upload shows its progress and can be cancelled without losing the form', async ({
  staffPage,
  watchPage,
  checkAccessibility,
  fillNew,
}) => {
  const page = await staffPage.context().newPage()
  watchPage(page)
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

test('a poster whose smaller copies were called off has them after the next save', async ({
  openPage,
  fillNew,
  file,
}) => {
  const page = await openPage()
  await fillNew(page, 'Poster in two tries')
  await posterInput(page).setInputFiles(file('banner.jpg'))
  const reached = Promise.withResolvers<void>()
  await page.route(/banner-320/, (route) =>
    route.request().method() === 'PUT' ? reached.resolve() : route.continue(),
  )
  await page.getByRole('button', { name: 'Create' }).click()
  await reached.promise
  const overlay = page.getByRole('dialog', { name: 'Uploading content...' })
  await overlay.getByRole('button', { name: 'Cancel' }).click()
  await expect(overlay).toHaveCount(0)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Create' }).click()
  await dismiss(page, 'Item successfully created')
  const [saved] = await findSermons(page, 'Poster in two tries')
  expect(await callAs(page, 'GET', `/preachingManagement/item?uuid=${saved?.uuid}`)).toMatchObject({
    small_poster_path: expect.stringMatching(/banner-320/),
  })
})

test('an upload without a connection says that it waits, then goes on by itself', async ({
  staffPage,
  watchPage,
  checkAccessibility,
  fillNew,
}) => {
  const page = await staffPage.context().newPage()
  watchPage(page, { expectFailures: /ERR_INTERNET_DISCONNECTED/ })
  await fillNew(page, 'Held up')
  let broken = true
  await page.route('**/s3/**/psalm*.mp3', (route) =>
    broken && route.request().method() === 'PUT' ? route.abort('internetdisconnected') : route.continue(),
  )
  await page.getByRole('button', { name: 'Create' }).click()
  const overlay = page.getByRole('dialog', { name: 'Uploading content...' })
  await expect(overlay).toContainText('Waiting for the connection. The upload continues automatically.')
  await checkAccessibility(page)
  broken = false
  await dismiss(page, 'Item successfully created')
  expect(await findSermons(page, 'Held up')).toHaveLength(1)
})

test('the back button asks during an upload, and leaving stops it', async ({
  staffPage,
  watchPage,
  file,
}) => {
  const page = await staffPage.context().newPage()
  watchPage(page)
  await page.goto('/preaching')
  await page.getByRole('link', { name: 'Add New' }).first().click()
  await fillSermon(page, 'Gone back', file('psalm.mp3'))
  const devtools = await page.context().newCDPSession(page)
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 20_000 }
  await devtools.send('Network.emulateNetworkConditions', slow)
  await page.getByRole('button', { name: 'Create' }).click()
  const overlay = page.getByRole('dialog', { name: 'Uploading content...' })
  await expect(overlay).toContainText('left')
  await page.evaluate(() => history.back())
  await page.getByRole('button', { name: 'Stay' }).click()
  await expect(overlay).toBeVisible()
  await page.evaluate(() => history.back())
  await page.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/preaching')
  await expect(overlay).toHaveCount(0)
  expect(await findSermons(page, 'Gone back')).toEqual([])
  await page.getByRole('link', { name: 'Add New' }).first().click()
  await page.getByRole('button', { name: 'Restore my changes' }).click()
  await devtools.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 })
  await page.getByRole('button', { name: 'Create' }).click()
  await dismiss(page, 'Item successfully created')
  expect(await findSermons(page, 'Gone back')).toHaveLength(1)
})
