import { callAs, dismiss } from './church-calls.ts'
import { expect, test } from './fixtures.ts'

test('three people are invited in five actions; who can’t be is named and stays in the field, and nobody is invited twice', async ({
  openPage,
  server,
  checkAccessibility,
}) => {
  const page = await openPage({ expectFailures: /409|503/ })
  const [ana, ben, cleo, late] = ['ana@', 'ben.boaz@', 'cleo@', 'late@'].map((name) => `${name}several.test`)
  type Person = { email: string; name: string; groups: string[] }
  const staff = async () => {
    const { results } = await callAs<{ results: Person[] }>(page, 'GET', '/staff?limit=60')
    return results.filter(({ email }) => email.endsWith('@several.test'))
  }
  await page.goto('/staff')
  await page.getByRole('link', { name: 'Invite', exact: true }).click()
  await page.getByRole('link', { name: 'Invite several people' }).click()
  const addresses = page.getByLabel('Email addresses')
  await addresses.fill(`"O’Hara, Ana <3" <${ana}>\n${ben}, ${cleo}, ${ben?.toUpperCase()}`)
  await expect(page.getByLabel('Teachers')).toBeChecked()
  await checkAccessibility(page)
  await page.getByRole('button', { name: 'Send invitations' }).dblclick()
  await dismiss(page, '3 invitations were sent.')
  await expect(page).toHaveURL('/staff')
  for (const email of [ana, ben, cleo]) {
    await server.mail.nextTo(email ?? '')
  }
  expect((await staff()).map(({ name, groups }) => [name, groups])).toEqual(
    expect.arrayContaining([
      ['O’Hara, Ana <3', ['Teachers']],
      ['Ben Boaz', ['Teachers']],
    ]),
  )

  await page.goto('/staff/new/several')
  await addresses.fill(`${ana}, late, <script>, ${late}`)
  await page.getByRole('button', { name: 'Send invitations' }).click()
  await expect(page.getByText('Not a full address: late, <script>')).toBeVisible()
  expect(await staff()).toHaveLength(3)
  await addresses.fill(`${ana}, ${late}`)
  await page.getByRole('button', { name: 'Send invitations' }).click()
  const box = page.getByRole('alertdialog')
  await expect(box).toContainText('1 invitation was sent.')
  const reason = `${ana}: Someone with this email address already exists.`
  await expect(box).toContainText(reason)
  await dismiss(page, '1 address could not be invited and is still in the form:')
  await expect(addresses).toHaveValue(ana ?? '')
  await expect(page.getByText(reason)).toBeVisible()
  await expect(addresses).toBeFocused()
  await checkAccessibility(page)
  await page.getByRole('button', { name: 'Send invitations' }).click()
  await dismiss(page, 'Nobody was invited')
  expect(await staff()).toHaveLength(4)

  await addresses.fill('refused@several.test, next@several.test')
  await page.getByRole('button', { name: 'Send invitations' }).click()
  await expect(box).toContainText('refused@several.test: They are added, but the email could not be sent.')
  await dismiss(page, 'next@several.test: not tried yet')
  await expect(addresses).toHaveValue('next@several.test')
  await page.getByRole('button', { name: 'Send invitations' }).click()
  await dismiss(page, '1 invitation was sent.')
  await expect(page).toHaveURL('/staff')
  expect(await staff()).toHaveLength(6)
})

test('an address that looks mistyped is asked about before anybody is invited', async ({
  staffPage: page,
}) => {
  await page.goto('/staff/new')
  await page.getByRole('textbox', { name: 'Email' }).fill('tom@exmaple')
  await page.getByRole('textbox', { name: 'Name' }).fill('Tom')
  await page.getByRole('button', { name: 'Send invitation' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('tom@exmaple has no dot after the @.')
  await question.getByRole('button', { name: 'Change' }).click()
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('tom@exmaple')
})

test('of several addresses those are asked about that look mistyped', async ({ staffPage: page }) => {
  await page.goto('/staff/new/several')
  await page.getByLabel('Email addresses').fill('c1@example\nruth@gmial.com\nboaz@example.org')
  await page.getByRole('button', { name: 'Send invitations' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('c1@example has no dot after the @.')
  await expect(question).toContainText('ruth@gmial.com may be meant to be ruth@gmail.com.')
  await expect(question).not.toContainText('boaz')
  await question.getByRole('button', { name: 'Change' }).click()
  await expect(page.getByLabel('Email addresses')).toHaveValue(/^c1@example/)
})
