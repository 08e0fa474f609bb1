import type { Page } from '@playwright/test'

const IN_PAGE = /(<script type="application\/json" id="config">)(.*?)(<\/script>)/

/** Makes the console believe that the server's configuration differs in this. */
export async function changeConfig(page: Page, change: object): Promise<void> {
  const changed = (config: string) => JSON.stringify({ ...(JSON.parse(config) as object), ...change })
  await page.route(
    () => true,
    async (route) => {
      if (route.request().resourceType() !== 'document') {
        return await route.fallback()
      }
      const response = await route.fetch()
      const body = (await response.text()).replace(
        IN_PAGE,
        (_whole, before, config, after) => before + changed(config) + after,
      )
      await route.fulfill({ response, body })
    },
  )
}
