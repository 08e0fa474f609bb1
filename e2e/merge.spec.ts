import type { Page } from '@playwright/test'
import { addAttendee, callAs } from './church-calls.ts'
import { enrol, expectNoSidewaysScroll, plan } from './classes-church.ts'
import { expect, test } from './fixtures.ts'
import { employTeacher, TEACHER } from './staff-people.ts'

const LIST = '/sunday-school/attendees'

const notice = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const group = (page: Page, name: string | RegExp) => page.getByRole('group', { name })

/** A child with two entries, both on one roster, one of them present and the other absent. */
async function enterTwice(page: Page, last: string, hour: string) {
  const born = { birthdate: '2018-05-03', last_name: last }
  const one = await addAttendee(page, { ...born, first_name: 'Sofía', allergies: 'Nuts' })
  const other = await addAttendee(page, {
    ...born,
    first_name: 'Sofia',
    parent_contact: 'Ana, 600 123 456',
    notes: 'Sings in the choir',
  })
  const { id, series_id } = await plan(page, { title: 'Wrens', session_datetime: `2021-02-07T${hour}:30` })
  await enrol(page, series_id, [one, other])
  const mark = (attendee_id: number, state: string) => ({ attendee_id, state, seen: 0 })
  const marks = [mark(one, 'absent'), mark(other, 'present')]
  await callAs(page, 'PUT', '/attendance/roll-call', { class_id: id, marks })
  return { one, other, class_id: id }
}

test('a child who is in the list twice becomes one, from the list in few taps, and two again by Undo @phone', async ({
  staffPage: page,
  checkAccessibility,
}, { project }) => {
  const last = `Twice${project.name}`
  const { one, other, class_id } = await enterTwice(page, last, project.name === 'phone' ? '11' : '10')
  await page.goto(LIST)
  await page.getByRole('link', { name: /possible duplicate/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Possible duplicates')
  await checkAccessibility(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('link', { name: `Compare Sofía ${last} and Sofia ${last}` }).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Merge two entries')
  await expect(group(page, 'Allergies').getByRole('radio', { name: 'Nuts' })).toBeChecked()
  await expect(group(page, 'Parent Contact').getByRole('radio', { name: /600 123 456/ })).toBeChecked()
  await expect(group(page, 'First Name').getByRole('radio', { name: 'Sofía' })).toBeChecked()
  await expect(group(page, 'Birth Date')).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'The same in both' })).toContainText('2018-05-03')
  await expect(page.getByRole('region', { name: 'What goes along' })).toContainText('On the roster of Wrens')
  await checkAccessibility(page)
  await expectNoSidewaysScroll(page)

  await page.getByRole('button', { name: 'Merge' }).click()
  const marks = group(page, /Wrens/)
  await expect(marks).toContainText('Choose which mark stands')
  await expect(marks.getByRole('radio').first()).toBeFocused()
  await marks.getByRole('radio', { name: /Present/ }).check()
  await checkAccessibility(page)
  await page.getByRole('button', { name: 'Merge' }).click()

  await expect(notice(page, `“Sofia ${last}” was merged into “Sofía ${last}”.`)).toBeVisible()
  await expect(page).toHaveURL(`${LIST}/merge`)
  await expect(page.getByRole('link', { name: `Sofia ${last}` })).toHaveCount(0)
  type Record = { attendee_id: number; state: string }
  const records = () => callAs<Record[]>(page, 'GET', `/attendance?class_id=${class_id}`)
  expect(await records()).toMatchObject([{ attendee_id: one, state: 'present' }])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(notice(page, 'Merge undone')).toBeVisible()
  await expect(page.getByRole('link', { name: `Sofia ${last}`, exact: true })).toHaveAttribute(
    'href',
    `${LIST}/${other}`,
  )
  expect(await records()).toHaveLength(2)
})

test('another entry is found by its name, and its merge is undone on the child’s page and in the trash', async ({
  staffPage: page,
  checkAccessibility,
}) => {
  const one = await addAttendee(page, { first_name: 'Tobias', last_name: 'Elsewhere' })
  const other = await addAttendee(page, { first_name: 'Toby', last_name: 'Elsewhere', notes: 'Left-handed' })
  const merge = async () => {
    await page.getByRole('link', { name: 'Merge with another entry …' }).click()
    await page.getByRole('combobox', { name: 'Search attendees' }).fill('Elsewhere')
    await page.getByRole('button', { name: 'Compare: Toby Elsewhere' }).click()
    await page.getByRole('button', { name: 'Merge' }).click()
    await expect(page).toHaveURL(`${LIST}/${one}`)
    await expect(page.getByText('Left-handed')).toBeVisible()
  }
  await page.goto(`${LIST}/${one}`)
  await merge()
  const made = page.getByText(/“Toby Elsewhere” was merged into this entry on .+ by/)
  await expect(made).toBeVisible()
  await checkAccessibility(page)
  await page.getByRole('main').getByRole('button', { name: 'Undo' }).click()
  await expect(notice(page, 'Merge undone')).toBeVisible()
  await expect(made).toHaveCount(0)

  await merge()
  await page.goto('/trash')
  const row = page.getByRole('row').filter({ hasText: 'Toby Elsewhere' })
  await expect(row).toContainText('merged into Tobias Elsewhere')
  await expect(row).toContainText('Merged entry')
  await row.getByRole('button', { name: /^Undo/ }).click()
  await expect(notice(page, 'Merge undone')).toBeVisible()
  await page.goto(`${LIST}/${other}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Toby Elsewhere')
})

test('what somebody else changes meanwhile is shown again, and what was chosen stays', async ({
  openPage,
}) => {
  const page = await openPage({ expectFailures: /409 .*\/api\/attendees\/merge/ })
  await page.goto(LIST)
  const one = await addAttendee(page, { first_name: 'Naomi', last_name: 'Meanwhile', notes: 'Sings' })
  const other = await addAttendee(page, { first_name: 'Noemi', last_name: 'Meanwhile', notes: 'Draws' })
  await page.goto(`${LIST}/merge/${one}?with=${other}`)
  await group(page, 'Notes').getByRole('radio', { name: 'Both Sings Draws' }).check()
  const changed = { id: one, first_name: 'Naomi', last_name: 'Meanwhile', notes: 'Sings', is_member: 1 }
  await callAs(page, 'PUT', '/attendees', changed)
  await page.getByRole('button', { name: 'Merge' }).click()
  await expect(page.getByText('Something has changed since you opened this page.')).toBeVisible()
  await expect(group(page, 'Membership').getByRole('radio', { name: 'Church Member' })).toBeChecked()
  await expect(group(page, 'Notes').getByRole('radio', { name: 'Both Sings Draws' })).toBeChecked()
  await page.getByRole('button', { name: 'Merge' }).click()
  await expect(page).toHaveURL(`${LIST}/${one}`)
  await expect(page.getByRole('region', { name: 'Notes' })).toContainText('Sings\nDraws')
})

test('a teacher who arranges no classes finds no way to merge', async ({
  staffPage: page,
  server,
  openPageOf,
}) => {
  await employTeacher(page, server)
  const id = await addAttendee(page, { first_name: 'Once', last_name: 'Only' })
  await addAttendee(page, { first_name: 'Once', last_name: 'Only' })
  const tess = await openPageOf(TEACHER)
  await tess.goto(LIST)
  await expect(tess.getByRole('link', { name: 'Once Only' }).first()).toBeVisible()
  await expect(tess.getByRole('link', { name: /possible duplicate/ })).toHaveCount(0)
  await tess.goto(`${LIST}/${id}`)
  await expect(tess.getByRole('heading', { level: 1 })).toHaveText('Once Only')
  await expect(tess.getByRole('link', { name: /Merge with/ })).toHaveCount(0)
  await tess.goto(`${LIST}/merge/${id}`)
  await expect(tess.getByRole('heading', { name: 'You don’t have access' })).toBeVisible()
})
