import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from './house.ts'

type Ask = (question: object) => Promise<{ text: string } | false>

/** Asks with a text area in the built console, as a page of it would; the answer is written on the body. */
async function askForComment(page: Page): Promise<void> {
  const assets = readdirSync(join(import.meta.dirname, '../console/dist/assets'))
  const piece = assets.find((name) => /^dialogs-.*\.js$/.test(name))
  await page.goto('/preaching')
  await expect(page.getByRole('heading', { name: 'Preaching Items' })).toBeVisible()
  await page.getByRole('link', { name: 'Add New' }).first().focus()
  await page.evaluate(async (address) => {
    const doors: unknown[] = Object.values(await import(address))
    // The build gives exports short names; the asker is the one that shows a question.
    const ask = doors.find((door) => typeof door === 'function' && /kind:.question/.test(String(door))) as Ask
    const textArea = { label: 'Comment', value: 'Came late' }
    void ask({ title: 'Mark as absent?', yes: 'Vacate', no: 'Cancel', textArea }).then((answer) => {
      document.body.dataset.answer = JSON.stringify(answer)
    })
  }, `/assets/${piece}`)
}

test('a confirm box with a text area starts in it, with its text, and gives back what was written', async ({
  staffPage: page,
  checkAccessibility,
}) => {
  await askForComment(page)
  const comment = page.getByRole('alertdialog', { name: 'Mark as absent?' }).getByLabel('Comment')
  await expect(comment).toBeFocused()
  await expect(comment).toHaveValue('Came late')
  await checkAccessibility(page)
  await comment.fill('Ill')
  await page.getByRole('button', { name: 'Vacate' }).click()
  await expect(page.locator('body')).toHaveAttribute('data-answer', '{"text":"Ill"}')
  await expect(page.getByRole('alertdialog')).toBeHidden()
})

test('Escape leaves a confirm box with a text area without an answer, and the focus returns', async ({
  staffPage: page,
}) => {
  await askForComment(page)
  await expect(page.getByLabel('Comment')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.locator('body')).toHaveAttribute('data-answer', 'false')
  await expect(page.getByRole('link', { name: 'Add New' }).first()).toBeFocused()
})
