import { plan } from './classes-church.ts'
import { expect, test } from './fixtures.ts'

test('the history goes back from a day that is chosen, and is found again after marking @phone', async ({
  staffPage: page,
  checkAccessibility,
}) => {
  const title = `Acorns ${test.info().project.name}`
  const repeat = { every: 1, weekdays: ['SU' as const], times: 4 }
  await plan(page, { title, session_datetime: '2023-10-01T10:30', repeat })
  await page.goto('/sunday-school/classes')
  await page.getByRole('link', { name: 'View History' }).click()
  await expect(page.getByRole('heading', { name: 'ClassHistory' })).toBeVisible()
  // Drawn as two words, which is no change of the text.
  const [first, second] = await page
    .getByRole('heading', { name: 'ClassHistory' })
    .locator('span')
    .evaluateAll((words) => words.map((word) => word.getBoundingClientRect()))
  expect((second?.left ?? 0) - (first?.right ?? 0)).toBeGreaterThan(2)
  await page.getByPlaceholder('search class title here...').fill(title)
  await page.getByPlaceholder('search class title here...').press('Enter')
  await expect(page).toHaveURL(/search=Acorns/)
  const rows = page.getByRole('rowheader')
  await expect(rows).toHaveCount(4)
  await expect(page.locator('tbody tr').first()).toContainText('Sun 22 Oct 2023, 10:30')
  const date = page.getByLabel('Class Date:')
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Madrid' }).format(new Date())
  await expect(date).toHaveAttribute('max', today)
  await expect(date).toHaveValue(today)
  await date.fill('2023-10-08')
  const go = page.getByRole('button', { name: 'Go', exact: true })
  await go.click()
  await expect(go).toBeFocused()
  await expect(rows).toHaveCount(2)
  await expect(page).toHaveURL(/date=2023-10-08/)
  await date.fill('2023-10-01')
  await date.press('Enter')
  await expect(rows).toHaveCount(1)
  await page.goBack()
  await expect(rows).toHaveCount(2)
  await page.reload()
  await expect(rows).toHaveCount(2)
  await expect(date).toHaveValue('2023-10-08')
  await date.fill('2099-01-01')
  await date.press('Enter')
  await expect(page.getByText('Choose today or an earlier date')).toBeVisible()
  await checkAccessibility(page)
  await expect(rows).toHaveCount(2)
  await date.fill('')
  await date.press('Enter')
  await expect(date).toHaveValue('2023-10-08')
  await rows.first().getByRole('link').click()
  await expect(page).toHaveURL(/\/sunday-school\/classes\/history\/attendance\?class=\d+$/)
  expect(await page.evaluate(() => history.state.usr)).toMatchObject({ title, session_type: 'history' })
  await page.getByRole('link', { name: 'History' }).click()
  await expect(page).toHaveURL('/sunday-school/classes/history')
  await expect(date).toHaveValue('2023-10-08')
  // A person who goes back to today no longer has a day chosen.
  await date.fill(today)
  await expect(rows.first()).toBeVisible()
  await date.evaluate((input: HTMLInputElement) => {
    input.form?.requestSubmit()
    document.querySelector<HTMLElement>('tbody th a')?.click()
  })
  await expect(page).toHaveURL(/attendance\?class=\d+$/)
  await page.getByRole('link', { name: 'History' }).click()
  await expect(date).toHaveValue(today)
  await page.getByRole('link', { name: 'Upcoming' }).click()
  await expect(page).toHaveURL('/sunday-school/classes')
})

test('who has chosen no day sees the classes up to today, also when the page stays open over night', async ({
  openPage,
  signedIn,
}) => {
  const page = await openPage({ storageState: signedIn })
  const title = 'Overnight'
  await plan(page, { title, session_datetime: '2023-11-05T10:30' })
  await page.clock.install({ time: new Date('2026-10-31T21:00:00+01:00') })
  await page.goto(`/sunday-school/classes/history?search=${title}`)
  const date = page.getByLabel('Class Date:')
  await expect(date).toHaveValue('2026-10-31')
  await page.getByRole('rowheader').getByRole('link').click()
  await page.getByRole('link', { name: 'History' }).click()
  await expect(date).toHaveValue('2026-10-31')
  await page.clock.fastForward('10:00:00')
  await expect(date).toHaveValue('2026-11-01')
})
