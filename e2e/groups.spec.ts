import type { Page } from '@playwright/test'
import { addAttendee, callAs } from './church-calls.ts'
import { enterPassword, expect, signIn, test } from './fixtures.ts'
import { ADMIN, type RunningServer, startTestServer } from './running-server.ts'
import { addStaffPerson, type StaffPerson } from './staff-people.ts'

const OLIVE: StaffPerson = {
  email: 'olive@vestry.test',
  name: 'Olive Office',
  password: 'Full of go0d works, she was',
}
const TOM: StaffPerson = {
  email: 'tom@vestry.test',
  name: 'Tom Teacher',
  password: 'Let them c0me, all of them!',
}

/** Groups count for the whole server, so these tests have one of their own. */
let server: RunningServer
test.beforeEach(async () => {
  server = await startTestServer()
})
test.afterEach(() => server.destroy())

const card = (page: Page, group: string) => page.getByRole('region', { name: group, exact: true })
const notice = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

/** Types the name of a new group, and sends it. */
async function addGroup(page: Page, name: string) {
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
}

test('a group is made, given rights and people, and deleted; the office is ready-made @phone', async ({
  page,
  browser,
  checkAccessibility,
  watchPage,
}) => {
  watchPage(page, { expectFailures: /status of 409/, alsoAt: server.origin })
  await addStaffPerson(server, OLIVE)
  await addStaffPerson(server, TOM, ['Teachers'])
  await signIn(page, server)
  const id = await addAttendee(page, { first_name: 'Otto', last_name: 'Otherwise' })
  await page.goto(`${server.origin}/settings/rights`)

  // A name that can't be one, and one that exists.
  await page.getByRole('button', { name: 'Add group' }).click()
  await addGroup(page, 'Welcome team')
  await expect(page.getByText('A group’s name has no spaces. Try Welcome-team')).toBeVisible()
  await checkAccessibility(page)
  await addGroup(page, 'teachers')
  await expect(page.getByRole('alert')).toHaveText(
    'There is a group teachers already. Upper and lower case make no difference.',
  )
  await addGroup(page, 'Welcome-team')
  await expect(notice(page, 'The group Welcome-team is added')).toBeVisible()
  const welcome = card(page, 'Welcome-team')
  await expect(welcome).toBeFocused()
  await expect(welcome.getByRole('checkbox')).toHaveCount(5)
  await expect(welcome.getByRole('checkbox', { checked: true })).toHaveCount(0)
  await expect(welcome.getByText('Nobody is in it')).toBeVisible()

  // The office begins with what it needs.
  await page.getByRole('button', { name: 'Add Office' }).click()
  const office = card(page, 'Office')
  await expect(office.getByRole('checkbox', { checked: true })).toHaveCount(3)
  await expect(office.getByLabel('May see all about every child')).toBeChecked()
  await expect(page.getByRole('button', { name: 'Add Office' })).toHaveCount(0)

  // Olive is in the office at once; Tom stays a teacher.
  const context = await browser.newContext({ baseURL: server.origin })
  const olive = await context.newPage()
  await enterPassword(olive, server, OLIVE)
  await olive.getByRole('button', { name: 'Skip' }).click()
  await expect(olive.getByRole('heading', { name: 'Preaching Items' })).toBeVisible()
  await expect(callAs(olive, 'GET', '/classes/by-date')).rejects.toThrow('403')
  await office.getByRole('button', { name: 'Choose people' }).click()
  const dialog = page.getByRole('dialog', { name: 'Who is in Office' })
  await dialog.getByLabel('Olive Office').check()
  await dialog.getByLabel('Tom Teacher').check()
  await expect(dialog.getByText('Also in Teachers, which comes first: acts as Teachers')).toBeVisible()
  await checkAccessibility(page)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(office.getByText('2 people')).toBeVisible()
  await expect(office.getByRole('link', { name: 'Tom Teacher acts as Teachers' })).toBeVisible()
  await callAs(olive, 'GET', '/classes/by-date')
  await callAs(olive, 'GET', `/attendees?attendee_id=${id}`)
  await checkAccessibility(page)

  // From a person's page, too, and back.
  await office.getByRole('link', { name: 'Olive Office' }).click()
  await expect(page.getByRole('heading', { name: 'Edit Person' })).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Office' })).toBeChecked()
  await page.getByRole('checkbox', { name: 'Welcome-team' }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('alertdialog').getByRole('button').click()
  await expect(page).toHaveURL(/\/settings\/rights$/)
  await expect(welcome.getByText('1 person')).toBeVisible()

  await office.getByRole('button', { name: 'Delete group' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Delete the group Office?')
  await expect(question).toContainText('2 people lose what it gives.')
  await question.getByRole('button', { name: 'Yes' }).click()
  await expect(notice(page, 'The group Office is deleted')).toBeVisible()
  await expect(office).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Add Office' })).toBeVisible()
  await expect(callAs(olive, 'GET', '/classes/by-date')).rejects.toThrow('403')
  await context.close()
})

test('a group that someone else has deleted meanwhile says so, and goes', async ({ page, watchPage }) => {
  watchPage(page, { expectFailures: /status of 409/, alsoAt: server.origin })
  await signIn(page, server)
  await callAs(page, 'POST', '/staff/groups', { name: 'Choir' })
  await page.goto(`${server.origin}/settings/rights`)
  const choir = card(page, 'Choir')
  await expect(choir).toBeVisible()
  await callAs(page, 'DELETE', '/staff/groups?group=Choir')
  await choir.getByLabel('May see all about every child').click()
  const refusal = page.getByRole('alertdialog')
  await expect(refusal).toContainText('There is no group Choir any more. Someone has deleted it.')
  await refusal.getByRole('button').click()
  await expect(choir).toHaveCount(0)
})

test('who administers is asked for, and the last one stays @phone', async ({ page, watchPage }) => {
  watchPage(page, { expectFailures: /status of 409/, alsoAt: server.origin })
  await addStaffPerson(server, OLIVE)
  await signIn(page, server)
  await page.goto(`${server.origin}/settings/rights`)
  const admins = card(page, 'Admins')
  await admins.getByRole('button', { name: 'Choose people' }).click()
  const dialog = page.getByRole('dialog', { name: 'Who is in Admins' })
  const question = page.getByRole('alertdialog')
  await dialog.getByLabel('Olive Office').click()
  await expect(question).toContainText('Make Olive Office an administrator?')
  await question.getByRole('button', { name: 'No' }).click()
  await expect(dialog.getByLabel('Olive Office')).not.toBeChecked()
  const ada = dialog.getByLabel(ADMIN.email)
  await ada.click()
  await question.getByRole('button', { name: 'Yes' }).click()
  await expect(question).toContainText('This is the last administrator.')
  await question.getByRole('button').click()
  await expect(ada).toBeChecked()
})
