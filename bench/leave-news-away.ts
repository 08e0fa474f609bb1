import type { Page } from '@playwright/test'

/** Has a page do without the stream of news, which goes on and would let no network be idle. */
export async function leaveNewsAway(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.setBlockedURLs', { urls: ['*/api/news*'] })
}
