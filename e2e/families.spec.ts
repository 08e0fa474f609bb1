import type { Page } from '@playwright/test'
import { addAttendee, callAs, dismiss } from './church-calls.ts'
import { expectNoSidewaysScroll } from './classes-church.ts'
import { expect, test } from './fixtures.ts'

const LIST = '/sunday-school/families'
const ADULT = { id: null, phone: '', email: '', language: '', collects: 'no' }

const notice = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const adult = (page: Page, number: number) => page.getByRole('group', { name: `Adult ${number}` })
const keepFamilies = (page: Page, families: boolean) => callAs(page, 'PUT', '/settings', { families })
const undo = async (page: Page) => {
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(notice(page, 'Undone')).toBeVisible()
}

test('families come from the parents’ contacts in three taps, are changed, split, merged and deleted, and all of it is undone @phone', async ({
  staffPage: page,
  checkAccessibility,
}, { project }) => {
  const last = `Quill${project.name}`
  await keepFamilies(page, true)
  const contact = { last_name: last, parent_contact: 'Ana López, 0161 496 0917' }
  await addAttendee(page, { ...contact, first_name: 'Nico', birthdate: '2017-03-02' })
  await addAttendee(page, { ...contact, first_name: 'Vera', birthdate: '2019-06-01' })
  const check = async (title: string) => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await checkAccessibility(page)
    await expectNoSidewaysScroll(page)
  }

  await page.goto('/sunday-school/attendees')
  await page.getByRole('link', { name: 'Families' }).click()
  await page.getByRole('link', { name: 'From the parents’ contacts' }).first().click()
  await expect(page.getByText('“Ana López, 0161 496 0917”')).toHaveCount(2)
  await page.getByRole('button', { name: `Change ${last}` }).click()
  await expect(page.getByLabel('First name')).toBeFocused()
  await page.getByLabel('Email').fill('ana@example.org')
  await check('Families from contacts')
  await page.getByRole('button', { name: 'Make 1 family' }).click()
  await expect(notice(page, '1 family made')).toBeVisible()
  await expect(page.getByRole('link', { name: '0161 496 0917' })).toHaveAttribute('href', 'tel:01614960917')
  await expect(page.getByRole('link', { name: `Vera ${last}` })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Changes' })).toContainText('1 family made of contacts')
  await check('Families')

  await page.getByRole('link', { name: last, exact: true }).click()
  await expect(adult(page, 1).getByLabel('Email')).toHaveValue('ana@example.org')
  await page.getByRole('button', { name: 'Add adult' }).click()
  await expect(adult(page, 2).getByLabel('First name')).toBeFocused()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(adult(page, 2)).toContainText('This field is required')
  await adult(page, 2).getByLabel('First name').fill('Rosa')
  await adult(page, 2).getByLabel('Last name').fill(`Elder${last}`)
  await adult(page, 2).getByRole('checkbox', { name: 'Collects the children' }).check()
  await check('Family')
  await page.getByRole('button', { name: 'Save' }).click()
  await dismiss(page, 'Family saved')

  await page.getByRole('link', { name: last, exact: true }).click()
  await page.getByRole('link', { name: 'Split this family …' }).click()
  await page.getByRole('button', { name: 'Split' }).click()
  await expect(page.getByText('Choose at least one adult')).toBeVisible()
  await page.getByRole('checkbox', { name: /^Rosa/ }).check()
  await expect(page.getByLabel('Name of the new family')).toHaveValue(`Elder${last}`)
  await page
    .getByRole('group', { name: `Vera ${last}` })
    .getByRole('radio', { name: 'Both' })
    .check()
  await check('Split a family')
  await page.getByRole('button', { name: 'Split' }).click()
  await expect(notice(page, `“Elder${last}” is a family of its own now.`)).toBeVisible()
  await expect(adult(page, 1)).toBeVisible()
  await expect(adult(page, 2)).toHaveCount(0)
  await expect(page.getByRole('link', { name: `Vera ${last}` })).toBeVisible()
  await undo(page)
  await expect(adult(page, 2).getByLabel('First name')).toHaveValue('Rosa')

  const other = { ...ADULT, first_name: 'Luis', last_name: 'Ibarra' }
  await callAs(page, 'POST', '/families', { name: `Ibarra${last}`, adults: [other], children: [] })
  await page.getByRole('link', { name: 'Merge with another family …' }).click()
  await page.getByRole('combobox', { name: 'Search families' }).fill(`Ibarra${last}`)
  await page.getByRole('button', { name: `Compare: Ibarra${last}` }).click()
  await expect(page.getByRole('radio', { name: /Rosa/ })).toBeChecked()
  await check('Merge two families')
  await page.getByRole('button', { name: 'Merge' }).click()
  await expect(notice(page, `“Ibarra${last}” was merged into “${last}”.`)).toBeVisible()
  await expect(adult(page, 3).getByLabel('First name')).toHaveValue('Luis')
  await undo(page)
  await expect(adult(page, 3)).toHaveCount(0)

  await page.getByRole('button', { name: 'Delete this family' }).click()
  await page.getByRole('button', { name: 'Yes' }).click()
  await expect(notice(page, 'Family deleted')).toBeVisible()
  await expect(page).toHaveURL(LIST)
  await expect(page.getByRole('link', { name: last, exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: `Undo Deleted: “${last}”` }).click()
  await expect(notice(page, 'Undone')).toBeVisible()
  await expect(page.getByRole('link', { name: last, exact: true })).toBeVisible()
})

test('what two people change of one family at once is kept from both', async ({ openPage }) => {
  const page = await openPage({ expectFailures: /409 .*\/api\/families/ })
  await keepFamilies(page, true)
  const child = await addAttendee(page, { first_name: 'Iris', last_name: 'Atonce' })
  const ana = { ...ADULT, first_name: 'Ana', last_name: 'Atonce' }
  type Family = { id: number; version: number; adults: object[] }
  const made = await callAs<Family>(page, 'POST', '/families', {
    name: 'Atonce',
    adults: [ana],
    children: [],
  })
  await page.goto(`${LIST}/${made.id}`)
  await adult(page, 1).getByLabel('Telephone').fill('0161 496 0001')
  await page.getByRole('combobox', { name: 'Search children' }).fill('Atonce')
  await page.getByRole('button', { name: 'Add: Iris Atonce' }).click()
  await expect(page.getByRole('button', { name: 'Remove Iris Atonce' })).toBeVisible()
  const { adults } = await callAs<Family>(page, 'GET', `/families/one?family_id=${made.id}`)
  const theirs = [...adults, { ...ADULT, first_name: 'Marta', last_name: 'Atonce' }]
  const body = { id: made.id, version: 1, name: 'Atonce', adults: theirs, children: [] }
  await callAs(page, 'PUT', '/families', body)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect(adult(page, 2).getByLabel('First name')).toHaveValue('Marta')
  await page.getByRole('button', { name: 'Save' }).click()
  await dismiss(page, 'Family saved')
  expect(await callAs(page, 'GET', `/families/one?family_id=${made.id}`)).toMatchObject({
    adults: [{ first_name: 'Ana', phone: '0161 496 0001' }, { first_name: 'Marta' }],
    children: [{ id: child }],
  })
})

test('a church that keeps no families sees nothing of them', async ({ staffPage: page }) => {
  await keepFamilies(page, false)
  await addAttendee(page, { first_name: 'Alma', last_name: 'Unkept' })
  await page.goto('/sunday-school/attendees?search=Unkept')
  await expect(page.getByRole('link', { name: 'Alma Unkept', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Families' })).toHaveCount(0)
  await page.goto(LIST)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Not in use here')
})
