import type { Page } from '@playwright/test'

/** Resolves once the page is drawn as it is now. */
export const drawn = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))

/** What stands out over the edge of the page, and the buttons whose words are cut off. */
export const cutOff = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    const labels = [...document.querySelectorAll('main button, main a, main button span, main a span')]
    const cut = labels.filter((label) => {
      const clips = getComputedStyle(label).overflowX !== 'visible'
      return clips && label.clientWidth > 1 && label.scrollWidth > label.clientWidth
    })
    return { sideways: scrollWidth - clientWidth, cut: cut.map((label) => label.textContent) }
  })
