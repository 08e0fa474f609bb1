import { expect, type Page } from '@playwright/test'

/** The page's width at 400 % zoom on a desk, and those of the devices. */
const WIDTHS = [320, 390, 820, 1280, 1920] as const
export type Width = (typeof WIDTHS)[number]

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

/** Holds that nothing stands out or is cut off at any width; `tryAt` does more at each of them. */
export async function expectFits(page: Page, what: string, tryAt: (width: Width) => Promise<void>) {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await drawn(page)
    expect(await cutOff(page), `${what} at ${width}`).toEqual({ sideways: 0, cut: [] })
    await tryAt(width)
  }
}
