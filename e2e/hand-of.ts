import { type Locator, type Page, test } from '@playwright/test'

/** Does what a person does with hand and keys, and counts it. */
export function handOf(page: Page) {
  const begun = performance.now()
  const done = { taps: 0, keys: 0 }
  return {
    done,
    async tap(target: Locator) {
      done.taps += 1
      await target.click()
    },
    /** Opens a list and chooses from it. */
    async choose(list: Locator, label: string) {
      done.taps += 2
      await list.selectOption({ label })
    },
    async type(text: string) {
      done.keys += text.length
      await page.keyboard.type(text)
    },
    async press(...keys: string[]) {
      for (const key of keys) {
        done.keys += 1
        await page.keyboard.press(key)
      }
    },
    async fill(field: Locator, value: string) {
      done.keys += value.length
      await field.fill(value)
    },
    /** How long the machine took, for the table in docs/decisions/console.md. */
    note(job: string) {
      const seconds = ((performance.now() - begun) / 1000).toFixed(1)
      const description = `${job}: ${done.taps} taps, ${done.keys} keys, ${seconds} s`
      test.info().annotations.push({ type: 'walk', description })
    },
  }
}
