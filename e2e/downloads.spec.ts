import { callAs } from './church-calls.ts'
import { expectNoSidewaysScroll } from './classes-church.ts'
import { expect, signIn } from './fixtures.ts'
import { type RunningServer, startTestServer } from './running-server.ts'
import { publishRecording, test } from './sermon-files.ts'

const TITLE = 'The sower'
const OTHER = 'The vine'
const AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36'

/** What is set counts for the whole server, so these tests have one of their own. */
let server: RunningServer
test.beforeAll(async () => {
  server = await startTestServer()
})
test.afterAll(() => server.destroy())

test('who listens on a public page is seen as a number in the console @phone', async ({
  page,
  browser,
  watchPage,
  checkAccessibility,
  file,
}) => {
  await signIn(page, server)
  await callAs(page, 'PUT', '/settings', { publicPages: false })
  for (const title of [TITLE, OTHER]) {
    await publishRecording(page, { title, recording: file('psalm.mp3'), origin: server.origin })
  }
  await page.getByRole('link', { name: TITLE }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: TITLE })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Downloads' })).toHaveCount(0)
  const sermon = page.url()
  await page.goto(`${server.origin}/preaching/downloads`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Not in use here')
  await callAs(page, 'PUT', '/settings', { publicPages: true })
  await page.goto(sermon)
  const section = page.getByRole('region', { name: 'Downloads' })
  await expect(section).toContainText('No downloads in the last four weeks.')

  const context = await browser.newContext({ baseURL: server.origin, userAgent: AGENT })
  const visitor = await context.newPage()
  watchPage(visitor, { alsoAt: server.origin })
  for (const title of [TITLE, OTHER]) {
    await visitor.goto('/sermons')
    await visitor.getByRole('link', { name: title }).click()
    const audio = visitor.locator('audio')
    // A browser fetches ahead of what it plays; all of this recording is soon here.
    await audio.evaluate(async (element: HTMLAudioElement) => {
      element.preload = 'auto'
      element.muted = true
      await element.play()
    })
    await expect
      .poll(() =>
        audio.evaluate(({ buffered, duration }: HTMLAudioElement) =>
          buffered.length > 0 ? duration - buffered.end(buffered.length - 1) : duration,
        ),
      )
      .toBeLessThan(1)
  }
  await context.close()

  await expect(async () => {
    await page.reload()
    await expect(section).toContainText('1 download in the last four weeks.', { timeout: 2000 })
  }).toPass()
  await section.locator('summary').click()
  await expect(section.getByRole('row')).toHaveCount(28)
  await expect(section.getByRole('row').last()).toHaveText(/1$/)
  await checkAccessibility(page)
  await expectNoSidewaysScroll(page)

  await section.getByRole('link', { name: 'See a longer time' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Downloads')
  await expect(page.getByText('1 download in this time.')).toBeVisible()
  await page.getByRole('button', { name: TITLE }).click()
  await expect(page.getByText('2 downloads in this time.')).toBeVisible()
  const most = page.getByRole('table', { name: 'Most downloaded' })
  await expect(most.getByRole('link')).toHaveCount(2)
  await expect(page.getByText('Counted by the rules of IAB 2.1, not certified.')).toBeVisible()
  await checkAccessibility(page)
  await expectNoSidewaysScroll(page)
  await page.getByLabel('Time').selectOption('Last 12 months')
  const months = page.getByRole('table', { name: 'Downloads over time' }).locator('tbody tr')
  await expect(months).toHaveCount(14)

  await page.getByRole('button', { name: 'Export' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Table').selectOption('Most downloaded')
  const saved = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^vestry-downloads-.*\.csv$/)

  await page.goto(`${server.origin}/preaching`)
  await page.getByRole('link', { name: 'Downloads' }).click()
  await expect(page.getByText('2 downloads in this time.')).toBeVisible()
})
