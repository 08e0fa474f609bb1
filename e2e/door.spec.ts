import { callAs, dismiss, saveSettings } from './church-calls.ts'
import { arrived, atTheDoor, search } from './door-church.ts'
import { expect, signIn, test } from './fixtures.ts'
import { type RunningServer, startTestServer } from './running-server.ts'

/** Whether there is a door counts for the whole server, so these tests have one of their own. */
let server: RunningServer
test.beforeAll(async () => {
  server = await startTestServer()
})
test.afterAll(() => server.destroy())

const { open, openDoor, takeIn, secondDesk } = atTheDoor(() => server)

test('the door is seen nowhere until settings turn it on @phone', async ({ page, checkAccessibility }) => {
  await signIn(page, server)
  await callAs(page, 'PUT', '/settings', { families: false, door: false })
  await open(page)
  await expect(page.getByRole('heading', { name: 'Not in use here' })).toBeVisible()
  await page.goto(`${server.origin}/settings`)
  await page.getByLabel('Families: whose child this is').check()
  await page.getByLabel('The door: who has arrived').check()
  await saveSettings(page)
  await open(page)
  await expect(search(page)).toBeFocused()
  await expect(page.getByText('No class meets today.')).toBeVisible()
  await checkAccessibility(page)
})

test('a returning family: four digits and one tap, two requests, and the same code all day @phone', async ({
  page,
  checkAccessibility,
}) => {
  const { phone, name, title } = await openDoor(page)
  await open(page)
  await expect(search(page)).toBeFocused()
  const asked: string[] = []
  page.on('request', (request) => {
    // What the device keeps for when there is no line keeps nobody waiting.
    if (/\/api\/door\/(?!book)/.test(request.url())) {
      asked.push(`${request.method()} ${new URL(request.url()).pathname}`)
    }
  })
  await search(page).fill(phone.slice(-4))
  const family = page.getByRole('region', { name })
  await expect(family.getByRole('checkbox', { name: 'Ruth' })).toBeChecked()
  await expect(family.getByRole('checkbox', { name: 'Saúl' })).not.toBeChecked()
  await expect(family).toContainText('Nuts <b>')
  await checkAccessibility(page)
  await family.getByRole('button', { name: 'Take in 1 child' }).click()
  await expect(arrived(page)).toBeFocused()
  await expect(arrived(page)).toContainText(`Ruth ${name} ${title} · Blue room`)
  expect(asked).toEqual(['GET /api/door/families', 'POST /api/door/arrivals'])
  await checkAccessibility(page)
  await page.evaluate(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '')
  })
  await arrived(page).getByRole('button', { name: 'Print labels' }).click()
  await expect(page.locator('html[data-printed]')).toBeAttached()
  const code = await arrived(page).locator('output').textContent()

  await page.getByRole('button', { name: 'Next' }).click()
  await expect(search(page)).toBeFocused()
  await search(page).fill(name)
  await expect(family.getByRole('checkbox', { name: 'Ruth' })).toBeDisabled()
  await family.getByRole('checkbox', { name: 'Saúl' }).check()
  await family.getByRole('button', { name: 'Take in 1 child' }).click()
  await expect(family).toContainText('Choose a class.')
  await family.getByRole('combobox', { name: 'Class of Saúl' }).selectOption({ label: `23:00 ${title}` })
  await family.getByRole('checkbox', { name: `Ana ${name}` }).check()
  await family.getByRole('button', { name: 'Take in 1 child' }).click()
  await expect(arrived(page).locator('output')).toHaveText(code ?? '')
  await arrived(page).getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('The arrival was taken back')).toBeVisible()
  await page.getByText('Labels', { exact: true }).click()
  await expect(page.getByLabel('Labels print')).toBeVisible()
  await checkAccessibility(page)
})

test('a newcomer comes in with an adult, a telephone number and one request; what was typed stays @phone', async ({
  page,
  checkAccessibility,
}) => {
  const { title } = await openDoor(page)
  await open(page)
  await search(page).fill('612 000 111')
  await expect(page.getByText('Nobody is found')).toBeVisible()
  await page.getByRole('button', { name: 'Newcomer' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Telephone')).toHaveValue('612 000 111')
  await dialog.getByRole('button', { name: 'Add and take in' }).click()
  await expect(dialog.getByText('This field is required').first()).toBeVisible()
  await checkAccessibility(page)
  const adult = dialog.getByRole('group', { name: 'Adult' })
  const child = dialog.getByRole('group', { name: 'Child 1' })
  await adult.getByLabel('First name').fill('Noemí')
  await adult.getByLabel('Last name').fill("O'Brien")
  await child.getByLabel('First name').fill('Leo <script>')
  await child.getByLabel('Class').selectOption({ label: `23:00 ${title}` })
  await page.context().setOffline(true)
  await dialog.getByRole('button', { name: 'Add and take in' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await page.context().setOffline(false)
  await dialog.getByRole('button', { name: 'Add and take in' }).click()
  await expect(arrived(page)).toContainText('Leo')
  await expect(arrived(page)).toContainText(title)
})

test('children are given back for their code, to those who collect them, and to nobody who must not @phone', async ({
  page,
  checkAccessibility,
}) => {
  const family = await openDoor(page, { barred: true })
  const { name } = family
  const code = await takeIn(page, family)
  await page.getByRole('link', { name: 'Giving back' }).click()
  const field = page.getByRole('textbox', { name: 'Code of the tag' })
  await expect(field).toBeFocused()
  await field.fill('CCCC')
  await expect(page.getByText('No child who came today has this code.')).toBeVisible()
  await field.fill(code.toLowerCase())
  await expect(page.getByRole('checkbox', { name: `Ruth ${name}` })).toBeChecked()
  const ben = page.getByRole('listitem').filter({ hasText: `Ben ${name}` })
  await expect(ben).toContainText('Must not collect')
  await expect(page.getByRole('button', { name: `Ben ${name}` })).toHaveCount(0)
  await checkAccessibility(page)
  await page.getByRole('button', { name: `Ana ${name}` }).click()
  await expect(page.getByText(`Ruth ${name}: given to Ana ${name}`)).toBeVisible()
  await checkAccessibility(page)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('The child is still here')).toBeVisible()
  await page.getByLabel('Somebody else').fill(`Ben ${name}`)
  await page.getByRole('button', { name: 'Give to this person' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: `Ana ${name}` }).click()
  await expect(page.getByText(`Ruth ${name}: given to Ana ${name}`)).toBeVisible()
})

test('without a tag two members of staff must know the adult, and all at the door hear of who is barred', async ({
  page,
  browser,
  checkAccessibility,
}) => {
  const family = await openDoor(page, { barred: true })
  const { name } = family
  await takeIn(page, family)
  const other = await secondDesk(browser, page)
  await open(other, '/board')
  const row = other.getByRole('listitem').filter({ hasText: `Ruth ${name}` })
  await row.getByRole('link', { name: 'Give back' }).click()
  await other.getByLabel('Somebody else').fill(`ben ${name.toUpperCase()}`)
  await other.getByRole('button', { name: 'Give to this person' }).click()
  await expect(other.getByText('must not collect this child. All at the door have been told.')).toBeVisible()
  await open(page, '/board')
  await expect(page.getByText(`Ben ${name}, who must not collect Ruth ${name}`)).toBeVisible()
  await checkAccessibility(page)
  await page.getByRole('button', { name: 'It has been seen to' }).click()
  await expect(page.getByText(`Ben ${name}, who must not collect`)).toHaveCount(0)

  await other.getByRole('button', { name: `Ana ${name}` }).click()
  await expect(other.getByText(`You have seen Ana ${name}.`)).toBeVisible()
  await expect(page.getByText(`has seen Ana ${name}, without a tag`)).toBeVisible({ timeout: 15_000 })
  await page
    .getByRole('listitem')
    .filter({ hasText: `Ruth ${name}` })
    .getByRole('link', { name: 'Give back' })
    .click()
  await page.getByRole('button', { name: `Ana ${name} Was seen` }).click()
  await expect(page.getByText(`Ruth ${name}: given to Ana ${name}`)).toBeVisible()
  await other.close()
})

test('the board tells who is here, moves a child and renews a lost code; an evacuation is ticked off on two phones @phone', async ({
  page,
  browser,
  checkAccessibility,
}) => {
  const family = await openDoor(page)
  const { name, title } = family
  const code = await takeIn(page, family)
  const { now } = await callAs<{ now: string }>(page, 'GET', '/door')
  await callAs(page, 'POST', '/classes', {
    title: `Stars ${name}`,
    session_datetime: `${now.slice(0, 10)}T23:00:00`,
  })
  await page.getByRole('link', { name: 'Board' }).click()
  const row = page.getByRole('listitem').filter({ hasText: `Ruth ${name}` })
  await expect(row).toContainText(code)
  await expect(page.getByRole('button', { name: title })).toContainText('1 expected · 1 arrived · 0 gone')
  await checkAccessibility(page)
  const change = row.getByRole('combobox')
  await change.selectOption({ label: 'Tag lost: new code' })
  await dismiss(page, 'The old one counts no more.')
  await expect(row).not.toContainText(code)
  await change.selectOption({ label: `Move to 23:00 Stars ${name}` })
  await expect(row).toContainText(`Stars ${name}`)

  const other = await secondDesk(browser, page)
  await open(other, '/evacuation')
  await other.getByRole('button', { name: `Ruth ${name}` }).click()
  await expect(other.getByRole('button', { name: `Ruth ${name}` })).toHaveAttribute('aria-pressed', 'true')
  await open(page, '/evacuation')
  await expect(page.getByRole('button', { name: `Ruth ${name}` })).toHaveAttribute('aria-pressed', 'true')
  await checkAccessibility(page)
  await other.close()
})
