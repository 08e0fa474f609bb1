import { openAttendance } from './attendance-church.ts'
import { callAs } from './church-calls.ts'
import { enrol, enterChildren, expectNoSidewaysScroll, plan } from './classes-church.ts'
import { expect, test } from './fixtures.ts'

const REASON = "Gran's <b>farm</b> 🐄"

test('an absence is planned, the roll shows it, and the history counts who came of those expected @phone', async ({
  staffPage: page,
  checkAccessibility,
}, { project }) => {
  const mark = project.name
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Madrid' }).format(new Date())
  const title = `Larks ${mark}`
  const session_datetime = `${today}T${mark === 'phone' ? '09' : '08'}:30:00`
  const { id, series_id } = await plan(page, { title, session_datetime })
  const names = ['Ada', 'Bo', 'Cleo', 'Dan'].map((name) => `${name} ${mark}`)
  const children = await enterChildren(page, names)
  const [ada, bo, cleo, dan] = children
  await enrol(page, series_id, [ada, bo, cleo].map(Number))

  await page.goto(`/sunday-school/attendees/${cleo}`)
  const absences = page.getByRole('region', { name: 'Planned absences' })
  await expect(absences.getByText('None planned.')).toBeVisible()
  await absences.getByRole('button', { name: 'Add absence' }).click()
  await expect(absences.getByLabel('Away from')).toBeFocused()
  await expect(absences.getByText('Choose the first day')).toBeVisible()
  await absences.getByLabel('Away from').fill(today)
  await absences.getByLabel('Until (included)').fill('2020-01-01')
  await absences.getByRole('button', { name: 'Add absence' }).click()
  await expect(absences.getByText('Choose a day that is not before the first')).toBeVisible()
  await absences.getByLabel('Until (included)').fill('')
  await absences.getByLabel('Until (included)').focus()
  await page.keyboard.type('0104')
  await absences.getByRole('button', { name: 'Add absence' }).click()
  await expect(absences.getByText('Enter it in full, or clear it')).toBeVisible()
  await expect(absences.getByLabel('Until (included)')).toBeFocused()
  await absences.getByLabel('Until (included)').fill('')
  await absences.getByLabel('Reason').fill(REASON)
  await absences.getByRole('button', { name: 'Add absence' }).dblclick()
  await expect(absences.getByRole('listitem')).toHaveCount(1)
  await expect(absences.getByRole('listitem')).toContainText('farm')
  await expectNoSidewaysScroll(page)
  await checkAccessibility(page)

  await openAttendance(page, { id, series_id, title, session_datetime })
  const row = page.locator(`[data-child="${cleo}"]`)
  await expect(row).toContainText('Away until')
  await expect(row).toContainText('farm')
  await expectNoSidewaysScroll(page)
  await checkAccessibility(page)

  const marks = [
    { attendee_id: ada, state: 'present', seen: 0 },
    { attendee_id: dan, state: 'present', seen: 0 },
  ]
  await callAs(page, 'PUT', '/attendance/roll-call', { class_id: id, marks })
  await page.goto(`/sunday-school/classes/history?search=${title}`)
  await expect(page.getByText('1 of 3 came, 1 away, 1 not recorded, and 1 guest')).toBeVisible()
  await expectNoSidewaysScroll(page)
  await checkAccessibility(page)

  // A child who leaves the roster on the day itself is no longer expected on it.
  await callAs(page, 'DELETE', `/classes/roster?series_id=${series_id}&attendee_ids=${bo}`)
  await page.reload()
  await expect(page.getByText('1 of 2 came, 1 away, and 1 guest')).toBeVisible()

  await page.goto(`/sunday-school/attendees/${cleo}`)
  const held = Promise.withResolvers<void>()
  let removals = 0
  await page.route('**/api/attendees/absences?**', async (route) => {
    if (route.request().method() === 'DELETE') {
      removals += 1
      await held.promise
    }
    await route.continue()
  })
  await absences.getByRole('button', { name: 'Remove' }).dblclick()
  held.resolve()
  await expect(absences.getByText('None planned.')).toBeVisible()
  expect(removals).toBe(1)
  await expect(absences).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(absences.getByRole('listitem')).toHaveCount(1)
})
