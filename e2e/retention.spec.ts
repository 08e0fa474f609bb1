import type { Page } from '@playwright/test'
import { addAttendee, callAs } from './church-calls.ts'
import { enrol, enterChildren, expectNoSidewaysScroll, plan } from './classes-church.ts'
import { expect, test } from './fixtures.ts'
import { addStaffPerson, type StaffPerson } from './staff-people.ts'

const own = (word: string) => `${word}${test.info().project.name}`

/** A class of last year to which these children came. */
async function hold(page: Page, title: string, children: number[], day = '2025-03-02') {
  const { id, series_id } = await plan(page, { title, session_datetime: `${day}T10:30` })
  await callAs(page, 'PUT', '/attendance/roll-call', {
    class_id: id,
    marks: children.map((attendee_id) => ({ attendee_id, state: 'present', seen: 0 })),
  })
  return { id, series_id }
}

test('a child is erased by name, and counts on without one @phone', async ({
  staffPage: page,
  checkAccessibility,
}) => {
  const name = `Zöe ${own('Forgotten')}`
  const title = own('Meadow')
  const [child = 0, other = 0] = await enterChildren(page, [name, `Other ${own('Kept')}`])
  const { id, series_id } = await hold(page, title, [child, other])
  await enrol(page, series_id, [other])
  await page.goto(`/sunday-school/attendees/${child}`)
  const card = page.getByRole('region', { name: 'Erase this child' })
  await expectNoSidewaysScroll(page)
  await card.getByRole('button', { name: 'Erase for good' }).click()
  const dialog = page.getByRole('alertdialog', { name: `Erase ${name} for good?` })
  await expect(dialog).toContainText('This can’t be undone.')
  await expect(dialog).toContainText('Backups made before still hold everything')
  const field = dialog.getByLabel(`To go ahead, type the name: ${name}`)
  await expect(field).toBeFocused()
  await field.fill('Zoe Somebody')
  await dialog.getByRole('button', { name: 'Erase for good' }).click()
  await expect(dialog.getByText('This is not the name above')).toBeVisible()
  await expect(field).toBeFocused()
  await checkAccessibility(page)
  await field.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

  await card.getByRole('button', { name: 'Erase for good' }).click()
  await field.fill(`zoe ${own('Forgotten').toUpperCase()}`)
  await field.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'The child was erased' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Attendees' })).toBeVisible()
  await expect(
    page
      .getByText(`Other ${own('Kept')}`)
      .or(page.getByText(own('Kept')))
      .first(),
  ).toBeVisible()
  await expect(page.getByText(own('Forgotten'))).toHaveCount(0)

  await page.goto(`/sunday-school/classes/attendance?class=${id}`)
  const erased = page.getByRole('list', { name: 'Erased child' })
  await expect(erased.getByRole('listitem')).toHaveText('Erased childPresent')
  await expect(page.getByRole('list', { name: 'Counts' })).toContainText('2 present')
  await expect(page.getByRole('list', { name: 'Counts' })).toContainText('of 2')
  await checkAccessibility(page)
  await expectNoSidewaysScroll(page)
  await page.goto(`/sunday-school/classes/attendance?class=${id}&view=records`)
  await expect(erased).toBeVisible()
  await page.goto('/sunday-school/classes/history')
  await expect(page.getByRole('row').filter({ hasText: title })).toContainText('2')
  await page.goto(`/sunday-school/reports/register/${series_id}?from=2025-01-01&to=2025-12-31`)
  await expect(page.getByRole('row', { name: /^Erased children/ })).toContainText('1 of 1')
  await expect(page.getByRole('row', { name: /^Present/ })).toContainText('2')
  await page.goto('/audit')
  await expect(page.getByRole('table').getByText('Child erased').first()).toBeVisible()
})

test('a child in the trash is erased there', async ({ staffPage: page }) => {
  const typed = `Tirzah O'${own('Thrown')}`
  const name = typed.replace("'", 'ʼ')
  const [child = 0] = await enterChildren(page, [typed])
  const { id } = await hold(page, own('Brook'), [child])
  await callAs(page, 'DELETE', `/attendees?attendee_id=${child}`)
  await page.goto('/trash')
  const row = page.getByRole('row').filter({ hasText: name })
  await row.getByRole('button', { name: new RegExp(`^(More|Actions).*${name}`) }).click()
  await page.getByRole('menuitem', { name: 'Erase, keep the counts' }).click()
  const dialog = page.getByRole('alertdialog', { name: `Erase ${name} for good?` })
  await dialog.getByRole('textbox').fill(typed)
  await dialog.getByRole('button', { name: 'Erase for good' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'The child was erased' })).toBeVisible()
  await expect(row).toBeHidden()
  await page.goto(`/sunday-school/classes/attendance?class=${id}`)
  await expect(page.getByRole('list', { name: 'Erased child' })).toContainText('Present')
})

test('a rule shows what it would remove before it is switched on @phone', async ({
  staffPage,
  watchPage,
  checkAccessibility,
}) => {
  const page = await staffPage.context().newPage()
  watchPage(page, { expectFailures: /409/ })
  const guest = (first_name: string) => addAttendee(page, { first_name, last_name: own('Passing') })
  const one = await guest('Ahaz')
  await hold(page, own('Road'), [one], '2020-03-01')
  await page.goto('/settings')
  await page.getByRole('link', { name: 'How long data is kept' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'How long data is kept' })).toBeVisible()
  const card = page.getByRole('region', { name: 'Guests who don’t come back' })
  await expect(card).toContainText('Off')
  await expect(card.getByRole('button', { name: 'Switch on' })).toHaveCount(0)
  await card.getByLabel('Remove after').selectOption('60 months')
  await card.getByRole('button', { name: 'Show what would go' }).click()
  await expect(card).toContainText(/guests? would be erased now:/)
  await expect(card.getByRole('link', { name: `Ahaz ${own('Passing')}` })).toBeVisible()
  await expect(card).toContainText('last seen')
  await checkAccessibility(page)
  await expectNoSidewaysScroll(page)

  await hold(page, own('Ford'), [await guest('Baal')], '2020-03-08')
  await card.getByRole('button', { name: 'Switch on' }).click()
  await expect(page.getByText('Meanwhile there is more to remove. Look at it again.')).toBeVisible()
  await expect(card.getByRole('link', { name: `Baal ${own('Passing')}` })).toBeVisible()
  await expect(card).toContainText('Off')
  await card.getByRole('button', { name: 'Switch on' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Switched on' })).toBeVisible()
  await expect(card).toContainText('On: after 60 months')
  await page.reload()
  await expect(card).toContainText('On: after 60 months')
  await page.goto('/audit')
  await expect(page.getByText('Guests who don’t come back: 60 months').first()).toBeVisible()

  await page.goto('/settings/retention')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.getByRole('button', { name: /^Language/ }).click()
  await page.getByRole('menuitemradio', { name: 'Español' }).click()
  const tarjeta = page.getByRole('region', { name: 'Invitados que no vuelven' })
  await expect(tarjeta).toContainText('Activada: después de 60 meses')
  await checkAccessibility(page)
  await expectNoSidewaysScroll(page)
  await tarjeta.getByRole('button', { name: 'Desactivar' }).click()
  await expect(tarjeta.getByText('Desactivada', { exact: true })).toBeVisible()
  const remarks = page.getByRole('region', { name: 'Comentarios y notas' })
  await remarks.getByRole('button', { name: 'Ver qué se eliminaría' }).click()
  await expect(remarks).toContainText('Ahora no se eliminaría ningún comentario ni nota.')
})

test('whoever does not administer erases nobody and sets no rule', async ({
  staffPage: page,
  server,
  openPageOf,
}) => {
  const person: StaffPerson = {
    email: `${own('olive').toLowerCase()}@vestry.test`,
    name: own('Olive'),
    password: 'Suffer the l1ttle ones!',
  }
  await addStaffPerson(server, person, ['Office'])
  const [child = 0] = await enterChildren(page, [`Dinah ${own('Safe')}`])
  const office = await openPageOf(person)
  await office.goto(`/sunday-school/attendees/${child}`)
  await expect(office.getByRole('heading', { level: 1, name: `Dinah ${own('Safe')}` })).toBeVisible()
  await expect(office.getByRole('region', { name: 'Erase this child' })).toHaveCount(0)
  await office.goto('/settings/retention')
  await expect(office.getByRole('heading', { name: 'This page is for administrators' })).toBeVisible()
  const erase = callAs(office, 'POST', '/attendees/erase', { attendee_id: child })
  await expect(erase).rejects.toThrow('403')
  const rule = callAs(office, 'PUT', '/settings/retention', { rule: 'guests', months: 6, shown: 9 })
  await expect(rule).rejects.toThrow('403')
})
