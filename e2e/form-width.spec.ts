import type { Page } from '@playwright/test'
import { addAttendee } from './church-calls.ts'
import { expect, test } from './fixtures.ts'

const FORMS = [
  '/preaching/new',
  '/sunday-school/attendees/new',
  '/sunday-school/classes/new',
  '/staff/new',
  '/staff/new/several',
  '/settings',
]

/** From the left edge of the leftmost field to the right edge of the one farthest right. */
function spread(page: Page): Promise<number> {
  return page.locator('main').evaluate((main) => {
    const fields = [...main.querySelectorAll('input, select, textarea, [role=combobox]')]
    const boxes = fields.map((field) => field.getBoundingClientRect()).filter(({ width }) => width > 0)
    return Math.max(...boxes.map(({ right }) => right)) - Math.min(...boxes.map(({ left }) => left))
  })
}

test('all fields of a form stand in one column of at most 550 px', async ({ staffPage: page }) => {
  for (const width of [1280, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    for (const path of FORMS) {
      await page.goto(path)
      await expect(
        page.locator('main').getByRole('textbox').or(page.locator('main select')).first(),
      ).toBeVisible()
      if (path === '/preaching/new') {
        await expect(page.getByRole('combobox', { name: 'State' })).toBeVisible()
      }
      expect.soft(await spread(page), `${path} at ${width} px`).toBeLessThanOrEqual(550)
    }
  }
})

test('beside a form stands what is no field of it, and on a phone the form stands alone @phone', async ({
  staffPage: page,
  checkAccessibility,
}, { project }) => {
  const id = await addAttendee(page, { first_name: 'Wide', last_name: `Form ${project.name}` })
  await page.goto(`/sunday-school/attendees/edit/${id}`)
  const notes = page.getByLabel('Notes')
  await expect(notes).toBeVisible()
  const changed = page.getByText(/^Last changed/)
  const [field, line] = [await notes.boundingBox(), await changed.boundingBox()]
  if (field === null || line === null) {
    throw new Error('The form is not drawn.')
  }
  if (project.name === 'phone') {
    await expect(page.getByRole('button', { name: 'Add a photo' })).toBeHidden()
    expect(line.y).toBeLessThan(field.y)
  } else {
    await expect(page.getByRole('button', { name: 'Add a photo' })).toBeVisible()
    expect(line.x).toBeGreaterThan(field.x + field.width)
  }
  await checkAccessibility(page)
})
