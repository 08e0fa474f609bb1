import { copyFileSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { callAs, dismiss, findSermons, preacherNamed, publish } from './church-calls.ts'
import { expectNoSidewaysScroll } from './classes-church.ts'
import { expect } from './fixtures.ts'
import { makeLongRecording } from './media-samples.ts'
import { test as base } from './sermon-files.ts'

const test = base.extend<{ recordings: undefined }>({
  recordings: async ({ oldWebsite, file }, use) => {
    const bytes = readFileSync(file('psalm.mp3'))
    for (let number = 1; number <= 12; number += 1) {
      oldWebsite.pages.set(`/media/${number}.mp3`, { type: 'audio/mpeg', bytes })
    }
    await use(undefined)
  },
})

const PAGE = '/preaching/import'
const GRACE = '2021-11-22 Grace - Ada Quince.mp3'
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const choose = (page: Page, name: string, text: string) =>
  page
    .locator('input[type=file][accept*=".xml"]')
    .setInputFiles({ name, mimeType: 'text/xml', buffer: Buffer.from(text) })
const fact = (page: Page, sentence: string | RegExp) => page.getByRole('button', { name: sentence })
const show = (page: Page, sentence: string) =>
  page.getByRole('button', { name: sentence, expanded: false }).click()

/** An export of WordPress in which sermon after sermon has the speakers named. */
function wordPress(site: string, sermons: readonly { number: number; title: string; speaker: string }[]) {
  const meta = (key: string, value: string) =>
    `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:postmeta>`
  const items = sermons.map(
    ({ number, title, speaker }) => `<item><title><![CDATA[${title}]]></title>
      <guid isPermaLink="false">${site}/?p=${number}</guid><wp:post_id>${number}</wp:post_id>
      <wp:post_date>2019-03-${String(number).padStart(2, '0')} 09:15:00</wp:post_date>
      <wp:status>publish</wp:status><wp:post_type>wpfc_sermon</wp:post_type>
      <category domain="wpfc_preacher" nicename="x"><![CDATA[${speaker}]]></category>
      ${meta('sermon_audio', `${site}/media/${number}.mp3`)}</item>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" xmlns:wp="http://wordpress.org/export/1.2/">
    <channel><title>Hill Church</title><wp:wxr_version>1.2</wp:wxr_version>${items.join('')}</channel></rss>`
}

test('sermons of WordPress come in, once, and go again as a whole', async ({
  staffPage: page,
  oldWebsite,
  file,
  recordings: _,
  checkAccessibility,
}) => {
  await publish(page, { localizedname: 'Twelve', event_datetime: '2019-03-12T18:00:00' })
  oldWebsite.pages.delete('/media/3.mp3')
  const words = 'One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve'.split(' ')
  const text = wordPress(
    oldWebsite.origin,
    words.map((title, at) => ({
      number: at + 1,
      title,
      speaker: at % 2 === 0 ? 'Jonathan Reed' : at < 6 ? 'Rev. J. Reed' : 'Ana Ruth',
    })),
  )
  await page.goto('/preaching')
  await page.getByRole('link', { name: 'Import sermons' }).click()
  await expect(page.getByRole('heading', { name: 'Import sermons' })).toBeVisible()
  await checkAccessibility(page)
  await choose(page, 'export.xml', text)

  await expect(page.getByRole('heading', { name: '12 sermons' })).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Hill Church' })).toBeVisible()
  await expect(fact(page, '11 are new and come in')).toBeVisible()
  const together = page.getByRole('group', { name: 'May be one person' })
  await together.getByRole('button', { name: 'Rev. J. Reed: same person as Jonathan Reed' }).click()
  await expect(together.getByLabel('Rev. J. Reed (3 sermons)')).toHaveValue('Jonathan Reed')
  await show(page, 'Speakers: Ana Ruth')
  await page.getByLabel('Ana Ruth (3 sermons)').fill('Ana Ruth Vega')
  await show(page, '11 are new and come in')
  await page.getByLabel('Leave out Two').check()
  await show(page, '1 has the title and day of one that is here')
  await page.getByLabel('Bring in Twelve all the same').check()
  await checkAccessibility(page)
  // The page has all that was chosen when it is loaded again.
  await page.reload()
  await expect(together.getByLabel('Rev. J. Reed (3 sermons)')).toHaveValue('Jonathan Reed')
  await show(page, 'Speakers: Ana Ruth Vega')
  await expect(page.getByLabel('Ana Ruth (3 sermons)')).toHaveValue('Ana Ruth Vega')
  await show(page, '11 are new and come in')
  await expect(page.getByLabel('Leave out Two')).toBeChecked()
  await show(page, '1 has the title and day of one that is here')
  await expect(page.getByLabel('Bring in Twelve all the same')).toBeChecked()
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  expect(await findSermons(page, 'Eleven')).toEqual([])
  await page.getByRole('button', { name: 'Import 11 sermons' }).click()

  await expect(page.getByRole('heading', { name: 'The import has ended' })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: '10 came in, 1 failed' })).toBeVisible()
  await expect(fact(page, '1 failed')).toHaveAttribute('aria-expanded', 'true')
  await expect(rowOf(page, 'Three')).toContainText('Its recording is not there any more.')
  await expect(rowOf(page, 'Three')).toContainText(`${oldWebsite.origin}/media/3.mp3`)
  await checkAccessibility(page)
  oldWebsite.pages.set('/media/3.mp3', { type: 'audio/mpeg', bytes: readFileSync(file('psalm.mp3')) })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('status').filter({ hasText: /^11 came in$/ })).toBeVisible()

  expect((await findSermons(page, 'Twelve')).length).toBe(2)
  const [four] = await findSermons(page, 'Four')
  expect(four).toMatchObject({
    event_datetime: '2019-03-04T09:15:00',
    preacher_id: await preacherNamed(page, 'Jonathan Reed'),
  })
  await page.getByRole('link', { name: 'Go to the sermons' }).click()
  await expect(rowOf(page, 'Eleven')).toContainText('Jonathan Reed')
  await expect(rowOf(page, 'Ten')).toContainText('Ana Ruth Vega')

  await page.goto(PAGE)
  await choose(page, 'export.xml', text)
  await expect(page.getByRole('heading', { name: '12 sermons' })).toBeVisible()
  await expect(fact(page, '1 is new and comes in')).toBeVisible()
  await expect(fact(page, '11 are here already')).toBeVisible()
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('heading', { name: 'Imports of the last 30 days' })).toBeVisible()
  await rowOf(page, 'Hill Church').getByRole('link', { name: 'Open' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Its 11 sermons go to the trash')
  await question.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('heading', { name: 'The import was undone' })).toBeVisible()
  expect((await findSermons(page, 'Twelve')).length).toBe(1)
  expect(await findSermons(page, 'Eleven')).toEqual([])
})

test('what is no podcast is said and what was typed stays; a podcast comes in as drafts, in Spanish @phone', async ({
  openPage,
  oldWebsite,
  recordings: _,
  checkAccessibility,
}) => {
  const page = await openPage({ locale: 'es-ES', expectFailures: /status of 400/ })
  oldWebsite.pages.set('/page', { type: 'text/html', bytes: '<h1>Welcome</h1>' })
  const items = [1, 2].map(
    (number) => `<item><title>Cast ${number}</title><guid>cast-${number}</guid>
      <pubDate>Sun, 0${number} May 2022 10:30:00 +0200</pubDate>
      <enclosure url="${oldWebsite.origin}/media/${number}.mp3" type="audio/mpeg" length="1"/></item>`,
  )
  oldWebsite.pages.set('/feed', {
    type: 'application/rss+xml',
    bytes: `<rss version="2.0"><channel><title>Hill Podcast</title>${items.join('')}</channel></rss>`,
  })
  await page.goto(PAGE)
  const address = page.getByLabel('Dirección del pódcast')
  await address.press('Enter')
  await expect(page.getByText('Escribe la dirección del pódcast.')).toBeVisible()
  await address.fill(`${oldWebsite.origin}/page`)
  await address.press('Enter')
  await expect(page.getByRole('alertdialog')).toContainText('No se pudo leer el pódcast.')
  await page.keyboard.press('Enter')
  await expect(address).toHaveValue(`${oldWebsite.origin}/page`)
  await address.fill(`${oldWebsite.origin}/feed`)
  await address.press('Enter')

  await expect(page.getByRole('heading', { name: 'Hill Podcast' })).toBeVisible()
  await expect(page.getByRole('heading', { name: '2 predicaciones' })).toBeVisible()
  await expect(fact(page, '2 son nuevas y entran')).toBeVisible()
  await show(page, 'Publicadas')
  await page.getByLabel('Borradores, para revisarlas antes').check()
  await checkAccessibility(page)
  const start = page.getByRole('button', { name: 'Importar 2 predicaciones' })
  await start.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'La importación ha terminado' })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'han entrado 2' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  expect(await findSermons(page, 'Cast')).toMatchObject([{ state: 'draft' }, { state: 'draft' }])
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Deshacer' }).click()
  await expect(page.getByRole('heading', { name: 'La importación se deshizo' })).toBeVisible()
})

test('an import is stopped, goes on from where it was, and needs no page that is open', async ({
  staffPage: page,
  oldWebsite,
  file,
}) => {
  const bytes = readFileSync(file('psalm.mp3'))
  const { promise: until, resolve: release } = Promise.withResolvers<void>()
  const sermons = [6, 7, 8].map((number) => ({ number, title: `Psalm ${number}`, speaker: 'Ana Ruth' }))
  for (const { number } of sermons) {
    oldWebsite.pages.set(`/psalms/${number}.mp3`, (_, response) => {
      const answer = () => response.writeHead(200, { 'content-type': 'audio/mpeg' }).end(bytes)
      void (number === 7 ? until.then(answer) : answer())
    })
  }
  const text = wordPress(oldWebsite.origin, sermons)
    .replaceAll('?p=', '?psalm=')
    .replaceAll('/media/', '/psalms/')
  await page.goto(PAGE)
  await choose(page, 'psalms.xml', text)
  await page.getByRole('button', { name: 'Import 3 sermons' }).click()
  await expect(page.getByRole('status').filter({ hasText: '1 came in, 2 to go' })).toBeVisible()
  await expect(page.getByText('you can close this page')).toBeVisible()
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(page.getByRole('heading', { name: 'The import has stopped' })).toBeVisible()
  await page.getByRole('button', { name: 'Go on' }).click()
  await expect(page.getByRole('heading', { name: 'Importing' })).toBeVisible()
  await page.goto('/preaching')
  await expect(rowOf(page, 'Psalm 6')).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Find anything' }).fill('import')
  await expect(page.getByRole('dialog').getByRole('option', { name: 'Import Preaching Items' })).toBeVisible()
  await page.keyboard.press('Escape')
  release()
  await page.getByRole('link', { name: 'Import sermons' }).click()
  await expect(rowOf(page, 'Hill Church').first()).toContainText('Ended · 3 came in')
  expect((await findSermons(page, 'Psalm')).length).toBe(3)
})

test('what somebody else has started, undone or removed meanwhile is said', async ({
  openPage,
  oldWebsite,
  recordings: _,
}) => {
  const page = await openPage({ expectFailures: /409|404 .*\/api\/sermonImports/ })
  const sermon = { number: 5, title: 'Elsewhere', speaker: 'Ana Ruth' }
  const text = wordPress(oldWebsite.origin, [sermon]).replaceAll('?p=', '?elsewhere=')
  const defaults = { language_id: 1, preaching_category_id: 6, preacher_id: 1, state: 'published' }
  const choices = { ...defaults, speakers: [], leave_out: [], take: [] }
  const idNow = () => Number(page.url().split('/').at(-1))
  await page.goto(PAGE)
  await choose(page, 'export.xml', text)
  await show(page, 'Speakers: Ana Ruth')
  await page.getByLabel('Ana Ruth (1 sermon)').fill('Ana')
  await callAs(page, 'POST', '/sermonImports/start', { id: idNow(), choices })
  await page.getByRole('button', { name: 'Import 1 sermon' }).click()
  await dismiss(page, 'Somebody has started this import meanwhile, with other choices.')
  await expect(page.getByRole('heading', { name: 'The import has ended' })).toBeVisible()
  await callAs(page, 'POST', '/sermonImports/undo', { id: idNow() })
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('heading', { name: 'The import was undone' })).toBeVisible()

  await page.goto(PAGE)
  await choose(page, 'export.xml', text.replaceAll('?elsewhere=', '?again='))
  await expect(fact(page, '1 is new and comes in')).toBeVisible()
  await callAs(page, 'DELETE', `/sermonImports?id=${idNow()}`)
  await page.getByRole('button', { name: 'Import 1 sermon' }).click()
  await dismiss(page, 'The import could not be started')
})

test('recordings of a folder come in, but for a broken one, and go on when they are chosen again', async ({
  staffPage: page,
  file,
  folder,
  checkAccessibility,
}) => {
  await preacherNamed(page, 'Ada Quince')
  const sermons = join(folder, 'Sermons')
  mkdirSync(sermons)
  copyFileSync(file('2026-11-22 Grace - Ada Quince.mp3'), join(sermons, GRACE))
  copyFileSync(file('whole.mp4'), join(sermons, '2021-11-29 Peace.mp4'))
  copyFileSync(file('broken.mp4'), join(sermons, '2021-12-06 Broken.mp4'))
  copyFileSync(file('notes.txt'), join(sermons, 'notes.txt'))
  const some = join(folder, 'Some')
  mkdirSync(some)
  copyFileSync(join(sermons, GRACE), join(some, GRACE))
  for (const copy of [sermons, some]) {
    // Its time of change is a part of what a file is known by.
    utimesSync(join(copy, GRACE), 1_700_000_000, 1_700_000_000)
  }
  const folderInput = page.locator('input[webkitdirectory]')
  await page.goto(PAGE)
  await folderInput.setInputFiles(sermons)

  await expect(page.getByRole('heading', { name: '3 sermons' })).toBeVisible()
  await expect(fact(page, '1 can’t come in')).toBeVisible()
  await expect(rowOf(page, 'Broken')).toContainText('This type of file is not supported.')
  await show(page, '2 are new and come in')
  await expect(rowOf(page, 'Grace')).toContainText('Ada Quince')
  // Another visit has no files: it asks for them again.
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Choose the folder again' })).toBeVisible()
  await checkAccessibility(page)
  await folderInput.setInputFiles(some)
  await expect(page.getByRole('heading', { name: 'Choose the folder again' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Import 2 sermons' }).click()
  await dismiss(page, /A recording could not be uploaded.*Peace: Not among the chosen files\./)
  await expect(page.getByRole('heading', { name: 'The import has ended' })).toBeVisible()
  await expect(rowOf(page, 'Peace')).toContainText('Its recording was not uploaded.')
  await folderInput.setInputFiles(sermons)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('status').filter({ hasText: /^2 came in$/ })).toBeVisible()
  const [grace] = await findSermons(page, 'Grace')
  expect(grace?.path).toMatch(/^preaching\/2021\/2021-11-22-Grace-Ada-Quince-[0-9a-f]{12}\.mp3$/)
  expect(grace).toMatchObject({ duration: 65, preacher_id: await preacherNamed(page, 'Ada Quince') })

  await page.goto(PAGE)
  await folderInput.setInputFiles(sermons)
  await expect(page.getByRole('heading', { name: '3 sermons' })).toBeVisible()
  await expect(fact(page, '2 are here already')).toBeVisible()
  await expect(fact(page, '1 can’t come in')).toBeVisible()
  await expect(fact(page, 'new')).toHaveCount(0)
  await expect(page.getByText('Nothing to import')).toBeVisible()
})

test('a file of a folder that the computer does not give is named, and the others come in', async ({
  staffPage: page,
  file,
  folder,
}) => {
  const sermons = join(folder, 'In the cloud')
  mkdirSync(sermons)
  copyFileSync(file('whole.mp4'), join(sermons, '2021-11-29 Patience.mp4'))
  copyFileSync(file('whole.mp4'), join(sermons, '2021-12-06 Far away.mp4'))
  await page.addInitScript(() => {
    const slice = Blob.prototype.slice
    Blob.prototype.slice = function (...range) {
      if (this instanceof File && this.name.includes('Far away')) {
        throw new DOMException('It is in the cloud.', 'NotReadableError')
      }
      return slice.apply(this, range)
    }
  })
  const folderInput = page.locator('input[webkitdirectory]')
  await page.goto(PAGE)
  await folderInput.setInputFiles(sermons)
  await expect(rowOf(page, 'Far away')).toContainText('This file can’t be read on this computer.')
  await page.reload()
  await folderInput.setInputFiles(sermons)
  await page.getByRole('button', { name: 'Import 1 sermon' }).click()
  await expect(page.getByRole('status').filter({ hasText: /^1 came in$/ })).toBeVisible()
})

test('a large recording of a folder whose upload was refused on the way goes on with what is there', async ({
  openPage,
  folder,
}) => {
  const page = await openPage({ expectFailures: /403/ })
  const large = join(folder, 'Large')
  mkdirSync(large)
  makeLongRecording(join(large, '2013-05-05 Long.wav'))
  const sent: string[] = []
  page.on('request', (request) => {
    const { searchParams } = new URL(request.url())
    sent.push(...(searchParams.has('uploads') ? ['begin'] : []), ...searchParams.getAll('partNumber'))
  })
  const firstPart = page.waitForResponse((response) => response.url().includes('partNumber=1'))
  await page.route(/partNumber=[234]/, async (route) => {
    await firstPart
    await route.fulfill({ status: 403, body: '' })
  })
  await page.goto(PAGE)
  await page.locator('input[webkitdirectory]').setInputFiles(large)
  const begin = page.getByRole('button', { name: 'Import 1 sermon' })
  await begin.click()
  await dismiss(page, 'The upload has stopped')
  expect(sent.splice(0)).toContain('1')
  await page.unrouteAll()
  await begin.click()
  await expect(page.getByRole('heading', { name: 'The import has ended' })).toBeVisible()
  expect(sent.toSorted()).toEqual(['2', '3', '4'])
})

test('a folder that is dropped is read whole, with the folders in it', async ({
  staffPage: page,
  file,
  folder,
}) => {
  const dropped = join(folder, 'Dropped')
  mkdirSync(join(dropped, '2012', 'Evening'), { recursive: true })
  // A browser gives what is in a folder a hundred at a time.
  for (let number = 1; number <= 101; number += 1) {
    writeFileSync(join(dropped, '2012', `Notes ${number}.txt`), 'Only notes.')
  }
  copyFileSync(file('psalm.mp3'), join(dropped, '2012-03-04 Morning.mp3'))
  copyFileSync(file('psalm.mp3'), join(dropped, '2012', '2012-03-11 Noon.mp3'))
  copyFileSync(file('psalm.mp3'), join(dropped, '2012', 'Evening', '2012-03-18 Night.mp3'))
  await page.goto(PAGE)
  const { x = 0, y = 0 } =
    (await page.getByRole('button', { name: 'Choose recordings or' }).boundingBox()) ?? {}
  const session = await page.context().newCDPSession(page)
  const data = { items: [], files: [dropped], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x: x + 20, y: y + 20, data })
  }
  await expect(page.getByRole('heading', { level: 1, name: 'Dropped' })).toBeVisible()
  await expect(page.getByRole('heading', { name: '3 sermons' })).toBeVisible()
  await show(page, '3 are new and come in')
  for (const title of ['Morning', 'Noon', 'Night']) {
    await expect(rowOf(page, title)).toBeVisible()
  }
})
