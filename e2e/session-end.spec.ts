import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { openAttendance, planClass, twelve } from './attendance-church.ts'
import { callAs, dismiss, findSermons } from './church-calls.ts'
import { enterPassword, expect, NOBODY, signIn } from './fixtures.ts'
import { untilQuiet } from './quiet-page.ts'
import { ADMIN, type RunningServer } from './running-server.ts'
import { fillSermon, refuseRecordings, test } from './sermon-files.ts'
import { addStaffPerson, runUsersCommand, type StaffPerson } from './staff-people.ts'

const ENDED = 'Your session has ended. Sign in again to continue where you left off.'
const BACK = 'Your session had ended. What you had typed has been restored.'
const HOUR = 3_600_000

async function signInAgain(page: Page, { email, password } = ADMIN) {
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByText(ENDED)).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Ends the session of a browser as the server alone can: the browser is not told. Others of the person go on. */
async function endSession(page: Page, { origin }: RunningServer) {
  // Whatever is still on its way would find out, in the place of what comes next in the test.
  await untilQuiet(page)
  const body = await page.evaluate(() => {
    const [key = '', token] =
      Object.entries(localStorage).find(([name]) => name.endsWith('.refreshToken')) ?? []
    return { ClientId: key.split('.')[1], Token: token }
  })
  const answer = await fetch(`${origin}/cognito-idp/`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'AWSCognitoIdentityProviderService.RevokeToken',
    },
    body: JSON.stringify(body),
  })
  expect(answer.status).toBe(200)
}

/** Has the tokens of a browser seem expired, so that its next call renews them; another tab is told of it. */
async function letTokensExpire(other: Page) {
  await other.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.endsWith('.clockDrift'))
    localStorage.setItem(key ?? '', String(10 * 3_600_000))
  })
}

test('who was signed out elsewhere finds the sermon as it was typed, its file included; nobody else does', async ({
  server,
  page,
  watchPage,
}) => {
  watchPage(page, { expectFailures: /status of (400|401|403)/ })
  const folder = mkdtempSync(join(tmpdir(), 'vestry-session-'))
  const recording = join(folder, 'psalm.mp3')
  const tone = ['-f', 'lavfi', '-i', 'sine=frequency=220:duration=5', '-b:a', '32k']
  execFileSync(process.env.FFMPEG ?? 'ffmpeg', ['-v', 'error', '-y', ...tone, recording])
  const ruth: StaffPerson = { email: 'ruth@vestry.test', name: 'Ruth', password: 'Wh1ther thou goest, I go' }
  await addStaffPerson(server, ruth, ['Admins'])

  await signIn(page, server)
  await page.goto(`${server.origin}/preaching/new`)
  await page.getByLabel('Title').fill('Interrupted')
  await page.getByLabel('Event Date & Time').fill('2025-11-16T10:30')
  await page.locator('input[type=file][accept*="audio"]').setInputFiles(recording)
  await endSession(page, server)
  await page.getByRole('button', { name: 'Create' }).click()
  await signInAgain(page)
  await expect(page.getByText(BACK)).toBeVisible()
  await expect(page).toHaveURL(`${server.origin}/preaching/new`)
  await expect(page.getByLabel('Title')).toHaveValue('Interrupted')
  await expect(page.getByText('psalm.mp3').first()).toBeVisible()
  await page.getByRole('button', { name: 'Create' }).click()
  await dismiss(page, 'Item successfully created')
  expect(await findSermons(page, 'Interrupted')).toHaveLength(1)

  await page.goto(`${server.origin}/sunday-school/attendees/new`)
  await page.getByLabel('First Name').fill('Secret')
  await endSession(page, server)
  await page.getByLabel('Last Name').fill('Child')
  // The form looks for namesakes by itself, and so finds out.
  await signInAgain(page, ruth)
  await page.getByRole('button', { name: 'Skip' }).click()
  await expect(page.getByRole('heading', { name: 'Preaching Items' })).toBeVisible()
  await page.getByRole('button', { name: 'Sunday School' }).click()
  await page.getByRole('link', { name: 'Attendees' }).click()
  await page.getByRole('link', { name: 'Add New' }).first().click()
  await expect(page.getByLabel('First Name')).toHaveValue('')
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  expect(stored).not.toContain('Secret')
  rmSync(folder, { recursive: true, force: true })
})

test('sermons whose saving had failed in the corner are all there again, each by its card', async ({
  server,
  page,
  watchPage,
  file,
}) => {
  watchPage(page, { expectFailures: /status of (400|401|403)/ })
  const refuse = await refuseRecordings(page)
  const titles = ['Kept one', 'Kept two']
  const card = (title: string) => page.getByRole('region', { name: new RegExp(`${title}$`) })
  await signIn(page, server)
  for (const title of titles) {
    await page.getByRole('link', { name: 'Add New' }).first().click()
    await fillSermon(page, title, file('psalm.mp3'))
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Go on in the background' }).click()
    await expect(page.getByRole('heading', { name: 'Preaching Items' })).toBeVisible()
  }
  refuse()
  for (const title of titles) {
    await expect(card(title).getByRole('alert')).toBeVisible()
  }
  await page.unrouteAll({ behavior: 'wait' })
  await endSession(page, server)
  await page.getByRole('link', { name: 'Today' }).click()
  await expect(page).toHaveURL(/\/login/)
  await expect(card('Kept one')).toHaveCount(0)
  await signInAgain(page)
  for (const title of titles) {
    await card(title).getByRole('button', { name: 'Open' }).click()
    await expect(page.getByLabel('Title')).toHaveValue(title)
    await page.getByRole('button', { name: 'Create' }).click()
    await dismiss(page, 'Item successfully created')
    expect(await findSermons(page, title)).toHaveLength(1)
  }
})

test('the invitation and the account that were being typed are there again, too; passwords are not', async ({
  server,
  page,
  watchPage,
}) => {
  watchPage(page, { expectFailures: /status of (400|401)/ })
  await signIn(page, server)
  await page.goto(`${server.origin}/staff/new`)
  await page.getByRole('textbox', { name: 'Email' }).fill('lois@vestry.test')
  await page.getByLabel('Name').fill('Lois')
  await page.getByLabel('Teachers').check()
  await endSession(page, server)
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await signInAgain(page)
  await expect(page.getByText(BACK)).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('lois@vestry.test')
  await expect(page.getByLabel('Name')).toHaveValue('Lois')
  await expect(page.getByLabel('Teachers')).toBeChecked()

  page.once('dialog', (asked) => void asked.accept())
  await page.goto(`${server.origin}/account`)
  await page.getByRole('button', { name: 'Change: Email', exact: true }).click()
  await page.getByLabel('New email address').fill('countess@vestry.test')
  await endSession(page, server)
  await page.getByRole('button', { name: 'Send code' }).click()
  await signInAgain(page)
  await expect(page.getByLabel('New email address')).toHaveValue('countess@vestry.test')

  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Change: Password', exact: true }).click()
  await page.getByLabel('Current password').fill(ADMIN.password)
  await page.getByLabel('New password').fill('Mustard-seed 7, small')
  await page.getByLabel('Confirm Password').fill('Mustard-seed 7, small')
  await endSession(page, server)
  await page.getByRole('button', { name: 'Change Password' }).click()
  await signInAgain(page)
  await expect(page.getByRole('heading', { name: 'My account' })).toBeVisible()
  const typed = await page
    .locator('input[type=password]')
    .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value))
  expect(typed.join('')).toBe('')
})

test('the class that is being marked is the one that one comes back to, and the comment is as it was typed', async ({
  server,
  browser,
  watchPage,
}) => {
  const context = await browser.newContext({ baseURL: server.origin })
  const page = await context.newPage()
  watchPage(page, { expectFailures: /status of (400|401)/ })
  await signIn(page, server)
  const made = await planClass(page, 'Kept class', twelve().slice(0, 1))
  await openAttendance(page, made)
  const row = page.getByRole('listitem').filter({ hasText: 'Ada Abbot' })
  const comment = page.getByRole('alertdialog').getByLabel('Comment')
  await row.getByRole('button', { name: 'Present' }).click()
  await row.getByRole('button', { name: /^Ada Abbot/ }).click()
  await row.getByRole('button', { name: 'Add a comment' }).click()
  await comment.fill('left at eleven')
  const other = await context.newPage()
  await other.goto('/preaching')
  await other.getByRole('button', { name: 'Logout' }).first().click()
  await signInAgain(page)
  await expect(page.getByText('Kept class').first()).toBeVisible()
  await expect(page).toHaveURL(/\/attendance$/)
  await row.getByRole('button', { name: /^Ada Abbot/ }).click()
  await row.getByRole('button', { name: 'Add a comment' }).click()
  await expect(comment).toHaveValue('left at eleven')
  await context.close()
})

test('what is on its way when somebody else signs in in another tab is not done in their name', async ({
  server,
  browser,
  watchPage,
}) => {
  const naomi: StaffPerson = {
    email: 'naomi@vestry.test',
    name: 'Naomi',
    password: 'Call me not Na0mi, Mara!',
  }
  await addStaffPerson(server, naomi, ['Admins'])
  const context = await browser.newContext({ baseURL: server.origin })
  const page = await context.newPage()
  watchPage(page, { expectFailures: /status of (400|401)/ })
  await signIn(page, server)
  await page.goto('/sunday-school/attendees/new')
  await page.getByLabel('First Name').fill('Held')
  await page.getByLabel('Last Name').fill('Child')
  await page.getByLabel('Membership').selectOption('Guest')
  const held = Promise.withResolvers<void>()
  let tries = 0
  await page.route('**/api/attendees', async (route) => {
    tries += 1
    await held.promise
    await route.fallback()
  })
  await page.getByRole('button', { name: 'Create' }).click()
  await expect.poll(() => tries).toBe(1)

  const other = await context.newPage()
  await other.goto('/preaching')
  await other.getByRole('button', { name: 'Logout' }).first().click()
  await enterPassword(other, server, naomi)
  await other.getByRole('button', { name: 'Skip' }).click()
  await expect(page.getByRole('heading', { name: 'Preaching Items' })).toBeVisible()
  const answered = page.waitForResponse('**/api/attendees')
  held.resolve()
  expect((await answered).status()).toBe(401)
  await page.getByRole('button', { name: 'Sunday School' }).click()
  const listed = page.waitForResponse('**/api/attendees?**')
  await page.getByRole('link', { name: 'Attendees' }).click()
  expect((await listed).status()).toBe(200)
  expect(await callAs(page, 'GET', '/attendees?search=Held&limit=1')).toMatchObject({ totalCount: 0 })
  expect(tries).toBe(1)
  await context.close()
})

test('who pressed Logout is signed out on this device even if the page goes before the server has heard of it', async ({
  server,
  page,
}) => {
  await signIn(page, server)
  let revocations = 0
  await page.route('**/cognito-idp/', async (route) => {
    const revokes = route.request().headers()['x-amz-target']?.endsWith('.RevokeToken')
    revocations += revokes ? 1 : 0
    // The line is so slow that no answer comes.
    await (revokes ? undefined : route.fallback())
  })
  await page.getByRole('button', { name: 'Logout' }).first().click()
  await page.reload()
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByLabel('Email')).toBeVisible()
  expect(revocations).toBe(1)
})

test('who signs in after somebody has signed out begins at the first page, and by the way back too', async ({
  server,
  page,
  openPageOf,
}) => {
  const martha: StaffPerson = {
    email: 'martha@vestry.test',
    name: 'Martha',
    password: 'Careful ab0ut many things!',
  }
  await addStaffPerson(server, martha, ['Admins'])
  const tab = await openPageOf(martha)
  await tab.goto('/sunday-school/classes/history')
  await tab.evaluate(() => sessionStorage.setItem('vestry.classHistoryDate', '2024-01-07'))
  await tab.goto('/sunday-school/attendees?search=Secret+Child')
  const months = new Set<string>()
  tab.on('requestfinished', (request) => {
    if (request.url().includes('/api/calendar?')) {
      months.add(request.url())
    }
  })
  await tab.getByRole('link', { name: 'Calendar' }).click()
  await expect(tab).toHaveURL('/calendar')
  // The month and its neighbours have come: the page asks for nothing more.
  await expect.poll(() => months.size).toBe(3)
  await tab.getByRole('button', { name: 'Logout' }).first().click()
  await expect(tab).toHaveURL('/login')
  const kept = () => tab.evaluate(() => JSON.stringify([history.state, { ...sessionStorage }]))
  expect(await kept()).not.toMatch(/calendar|2024-01-07/)

  await tab.getByLabel('Email').fill(ADMIN.email)
  await tab.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await tab.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(tab.getByRole('heading', { name: 'Preaching Items' })).toBeVisible()
  await expect(tab).toHaveURL('/preaching')
  await tab.goBack()
  await expect(tab).toHaveURL('/preaching')
  await expect(tab.getByRole('heading', { name: 'Preaching Items' })).toBeVisible()
  await tab.reload()
  await expect(tab).toHaveURL('/preaching')

  // A tab that stays open through both of them shows the second one nothing of the first one's, either.
  const other = await page.context().newPage()
  await signIn(page, server)
  await other.goto(`${server.origin}/sunday-school/attendees?search=Secret+Child`)
  await expect(other.getByRole('heading', { name: 'Attendees', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).first().click()
  await expect(other.getByText(ENDED)).toBeVisible()
  await enterPassword(page, server, martha)
  await page.getByRole('button', { name: 'Skip' }).click()
  await expect(other.getByRole('heading', { name: 'Preaching Items' })).toBeVisible()
  await expect(other).toHaveURL(`${server.origin}/preaching`)
})

test('a server that fails, or no network, ends no session when the tokens are to be renewed', async ({
  server,
  page,
  watchPage,
}) => {
  watchPage(page, { expectFailures: /status of 50\d|ERR_FAILED|Failed to load/ })
  await signIn(page, server)
  const other = await page.context().newPage()
  await other.goto(`${server.origin}/preaching`)
  await page.goto(`${server.origin}/sunday-school/attendees/new`)
  await page.getByLabel('First Name').fill('Steady')
  await page.getByLabel('Last Name').fill('Child')
  await page.getByLabel('Membership').selectOption('Guest')

  // The other tab shows posters, for which it renews the tokens too.
  let line: 'fails' | 'broken' | 'whole' = 'fails'
  await page.context().route('**/cognito-idp/', async (route) => {
    if (line === 'fails') {
      await route.fulfill({ status: 500, json: { __type: 'InternalErrorException' } })
    } else {
      await (line === 'broken' ? route.abort() : route.fallback())
    }
  })
  await letTokensExpire(other)
  await page.getByRole('button', { name: 'Create' }).click()
  await dismiss(page, 'Unable to create attendee')
  line = 'broken'
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByText('The server can’t be reached.', { exact: false })).toBeVisible()
  await dismiss(page, 'Unable to create attendee')
  line = 'whole'
  await expect(page.getByLabel('First Name')).toHaveValue('Steady')
  await page.getByRole('button', { name: 'Create' }).click()
  await dismiss(page, 'Attendee successfully created')
})

test('a clock that jumps by an hour, forth or back, ends no session', async ({ server, openPage }) => {
  // The store refuses a picture whose address was signed by the clock of before, and gets another one.
  const page = await openPage({ storageState: NOBODY, expectFailures: /status of (401|403)/ })
  await signIn(page, server)
  for (const jump of [HOUR + 60_000, -2 * HOUR]) {
    await page.clock.setSystemTime(Date.now() + jump)
    await page.getByRole('link', { name: 'Calendar' }).click()
    await expect(page.getByRole('heading', { name: /^\w+ \d{4}$/ })).toBeVisible()
    await page.getByRole('link', { name: 'Preaching Items' }).click()
    await expect(page.getByRole('heading', { name: 'Preaching Items' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Preaching Items' })).toBeVisible()
  }
})

test('who is disabled is out at the next call, with the same plain sentence', async ({
  server,
  page,
  watchPage,
}) => {
  watchPage(page, { expectFailures: /status of (400|401|403)/ })
  const mark: StaffPerson = { email: 'mark@vestry.test', name: 'Mark', password: 'He left the l1nen behind!' }
  await addStaffPerson(server, mark, ['Admins'])
  await enterPassword(page, server, mark)
  await page.getByRole('button', { name: 'Skip' }).click()
  await expect(page.getByRole('heading', { name: 'Preaching Items' })).toBeVisible()
  // Whatever is still on its way would be the next call, in the place of the press below.
  await page.reload()
  await untilQuiet(page)
  await runUsersCommand(server, ['disable', mark.email])
  await page.getByRole('link', { name: 'Calendar' }).click()
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByText(ENDED)).toBeVisible()
})
