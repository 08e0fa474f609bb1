import type { Page } from '@playwright/test'
import { rollOf } from './attendance-church.ts'
import { callAs, signInOf } from './church-calls.ts'
import { keptClass, keptMarks, keptValues, lost, present, rollOver } from './kept-class.ts'
import { expect, signInOver, offlineTest as test, workerIsReady } from './offline-visit.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })

test('a roll that was never opened is called in a cellar, and everything is there once the line is back @phone', async ({
  line,
  visitor,
  context,
  checkAccessibility,
}) => {
  const made = await keptClass(visitor, line.origin, 'Cellar')
  line.set('refused')
  await visitor.close()

  const page = await context.newPage()
  await page.goto(`${line.origin}/today`)
  await page
    .getByRole('region', { name: 'Kept on this device' })
    .getByRole('link', { name: 'Cellar' })
    .click()
  await expect(page.getByText('No connection: as it was at')).toBeVisible()
  await present(page, 'Ada Abbot Cellar').click()
  await page.getByRole('button', { name: 'Absent: Bruno Baker Cellar' }).click()
  await expect(page.getByText('Not saved yet, will try again')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Ada Abbot Cellar.*kept on this device/ })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Clara Cole Cellar.*kept/ })).toHaveCount(0)
  const ada = page.getByRole('button', { name: /^Ada Abbot Cellar/ })
  await ada.click()
  await expect(page.getByText('Parent Contact')).toHaveCount(0)
  await page.getByRole('button', { name: 'Add a comment' }).click()
  await page.getByRole('textbox', { name: 'Comment' }).fill('Fell, <b>and was brave')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(ada).toContainText('Fell, <b>and was brave (kept on this device)')
  await page.getByRole('button', { name: 'Plan an absence' }).click()
  await expect(page.getByRole('dialog', { name: 'When Ada Abbot Cellar will be away' })).toBeVisible()
  await page.getByLabel('Away from').fill('2035-01-07')
  await page.getByLabel('Reason (optional)').fill('Skiing')
  await checkAccessibility(page)
  await page.getByRole('button', { name: 'Add absence' }).click()
  await expect(ada).toContainText('Skiing (kept on this device)')
  await page.getByRole('button', { name: 'Add a guest' }).click()
  await page.getByLabel('First Name').fill('Zoë <script>')
  await page.getByLabel('Last Name').fill('Lane')
  await page.getByLabel('Parent Contact').fill('600 123 123')
  await page.getByRole('button', { name: 'Add and mark present' }).click()
  await expect(page.getByText('is kept on this device, and is marked present once')).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('region', { name: 'Guests kept on this device' })).toContainText('Lane')
  await expect(lost(page)).toContainText('5 entries wait on this device')
  await checkAccessibility(page)

  // The page is killed; another one, on another screen, sends what was done.
  await page.close({ runBeforeUnload: false })
  const later = await context.newPage()
  await later.goto(`${line.origin}/sunday-school/classes`)
  await expect(lost(later)).toContainText('5 entries wait on this device')
  line.set('open')
  await expect(lost(later)).toBeHidden()
  await expect
    .poll(async () => (await rollOf(later, made)).map(({ last_name, mark }) => `${last_name} ${mark.state}`))
    .toEqual(['Abbot Cellar present', 'Baker Cellar absent', 'Cole Cellar not_recorded', 'Lane present'])
  const [first] = await rollOf(later, made)
  expect(first?.mark.comment).toBe('Fell, <b>and was brave')
  const absences = `/attendees/absences?attendee_id=${first?.attendee_id}`
  await expect
    .poll(() => callAs(later, 'GET', absences))
    .toMatchObject([{ from_day: '2035-01-07', until_day: '2035-01-07', reason: 'Skiing' }])
})

test('whoever has chosen it on this device calls parents without a connection, until they choose otherwise @phone', async ({
  line,
  visitor,
  context,
  checkAccessibility,
}) => {
  await keptClass(visitor, line.origin, 'Called', 'Ana, 600 123 123')
  await visitor.goto(`${line.origin}/account`)
  const contacts = visitor.getByRole('group', { name: 'Parents’ telephone numbers on this device' })
  const choose = async (choice: string) => {
    await contacts.getByRole('button').click()
    await contacts.getByRole('combobox').selectOption(choice)
    await checkAccessibility(visitor)
    await contacts.getByRole('button', { name: 'Save' }).click()
  }
  await expect(contacts).toContainText('Not kept')
  await choose('Keep those of today’s classes')
  await expect(contacts).toContainText('Kept with today’s classes')
  const openAda = async () => {
    const page = await context.newPage()
    await page.goto(`${line.origin}/today`)
    const kept = page.getByRole('region', { name: 'Kept on this device' })
    await kept.getByRole('link', { name: 'Called' }).click()
    await expect(page.getByText('No connection: as it was at')).toBeVisible()
    await page.getByRole('button', { name: /^Ada Abbot Called/ }).click()
    await expect(page.getByRole('button', { name: 'Plan an absence' })).toBeVisible()
    return page
  }
  line.set('refused')
  const page = await openAda()
  await expect(page.getByRole('link', { name: /600/ })).toHaveAttribute('href', /^tel:/)
  await expect(page.getByText('Notes')).toHaveCount(0)
  await page.close()
  // It takes no connection to have them thrown away.
  await choose('Keep none')
  await expect(contacts).toContainText('Not kept')
  const later = await openAda()
  await expect(later.getByText('Parent Contact')).toHaveCount(0)
})

test('on a Wi-Fi that never answers, today’s rolls come from the device, and from the server once it does', async ({
  line,
  visitor: page,
}) => {
  const made = await keptClass(page, line.origin, 'Hanging')
  line.set('hanging')
  await page.goto(`${line.origin}/today`)
  const kept = page.getByRole('region', { name: 'Kept on this device' })
  await kept.getByRole('link', { name: 'Hanging' }).click()
  await present(page, 'Ada Abbot Hanging').click()
  await expect(page.getByText('No connection: as it was at')).toBeVisible()
  line.set('open')
  await expect(page.getByText('No connection: as it was at')).toBeHidden()
  await expect.poll(async () => (await rollOf(page, made))[0]?.mark.state).toBe('present')
})

test('of two who marked one child without seeing each other, neither is lost: somebody decides', async ({
  line,
  server,
  visitor: page,
}) => {
  const made = await keptClass(page, line.origin, 'Twice')
  await page.getByRole('link', { name: 'Twice' }).first().click()
  await expect(present(page, 'Ada Abbot Twice')).toBeVisible()
  const { idToken } = await signInOf(page)
  line.set('refused')
  await present(page, 'Ada Abbot Twice').click()
  await expect(page.getByText('Not saved yet, will try again')).toBeVisible()
  // Somebody else is on another line.
  const [ada] = await rollOver(server.origin, idToken, made.id)
  const marks = [{ attendee_id: ada?.attendee_id, state: 'absent', seen: 0 }]
  const answer = await fetch(`${server.origin}/api/attendance/roll-call`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${idToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ class_id: made.id, marks }),
  })
  expect(answer.status).toBe(200)
  line.set('open')
  const list = page.getByRole('region', { name: /needs? a look/ })
  await expect(list).toContainText('Ada Abbot Twice')
  await list.getByRole('button', { name: /^Do as wanted: / }).click()
  await expect(list).toHaveCount(0)
  await expect.poll(async () => (await rollOf(page, made))[0]?.mark.state).toBe('present')
})

test('whoever signs out with unsent work keeps them for themselves, or discards them by name', async ({
  line,
  server,
  visitor: page,
}) => {
  const made = await keptClass(page, line.origin, 'Unsent')
  await page.getByRole('link', { name: 'Unsent' }).first().click()
  await expect(present(page, 'Ada Abbot Unsent')).toBeVisible()
  line.set('refused')
  await present(page, 'Ada Abbot Unsent').click()
  await expect(page.getByText('Not saved yet, will try again')).toBeVisible()
  await page.getByRole('button', { name: /^Ada Abbot Unsent/ }).click()
  await page.getByRole('button', { name: 'Add a comment' }).click()
  await page.getByRole('textbox', { name: 'Comment' }).fill('Sang alone')
  await page.getByRole('button', { name: 'Save' }).click()
  const question = page.getByRole('alertdialog')
  const signOut = async () => {
    await page.getByRole('button', { name: 'Logout' }).click()
    await question.getByRole('button', { name: 'Leave' }).click()
    await expect(question).toContainText('2 entries are not sent yet')
    await expect(question).toContainText('Ada Abbot Unsent: Present, Ada Abbot Unsent: Comment.')
  }
  await signOut()
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(heading(page, 'Attendance Record')).toBeVisible()
  await signOut()
  await question.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/login$/)
  expect(await keptValues(page)).toBe(0)

  line.set('open')
  await signInOver(page, line, server)
  await workerIsReady(page)
  await expect
    .poll(async () => (await rollOf(page, made))[0]?.mark)
    .toMatchObject({ state: 'present', comment: 'Sang alone' })
})

test('marks that are discarded at the end of a visit are never sent', async ({
  line,
  server,
  visitor: page,
}) => {
  const made = await keptClass(page, line.origin, 'Dropped')
  await page.getByRole('link', { name: 'Dropped' }).first().click()
  await expect(present(page, 'Ada Abbot Dropped')).toBeVisible()
  line.set('refused')
  await present(page, 'Ada Abbot Dropped').click()
  await expect(page.getByText('Not saved yet, will try again')).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Leave' }).click()
  await question.getByText('They are discarded').click()
  await question.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/login$/)
  expect(await keptMarks(page)).toEqual([])
  line.set('open')
  await signInOver(page, line, server)
  await workerIsReady(page)
  await callAs(page, 'GET', '/today')
  expect((await rollOf(page, made))[0]?.mark.state).toBe('not_recorded')
})
