import { setTimeout } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { addAttendee, callAs, dismiss } from './church-calls.ts'
import { expect, signIn, test } from './fixtures.ts'
import { loseAnswer } from './lose-answer.ts'

const LIST = '/sunday-school/attendees'
const NEW = `${LIST}/new`
const EDIT = (id: number) => `${LIST}/edit/${id}`

type Child = { id: number; first_name: string; last_name: string; birthdate: string | null; notes: string }

async function findChildren(page: Page, search: string): Promise<Child[]> {
  const query = new URLSearchParams({ search, limit: '100' })
  return (await callAs<{ results: Child[] }>(page, 'GET', `/attendees?${query}`)).results
}

async function fillNew(page: Page, first: string, last: string) {
  await page.goto(NEW)
  await page.getByLabel('First Name').fill(first)
  await page.getByLabel('Last Name').fill(last)
  await page.getByLabel('Membership').selectOption('Guest')
}

const create = (page: Page) => page.getByRole('button', { name: 'Create' })
const update = (page: Page) => page.getByRole('button', { name: 'Update' })

test('an attendee is added by the keyboard alone @phone', async ({ staffPage: page, checkAccessibility }, {
  project,
}) => {
  const last = `Field ${project.name}`
  await page.goto(NEW)
  await expect(page.getByRole('heading', { name: 'Add Attendee' })).toBeVisible()
  await checkAccessibility(page)
  const field = await page.getByLabel('First Name').boundingBox()
  expect(field?.width).toBeLessThanOrEqual(550)
  await page.getByLabel('First Name').focus()
  await page.keyboard.type('Nora')
  await page.keyboard.press('Tab')
  await page.keyboard.type(last)
  await page.keyboard.press('Tab')
  await page.keyboard.type('05052018')
  await page.getByLabel('Birth Date').press('Tab')
  await page.getByLabel('Parent Contact').pressSequentially('+34 600 123 456')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Nuts & milk')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Brings her own chair')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Church')
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('alertdialog')).toContainText('Attendee successfully created')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(LIST)
  expect(await findChildren(page, last)).toMatchObject([
    {
      first_name: 'Nora',
      birthdate: '2018-05-05',
      allergies: 'Nuts & milk',
      needs: '',
      notes: 'Brings her own chair',
      is_member: 1,
    },
  ])
})

test('both names and the membership are required, and the birth date is not after today @phone', async ({
  staffPage: page,
  checkAccessibility,
}) => {
  await page.goto(NEW)
  await create(page).click()
  await expect(page.getByLabel('First Name')).toBeFocused()
  await expect(page.getByText('This field is required')).toHaveCount(3)
  await checkAccessibility(page)
  await page.getByLabel('First Name').fill('Not')
  await page.getByLabel('Last Name').fill('Yet Born')
  await page.getByLabel('Membership').selectOption('Church Member')
  await page.getByLabel('Birth Date').fill('2999-01-01')
  await create(page).click()
  await expect(page.getByText('The birth date can’t be later than today')).toBeVisible()
  await expect(page.getByLabel('Birth Date')).toBeFocused()
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(wider).toBeLessThanOrEqual(0)
})

test('a date typed in part is not saved as no date', async ({ staffPage: page }) => {
  await fillNew(page, 'Half', 'Dated')
  await page.getByLabel('Birth Date').focus()
  await page.keyboard.type('0305')
  await create(page).click()
  await expect(page.getByText('Enter the full date, or clear it')).toBeVisible()
  expect(await findChildren(page, 'Half Dated')).toEqual([])
})

test('an apostrophe survives, and what cleaning would change is shown before it is saved', async ({
  staffPage: page,
}) => {
  await fillNew(page, 'Saoirse', "O'Brien")
  await expect(page.getByText(/^Will be saved as/)).toHaveCount(0)
  await page.getByLabel('Parent Contact').fill('Mum <script>alert(1)</script>🙂 & Dad')
  await expect(page.getByText('Will be saved as “Mum Dad”')).toBeVisible()
  await expect(page.getByLabel('Parent Contact')).toHaveAccessibleDescription('Will be saved as “Mum Dad”')
  await page.getByLabel('Notes').fill('!!!')
  await expect(page.getByText('None of this would be saved')).toBeVisible()
  await create(page).click()
  await dismiss(page, 'Attendee successfully created')
  await page.goto('/sunday-school/attendees?search=saoirse+obrien')
  await expect(page.getByRole('row', { name: /Saoirse/ })).toContainText('OʼBrien')
  await expect(page.getByRole('row', { name: /Saoirse/ })).toContainText('Mum Dad')
})

test('health notes keep their lines and their doses, and a warning says which numbers change @phone', async ({
  staffPage: page,
  checkAccessibility,
}) => {
  const last = `Dose ${test.info().project.name}`
  await fillNew(page, 'Half', last)
  const notes = page.getByLabel('Notes')
  await notes.fill('No milk/eggs')
  await expect(notes).toHaveAccessibleDescription('Will be saved as “No milk eggs”')
  await notes.fill('Give 1/2 tablet at 11:30\nNo milk/eggs')
  await expect(notes).toHaveAccessibleDescription(
    /^The numbers change: this will be saved as “Give 1-2 tablet at 11\.30\s+No milk eggs”\. If that isn’t what you mean/,
  )
  await create(page).click()
  const question = page.getByRole('alertdialog', { name: 'Numbers will read differently' })
  await expect(question).toContainText('Give 1/2 tablet at 11:30')
  await expect(question).toContainText('Give 1-2 tablet at 11.30')
  await checkAccessibility(page)
  await question.getByRole('button', { name: 'Go back' }).click()
  await expect(notes).toHaveValue('Give 1/2 tablet at 11:30\nNo milk/eggs')
  expect(await findChildren(page, last)).toEqual([])
  await create(page).click()
  await question.getByRole('button', { name: 'Save as shown' }).click()
  await dismiss(page, 'Attendee successfully created')
  const [child] = await findChildren(page, last)
  expect(child?.notes).toBe('Give 1-2 tablet at 11.30\nNo milk eggs')
  await page.goto(EDIT(child?.id ?? 0))
  await expect(notes).toHaveValue('Give 1-2 tablet at 11.30\nNo milk eggs')
  await expect(notes).not.toHaveAccessibleDescription(/./)
})

test('a name of which nothing remains resets the form, and one click brings the text back', async ({
  staffPage: page,
  checkAccessibility,
}) => {
  await fillNew(page, '🙂', '<b></b>')
  await page.getByLabel('Notes').fill('Sits by the door')
  await create(page).click()
  await dismiss(
    page,
    'Some required fields became empty after sanitization due to incorrect/malicious entry. Resetting to default value(s)',
  )
  await expect(page.getByLabel('First Name')).toHaveValue('')
  await expect(page.getByLabel('Notes')).toHaveValue('')
  await checkAccessibility(page)
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByLabel('First Name')).toHaveValue('🙂')
  await expect(page.getByLabel('Notes')).toHaveValue('Sits by the door')
})

test('a child of the same name is pointed out quietly, and may be added all the same', async ({
  staffPage: page,
  checkAccessibility,
}) => {
  const id = await addAttendee(page, { first_name: 'José', last_name: 'Twin', birthdate: '2017-02-01' })
  await fillNew(page, 'jose', 'twin')
  await expect(page.getByText('Already in the list: José Twin, born 2017-02-01.')).toBeVisible()
  await checkAccessibility(page)
  await page.getByRole('button', { name: 'Open this entry' }).click()
  await page.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(EDIT(id))
  await fillNew(page, 'jose', 'twin')
  await create(page).click()
  await dismiss(page, 'Attendee successfully created')
  expect(await findChildren(page, 'jose twin')).toHaveLength(2)
})

test('a saved form leads back to the list with its search and page @phone', async ({ staffPage: page }) => {
  const name = `Turner${test.info().project.name}`
  for (let nth = 0; nth < 11; nth++) {
    await addAttendee(page, { first_name: `Nr ${nth + 10}`, last_name: name })
  }
  const list = `/sunday-school/attendees?search=${name}&page=2`
  await page.goto(list)
  if (test.info().project.name === 'phone') {
    await page.getByRole('button', { name: `Actions for Nr 20 ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
  } else {
    await page.getByRole('link', { name: `Edit Nr 20 ${name}` }).click()
  }
  await page.getByLabel('Notes').fill('Sits at the front')
  await update(page).click()
  await dismiss(page, 'Attendee successfully updated')
  await expect(page).toHaveURL(list)
})

test('a double click creates one, and so does a create whose answer was lost', async ({
  staffPage,
  watchPage,
}) => {
  const page = await staffPage.context().newPage()
  watchPage(page, { expectFailures: /ERR_FAILED/ })
  await fillNew(page, 'Double', 'Clicked')
  await create(page).dblclick()
  await dismiss(page, 'Attendee successfully created')
  await expect(page).toHaveURL(LIST)
  expect(await findChildren(page, 'Double Clicked')).toHaveLength(1)

  await fillNew(page, 'Lost', 'Answer')
  await page.route('**/api/attendees', loseAnswer)
  await create(page).click()
  await dismiss(page, 'Unable to create attendee')
  await page.unroute('**/api/attendees')
  await expect(page.getByLabel('First Name')).toHaveValue('Lost')
  await page.getByLabel('Notes').fill('Corrected since')
  await create(page).click()
  await dismiss(page, 'Attendee successfully created')
  expect(await findChildren(page, 'Lost Answer')).toMatchObject([{ notes: 'Corrected since' }])
})

test('without a connection nothing typed is lost, and saving again saves it', async ({
  staffPage,
  watchPage,
}) => {
  const page = await staffPage.context().newPage()
  watchPage(page, { expectFailures: /ERR_INTERNET_DISCONNECTED/ })
  // A line so slow that it may be lost before everything that comes with the page is there.
  await page.route('**/assets/dialog-boxes-*.js', async (route) => {
    await setTimeout(1500)
    await route.continue()
  })
  await fillNew(page, 'Off', 'Line')
  await page.context().setOffline(true)
  await create(page).click()
  const box = page.getByRole('alertdialog')
  await expect(box).toContainText('The server can’t be reached.')
  await dismiss(page, 'Unable to create attendee')
  await page.context().setOffline(false)
  await expect(page.getByLabel('Last Name')).toHaveValue('Line')
  await create(page).click()
  await dismiss(page, 'Attendee successfully created')
})

test('leaving with unsaved changes asks first', async ({ staffPage: page }) => {
  const id = await addAttendee(page, { first_name: 'Kept', last_name: 'Draft' })
  await page.goto(EDIT(id))
  await expect(page.getByRole('heading', { name: 'Edit Attendee' })).toBeVisible()
  await page.getByLabel('Notes').fill('Half a thought')
  const crumb = page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Attendees' })
  await crumb.click()
  await expect(page.getByRole('alertdialog')).toContainText('Leave without saving?')
  await page.getByRole('button', { name: 'Stay' }).click()
  await expect(page.getByLabel('Notes')).toHaveValue('Half a thought')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('Notes')).toHaveValue('')
  await page.getByRole('button', { name: 'Restore my changes' }).click()
  await expect(page.getByLabel('Notes')).toHaveValue('Half a thought')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(LIST)
})

test('Cancel leaves a new form, asks if something was typed, and what was dropped is offered again @phone', async ({
  staffPage: page,
  checkAccessibility,
}) => {
  await page.goto(LIST)
  await page.getByRole('link', { name: 'Add New' }).first().click()
  const cancel = page.getByRole('button', { name: 'Cancel' })
  const notes = page.getByLabel('Notes')
  await cancel.click()
  await expect(page).toHaveURL(LIST)
  await page.getByRole('link', { name: 'Add New' }).first().click()
  await notes.fill('Half a thought')
  await cancel.click()
  await page.getByRole('button', { name: 'Stay' }).click()
  await expect(notes).toHaveValue('Half a thought')
  await cancel.click()
  await page.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(LIST)
  await page.getByRole('link', { name: 'Add New' }).first().click()
  await expect(notes).toHaveValue('')
  await checkAccessibility(page)
  await page.getByRole('button', { name: 'Restore my changes' }).click()
  await expect(notes).toHaveValue('Half a thought')
  await notes.fill('')
  await expect(page.getByRole('button', { name: 'Restore my changes' })).toHaveCount(0)
})

test('what someone else saved in another tab is not overwritten, and nothing typed is lost', async ({
  staffPage,
  watchPage,
}) => {
  const [mine, theirs] = [await staffPage.context().newPage(), staffPage]
  watchPage(mine, { expectFailures: /409/ })
  const id = await addAttendee(theirs, { first_name: 'Shared', last_name: 'Child', is_member: 0 })
  await mine.goto(EDIT(id))
  await mine.getByLabel('Notes').fill('Mine')
  await theirs.goto(EDIT(id))
  await theirs.getByLabel('Parent Contact').fill('theirs@example.org')
  await update(theirs).click()
  await dismiss(theirs, 'Attendee successfully updated')
  await update(mine).click()
  const conflict = mine.getByRole('alertdialog')
  await expect(conflict).toContainText('Someone else has changed this attendee')
  await conflict.getByRole('button', { name: 'Load the new version' }).click()
  await expect(mine.getByLabel('Parent Contact')).toHaveValue('theirs@example.org')
  await expect(mine.getByLabel('Notes')).toHaveValue('')
  await mine.getByRole('button', { name: 'Restore my changes' }).click()
  await update(mine).click()
  await dismiss(mine, 'Attendee successfully updated')
  expect(await findChildren(mine, 'Shared Child')).toMatchObject([
    { notes: 'Mine', parent_contact: 'theirs@example.org' },
  ])
})

test('what was typed survives the end of the session', async ({ page, server, watchPage }) => {
  watchPage(page, { expectFailures: /status of 40[01]/ })
  await signIn(page, server)
  await page.goto(`${server.origin}${NEW}`)
  await page.getByLabel('First Name').fill('Long')
  await page.getByLabel('Last Name').fill('Thought')
  await page.getByLabel('Membership').selectOption('Guest')
  await page.route('**/api/attendees', (route) =>
    route.fulfill({ status: 401, json: { error: 'not_signed_in', message: 'Sign in again.' } }),
  )
  await create(page).click()
  await expect(page).toHaveURL(/\/login/)
  await page.unroute('**/api/attendees')
  await page.getByLabel('Email').fill('ada@vestry.test')
  await page.getByLabel('Password', { exact: true }).fill('Faith, hope & l0ve')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('Your session had ended. What you had typed has been restored.')).toBeVisible()
  await expect(page.getByLabel('First Name')).toHaveValue('Long')
  await create(page).click()
  await dismiss(page, 'Attendee successfully created')
})

test('an address without a number loads nothing, and one of nobody says so; both lead back', async ({
  staffPage,
  watchPage,
}) => {
  const page = await staffPage.context().newPage()
  watchPage(page, { expectFailures: /404 .*\/api\/attendees\?attendee_id=999999/ })
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(`${LIST}/edit/twelve`)
  await expect(page.getByText('Failed to load item')).toBeVisible()
  await expect(page.getByText('“twelve” is not a valid attendee number.')).toBeVisible()
  expect(asked.filter((path) => path.startsWith('/api/attendees'))).toEqual([])
  await page.goto(EDIT(999_999))
  await expect(page.getByText('Failed to load item')).toBeVisible()
  await page.getByRole('link', { name: 'Go to the attendees' }).click()
  await expect(page).toHaveURL(LIST)
})
