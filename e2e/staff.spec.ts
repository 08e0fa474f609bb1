import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { callAs, dismiss } from './church-calls.ts'
import { expect, signIn, test } from './fixtures.ts'
import { tellNothing } from './quiet-page.ts'
import { ADMIN, type RunningServer, startTestServer } from './running-server.ts'
import { addStaffPerson, type StaffPerson } from './staff-people.ts'

const TESS = { email: 'tess@vestry.test', name: 'Tess Teacher' }
const DORCAS: StaffPerson = {
  email: 'dorcas@vestry.test',
  name: 'Dorcas',
  password: 'Full of go0d works, she was',
}
const OWN = 'Let them c0me, all of them!'

const rowOf = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name })

/** Chooses one of the actions of a person's row. */
async function choose(page: Page, name: string, action: string) {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

/** Returns the question that is open, after having seen that it says what follows. */
async function answer(page: Page, consequence: string, verb: string) {
  const box = page.getByRole('alertdialog')
  await expect(box).toContainText(consequence)
  await box.getByRole('button', { name: verb, exact: true }).click()
}

async function typePassword(page: Page, email: string, password: string) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** The text of the next email, without the line breaks and signs of quoted-printable. */
async function emailTo(server: RunningServer, email: string): Promise<string> {
  const text = await server.mail.nextTo(email)
  return text
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

/** The code in the next email that has one. */
async function nextCode(server: RunningServer, email: string): Promise<string> {
  const code = /^\s*(\d{6,8})\s*$/m.exec(await emailTo(server, email))?.[1]
  return code ?? (await nextCode(server, email))
}

test('an administrator invites a teacher, who signs in; a change of her role counts at once; the last administrator stays one', async ({
  browser,
  page,
  checkAccessibility,
}) => {
  const server = await startTestServer()
  const context = await browser.newContext({ baseURL: server.origin })
  const tess = await context.newPage()
  try {
    await signIn(page, server)
    await page.getByRole('link', { name: 'Staff' }).click()
    await expect(page.getByRole('heading', { name: 'Staff' })).toBeVisible()
    await expect(rowOf(page, ADMIN.email)).toContainText('Admins')

    await page.getByRole('link', { name: 'Invite', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Invite Someone' })).toBeVisible()
    await page.getByRole('button', { name: 'Send invitation' }).click()
    await expect(page.getByText('This field is required').first()).toBeVisible()
    await checkAccessibility(page)
    await page.getByRole('textbox', { name: 'Email' }).fill(ADMIN.email)
    await page.getByLabel('Name').fill(TESS.name)
    await page.getByLabel('Teachers').check()
    await page.getByRole('button', { name: 'Send invitation' }).click()
    await dismiss(page, 'Someone with this email address already exists.')
    await page.getByRole('textbox', { name: 'Email' }).fill(TESS.email)
    await page.getByRole('button', { name: 'Send invitation' }).click()
    await dismiss(page, `The invitation was sent to ${TESS.email}.`)
    await expect(rowOf(page, TESS.name)).toContainText('Invited until')
    await server.mail.nextTo(TESS.email)
    await choose(page, TESS.name, 'Resend invitation')
    await answer(page, 'The previous one stops working.', 'Resend')
    await dismiss(page, 'The invitation was resent')
    const temporary = /Temporary password: (\S+)/.exec(await emailTo(server, TESS.email))?.[1] ?? ''

    // She comes in, and sees nothing of Staff.
    await tess.goto('/login')
    await typePassword(tess, TESS.email, temporary)
    await expect(tess.getByRole('heading', { name: 'Change Password' })).toBeVisible()
    await tess.getByLabel('Password', { exact: true }).fill(OWN)
    await tess.getByLabel('Confirm Password').fill(OWN)
    await tess.getByRole('button', { name: 'Change Password' }).click()
    await expect(tess.getByRole('heading', { name: 'Preaching Items' })).toBeVisible()
    await expect(tess.getByRole('link', { name: 'Calendar' })).toBeVisible()
    await expect(tess.getByRole('link', { name: 'Staff' })).toHaveCount(0)
    await tess.goto('/staff')
    await expect(tess.getByRole('heading', { name: 'This page is for administrators' })).toBeVisible()
    await checkAccessibility(tess)
    for (const path of ['/staff', '/audit', '/audit/export']) {
      await expect(callAs(tess, 'GET', path)).rejects.toThrow('403')
    }

    // Promoted, which counts at once, and demoted.
    const list = () => callAs<{ results: { email: string }[] }>(tess, 'GET', '/staff')
    await page.reload()
    await expect(rowOf(page, TESS.name)).toContainText('Active')
    await rowOf(page, TESS.name).getByRole('link', { name: TESS.name, exact: true }).click()
    await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(TESS.email)
    await page.getByLabel('Admins').check()
    await page.getByRole('button', { name: 'Save' }).click()
    await dismiss(page, 'The changes are saved.')
    await expect(rowOf(page, TESS.name)).toContainText('Admins, Teachers')
    expect((await list()).results.map(({ email }) => email)).toContain(TESS.email)
    await page.getByRole('link', { name: `Edit ${TESS.name}` }).click()
    await page.getByLabel('Admins').uncheck()
    await page.getByRole('button', { name: 'Save' }).click()
    await dismiss(page, 'The changes are saved.')
    await expect(list()).rejects.toThrow('403')

    // The last administrator stays one.
    await page.getByRole('link', { name: `Edit ${ADMIN.email}` }).click()
    await page.getByLabel('Name').fill('Ada')
    await page.getByLabel('Admins').uncheck()
    await page.getByRole('button', { name: 'Save' }).click()
    await dismiss(page, 'Nobody else could administer Vestry then.')
    await page.getByLabel('Admins').check()
    await page.getByRole('button', { name: 'Save' }).click()
    await dismiss(page, 'The changes are saved.')
    await page.getByRole('button', { name: 'Actions for Ada' }).click()
    await expect(page.getByRole('menuitem', { name: 'Sign out everywhere' })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: 'Disable' })).toHaveCount(0)
    await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveCount(0)
  } finally {
    await context.close()
    await server.destroy()
  }
})

test('who is disabled, reset or deleted is signed out at once, and the audit trail shows it all, also of deleted accounts', async ({
  server,
  staffPage: page,
  openPageOf,
  checkAccessibility,
}) => {
  await addStaffPerson(server, DORCAS, ['Teachers'])
  const dorcas = await openPageOf(DORCAS, { expectFailures: /status of (400|401)/ })
  const { results } = await callAs<{ results: { sub: string }[] }>(page, 'GET', '/staff?search=dorcas')
  for (const groups of [['Admins', 'Teachers'], ['Teachers']]) {
    const change = { sub: results[0]?.sub, name: DORCAS.name, language: 'en', groups }
    await callAs(page, 'PUT', '/staff', change)
  }

  await page.goto('/staff')
  await expect(rowOf(page, DORCAS.name)).toContainText('Active')
  await checkAccessibility(page)
  await choose(page, DORCAS.name, 'Disable')
  await answer(page, 'They are signed out immediately', 'Disable')
  await dismiss(page, `${DORCAS.name} can no longer sign in.`)
  await expect(rowOf(page, DORCAS.name)).toContainText('Disabled')
  await dorcas.reload()
  await expect(dorcas).toHaveURL(/\/login/)
  await typePassword(dorcas, DORCAS.email, DORCAS.password)
  await expect(dorcas.getByRole('alert')).toBeVisible()
  await choose(page, DORCAS.name, 'Enable')
  await answer(page, 'They can sign in again', 'Enable')
  await dismiss(page, `${DORCAS.name} can sign in again.`)

  // A reset password asks for a code at the next sign-in, and it is another one than the email had before.
  await choose(page, DORCAS.name, 'Reset password')
  await answer(page, 'They will be signed out everywhere', 'Reset')
  await dismiss(page, `a code was sent to ${DORCAS.email}`)
  await expect(rowOf(page, DORCAS.name)).toContainText('Must choose a new password')
  const first = await nextCode(server, DORCAS.email)
  await typePassword(dorcas, DORCAS.email, DORCAS.password)
  await expect(dorcas.getByLabel('Code')).toBeVisible()
  const code = await nextCode(server, DORCAS.email)
  expect(code).not.toBe(first)
  await dorcas.getByLabel('Code').fill(code)
  await dorcas.getByLabel('New Password').fill(OWN)
  await dorcas.getByLabel('Confirm Password').fill(OWN)
  await dorcas.getByRole('button', { name: 'Submit' }).click()
  await expect(dorcas.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  await typePassword(dorcas, DORCAS.email, OWN)
  await expect(dorcas.getByRole('heading', { name: 'Preaching Items' })).toBeVisible()

  // Found by the beginning of a name, and deleted.
  await page.getByRole('searchbox').fill('dorcas')
  await page.keyboard.press('Enter')
  await expect(rowOf(page, DORCAS.name)).toBeVisible()
  await expect(rowOf(page, ADMIN.email)).toHaveCount(0)
  await choose(page, DORCAS.name, 'Delete')
  await answer(page, `The account of ${DORCAS.email} will be deleted permanently.`, 'Delete')
  await dismiss(page, `The account of ${DORCAS.name} is deleted.`)
  await expect(page.getByText('Nothing matches “dorcas”.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear search and filters' }).click()
  await expect(rowOf(page, ADMIN.email)).toBeVisible()
  await dorcas.reload()
  await expect(dorcas).toHaveURL(/\/login/)

  await page.getByRole('link', { name: 'Audit Trail' }).click()
  await page.getByRole('searchbox').fill(DORCAS.email)
  await page.keyboard.press('Enter')
  const told = page.getByRole('rowheader')
  await expect(told.first()).toHaveText('Account deleted by staff')
  for (const kind of [
    'Account added',
    'Groups changed',
    'Account disabled',
    'Account enabled',
    'Password reset by staff',
    'Password reset with a code',
    'Signed in',
  ]) {
    await expect(told.filter({ hasText: kind }).first()).toBeVisible()
  }
  await expect(page.getByRole('row').filter({ hasText: /Account added.*dorcas/ })).toContainText(
    'Command line',
  )
  await checkAccessibility(page)
  await page.getByLabel('What happened').selectOption('Groups changed')
  await expect(told).toHaveText(['Groups changed', 'Groups changed'])
  await expect(page.getByRole('row').nth(2)).toContainText('Teachers → Admins, Teachers')
  await page.getByLabel('From', { exact: true }).fill('2020-01-01')
  await page.getByLabel('To', { exact: true }).fill('2020-01-02')
  await page.getByLabel('To', { exact: true }).press('Enter')
  await expect(page.getByText('No entries.').first()).toBeVisible()
  await page.getByRole('button', { name: 'Clear search and filters' }).click()
  await expect(told.first()).toBeVisible()

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^vestry-audit-\d{4}-\d\d-\d\d\.csv$/)
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines[0]).toBe('\uFEFFat,kind,actor_name,actor,subject_name,subject,address,detail')
  const removed = lines.filter((line) => line.includes(`,staff_removed,${ADMIN.email},`))
  expect(removed.filter((line) => line.includes(DORCAS.email))).toHaveLength(1)
  expect(lines.join('\n')).not.toContain(OWN)
  await expect(told.first()).toHaveText('Audit trail exported')
})

test('on a phone the staff are cards, in Spanish too @phone-only', async ({
  staffPage: page,
  checkAccessibility,
}) => {
  await page.addInitScript(() => localStorage.setItem('vestry.language', 'es'))
  await page.goto('/staff')
  await expect(page.getByRole('heading', { name: 'Personal' })).toBeVisible()
  await expect(rowOf(page, ADMIN.email)).toContainText('Activa')
  await checkAccessibility(page)
  await page.getByRole('button', { name: `Acciones de ${ADMIN.email}` }).click()
  await page.getByRole('menuitem', { name: 'Auditoría' }).click()
  await expect(page.getByRole('heading', { name: 'Auditoría' })).toBeVisible()
  await page.getByLabel('Qué ocurrió').selectOption('Inicio de sesión')
  await expect(page.getByRole('rowheader').first()).toHaveText('Inicio de sesión')
  await checkAccessibility(page)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
})

test('a list that can’t be loaded says so, and one that comes in pieces grows', async ({
  staffPage,
  watchPage,
}) => {
  const page = await staffPage.context().newPage()
  watchPage(page, { expectFailures: /503/ })
  const person = (index: number) => ({
    sub: `00000000-0000-4000-8000-00000000000${index}`,
    email: `person-${index}@vestry.test`,
    name: `Person ${index}`,
    language: 'en',
    groups: [],
    enabled: true,
    status: 'active',
    invited_until: null,
    second_factors: [],
    version: 'x',
  })
  let failing = true
  await tellNothing(page)
  await page.route('**/api/staff?**', (route) => {
    const second = route.request().url().includes('after=')
    return failing
      ? route.fulfill({ status: 503, json: { error: 'unavailable', message: 'Not just now.' } })
      : route.fulfill({ json: { results: [person(second ? 2 : 1)], next: second ? null : 'all.token' } })
  })
  await page.goto('/staff')
  await expect(page.getByText('Failed to load the staff')).toBeVisible()
  failing = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(rowOf(page, 'Person 1')).toBeVisible()
  await expect(page.getByText('1 shown').last()).toBeVisible()
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(rowOf(page, 'Person 2')).toBeVisible()
  await expect(rowOf(page, 'Person 1')).toBeVisible()
  await expect(page.getByText('2 in total').last()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0)
})

test('where no email leaves the server, the administrator is warned and hands the password over', async ({
  browser,
  page,
  checkAccessibility,
}) => {
  const server = await startTestServer({ SMTP_URL: '' })
  const context = await browser.newContext({ baseURL: server.origin })
  try {
    await signIn(page, server)
    await page.goto(`${server.origin}/staff`)
    await expect(page.getByText('This server sends no emails, because it has no mail server.')).toBeVisible()
    await checkAccessibility(page)
    await page.getByRole('link', { name: 'Invite', exact: true }).click()
    await expect(page.getByText('You will see a temporary password to give to the person')).toBeVisible()
    await page.getByRole('textbox', { name: 'Email' }).fill('lois@vestry.test')
    await page.getByRole('textbox', { name: 'Name' }).fill('Lois')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    const box = page.getByRole('alertdialog')
    await expect(box).toContainText('lois@vestry.test was added, and no email was sent.')
    // Whole on one line, also on a phone, and taken whole by one tap.
    const shown = box.locator('code')
    const password = (await shown.textContent()) ?? ''
    const lines = await shown.evaluate((code) => {
      const range = document.createRange()
      range.selectNodeContents(code)
      return range.getClientRects().length
    })
    expect(lines).toBe(1)
    await expect(shown).toHaveCSS('user-select', 'all')
    const copy = box.getByRole('button', { name: 'Copy' })
    await copy.click()
    await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe(password)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await copy.click()
    await expect(box.getByRole('button', { name: 'Copied' })).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(password)
    await checkAccessibility(page)
    await dismiss(page, password)
    const lois = await context.newPage()
    await lois.goto('/login')
    await typePassword(lois, 'lois@vestry.test', password)
    await expect(lois.getByRole('heading', { name: 'Change Password' })).toBeVisible()

    // Each of several has a line with the address and the password.
    await page.goto(`${server.origin}/staff/new/several`)
    await page.getByLabel('Email addresses').fill('eunice@vestry.test\ntimothy@vestry.test')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(box).toContainText('2 people were added, and no email was sent.')
    const handedOver = ((await shown.textContent()) ?? '').split('\n').map((line) => line.split(/\s+/))
    expect(handedOver.map(([email]) => email)).toEqual(['eunice@vestry.test', 'timothy@vestry.test'])
    const [, timothys = ''] = handedOver[1] ?? []
    await dismiss(page, timothys)
    await lois.goto('/login')
    await typePassword(lois, 'timothy@vestry.test', timothys)
    await expect(lois.getByRole('heading', { name: 'Change Password' })).toBeVisible()

    // An administrator, who could read the code in the outbox, needs none for an address of their own.
    await page.goto(`${server.origin}/account`)
    await page.getByRole('button', { name: 'Change: Email', exact: true }).click()
    await page.getByLabel('New email address').fill('eunice@vestry.test')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByLabel('New email address')).toHaveAccessibleDescription(
      'Another account already uses this.',
    )
    await page.getByLabel('New email address').fill('ada.lovelace@vestry.test')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('group', { name: 'Email', exact: true })).toContainText(
      'ada.lovelace@vestry.testVerified',
    )
    await checkAccessibility(page)

    await lois.getByLabel('Password', { exact: true }).fill('Let them c0me, all!')
    await lois.getByLabel('Confirm Password').fill('Let them c0me, all!')
    await lois.getByRole('button', { name: 'Change Password' }).click()
    await expect(lois.getByRole('heading', { name: 'Preaching Items' })).toBeVisible()
    await lois.goto('/account')
    await lois.getByRole('button', { name: 'Change: Email', exact: true }).click()
    await lois.getByLabel('New email address').fill('tim@vestry.test')
    await lois.getByRole('button', { name: 'Send code' }).click()
    await expect(lois.getByText('the code is in its outbox folder')).toBeVisible()
  } finally {
    await context.close()
    await server.destroy()
  }
})
