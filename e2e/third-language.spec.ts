import { rm } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { openAttendance, planClass } from './attendance-church.ts'
import { expect, test } from './fixtures.ts'
import { copyWithThirdLanguage, MARKED } from './marked-copy.ts'
import { ADMIN } from './running-server.ts'

/** A language is called by its own name everywhere. */
const LANGUAGE_NAMES = ['English', 'Español', MARKED.name]
const said = (text: string) => `${MARKED.mark}${text}]]`

/** What a page says in another language: the texts of its controls and headings that begin without the mark. */
async function unmarkedTexts(page: Page, data: readonly string[] = []): Promise<string[]> {
  const texts = await page.locator('h1, h2, label, button, th, legend, [role="alert"]').allInnerTexts()
  expect(texts.filter((text) => text.startsWith(MARKED.mark)).length).toBeGreaterThan(2)
  const words = texts.map((text) => text.trim()).filter((text) => /\p{L}{2}/u.test(text))
  return words.filter((text) => !text.includes(MARKED.mark) && ![...LANGUAGE_NAMES, ...data].includes(text))
}

test('a language is added by a folder of texts and one line, for every screen and email', async ({
  browser,
}) => {
  test.setTimeout(480_000)
  const { folder, start } = await copyWithThirdLanguage()
  const server = await start()
  const page = await browser.newPage({ baseURL: server.origin })
  try {
    await page.addInitScript((tag) => localStorage.setItem('vestry.language', tag), MARKED.tag)
    await page.goto('/login')
    await expect(page.locator('html')).toHaveAttribute('lang', MARKED.tag)
    await expect(page.getByText(said('Welcome to the admin console'))).toBeVisible()
    await expect(page.getByRole('button', { name: said('Sign in'), exact: true })).toBeVisible()
    expect(await unmarkedTexts(page)).toEqual([])
    await page.getByLabel(said('Email')).fill(ADMIN.email)
    await page.getByLabel(said('Password'), { exact: true }).fill('wrong')
    await page.getByRole('button', { name: said('Sign in'), exact: true }).click()
    await expect(page.getByRole('alert')).toContainText(said('Incorrect username or password.'))
    await page.getByLabel(said('Password'), { exact: true }).fill(ADMIN.password)
    await page.getByRole('button', { name: said('Sign in'), exact: true }).click()

    await expect(page.getByRole('heading', { name: said('Preaching Items') })).toBeVisible()
    await expect(page.getByRole('heading', { name: said('No items found.') })).toBeVisible()
    expect(await unmarkedTexts(page)).toEqual([])

    const lambs = await planClass(page, 'Lambs', [{ first_name: 'Ada', last_name: 'Abbot' }])
    await openAttendance(page, lambs, 'history')
    await expect(page.getByRole('button', { name: said('Mark all present') })).toBeVisible()
    expect(await unmarkedTexts(page, ['Ada Abbot'])).toEqual([])

    await page.goto('/account')
    await page.getByRole('button', { name: said('[[Change]]: [[Email language]]') }).click()
    await page.getByRole('combobox', { name: said('Email language') }).selectOption(MARKED.name)
    await page.getByRole('button', { name: said('Save') }).click()
    await page.getByRole('button', { name: said('[[Change]]: [[Email]]'), exact: true }).click()
    await page.getByLabel(said('New email address')).fill('ada@new.vestry.test')
    await page.getByRole('button', { name: said('Send code') }).click()
    const email = await server.mail.nextTo('ada@new.vestry.test')
    expect(email).toContain(`Subject: ${said('Your code to confirm this email address')}`)
    expect(email).toContain('[[This code confirms that emails from Vestry reach you')
  } finally {
    await page.close()
    await server.destroy()
    await rm(folder, { recursive: true })
  }
})
