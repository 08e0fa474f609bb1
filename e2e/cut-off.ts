import type { Page } from '@playwright/test'

/** Resolves once the page is drawn as it is now. */
export const drawn = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))

/** What stands out over the edge of the page, and the buttons whose words are cut off. */
export const cutOff = (page: Page) =>
  page.evaluate(() => {
    const sideways = [document.documentElement, ...document.querySelectorAll('dialog[open]')].map(
      ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
    )
    const labels = document.querySelectorAll(':is(main, dialog[open]) :is(button, a, button span, a span)')
    const cut = [...labels].filter((label) => {
      const clips = getComputedStyle(label).overflowX !== 'visible'
      return clips && label.clientWidth > 1 && label.scrollWidth > label.clientWidth
    })
    return { sideways: Math.max(...sideways), cut: cut.map((label) => label.textContent) }
  })
