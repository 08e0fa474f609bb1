import { callAs, dismiss, findSermons } from './church-calls.ts'
import { expect, signIn } from './fixtures.ts'
import { loseAnswer } from './lose-answer.ts'
import { fillSermon, openEdit, posterInput, recordingInput, test } from './sermon-files.ts'

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
  const { width } = (await page.getByLabel('Title').boundingBox()) ?? { width: Number.NaN }
  expect(width).toBeLessThanOrEqual(550)
})

test('the buttons stay where they are when the fields of the library come', async ({
  openPage,
  signedIn,
}) => {
  const page = await openPage({ storageState: signedIn })
  const line = Promise.withResolvers<void>()
  await page.route('**/assets/library-fields-*.js', async (route) => {
    await line.promise
    await route.continue()
  })
  await page.goto('/preaching/new')
  const create = page.getByRole('button', { name: 'Create' })
  await expect(page.getByLabel('Title')).toBeVisible()
  const before = await create.boundingBox()
  line.resolve()
  await expect(page.getByLabel('Chapters')).toBeVisible()
  expect(before).not.toBeNull()
  expect(await create.boundingBox()).toEqual(before)
})

test('a save that fails unexpectedly in the browser says so each time, and keeps what was typed @phone', async ({
  page,
  server,
  checkAccessibility,
  file,
}) => {
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  await page.route('**/assets/save-preaching-*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("broken code")' }),
  )
  await signIn(page, server)
  await page.goto(`${server.origin}/preaching/new`)
  await fillSermon(page, 'Still here', file('psalm.mp3'))
  const failure = page.getByRole('alertdialog').filter({ hasText: 'Something unexpected went wrong.' })
  const create = page.getByRole('button', { name: 'Create' })
  await create.click()
  await checkAccessibility(page)
  await failure.getByRole('button', { name: 'OK' }).click()
  await create.click()
  await failure.getByRole('button', { name: 'OK' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('Still here')
  expect(errors).toEqual(['broken code', 'broken code'])
})

test('Cancel leaves an untouched form; a new sermon and its recording are asked about and can be brought back', async ({
  staffPage: page,
  file,
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
  await page.getByRole('button', { name: 'Restore my changes' }).click()
  await page.getByLabel('Event Date & Time').fill('2025-11-16T10:30')
  await expect(page.getByLabel('Title')).toHaveValue('Dropped')
  await page.getByRole('button', { name: 'Create' }).click()
  await dismiss(page, 'Item successfully created')
  expect(await findSermons(page, 'Dropped')).toHaveLength(1)
  await add.click()
  await expect(page.getByLabel('Title')).toHaveValue('')
  await expect(page.getByRole('button', { name: 'Restore my changes' })).toHaveCount(0)
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

test('Ctrl+S saves, and a create whose answer was lost is not doubled, nor its file sent again', async ({
  staffPage,
  watchPage,
  fillNew,
}) => {
  const page = await staffPage.context().newPage()
  watchPage(page, { expectFailures: /ERR_FAILED|409/ })
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().includes('/s3/')) {
      sent.push(request.url())
    }
  })
  await fillNew(page, 'Once only')
  await page.route('**/api/preachingManagement', loseAnswer)
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

test('a progress dialog is never seen without its content', async ({ staffPage: page }) => {
  await openEdit(page, 'No empty box')
  await page.route('**/api/preachingManagement', async (route) => {
    await expect(page.getByRole('dialog')).toHaveCSS('opacity', '1')
    await route.continue()
  })
  const looks = page.evaluate(
    () =>
      new Promise<{ frame: number; content: number }[]>((resolve) => {
        const seen: { frame: number; content: number }[] = []
        const opacity = (element: Element): number =>
          Number(getComputedStyle(element).opacity) *
          (element.parentElement === null || element.localName === 'dialog'
            ? 1
            : opacity(element.parentElement))
        const look = () => {
          const dialog = document.querySelector('dialog:not([role])')
          const heading = dialog?.querySelector('h2')
          if (dialog && heading) {
            seen.push({ frame: Number(getComputedStyle(dialog).opacity), content: opacity(heading) })
          } else if (seen.length > 0) {
            resolve(seen)
            return
          }
          requestAnimationFrame(look)
        }
        look()
      }),
  )
  await page.getByLabel('Title').fill('No empty box, saved')
  await page.getByRole('button', { name: 'Update' }).click()
  await dismiss(page, 'Item successfully updated')
  const seen = await looks
  expect(seen.filter(({ frame, content }) => frame > 0 && content === 0)).toEqual([])
  expect(seen.filter(({ content }) => content > 0)).not.toEqual([])
})

test('breadcrumbs, title and form begin at one edge', async ({ staffPage: page }) => {
  for (const width of [390, 820, 1280, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/preaching/new')
    const left = async (selector: string) => (await page.locator(selector).first().boundingBox())?.x
    await expect(page.getByLabel('Title')).toBeVisible()
    const edges = [await left('main nav'), await left('main h1'), await left('main form')]
    expect({ width, edges: new Set(edges).size }).toEqual({ width, edges: 1 })
  }
})

test('an item is published by the keyboard alone', async ({ staffPage, watchPage, file }) => {
  const page = await staffPage.context().newPage()
  watchPage(page)
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
  // The list is there a moment before it is known which entry it begins at.
  await expect(async () => {
    await page.keyboard.press('ArrowDown')
    await expect(spanish).toHaveAttribute('data-combobox-selected', 'true', { timeout: 500 })
  }).toPass()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Language' })).toHaveValue('Spanish')
  await page.getByRole('button', { name: 'Create' }).press('Enter')
  await expect(page.getByRole('alertdialog')).toContainText('Item successfully created')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/preaching')
})

test('a preacher who is missing is added from the dropdown', async ({ staffPage: page }) => {
  await openEdit(page, 'New voice')
  await page.route('**/api/preachers', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1000))
    await route.continue()
  })
  const preacher = page.getByRole('combobox', { name: 'Preacher' })
  await preacher.click()
  await preacher.fill('Deborah Vale')
  await page.getByRole('option', { name: 'Add “Deborah Vale”' }).click()
  // At once, while the server has not answered yet.
  await page.getByRole('button', { name: 'Update' }).click()
  await dismiss(page, 'Item successfully updated')
  await page.goto('/preaching?search=new+voice')
  await expect(page.getByRole('row').nth(1)).toContainText('Deborah Vale')
})

test('what someone else saved meanwhile is not overwritten, and nothing typed is lost', async ({
  staffPage,
  watchPage,
  file,
}) => {
  const page = await staffPage.context().newPage()
  watchPage(page, { expectFailures: /409/ })
  const uuid = await openEdit(page, 'Shared')
  const attach = (name: string) => page.locator('input[type=file][accept*=".pdf"]').setInputFiles(file(name))
  const theirs = {
    uuid,
    localizedname: 'Shared, theirs',
    event_datetime: '2024-03-03T11:00:00',
    path: 'preaching/2024/none.mp3',
  }
  const update = page.getByRole('button', { name: 'Update' })
  const conflict = page.getByRole('alertdialog')
  const [notes, slides] = ['notes', 'slides'].map((title) => ({ path: `preaching/2024/${title}.pdf`, title }))
  await callAs(page, 'PUT', '/preachingManagement', { ...theirs, attachments: [notes, slides] })
  await page.reload()
  await expect(page.getByLabel('Title of file 2')).toHaveValue('slides')
  await callAs(page, 'PUT', '/preachingManagement', { ...theirs, attachments: [slides] })
  await page.getByLabel('Description').fill('Mine')
  await attach('poster.png')
  await update.click()
  await expect(conflict).toContainText('Someone else has changed this item')
  await conflict.getByRole('button', { name: 'Load the new version' }).click()
  await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue('Shared, theirs')
  await expect(page.getByLabel('Description')).toHaveValue('')
  await posterInput(page).setInputFiles(file('banner.jpg'))
  await attach('large.jpg')
  await page.getByRole('button', { name: 'Restore my changes' }).click()
  await expect(page.getByLabel('Description')).toHaveValue('Mine')
  await expect(page.getByRole('button', { name: 'View banner.jpg' })).toBeVisible()
  await expect(page.getByLabel(/^Title of file/)).toHaveCount(3)
  const again = { ...theirs, localizedname: 'Shared again', attachments: [] }
  await callAs(page, 'PUT', '/preachingManagement', again)
  await update.click()
  await conflict.getByRole('button', { name: 'Keep editing' }).click()
  await expect(page.getByText('Your changes are now based on the new version.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue('Shared again')
  await update.click()
  await dismiss(page, 'Item successfully updated')
  const [saved] = await findSermons(page, 'Shared again')
  expect(saved).toMatchObject({ event_datetime: '2024-03-03T11:00:00', description: 'Mine' })
  expect(await callAs(page, 'GET', `/preachingManagement/item?uuid=${uuid}`)).toMatchObject({
    poster_path: expect.stringMatching(/banner\.jpg$/),
    small_poster_path: expect.stringMatching(/banner-320/),
    attachments: [
      { path: expect.stringMatching(/poster\.png$/) },
      { path: expect.stringMatching(/large\.jpg$/) },
    ],
  })
})

test('an item that is not there fails to load; the page says so and leads back to the list', async ({
  staffPage,
  watchPage,
}) => {
  const page = await staffPage.context().newPage()
  watchPage(page, { expectFailures: /404 .*\/api\/preachingManagement\/item/ })
  await page.goto('/preaching/edit/00000000-0000-4000-8000-000000000000')
  await expect(page.getByRole('heading', { name: 'Error', exact: true })).toBeVisible()
  await expect(page.getByText('Failed to load item')).toBeVisible()
  await page.getByRole('link', { name: 'Go to the preaching items' }).click()
  await expect(page).toHaveURL('/preaching')
})
