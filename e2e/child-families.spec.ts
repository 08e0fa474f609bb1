import type { Page } from '@playwright/test'
import type { ChildFamilies } from '@vestry/contract/calls/families.ts'
import { openAttendance, planClass } from './attendance-church.ts'
import { callAs, saveSettings } from './church-calls.ts'
import { expectNoSidewaysScroll } from './classes-church.ts'
import { expect, test } from './fixtures.ts'
import { employTeacher, TEACHER } from './staff-people.ts'

const REASON = 'By order of the family court'
const DETAIL = 'The pen is in the blue bag'

/** A child with an allergy whose mother collects it, and whose father must not. */
async function addChild(page: Page, name: string, teachers: string[] = []) {
  const made = await planClass(
    page,
    `Class of ${name}`,
    [{ first_name: 'Kim', last_name: name, allergies: 'Nuts' }],
    {
      teachers,
    },
  )
  const roster = await callAs<{ attendees: { id: number }[] }>(
    page,
    'GET',
    `/classes/roster?series_id=${made.series_id}`,
  )
  const id = roster.attendees[0]?.id ?? 0
  const adult = { id: null, last_name: name, phone: '', email: '', language: '', collects: 'no' }
  const adults = [
    { ...adult, first_name: 'Mara', phone: '0161 496 0000', email: 'mara@example.org', collects: 'yes' },
    { ...adult, first_name: 'Paul' },
    { ...adult, first_name: 'Rosa' },
  ]
  await callAs(page, 'POST', '/families', { name, adults, children: [id] })
  const known = await familiesOf(page, id)
  const [, paul] = known.families[0]?.adults ?? []
  await callAs(page, 'PUT', '/families/safeguarding', {
    ...{ attendee_id: id, version: known.version, need_detail: DETAIL },
    bars: [{ adult_id: paul?.id, reason: REASON }],
  })
  return { id, made }
}

const familiesOf = (page: Page, id: number) =>
  callAs<ChildFamilies>(page, 'GET', `/families/child?attendee_id=${id}`)

const keepFamilies = (page: Page, families: boolean) => callAs(page, 'PUT', '/settings', { families })

test('who collects a child is chosen on its page, and stays as chosen when somebody else saves first @phone', async ({
  openPage,
  checkAccessibility,
}) => {
  const page = await openPage({ expectFailures: /status of 409 \(Conflict\) .*\/families\/child/ })
  const name = `Chosen${test.info().project.name}`
  await keepFamilies(page, false)
  const { id } = await addChild(page, name)
  await page.goto(`/sunday-school/attendees/${id}`)
  await expect(page.getByRole('region', { name: 'Attendance' })).toBeVisible()
  await expect(page.getByText(`Paul ${name}`)).toHaveCount(0)

  await page.goto('/settings')
  await page.getByLabel('Families: whose child this is, and who may collect it').check()
  await saveSettings(page)
  await page.goto(`/sunday-school/attendees/${id}`)
  const card = page.getByRole('region', { name: 'Who collects' })
  await expect(card.getByText(`Must not be collected by Paul ${name}`)).toBeVisible()
  await expect(card.getByRole('link', { name: '0161 496 0000' })).toHaveAttribute('href', 'tel:01614960000')
  await expect(card.getByRole('link', { name: 'mara@example.org' })).toBeVisible()
  await expect(card.getByLabel(`Paul ${name} collects`)).toHaveCount(0)
  await expect(card.getByText('Ask the family whether they are still right')).toBeVisible()
  await checkAccessibility(page)
  await expectNoSidewaysScroll(page)

  // Somebody else writes something first: what was chosen here is kept.
  await card.getByLabel(`Rosa ${name} collects`).selectOption('Today only')
  await callAs(page, 'PUT', '/families/child', {
    ...{ attendee_id: id, version: 1, photo_consent: 'no', needs_reviewed: null, rules: [] },
  })
  const save = card.getByRole('button', { name: 'Save' })
  await save.click()
  await expect(card.getByRole('status')).toHaveText(
    'Somebody else has changed this meanwhile. What you chose is kept: look at it again, and save.',
  )
  await expect(card.getByLabel(`Rosa ${name} collects`)).toHaveValue('today')
  await expect(card.getByLabel('Photos')).toHaveValue('no')
  await save.focus()
  await page.keyboard.press('Enter')
  await expect(card.getByText('Collects today only')).toBeVisible()
  await expect(save).toHaveCount(0)

  await card.getByRole('button', { name: 'Right as of today' }).click()
  await expect(card.getByText('Allergies and needs looked at on')).toBeVisible()
  await expect(card.getByText('Ask the family whether they are still right')).toHaveCount(0)
  expect(await familiesOf(page, id)).toMatchObject({ photo_consent: 'no', version: 4 })
})

test('the roll says who must not collect a child, and only who may reads why, which the audit trail keeps @phone', async ({
  staffPage: page,
  server,
  openPageOf,
  checkAccessibility,
}) => {
  const name = `Barred${test.info().project.name}`
  await keepFamilies(page, true)
  const { id, made } = await addChild(page, name, [await employTeacher(page, server)])
  await openAttendance(page, made)
  const row = page.getByRole('button', { name: new RegExp(`^Kim ${name}`) })
  await expect(row).toHaveAccessibleName(new RegExp(`Must not be collected by Paul ${name}`))
  await row.click()
  const told = page.getByRole('definition')
  await expect(told.filter({ hasText: `Must not be collected by Paul ${name}` })).toBeVisible()
  await expect(told.filter({ hasText: `Mara ${name}` })).toBeVisible()
  await checkAccessibility(page)
  await expectNoSidewaysScroll(page)

  const trail = `/audit?kind=safeguarding_read&record=attendee/${id}`
  const readings = async () => (await callAs<{ results: unknown[] }>(page, 'GET', trail)).results.length
  await page.goto(`/sunday-school/attendees/${id}`)
  const card = page.getByRole('region', { name: 'Safeguarding' })
  await expect(card.getByText('Each reading is recorded in the audit trail')).toBeVisible()
  expect(await readings()).toBe(0)
  await card.getByRole('button', { name: 'Show' }).click()
  await expect(card.getByLabel(`Why Paul ${name} must not collect`)).toHaveValue(REASON)
  expect(await readings()).toBe(1)
  await checkAccessibility(page)
  await card.getByLabel('What to do about allergies and needs').fill(`${DETAIL}, at the door`)
  await card.getByLabel(`Paul ${name} must not collect this child`).uncheck()
  await card.getByLabel(`Rosa ${name} must not collect this child`).check()
  await card.getByRole('button', { name: 'Save' }).click()
  await expect(
    page.getByRole('region', { name: 'Who collects' }).getByText(`Must not be collected by Rosa ${name}`),
  ).toBeVisible()
  expect(await readings()).toBe(1)

  const teacher = await openPageOf(TEACHER)
  await teacher.goto(`/sunday-school/attendees/${id}`)
  await expect(teacher.getByText(`Must not be collected by Rosa ${name}`)).toBeVisible()
  await expect(teacher.getByRole('region', { name: 'Safeguarding' })).toHaveCount(0)
  await openAttendance(teacher, made)
  await expect(teacher.getByText(`Must not be collected by Rosa ${name}`)).toBeVisible()
  for (const secret of [REASON, DETAIL]) {
    expect(await teacher.content()).not.toContain(secret)
  }
})

test('a printed list says who collects the children and who must not, if that is asked for', async ({
  staffPage: page,
}) => {
  await keepFamilies(page, true)
  const { made } = await addChild(page, 'Printed')
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-printed', '')
  })
  await page.goto(`/sunday-school/classes/roster/${made.series_id}`)
  await page.getByRole('button', { name: 'Print' }).click()
  const dialog = page.getByRole('dialog', { name: 'Print the class' })
  await dialog.getByLabel('Layout').selectOption('List of the children')
  await dialog.getByLabel('Who collects, and who must not').check()
  await dialog.getByRole('button', { name: 'Print' }).click()
  await expect(page.locator('body[data-printed]')).toBeAttached()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('Mara Printed').filter({ visible: true })).toBeVisible()
  await expect(
    page.getByText('Must not be collected by Paul Printed').filter({ visible: true }),
  ).toBeVisible()
  const trail = `/audit?kind=list_printed&record=series/${made.series_id}`
  const { results } = await callAs<{ results: { detail: string }[] }>(page, 'GET', trail)
  expect(results.map(({ detail }) => detail)).toEqual(['care, collectors'])
})
