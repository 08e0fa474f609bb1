import { enter, openAttendance, planClass } from './attendance-church.ts'
import { callAs, dismiss } from './church-calls.ts'
import { enrol, expectNoSidewaysScroll, plan } from './classes-church.ts'
import { expect, test } from './fixtures.ts'
import { employTeacher } from './staff-people.ts'

const LIST = '/sunday-school/attendees'
const SCRIPT = "Sat <script>alert('x')</script> by O'Neill 👧🏽"

test('a name leads to the child’s page, which says all about it, and from there to the form @phone', async ({
  staffPage: page,
  checkAccessibility,
}, { project }) => {
  const last = `Page${project.name}`
  const id = await enter(page, {
    first_name: 'Élodie',
    last_name: last,
    birthdate: '2018-05-03',
    parent_contact: 'Ana, 600 123 456, ana@example.org',
    allergies: 'Nuts & milk',
  })
  const weeks = ['2021-01-03', '2021-01-10', '2021-01-17', '2021-01-24', '2021-01-31']
  const { series_id } = await plan(page, {
    title: 'Wrens',
    session_datetime: `2021-01-03T${project.name === 'phone' ? '09' : '08'}:30`,
    repeat: { every: 1, weekdays: ['SU'], times: weeks.length },
  })
  await enrol(page, series_id, [id])
  const query = new URLSearchParams({
    session_datetime: '2021-02-01',
    operator: 'lt',
    search: 'Wrens',
    limit: '100',
  })
  type Answer = { results: { id: number; series_id: number; session_datetime: string }[] }
  const { results } = await callAs<Answer>(page, 'GET', `/classes/by-date?${query}`)
  const sessions = results.filter((one) => one.series_id === series_id).reverse()
  for (const [week, session] of sessions.entries()) {
    const marks = [{ attendee_id: id, state: week < 2 ? 'present' : 'absent', seen: 0 }]
    await callAs(page, 'PUT', '/attendance/roll-call', { class_id: session.id, marks })
  }
  const [record] = await callAs<{ id: number }[]>(page, 'GET', `/attendance?class_id=${sessions[0]?.id}`)
  const remark = { attendance_id: record?.id, attended: true, comment: SCRIPT }
  await callAs(page, 'PUT', '/attendance', remark)

  await page.goto(`${LIST}?search=${last}`)
  await page.getByRole('link', { name: `Élodie ${last}`, exact: true }).click()
  await expect(page).toHaveURL(`${LIST}/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Élodie ${last}`)
  await expect(page.getByText('born 2018-05-03 · Guest')).toBeVisible()
  await expect(page.getByText('Allergies: Nuts & milk')).toBeVisible()
  await expect(page.getByRole('link', { name: '600 123 456' })).toHaveAttribute('href', 'tel:600123456')
  await expect(page.getByRole('link', { name: 'ana@example.org' })).toHaveAttribute(
    'href',
    'mailto:ana@example.org',
  )
  const attendance = page.getByRole('region', { name: 'Attendance' })
  await expect(
    attendance.getByText('The last 5 recorded classes since Sun 3 Jan 2021: 2 present, 3 absent.'),
  ).toBeVisible()
  await expect(attendance.getByText('Missed the last 3 classes')).toBeVisible()
  await expect(attendance.locator('b')).toHaveText(['P', 'P', 'A', 'A', 'A'])
  await expect(page.getByRole('region', { name: 'Comments' })).toContainText(SCRIPT)
  await expect(page.getByText('Last changed by')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Classes' })).toContainText('Last class: Sun 31 Jan 2021')
  await checkAccessibility(page)
  await expectNoSidewaysScroll(page)

  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await page.getByLabel('Needs').fill('Front row')
  await page.getByRole('button', { name: 'Update' }).click()
  await dismiss(page, 'Attendee successfully updated')
  await expect(page).toHaveURL(`${LIST}/${id}`)
  await expect(page.getByText('Needs: Front row')).toBeVisible()
})

test('roll call and roster lead to the page, and a teacher sees only their own classes on it', async ({
  staffPage: page,
  server,
  openPageOf,
}) => {
  const person = { email: 'pageteacher@vestry.test', password: 'Suffer the l1ttle ones!', name: 'Tess Page' }
  const sub = await employTeacher(page, server, person)
  const child = { first_name: 'Cora', last_name: 'Pagely' }
  const mine = await planClass(page, 'Page owls', [child], {
    session_datetime: '2031-09-07T10:30:00',
    teachers: [sub],
  })
  const [{ attendee_id } = { attendee_id: 0 }] = (
    await callAs<{ roll: { children: { attendee_id: number }[] } }>(
      page,
      'GET',
      `/attendance/roll-call?class_id=${mine.id}`,
    )
  ).roll.children
  const theirs = await plan(page, { title: 'Page larks', session_datetime: '2031-09-07T16:30' })
  await enrol(page, theirs.series_id, [attendee_id])
  await page.goto(`/sunday-school/classes/roster/${theirs.series_id}`)
  await page.getByRole('link', { name: 'Pagely, Cora' }).click()
  const classes = (of: typeof page) => of.getByRole('region', { name: 'Classes' })
  await expect(classes(page).getByRole('listitem')).toHaveText([
    /^Page owlsTess PageNext class: Sun 7 Sep 2031, 10:30$/,
    /^Page larksNext class: Sun 7 Sep 2031, 16:30$/,
  ])
  await expect(page.getByText('No attendance has been recorded yet.')).toBeVisible()

  const teacher = await openPageOf(person, { expectFailures: /404 .*\/api\/(attendees|follow-up)/ })
  await openAttendance(teacher, mine)
  await teacher.getByRole('button', { name: /^Cora Pagely/ }).click()
  await teacher.getByRole('link', { name: 'Open the child’s page' }).click()
  await expect(teacher).toHaveURL(`${LIST}/${attendee_id}`)
  await expect(classes(teacher).getByRole('listitem')).toHaveText([/^Page owls/])
  await expect(classes(teacher)).toContainText('Only your own classes are shown.')
  await classes(teacher).getByRole('link', { name: 'Next class: Sun 7 Sep 2031, 10:30' }).click()
  await expect(teacher.getByRole('button', { name: /^Cora Pagely/ })).toBeVisible()

  // A page that was open when the child was erased is looked at again.
  await teacher.goto(`${LIST}/${attendee_id}`)
  await expect(teacher.getByRole('heading', { name: 'Cora Pagely' })).toBeVisible()
  await callAs(page, 'POST', '/attendees/erase', { attendee_id })
  await teacher.clock.setSystemTime(Date.now() + 60_000)
  await teacher.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await expect(teacher.getByRole('link', { name: 'Go to the attendees' })).toBeVisible()
  await expect(teacher.getByText('Pagely')).toHaveCount(0)
})
