import type { Page } from '@playwright/test'
import { openAttendance, planClass, recordsOf, rollOf, twelve } from './attendance-church.ts'
import { callAs } from './church-calls.ts'
import { expect, test } from './fixtures.ts'

/** A class in which what a phone wants of each child is something else than what somebody has marked since. */
async function claimAll(page: Page, title: string, count: number) {
  const made = await planClass(page, title, twelve(` of ${title}`).slice(0, count))
  const children = (await rollOf(page, made)).map(({ attendee_id }) => attendee_id)
  const of = { class_id: made.id }
  await callAs(page, 'PUT', '/attendance/roll-call', {
    ...of,
    marks: children.map((attendee_id) => ({ attendee_id, state: 'absent', seen: 0 })),
  })
  await callAs(page, 'POST', '/attendance/operations', {
    device: crypto.randomUUID(),
    operations: children.map((attendee_id, at) => ({
      ...{ kind: 'mark', number: at + 1, made_at: Date.UTC(2026, 4, 3, 8, at), ...of },
      ...{ attendee_id, state: 'present', seen: 0 },
    })),
  })
  return made
}

const needsALook = (page: Page) => page.getByRole('region', { name: /needs? a look/ })

test('what a phone could not do is settled above the roll, with both values in sight @phone', async ({
  staffPage: page,
  checkAccessibility,
}) => {
  const made = await claimAll(page, 'Settled', 3)
  await openAttendance(page, made)
  const list = needsALook(page)
  await expect(list.getByRole('heading')).toHaveText('3 entries need a look')
  await expect(list.getByRole('listitem')).toHaveCount(3)
  const ada = list.getByRole('listitem').filter({ hasText: 'Ada Abbot' })
  await expect(ada).toContainText(/.+ wanted/)
  await expect(ada).toContainText('Present')
  await expect(ada).toContainText('Sun 3 May 2026, 10:00')
  await expect(ada).toContainText(/What is there, by .+Absent/)
  await expect(ada).toContainText('Somebody else changed it before this came from the phone.')
  await checkAccessibility(page)

  await ada.getByRole('button', { name: 'Do as wanted: Ada Abbot' }).click()
  await expect(list.getByRole('heading')).toHaveText('2 entries need a look')
  await expect(list.getByRole('heading')).toBeFocused()
  await expect(page.getByRole('button', { name: 'Present: Ada Abbot' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await list.getByRole('button', { name: 'Leave as it is: Bruno Baker' }).click()
  await list.getByRole('button', { name: 'Leave as it is: Clara Cole' }).click()
  await expect(list).toHaveCount(0)
  const states = (await recordsOf(page, made)).map(({ state }) => state)
  expect(states).toEqual(['present', 'absent', 'absent'])
})

test('Today shows what waits, with its class; whoever comes second is told who was first', async ({
  openPage,
}) => {
  const page = await openPage({ expectFailures: /status of 409/ })
  const made = await claimAll(page, 'Twice', 1)
  await page.goto('/today')
  const entry = needsALook(page).getByRole('listitem').filter({ hasText: 'of Twice' })
  await expect(entry).toContainText('Twice')
  const [claim] = await callAs<{ id: number }[]>(page, 'GET', `/attendance/claims?class_id=${made.id}`)
  await callAs(page, 'PUT', '/attendance/claims', { claim_id: claim?.id, version: 1, settlement: 'keep' })
  await entry.getByRole('button', { name: /^Do as wanted: / }).click()
  await expect(page.getByRole('alertdialog')).toContainText('This could not be settled.')
  await expect(page.getByRole('alertdialog')).toContainText('This was settled already, by')
  await page.getByRole('alertdialog').getByRole('button').first().click()
  await expect(entry).toHaveCount(0)
  expect((await recordsOf(page, made)).map(({ state }) => state)).toEqual(['absent'])
})

test('in Spanish it is said in Spanish', async ({ openPage }) => {
  const page = await openPage({ locale: 'es-ES' })
  const made = await claimAll(page, 'Corderos', 1)
  await openAttendance(page, made)
  const list = page.getByRole('region', { name: 'Hay 1 asunto por revisar' })
  await expect(list).toContainText('Lo que quería')
  await list.getByRole('button', { name: /^Dejar como está: / }).click()
  await expect(list).toHaveCount(0)
})
