import { readPictureSize } from '@vestry/contract/files/picture-size.ts'
import { encodePng } from '@vestry/server/demo/encode-png.ts'
import { callAs, dismiss, saveSettings } from './church-calls.ts'
import { expect, signIn } from './fixtures.ts'
import { smallTargets } from './in-sight.ts'
import { type RunningServer, startTestServer } from './running-server.ts'
import { posterInput, publishRecording, test } from './sermon-files.ts'

const TITLE = `O’Hara’s <b>still</b> waters 🙂`
const SIDE = 1400

/** What is set counts for the whole server, so these tests have one of their own. */
let server: RunningServer
test.beforeAll(async () => {
  server = await startTestServer()
})
test.afterAll(() => server.destroy())

test('a sermon that is published reaches the public pages once an administrator has them on', async ({
  page,
  browser,
  watchPage,
  checkAccessibility,
  file,
}) => {
  watchPage(page, { alsoAt: server.origin })
  await signIn(page, server)
  await publishRecording(page, {
    title: TITLE,
    recording: file('psalm.mp3'),
    poster: file('banner.jpg'),
    origin: server.origin,
  })

  const context = await browser.newContext({ baseURL: server.origin })
  const visitor = await context.newPage()
  watchPage(visitor, { alsoAt: server.origin })
  expect(await (await visitor.request.get('/podcast.xml')).text()).not.toContain('still')
  await page.goto(`${server.origin}/settings`)
  await page.getByLabel('Name of the church').fill('St. Mary’s')
  await page.getByLabel('Public pages with the published sermons').check()
  await page.getByLabel('Your church’s website').fill('stmary.example')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Type a whole address that begins with https://')).toBeVisible()
  await page.getByLabel('Your church’s website').fill('https://stmary.example')
  await checkAccessibility(page)
  await saveSettings(page)
  await expect(page.getByRole('link', { name: 'See the public pages' })).toBeVisible()

  await visitor.goto('/sermons')
  await visitor.keyboard.press('Tab')
  await expect(visitor.getByRole('link', { name: 'Go to the content' })).toBeFocused()
  await expect(visitor.getByRole('link', { name: 'To the website of St. Mary’s' })).toHaveAttribute(
    'href',
    'https://stmary.example',
  )
  const card = visitor.getByRole('listitem').filter({ hasText: TITLE })
  await expect(card).toContainText('16 November 2025')
  await expect
    .poll(() => card.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(320)
  for (const width of [320, 390, 1280]) {
    await visitor.setViewportSize({ width, height: 800 })
    await checkAccessibility(visitor)
    expect(await visitor.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
  await visitor.setViewportSize({ width: 390, height: 800 })
  expect(await smallTargets(visitor.locator('header, form, footer'))).toEqual([])

  await visitor.getByRole('searchbox', { name: 'Search sermons' }).fill('waters')
  await visitor.getByRole('button', { name: 'Search' }).click()
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Sermons for “waters”')
  await visitor.getByRole('link', { name: TITLE }).click()
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(TITLE)
  await checkAccessibility(visitor)
  const audio = visitor.locator('audio')
  await audio.evaluate(async (element: HTMLAudioElement) => await element.play())
  await expect
    .poll(() => audio.evaluate((element: HTMLAudioElement) => element.currentTime))
    .toBeGreaterThan(0)
  await audio.evaluate((element: HTMLAudioElement) => {
    element.currentTime = 60
  })
  await expect
    .poll(() => audio.evaluate((element: HTMLAudioElement) => element.seekable.end(0)))
    .toBeGreaterThan(60)
  await visitor.getByRole('link', { name: 'Español' }).click()
  await expect(visitor.getByRole('link', { name: 'Descargar la grabación' })).toBeVisible()
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveAttribute('lang', 'en')
  await checkAccessibility(visitor)
  const { pathname } = new URL(visitor.url())
  const uuid = pathname.split('/')[2]
  const elsewhere = await context.newPage()
  await elsewhere.setContent(
    `<iframe title="Sermon" sandbox="allow-scripts" src="${server.origin}/embed/${uuid}"></iframe>`,
  )
  const framed = elsewhere.frameLocator('iframe').locator('audio')
  await framed.evaluate(async (element: HTMLAudioElement) => {
    element.muted = true
    await element.play()
  })
  await expect
    .poll(() => framed.evaluate((element: HTMLAudioElement) => element.currentTime))
    .toBeGreaterThan(0)
  await context.close()

  const withoutScript = await browser.newContext({ baseURL: server.origin, javaScriptEnabled: false })
  const plain = await withoutScript.newPage()
  await plain.goto('/sermons/speakers')
  await plain.getByRole('link', { name: 'Guest Speaker' }).click()
  await plain.getByRole('link', { name: TITLE }).click()
  await expect(plain.getByRole('link', { name: 'Download the recording' })).toBeVisible()
  expect(await withoutScript.cookies()).toEqual([])
  await withoutScript.close()
})

test('a large poster is cut to what public pages, previews and podcast apps need', async ({
  page,
  browser,
  watchPage,
  file,
}) => {
  watchPage(page, { alsoAt: server.origin })
  await signIn(page, server)
  await callAs(page, 'PUT', '/settings', { publicPages: true })
  await publishRecording(page, {
    title: 'A large poster',
    recording: file('psalm.mp3'),
    poster: file('large.jpg'),
    origin: server.origin,
  })
  const context = await browser.newContext({ baseURL: server.origin, deviceScaleFactor: 2 })
  const visitor = await context.newPage()
  watchPage(visitor, { alsoAt: server.origin })
  await visitor.goto('/sermons?q=large')
  const shown = visitor.getByRole('listitem').filter({ hasText: 'A large poster' }).locator('img')
  await expect
    .poll(() => shown.evaluate((image: HTMLImageElement) => image.currentSrc))
    .toContain('/card.jpg')
  await visitor.getByRole('link', { name: 'A large poster' }).click()
  const preview = await visitor.locator('meta[property="og:image"]').getAttribute('content')
  const feed = await (await visitor.request.get('/podcast.xml')).text()
  const [, square = ''] = /<item>.*?<itunes:image href="([^"]*)"/s.exec(feed) ?? []
  for (const [address, width, height] of [
    [preview ?? '', 1200, 675],
    [square, 1500, 1500],
  ] as const) {
    const picture = await visitor.request.get(address)
    expect(picture.headers()['content-type']).toBe('image/jpeg')
    const bytes = await picture.body()
    expect(bytes.length).toBeLessThan(512_000)
    expect(readPictureSize(bytes)).toEqual({ type: 'jpeg', width, height })
  }

  const { id } = await callAs<{ id: number }>(page, 'POST', '/sermonSeries', { name: 'Zechariah' })
  await callAs(page, 'POST', '/preachingManagement', {
    ...{
      localizedname: 'Of Zechariah',
      event_datetime: '2024-03-03T10:30:00',
      path: 'preaching/2024/none.mp3',
    },
    series_id: id,
  })
  await page.goto(`${server.origin}/preaching/series/${id}`)
  await posterInput(page).setInputFiles(file('large.jpg'))
  await page.getByRole('button', { name: 'Update' }).click()
  await dismiss(page, 'Image file successfully uploaded')
  await page.goto(`${server.origin}/preaching/series/${id}`)
  await expect(page.getByRole('button', { name: 'View large.jpg' })).toBeVisible()
  await visitor.goto(`/sermons/series/${id}`)
  await expect(visitor.locator('img.poster')).toHaveJSProperty('naturalWidth', 1200)
  await context.close()
})

test('what directories would refuse of a podcast is said, and mended in the console @phone', async ({
  page,
  checkAccessibility,
}) => {
  await signIn(page, server)
  await callAs(page, 'PUT', '/settings', { name: 'St. Mary’s', publicPages: true })
  await callAs(page, 'POST', '/sermonSeries', { name: 'Ruth' })
  await page.goto(`${server.origin}/settings`)
  await page.getByRole('link', { name: 'Podcasts' }).click()
  const all = page.getByRole('region', { name: 'St. Mary’s' })
  await expect(all).toContainText('It has no picture.')
  await expect(all.getByRole('link', { name: '/podcast.xml' })).toHaveAttribute(
    'href',
    `${server.origin}/podcast.xml`,
  )
  await checkAccessibility(page)

  await all.getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit podcast' })
  await dialog.getByLabel('Description').fill('Sunday mornings.')
  await dialog.getByLabel('Email address').fill('office')
  const picture = dialog.locator('input[type=file]')
  const png = (side: number) => ({
    ...{ name: `cover-${side}.png`, mimeType: 'image/png' },
    buffer: encodePng(side, new Uint8Array(side * side * 3).fill(90)),
  })
  await picture.setInputFiles(png(300))
  await expect(dialog.getByText('This picture is only 300 pixels wide or high.')).toBeVisible()
  await picture.setInputFiles(png(SIDE))
  await expect(dialog.getByText('“cover-1400.jpg” is sent when you save.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Type an email address such as')).toBeVisible()
  await expect(dialog.getByLabel('Email address')).toBeFocused()
  await dialog.getByLabel('Email address').fill('office@stmary.example')
  await checkAccessibility(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Podcast saved' })).toBeVisible()
  await expect(all).not.toContainText('It has no')
  await expect(all).toContainText('Its address begins with http://.')

  await page.getByRole('button', { name: 'Add a podcast' }).click()
  const adding = page.getByRole('dialog', { name: 'Add a podcast' })
  await checkAccessibility(page)
  await adding.getByRole('button', { name: 'Add' }).click()
  const ruth = page.getByRole('region', { name: 'Ruth' })
  await expect(ruth).toContainText('No sermon is published in it.')
  await ruth.getByRole('button', { name: 'Remove' }).click()
  const held = Promise.withResolvers<void>()
  await page.route('**/api/podcasts?**', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Remove' }).last().click()
  await expect(page.getByRole('dialog', { name: 'Deleting content...' })).toBeVisible()
  held.resolve()
  await expect(ruth).toBeHidden()
  const feed = await (await page.request.get(`${server.origin}/podcast.xml`)).text()
  expect(feed).toContain('<itunes:email>office@stmary.example</itunes:email>')
  expect(feed).toContain('/cover-1400.jpg"/>')
})

test('public pages get a host of their own in Settings, and files the server that passes them on', async ({
  page,
  browser,
  watchPage,
  file,
}) => {
  watchPage(page, { alsoAt: server.origin })
  await signIn(page, server)
  await callAs(page, 'PUT', '/settings', { publicPages: true })
  await publishRecording(page, {
    title: 'The next host',
    recording: file('psalm.mp3'),
    origin: server.origin,
  })
  const other = server.origin.replace('localhost', '127.0.0.1')
  const context = await browser.newContext()
  const visitor = await context.newPage()
  watchPage(visitor, { alsoAt: [server.origin, other], expectFailures: /404 .*\/login/ })
  const setAddress = async (label: string, address: string) => {
    await page.goto(`${server.origin}/settings`)
    await page.getByLabel(label).fill(address)
    await saveSettings(page)
  }
  await page.goto(`${server.origin}/settings`)
  await page.getByLabel('Address of the public pages').fill(`${other}/sermons`)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Type the address of a server such as')).toBeVisible()
  await setAddress('Address of the public pages', other)
  await visitor.goto(`${server.origin}/sermons`)
  await expect(visitor).toHaveURL(`${other}/sermons`)
  expect((await visitor.goto(`${other}/login`))?.status()).toBe(404)
  await setAddress('Address of the public pages', '')

  await setAddress('Address of recordings and pictures', other)
  await visitor.goto(`${server.origin}/sermons`)
  await visitor.getByRole('link', { name: 'The next host' }).click()
  const audio = visitor.locator('audio')
  await expect(audio).toHaveAttribute('src', new RegExp(`^${other}/media/`))
  await audio.evaluate(async (element: HTMLAudioElement) => await element.play())
  await expect
    .poll(() => audio.evaluate((element: HTMLAudioElement) => element.currentTime))
    .toBeGreaterThan(0)
  await setAddress('Address of recordings and pictures', '')
  await context.close()
})
