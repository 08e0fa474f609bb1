import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { callAs } from './church-calls.ts'
import { expect, signIn } from './fixtures.ts'
import { type RunningServer, startTestServer } from './running-server.ts'
import { publishRecording, test } from './sermon-files.ts'

const TITLE = `O’Hara’s <b>still</b> waters`

/** What is set counts for the whole server, so these tests have one of their own. */
let server: RunningServer
test.beforeAll(async () => {
  server = await startTestServer()
})
test.afterAll(() => server.destroy())

/** A site of somebody else, which admits nothing but its own and the server of the sermons. */
async function serveSite(body: string) {
  const page = `<!doctype html><html lang="es"><meta name="viewport" content="width=device-width"><title>A parish</title><body><main><h1>Nuestra parroquia</h1>${body}</main></body></html>`
  const site = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    const from = server.origin
    response.setHeader(
      'content-security-policy',
      `default-src 'none'; script-src ${from}; connect-src ${from}; media-src ${from}; img-src ${from}; frame-src ${from}`,
    )
    response.end(page)
  })
  site.listen(0, '127.0.0.1')
  await once(site, 'listening')
  return {
    origin: `http://127.0.0.1:${(site.address() as AddressInfo).port}`,
    async close() {
      site.closeAllConnections()
      site.close()
      await once(site, 'close')
    },
  }
}

test('a site under a strict policy shows and plays sermons, and without a script a link to them @phone', async ({
  page,
  browser,
  watchPage,
  checkAccessibility,
  file,
}) => {
  await signIn(page, server)
  await callAs(page, 'PUT', '/settings', { name: 'St. Mary’s', publicPages: true })
  await publishRecording(page, { title: TITLE, recording: file('psalm.mp3'), origin: server.origin })
  for (const day of ['03', '10']) {
    await callAs(page, 'POST', '/preachingManagement', {
      ...{ localizedname: `Sunday ${day}`, event_datetime: `2024-03-${day}T10:30:00` },
      path: 'preaching/2024/none.mp3',
    })
  }

  await page.goto(`${server.origin}/settings/podcasts`)
  const card = page.getByRole('region', { name: 'Sermons on your website' })
  const withScript = card.getByRole('textbox', { name: 'HTML with a script' })
  const forSermons = (await withScript.inputValue()).replace('count="5"', 'count="2"')
  await expect(card.getByRole('textbox', { name: 'HTML with a frame' })).toBeHidden()
  await card.getByLabel('What to show').selectOption({ label: TITLE })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await card.getByRole('button', { name: 'Copy: HTML with a script' }).click()
  const forOne = await page.evaluate(() => navigator.clipboard.readText())
  expect(forOne).toBe(await withScript.inputValue())
  const frame = await card.getByRole('textbox', { name: 'HTML with a frame' }).inputValue()
  await checkAccessibility(page)

  const site = await serveSite(`${forOne}${forSermons}${frame}
    <vestry-sermon uuid="00000000-0000-4000-8000-000000000000"><a href="${server.origin}/sermons">Ya no está</a></vestry-sermon>`)
  const context = await browser.newContext()
  const visitor = await context.newPage()
  watchPage(visitor, {
    alsoAt: [server.origin, site.origin],
    expectFailures: /404 .*00000000-0000-4000-8000-000000000000/,
  })
  await visitor.goto(site.origin)
  const one = visitor.locator('vestry-sermon').first()
  await expect(one.getByRole('link', { name: TITLE })).toHaveAttribute('href', /\/oharas-bstillb-waters$/)
  await expect(one.locator('[part=title]')).toHaveAttribute('lang', 'en')
  await expect(one).toContainText(/16 de noviembre de 2025 · .*inglés/)
  const audio = one.locator('audio')
  await expect(audio).toHaveAttribute('aria-label', TITLE)
  await audio.evaluate(async (element: HTMLAudioElement) => await element.play())
  await expect
    .poll(() => audio.evaluate((element: HTMLAudioElement) => element.currentTime))
    .toBeGreaterThan(0)

  const list = visitor.locator('vestry-sermons')
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await list.getByRole('button', { name: `Reproducir: ${TITLE}` }).focus()
  await visitor.keyboard.press('Enter')
  await expect(list.locator('audio')).toBeFocused()
  await list.getByRole('button', { name: 'Más predicaciones' }).click()
  await expect(list.getByRole('listitem')).toHaveCount(3)
  await expect(list.getByRole('link', { name: 'Sunday 03' })).toBeFocused()
  await expect(list.getByRole('button', { name: 'Más predicaciones' })).toBeHidden()
  await expect(visitor.getByRole('link', { name: 'Ya no está' })).toBeVisible()
  await expect(visitor.frameLocator('iframe').locator('audio')).toBeVisible()
  await visitor.setViewportSize({ width: 320, height: 800 })
  expect(await visitor.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  expect(await visitor.context().cookies()).toEqual([])

  const plain = await browser.newContext({ javaScriptEnabled: false })
  const reader = await plain.newPage()
  await reader.goto(site.origin)
  await reader.getByRole('link', { name: TITLE }).click()
  await expect(reader.getByRole('heading', { name: TITLE })).toBeVisible()
  await plain.close()
  // axe is brought in by a script that such a policy would refuse.
  const open = await browser.newContext({ bypassCSP: true })
  const checked = await open.newPage()
  await checked.goto(site.origin)
  await expect(checked.locator('vestry-sermons').getByRole('listitem')).toHaveCount(2)
  await checkAccessibility(checked)
  await open.close()
  await context.close()
  await site.close()
})
