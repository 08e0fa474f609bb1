import { enter, openAttendance, planClass, rollOf } from './attendance-church.ts'
import { dismiss } from './church-calls.ts'
import { expectNoSidewaysScroll } from './classes-church.ts'
import { expect, test } from './fixtures.ts'

const NUTS = "Nuts & milk/eggs <b>!</b>, O'Neill's list 👧🏽"
const PEN = 'An adrenaline pen is in the outer pocket of the blue bag, which hangs at the door of the hall'
const COLLECTED =
  'Sits by the door and says so when it is too loud. Only his grandmother collects him, and nobody else may, whatever is said'

test('allergies and needs stand out on the roll call, the roster and both printed sheets @phone-only', async ({
  staffPage: page,
  checkAccessibility,
}) => {
  const made = await planClass(page, 'Careful', [
    { first_name: 'Ada', last_name: 'Abbot' },
    {
      first_name: 'Cleo',
      last_name: 'Care',
      allergies: `${NUTS}\n${PEN}`,
      needs: 'Hearing aid',
      notes: COLLECTED,
    },
  ])
  await openAttendance(page, made)
  const cleo = page.getByRole('button', { name: /^Cleo Care/ })
  await expect(cleo).toHaveAccessibleName(/Allergies: Nuts & milk\/eggs.*Needs: Hearing aid/)
  await expect(page.getByRole('button', { name: /^Ada Abbot/ })).not.toHaveAccessibleName(/Allergies/)
  for (const text of [PEN, COLLECTED]) {
    expect(await cleo.getByText(text).evaluate((shown) => shown.scrollHeight - shown.clientHeight)).toBe(0)
  }
  const whole = page.getByRole('definition').filter({ hasText: PEN })
  await expect(whole).toHaveCount(0)
  await cleo.click()
  await expect(whole).toContainText(NUTS)
  await expect(whole).toBeVisible()
  await checkAccessibility(page)
  await expectNoSidewaysScroll(page)
  await page.emulateMedia({ media: 'print' })
  await expect(cleo.getByText(PEN)).toBeVisible()
  await page.emulateMedia({ media: 'screen' })
  await page.goto(`/sunday-school/classes/roster/${made.series_id}`)
  const named = page.getByRole('rowheader').filter({ hasText: 'Care, Cleo' })
  await expect(named).toContainText('Needs: Hearing aid')
  await expect(named).toContainText(PEN)
  await checkAccessibility(page)
  await expectNoSidewaysScroll(page)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText(PEN).filter({ visible: true })).toHaveCount(1)
})

test('allergies are asked at the door, kept as typed, and not taken over for a sibling', async ({
  staffPage: page,
}) => {
  const made = await planClass(page, 'Careful door', [])
  const id = await enter(page, { first_name: 'Kit', last_name: 'Guest', allergies: 'Cats' })
  await openAttendance(page, made)
  await page.getByRole('button', { name: 'Add a guest', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('First Name').fill('Gina')
  await dialog.getByLabel('Last Name').fill('Guest')
  await dialog.getByLabel('Parent Contact').fill('600 123 456')
  await dialog.getByLabel('Allergies').fill(NUTS)
  await dialog.getByLabel('Allergies').press('Enter')
  await expect(dialog).toContainText('Gina Guest is marked present')
  await dialog.getByRole('button', { name: 'Add a sibling' }).click()
  await expect(dialog.getByLabel('Allergies')).toHaveValue('')
  await dialog.getByLabel('First Name').fill('Kit')
  await dialog.getByLabel('First Name').press('Enter')
  await expect(dialog.getByRole('listitem')).toContainText('Allergies: Cats')
  await dialog.getByRole('button', { name: 'Mark this one' }).click()
  await dialog.getByRole('button', { name: 'Done' }).click()
  expect(await rollOf(page, made)).toMatchObject([
    { first_name: 'Gina', allergies: NUTS },
    { attendee_id: id, allergies: 'Cats', mark: { state: 'present' } },
  ])
})

test('a draft of the form keeps allergies and needs, and saving keeps them as typed', async ({
  staffPage: page,
}) => {
  const id = await enter(page, { first_name: 'Dora', last_name: 'Draft', allergies: 'Nuts' })
  await page.goto(`/sunday-school/attendees/edit/${id}`)
  await page.getByLabel('Allergies').fill(NUTS)
  await page.getByLabel('Needs').fill(PEN)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('Allergies')).toHaveValue('Nuts')
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByLabel('Allergies')).toHaveValue(NUTS)
  await page.getByRole('button', { name: 'Update' }).click()
  await dismiss(page, 'Attendee successfully updated')
  await page.goto(`/sunday-school/attendees/edit/${id}`)
  await expect(page.getByLabel('Allergies')).toHaveValue(NUTS)
  await expect(page.getByLabel('Needs')).toHaveValue(PEN)
})
