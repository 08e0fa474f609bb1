import type { Locator, Page } from '@playwright/test'

/** Whether a press in the middle of it reaches it, so that nothing lies over it there. */
export function isFree(target: Locator): Promise<boolean> {
  return target.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const there = document.elementFromPoint(left + width / 2, top + height / 2)
    return element.contains(there)
  })
}

/** The controls of a region on which a thumb has less than 44 px. */
export function smallTargets(region: Locator): Promise<string[]> {
  return region.locator('a, button, input, select').evaluateAll((controls) =>
    controls
      .filter((control) => control.checkVisibility())
      .map((control) => ({ control, box: control.getBoundingClientRect() }))
      .filter(({ box }) => box.width < 43.9 || box.height < 43.9)
      .map(({ control, box }) => `${control.outerHTML.slice(0, 80)}: ${box.width} by ${box.height}`),
  )
}

/** How far what was in sight has jumped by itself, each time that something did, from the next page on. */
export async function watchShifts(page: Page): Promise<() => Promise<number[]>> {
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(globalThis, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        shifts.push((entry as PerformanceEntry & { value: number }).value)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts)
}

/** Scrolls so far down the page, 1 being its end, and waits until it is drawn. */
export async function scrollTo(page: Page, part: number): Promise<void> {
  await page.evaluate(
    (part) =>
      new Promise((resolve) => {
        const { scrollHeight, clientHeight } = document.documentElement
        window.scrollTo(0, (scrollHeight - clientHeight) * part)
        requestAnimationFrame(() => requestAnimationFrame(resolve))
      }),
    part,
  )
}
