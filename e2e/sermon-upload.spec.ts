import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { dismiss, findSermons, preacherNamed } from './church-calls.ts'
import { expect, signIn } from './fixtures.ts'
import { isFree, scrollTo, smallTargets } from './in-sight.ts'
import { ADMIN } from './running-server.ts'
import { fillSermon, recordingInput, refuseRecordings, test } from './sermon-files.ts'

/** Makes a recording that is sent in two parts. */
function makeTwoParts(folder: string): string {
  const recording = join(folder, 'vigil.mp3')
  const tone = ['-f', 'lavfi', '-i', 'sine=frequency=220:duration=240', '-b:a', '320k']
  execFileSync(process.env.FFMPEG ?? 'ffmpeg', ['-v', 'error', '-y', ...tone, recording])
  return recording
}

test('what the file says is proposed where nobody has typed, and one press takes it out again', async ({
  staffPage: page,
  checkAccessibility,
  file,
}) => {
  await preacherNamed(page, 'Ada Quince')
  await page.goto('/preaching/new')
  const title = page.getByLabel('Title')
  const date = page.getByLabel('Event Date & Time')
  const preacher = page.getByRole('combobox', { name: 'Preacher' })
  const proposal = page.getByText(/^From the file: /)
  await title.fill('Mine')
  await date.focus()
  await page.getByLabel('Description').focus()
  await recordingInput(page).setInputFiles(file('2026-11-22 Grace - Ada Quince.mp3'))
  await expect(proposal).toHaveText('From the file: Event Date & Time and Preacher.')
  await expect(date).toHaveValue('2026-11-22T10:00')
  await expect(preacher).toHaveValue('Ada Quince')
  await expect(title).toHaveValue('Mine')
  await checkAccessibility(page)
  await title.clear()
  await page.getByLabel('Description').focus()
  await recordingInput(page).setInputFiles(file('psalm.mp3'))
  await expect(title).toHaveValue('Psalm')
  await expect(date).toHaveValue('')
  await title.fill('Mine again')
  await expect(proposal).toHaveCount(0)
  await recordingInput(page).setInputFiles(file('2026-11-22 Grace - Ada Quince.mp3'))
  await expect(date).toHaveValue('2026-11-22T10:00')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(date).toHaveValue('')
  await expect(preacher).toHaveValue('Guest Speaker')
  await expect(title).toHaveValue('Mine again')
  await expect(page.getByRole('button', { name: 'Media File Path' })).toBeFocused()
})

test('saves go on in the corner, two at once: one ends well on another page, one fails and leads back to its content', async ({
  openPage,
  checkAccessibility,
  file,
}) => {
  const page = await openPage({ expectFailures: /403/ })
  const holds = new Map<string, (answer: 'go on' | 'refuse') => void>()
  await page.route('**/s3/**/*.mp3', async (route) => {
    if (route.request().method() !== 'PUT' || holds.size >= 2) {
      return await route.continue()
    }
    const answer = await new Promise((resolve) => {
      holds.set(route.request().url().includes('psalm') ? 'psalm' : 'grace', resolve)
    })
    await (answer === 'refuse' ? route.fulfill({ status: 403, body: '' }) : route.continue())
  })
  const overlay = page.getByRole('dialog', { name: 'Uploading content...' })
  const card = (title: string) => page.getByRole('region', { name: new RegExp(`${title}$`) })
  const startAside = async (title: string, recording: string) => {
    await page.getByRole('link', { name: 'Add New' }).first().click()
    await fillSermon(page, title, recording)
    await page.getByRole('button', { name: 'Create' }).click()
    await overlay.getByRole('button', { name: 'Go on in the background' }).click()
    await expect(page.getByRole('heading', { name: 'Preaching Items' })).toBeVisible()
    await expect(card(title)).toContainText('%')
  }
  await page.goto('/preaching')
  await startAside('Aside & well', file('psalm.mp3'))
  await startAside('Aside & refused', file('2026-11-22 Grace - Ada Quince.mp3'))
  await expect.poll(() => [...holds.keys()].sort()).toEqual(['grace', 'psalm'])
  await checkAccessibility(page)
  await card('Aside & well').getByRole('button', { name: 'Open' }).click()
  await overlay.getByRole('button', { name: 'Go on in the background' }).click()

  const mayClose = () => dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect(await page.evaluate(mayClose)).toBe(false)
  await page.getByRole('link', { name: 'Today' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('button', { name: 'Stay' }).click()
  holds.get('psalm')?.('go on')
  const notice = page.getByRole('region', { name: 'Success' })
  await expect(notice).toContainText('Item successfully created: Aside & well')
  await notice.getByRole('button', { name: 'Open' }).click()
  await expect(page.getByRole('heading', { name: 'Aside & well' })).toBeVisible()

  holds.get('grace')?.('refuse')
  const failed = card('Aside & refused')
  await expect(failed.getByRole('alert')).toContainText('Unable to upload audio file to S3 Storage')
  await checkAccessibility(page)
  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByLabel('Description').fill('Begun')
  const leave = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await failed.getByRole('button', { name: 'Open' }).click()
  await leave.getByRole('button', { name: 'Stay' }).click()
  await expect(page.getByLabel('Description')).toHaveValue('Begun')
  await failed.getByRole('button', { name: 'Open' }).click()
  await leave.getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByText('Everything is as you left it.')).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('Aside & refused')
  await page.getByRole('button', { name: 'Create' }).click()
  await dismiss(page, 'Item successfully created')
  expect(await findSermons(page, 'Aside & refused')).toHaveLength(1)
  await expect(failed).toHaveCount(0)
  expect(await page.evaluate(mayClose)).toBe(true)
})

test('on a phone the card of a save stands clear of the buttons of a form, also of a low screen, and after it failed @phone-only', async ({
  openPage,
  checkAccessibility,
  file,
}) => {
  const page = await openPage({ expectFailures: /403/ })
  const refuse = await refuseRecordings(page)
  await page.goto('/preaching/new')
  await fillSermon(page, 'Aside by thumb', file('psalm.mp3'))
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Go on in the background' }).click()
  await expect(page.getByRole('heading', { name: 'Preaching Items' })).toBeVisible()
  await page.getByRole('link', { name: 'Add New' }).first().click()
  await expect(page.getByLabel('Title')).toHaveValue('')
  const card = page.getByRole('region', { name: /Aside by thumb$/ })
  const nothingIsCovered = async () => {
    for (const height of [844, 600]) {
      await page.setViewportSize({ width: 390, height })
      for (const part of [0, 0.5, 0.8, 0.9, 1]) {
        await scrollTo(page, part)
        for (const name of ['Cancel', 'Create']) {
          const button = page.locator('form').getByRole('button', { name })
          expect(await isFree(button), `${name} at ${part} of ${height} px`).toBe(true)
        }
      }
      const last = page.getByRole('button', { name: 'Take it from a file' })
      expect(await isFree(last), 'the end of the form').toBe(true)
    }
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await smallTargets(card)).toEqual([])
  }
  await expect(card).toContainText('%')
  await nothingIsCovered()
  refuse()
  await expect(card.getByRole('alert')).toContainText('Unable to upload audio file to S3 Storage')
  await nothingIsCovered()
  await checkAccessibility(page)
})

test('an upload that the end of the session broke off goes on with the parts that are there', async ({
  server,
  browser,
  folder,
  watchPage,
}) => {
  const context = await browser.newContext({ baseURL: server.origin })
  const page = await context.newPage()
  watchPage(page, { expectFailures: /status of (400|401|403)/ })
  const sent: string[] = []
  page.on('response', (answer) => {
    sent.push(...(/partNumber=\d+/.exec(answer.url()) ?? []))
  })
  await page.route(/partNumber=2/, () => undefined)
  await signIn(page, server)
  await page.getByRole('link', { name: 'Add New' }).first().click()
  await fillSermon(page, 'Vigil', makeTwoParts(folder))
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Go on in the background' }).click()
  await expect.poll(() => sent).toEqual(['partNumber=1'])
  const other = await context.newPage()
  await other.goto('/preaching')
  await other.getByRole('button', { name: 'Logout' }).first().click()
  await expect(page).toHaveURL(/\/login/)
  await page.unrouteAll()
  await page.getByLabel('Email').fill(ADMIN.email)
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page
    .getByRole('region', { name: /Vigil$/ })
    .getByRole('button', { name: 'Open' })
    .click()
  await page.getByRole('button', { name: 'Create' }).click()
  await dismiss(page, 'Item successfully created')
  expect(sent.toSorted()).toEqual(['partNumber=1', 'partNumber=2'])
  await context.close()
})

test('the parts of an upload that the store refused are removed with the file', async ({
  openPage,
  folder,
}) => {
  const page = await openPage({ expectFailures: /status of 507/ })
  await page.route(/partNumber=2/, (route) => route.fulfill({ status: 507, body: '' }))
  await page.goto('/preaching/new')
  await fillSermon(page, 'Too large for the disk', makeTwoParts(folder))
  await page.getByRole('button', { name: 'Create' }).click()
  await dismiss(page, 'The file storage is full.')
  const removed = page.waitForResponse(
    (answer) => answer.request().method() === 'DELETE' && answer.url().includes('uploadId='),
  )
  await page.getByRole('button', { name: 'Clear vigil.mp3' }).click()
  expect((await removed).status()).toBe(204)
  const left = () => Object.keys(localStorage).filter((key) => key.startsWith('vestry.upload.'))
  await expect.poll(() => page.evaluate(left)).toEqual([])
})

test('of a podcast’s picture that the store refuses the reason is said, and while it is sent it can be called off, in Spanish', async ({
  openPage,
  file,
}) => {
  const page = await openPage({ locale: 'es-ES', expectFailures: /status of 507/ })
  await page.route(/s3.*large/, (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 507, body: '' }) : route.continue(),
  )
  await page.goto('/settings/podcasts')
  await page.getByRole('button', { name: 'Editar' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Editar pódcast' })
  await dialog.locator('input[type=file]').setInputFiles(file('large.jpg'))
  await expect(dialog.getByText('large.jpg')).toBeVisible()
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('El almacenamiento está lleno.')
  await page.unrouteAll()
  await page.route(/s3.*large/, () => undefined)
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await expect(dialog).toHaveCount(0)
})
