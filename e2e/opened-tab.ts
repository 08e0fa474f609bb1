import { type BrowserContext, expect } from '@playwright/test'

/**
 * The address of the tab that the browser opens upon `act`, which is closed again. The browser itself is asked: now and
 * then Playwright never learns of a tab that no script has opened.
 */
export async function tabOpenedBy(context: BrowserContext, act: () => Promise<void>): Promise<string> {
  const session = await context.browser()?.newBrowserCDPSession()
  if (session === undefined) {
    throw new Error('This context has no browser to ask.')
  }
  const tabs = async () =>
    (await session.send('Target.getTargets')).targetInfos.filter(({ type }) => type === 'page')
  const before = new Set((await tabs()).map(({ targetId }) => targetId))
  await act()
  let opened: { targetId: string; url: string } | undefined
  await expect
    .poll(async () => {
      opened = (await tabs()).find(({ targetId }) => !before.has(targetId))
      return opened?.url
    })
    .toMatch(/^http/)
  const { targetId, url } = opened ?? { targetId: '', url: '' }
  await session.send('Target.closeTarget', { targetId })
  await session.detach()
  return url
}
