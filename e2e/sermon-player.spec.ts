import type { Page } from '@playwright/test'
import { dismiss, findSermons, publish } from './church-calls.ts'
import { expect } from './fixtures.ts'
import { isFree, scrollTo, smallTargets } from './in-sight.ts'
import { publishRecording, test } from './sermon-files.ts'

const player = (page: Page) => page.getByRole('region', { name: 'Player' })
const position = (page: Page) => player(page).getByRole('slider', { name: 'Position' })

/** Publishes a sermon of 65 seconds with a poster by the form, once for all tests of a worker; leaves no picture on its way. */
async function provideSermon(page: Page, file: (name: string) => string): Promise<string> {
  const title = `O’Hara’s <b>still</b> waters 🙂`
  if ((await findSermons(page, 'waters')).length === 0) {
    await publishRecording(page, { title, recording: file('psalm.mp3'), poster: file('banner.jpg') })
    await page.goto('/config.json')
  }
  return title
}

test('the list shows poster and duration; what plays goes on while the pages change, and ends with the session', async ({
  staffPage: page,
  checkAccessibility,
  file,
}) => {
  const title = await provideSermon(page, file)
  await page.goto('/preaching?search=still')
  const row = page.getByRole('row').filter({ hasText: title })
  await expect(row).toContainText('1:05')
  const picture = row.locator('img')
  await expect(picture).toHaveAttribute('src', /banner-320(-\d+)?\.webp/)
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320)
  await row.getByRole('button', { name: `Play ${title}` }).click()
  await expect(row.getByRole('button', { name: `Pause ${title}` })).toBeVisible()
  const time = () => position(page).evaluate((slider: HTMLInputElement) => Number(slider.value))
  await expect.poll(time).toBeGreaterThan(0)
  await checkAccessibility(page)

  await player(page).getByRole('link', { name: title }).click()
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
  await expect(player(page).getByRole('button', { name: 'Pause' })).toBeVisible()
  await player(page).getByRole('button', { name: 'Pause' }).press('Space')
  await expect(player(page).getByRole('button', { name: 'Play', exact: true })).toBeFocused()
  await position(page).press('End')
  await position(page).press('PageDown')
  await expect(position(page)).toHaveAttribute('aria-valuetext', /^0?:?\d+:\d\d of 1:05$/)
  await player(page).getByRole('combobox', { name: 'Speed' }).selectOption('1.5')
  await player(page).getByRole('button', { name: 'Play', exact: true }).click()
  await expect
    .poll(() => page.locator('section audio').evaluate((audio: HTMLAudioElement) => audio.playbackRate))
    .toBe(1.5)

  // Another tab ends the session, and with it what plays.
  const other = await page.context().newPage()
  await other.goto('/config.json')
  await other.evaluate(() => localStorage.clear())
  await expect(page).toHaveURL(/\/login/)
  await expect(page.locator('audio')).toHaveCount(0)
  await expect(player(page)).toHaveCount(0)
})

test('a picture whose address is refused is asked for by another one, once', async ({ openPage, file }) => {
  const page = await openPage({ expectFailures: /status of 403/ })
  const title = await provideSermon(page, file)
  const asked: string[] = []
  await page.route(/banner-320/, (route) => {
    asked.push(route.request().url())
    return asked.length === 1 ? route.fulfill({ status: 403 }) : route.fallback()
  })
  // Signing takes over a second, so that no two addresses are of the same one.
  await page.addInitScript(() => {
    const sign = SubtleCrypto.prototype.sign
    SubtleCrypto.prototype.sign = async function (...given) {
      await new Promise((done) => setTimeout(done, 300))
      return await sign.apply(this, given)
    }
  })
  await page.goto('/preaching?search=still')
  const picture = page.getByRole('row').filter({ hasText: title }).locator('img')
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320)
  expect(asked).toHaveLength(2)
  expect(asked[0]).not.toBe(asked[1])
  await page.unroute(/banner-320/)
  await page.route(/banner-320/, (route) => {
    asked.push(route.request().url())
    return route.fulfill({ status: 403 })
  })
  await page.reload()
  await expect.poll(() => asked).toHaveLength(4)
  await expect(picture).toHaveCount(0)
})

test('a recording whose address has run out is asked for by another one, and goes on', async ({
  openPage,
  file,
}) => {
  const page = await openPage({ expectFailures: /status of 403/ })
  const title = await provideSermon(page, file)
  await page.goto('/preaching')
  let asked = 0
  await page.route(/\/s3\/.*\.mp3\?/, (route) => {
    asked += 1
    return asked === 1 ? route.fulfill({ status: 403 }) : route.fallback()
  })
  await page.getByRole('link', { name: title, exact: true }).click()
  const player = page.locator('main audio')
  await expect.poll(() => player.evaluate((audio: HTMLAudioElement) => audio.duration)).toBeGreaterThan(1)
  expect(asked).toBeGreaterThan(1)
})

test('a sermon has a page to listen at, to pass on, and to edit from', async ({
  staffPage: page,
  checkAccessibility,
  file,
}) => {
  const title = await provideSermon(page, file)
  await page.goto('/preaching?search=still')
  await page.getByRole('link', { name: title }).first().click()
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
  await expect(page).toHaveTitle(/^Preaching Item/)
  const main = page.getByRole('main')
  for (const text of ['Guest Speaker', 'Sun 16 Nov 2025, 10:30', 'Sermon', 'English', '1:05']) {
    await expect(main.getByText(text, { exact: true }).first()).toBeVisible()
  }
  const audio = main.getByLabel('The recording')
  await audio.evaluate((element: HTMLAudioElement) => element.play())
  await expect
    .poll(() => audio.evaluate((element: HTMLAudioElement) => element.currentTime))
    .toBeGreaterThan(0.2)
  await checkAccessibility(page)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByText('The link to this page is copied.')).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toBe(page.url())
  await main.getByRole('link', { name: 'Edit' }).click()
  await page.getByLabel('Description').fill('Read slowly.')
  await page.getByRole('button', { name: 'Update' }).click()
  await dismiss(page, 'Item successfully updated')
  await expect(page).toHaveURL(link)
  await expect(main.getByText('Read slowly.')).toBeVisible()
  await expect(main.getByText('1:05')).toBeVisible()
})

test('on a phone the player covers neither the last row nor the buttons of a form, and plays on meanwhile @phone-only', async ({
  staffPage: page,
  checkAccessibility,
  file,
}) => {
  const title = await provideSermon(page, file)
  for (let number = 1; number <= 7; number += 1) {
    await publish(page, { localizedname: `Still row ${number}` })
  }
  await page.goto('/preaching?search=still')
  await page.getByRole('button', { name: `Play ${title}` }).click()
  const time = () => position(page).evaluate((slider: HTMLInputElement) => Number(slider.value))
  await expect.poll(time).toBeGreaterThan(0)
  expect(await smallTargets(player(page))).toEqual([])
  const row = page.getByRole('row').filter({ hasText: 'Still row 1' })
  await row.scrollIntoViewIfNeeded()
  await scrollTo(page, 1)
  const [foot, bar] = [await row.boundingBox(), await player(page).boundingBox()]
  expect((foot?.y ?? 0) + (foot?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)

  const before = await time()
  await player(page).getByRole('link', { name: title }).click()
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
  await checkAccessibility(page)
  await page.getByRole('main').getByRole('link', { name: 'Edit' }).click()
  await expect(page.getByLabel('Title')).toHaveValue(title)
  for (const name of ['Cancel', 'Update']) {
    expect(await isFree(page.getByRole('button', { name })), name).toBe(true)
  }
  await scrollTo(page, 1)
  for (const name of ['Cancel', 'Update']) {
    expect(await isFree(page.getByRole('button', { name })), `${name} at the end`).toBe(true)
  }
  await expect.poll(time).toBeGreaterThan(before)
  await player(page).getByRole('button', { name: 'Close' }).click()
  await expect(page.locator('audio[autoplay]')).toHaveCount(0)
})
