import type { Page } from '@playwright/test'
import { enter, openAttendance, planClass, twelve } from './attendance-church.ts'
import { dismiss } from './church-calls.ts'
import { expect, test } from './fixtures.ts'
import { employTeacher, TEACHER } from './staff-people.ts'

const TITLE = 'Seeds of the story'
const TIMES = 13

/** A Sunday so many weeks ago, which the browser and the server both take for past. */
function sundaysAgo(weeks: number): string {
  const day = new Date()
  day.setUTCDate(day.getUTCDate() - day.getUTCDay() - 7 * weeks)
  return day.toISOString().slice(0, 10)
}

async function openOfFirstClass(page: Page, action: string) {
  await page.goto('/sunday-school/classes/history')
  const row = page.getByRole('row').filter({ hasText: TITLE }).last()
  await expect(row).toBeVisible()
  const link = row.getByRole('link', { name: `${action} ${TITLE}` }).filter({ visible: true })
  if ((await link.count()) === 0) {
    await row
      .getByRole('button', { name: `Actions for ${TITLE}` })
      .last()
      .click()
    await page.getByRole('menuitem', { name: action }).click()
    return
  }
  await link.click()
}

test('a term of Sunday school: a weekly class, twelve children, a roll call, a guest, and one mark put right', async ({
  staffPage: page,
}) => {
  test.setTimeout(180_000)
  for (const child of twelve(' Story')) {
    await enter(page, child)
  }

  // A class every week for a term, seen before it is saved.
  await page.goto('/sunday-school/classes')
  await page.getByRole('link', { name: 'Add New' }).first().click()
  await page.getByLabel('Title').fill(TITLE)
  await page.getByLabel('Date & Time').fill(`${sundaysAgo(3)}T10:30`)
  await page.getByLabel('Repeat every week or every few weeks').check()
  await page.getByLabel('Ends').selectOption('times')
  await page.getByLabel('Number of classes').fill(String(TIMES))
  await expect(page.getByText(`${TIMES} classes, from`)).toBeVisible()
  await page.getByRole('button', { name: 'Create' }).click()
  await dismiss(page, 'Class successfully created')

  // Twelve children on its roster.
  await openOfFirstClass(page, 'Roster')
  await page.getByRole('button', { name: 'Add several' }).first().click()
  const several = page.getByRole('region', { name: 'Add several' })
  await several.getByRole('searchbox').fill('story')
  await several.getByRole('searchbox').press('Enter')
  // Other specs' children are in the list, too, until the search has been answered.
  await expect(several.getByText('Page 1 of 1')).toBeVisible()
  for (const { first_name, last_name } of twelve(' Story')) {
    await several.getByRole('checkbox', { name: `${last_name}, ${first_name}` }).check()
  }
  await several.getByRole('button', { name: 'Add 12 children' }).click()
  await expect(page.getByText('12 children', { exact: true })).toBeVisible()

  // The roll, called with the keys.
  await openOfFirstClass(page, 'Mark Attendance')
  await expect(page.getByRole('button', { name: 'Present: Ada Abbot Story' })).toBeVisible()
  await page.getByRole('button', { name: 'Present: Ada Abbot Story' }).focus()
  for (const key of 'ppappppppapp') {
    await page.keyboard.press(key)
  }
  const counts = page.getByRole('list', { name: 'Counts' })
  await expect(counts).toContainText('10 present')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()

  // A guest at the door.
  await page.getByRole('button', { name: 'Add a guest', exact: true }).click()
  await expect(page.getByLabel('First Name')).toBeFocused()
  await page.keyboard.type('Gus')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Guest')
  await page.keyboard.press('Tab')
  await page.keyboard.type('+34 600 000 000')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toContainText('Gus Guest is marked present')
  await page.keyboard.press('Enter')
  await expect(counts).toContainText('11 present')

  // What the history says of it, and one mark put right with a comment.
  await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'History' }).click()
  const row = page.getByRole('row').filter({ hasText: TITLE }).last()
  await expect(row).toContainText('13')
  await openOfFirstClass(page, 'Mark Attendance')
  await page.getByRole('button', { name: 'Records' }).click()
  const clara = page.getByRole('row').filter({ hasText: 'Clara Cole Story' })
  await expect(clara).toContainText('Absent')
  await clara.getByRole('button', { name: 'Attend Clara Cole Story' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByLabel('Comment').fill('came late, with her aunt')
  await question.getByRole('button', { name: 'Attend' }).click()
  await dismiss(page, 'Attendance record updated')
  await expect(clara).toContainText('Present')
  await expect(clara).toContainText('came late, with her aunt')
})

test('the teacher of one class finds it, marks it and corrects it in the history, and no other class is hers', async ({
  server,
  staffPage,
  openPageOf,
}) => {
  const sub = await employTeacher(staffPage, server)
  const at = (title: string, session_datetime: string, teachers: string[]) =>
    planClass(staffPage, title, twelve(` ${title}`).slice(0, 3), { session_datetime, teachers })
  await at('Lambs to come', '2031-05-04T10:30:00', [sub])
  await at('Lambs of last week', `${sundaysAgo(1)}T17:30:00`, [sub])
  const others = await at('Lions', '2031-05-04T12:30:00', [])
  const page = await openPageOf(TEACHER, { expectFailures: /status of 403/ })
  const find = async (title: string) => {
    await page.getByPlaceholder('search class title here...').fill(title)
    await page.keyboard.press('Enter')
  }

  // Only hers are in the list, and nothing there plans a class.
  await page.goto('/sunday-school/classes')
  await find('Lions')
  await expect(page.getByRole('heading', { name: 'No classes found.' })).toBeVisible()
  await find('Lambs')
  const row = page.getByRole('row').filter({ hasText: 'Lambs to come' })
  await row.getByRole('link', { name: 'Mark Attendance Lambs to come' }).click()
  await expect(page.getByRole('button', { name: 'Present: Ada Abbot Lambs to come' })).toBeVisible()
  await page.getByRole('button', { name: 'Present: Ada Abbot Lambs to come' }).focus()
  await page.keyboard.press('p')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Mark anyway' }).click()
  for (const key of 'pa') {
    await page.keyboard.press(key)
  }
  const counts = page.getByRole('list', { name: 'Counts' })
  await expect(counts).toContainText('2 present')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()

  // Last week's: one child was marked wrongly, and she says why it is changed.
  await page.goto('/sunday-school/classes/history')
  const past = page.getByRole('row').filter({ hasText: 'Lambs of last week' })
  await past.getByRole('link', { name: 'Mark Attendance Lambs of last week' }).click()
  await page.getByRole('button', { name: 'Absent: Ada Abbot Lambs of last week' }).click()
  await page.getByRole('button', { name: 'Records' }).click()
  const ada = page.getByRole('row').filter({ hasText: 'Ada Abbot' })
  await ada.getByRole('button', { name: /^Attend/ }).click()
  const question = page.getByRole('alertdialog')
  await question.getByLabel('Comment').fill('sat in the back row')
  await question.getByRole('button', { name: 'Attend' }).click()
  await dismiss(page, 'Attendance record updated')
  await expect(ada).toContainText('Present')
  await expect(ada).toContainText('sat in the back row')

  await openAttendance(page, others)
  await expect(page.getByText('This class is assigned to someone else.')).toBeVisible()
})
