import type { BrowserContext, Page } from '@playwright/test'
import { callAs } from './church-calls.ts'
import { type Line, openLine } from './cut-line.ts'
import { expect, signIn, test as base } from './fixtures.ts'
import { workerIsReady } from './offline-visit.ts'

const test = base.extend<{ line: Line; context: BrowserContext }>({
  line: async ({ server }, use) => {
    const line = await openLine(server.origin)
    await use(line)
    await line.close()
  },
})
test.use({ serviceWorkers: 'allow' })

test('a second visit opens while the line is cut', async ({ line, server, page }) => {
  await signIn(page, { ...server, origin: line.origin })
  await workerIsReady(page)
  line.set('refused')
  await page.goto(`${line.origin}/today`)
  await expect(page.getByRole('status').filter({ hasText: 'No connection since' })).toBeVisible()
  console.log(await page.locator('body').innerText())
})
