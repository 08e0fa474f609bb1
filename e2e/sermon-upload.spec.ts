import { preacherNamed } from './church-calls.ts'
import { expect } from './fixtures.ts'
import { recordingInput, test } from './sermon-files.ts'

test('what the file says is proposed where nobody has typed, and one press takes it out again', async ({
  staffPage: page,
  checkAccessibility,
  file,
}) => {
  await preacherNamed(page, 'Ada Quince')
  await page.goto('/preaching/new')
  const title = page.getByLabel('Title')
  const date = page.getByLabel('Event Date & Time')
  const preacher = page.getByRole('combobox', { name: 'Preacher' })
  const proposal = page.getByText(/^From the file: /)
  await title.fill('Mine')
  await date.focus()
  await page.getByLabel('Description').focus()
  await recordingInput(page).setInputFiles(file('2026-11-22 Grace - Ada Quince.mp3'))
  await expect(proposal).toHaveText('From the file: Event Date & Time and Preacher.')
  await expect(date).toHaveValue('2026-11-22T10:00')
  await expect(preacher).toHaveValue('Ada Quince')
  await expect(title).toHaveValue('Mine')
  await checkAccessibility(page)
  await title.clear()
  await page.getByLabel('Description').focus()
  await recordingInput(page).setInputFiles(file('psalm.mp3'))
  await expect(title).toHaveValue('Psalm')
  await expect(date).toHaveValue('')
  await title.fill('Mine again')
  await expect(proposal).toHaveCount(0)
  await recordingInput(page).setInputFiles(file('2026-11-22 Grace - Ada Quince.mp3'))
  await expect(date).toHaveValue('2026-11-22T10:00')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(date).toHaveValue('')
  await expect(preacher).toHaveValue('Guest Speaker')
  await expect(title).toHaveValue('Mine again')
  await expect(page.getByRole('button', { name: 'Media File Path' })).toBeFocused()
})
