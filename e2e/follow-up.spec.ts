import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page, Route } from '@playwright/test'
import { WEEKDAYS } from '@vestry/contract/sunday-school/sunday-school-rules.ts'
import { callAs } from './church-calls.ts'
import { enrol, enterChildren, expectNoSidewaysScroll, plan } from './classes-church.ts'
import { expect, test } from './fixtures.ts'
import { employTeacher } from './staff-people.ts'

const own = (word: string) => `${word}${test.info().project.name}`

const dayOf = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** A weekly class whose last three rolls say that its one child was absent; the next is still to be called. */
async function missThree(page: Page, title: string, name: string, teachers: string[] = []) {
  const { id, series_id } = await plan(page, {
    title,
    session_datetime: `${dayOf(-21)}T10:30`,
    repeat: { every: 1, weekdays: [weekdayOf(dayOf(-21))], times: 5 },
    teachers,
  })
  const [child = 0] = await enterChildren(page, [name])
  await callAs(page, 'PUT', '/attendees', {
    ...{ id: child, first_name: name.split(' ')[0], last_name: name.split(' ')[1] },
    parent_contact: '+34 600 700 800',
  })
  await enrol(page, series_id, [child])
  const mark = (nth: number, state: 'present' | 'absent') =>
    callAs(page, 'PUT', '/attendance/roll-call', {
      class_id: id + nth,
      marks: [{ attendee_id: child, state, seen: 0 }],
    })
  for (const nth of [0, 1, 2]) {
    await mark(nth, 'absent')
  }
  return { child, series_id, mark }
}

function weekdayOf(day: string) {
  return WEEKDAYS[(new Date(day).getUTCDay() + 6) % 7] ?? 'MO'
}

test('who misses three classes is asked after: by whom, with what outcome, until they come again @phone', async ({
  staffPage: page,
  checkAccessibility,
}) => {
  const name = `Jonah ${own('Missing')}`
  const { child, mark } = await missThree(page, own('Whales'), name)
  await page.goto('/today')
  const section = page.getByRole('region', { name: 'Children to ask after' })
  await expect(section.getByRole('link', { name })).toContainText('absent 3 times in a row')
  await section.getByRole('link', { name: 'Open the follow-up' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Follow-up' })).toBeVisible()
  const task = page.getByRole('listitem').filter({ has: page.getByRole('link', { name, exact: true }) })
  await expect(task.getByRole('link', { name: '+34 600 700 800' })).toHaveAttribute(
    'href',
    'tel:+34600700800',
  )
  await checkAccessibility(page)
  await expectNoSidewaysScroll(page)

  await task.getByRole('button').click()
  const dialog = page.getByRole('dialog', { name: `Asking after ${name}` })
  await dialog.getByLabel('What came of it').selectOption('Leave alone until a day')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Choose a day to come')).toBeVisible()
  await expect(dialog.getByLabel('Leave alone until')).toBeFocused()
  await dialog.getByLabel('What came of it').selectOption('No answer')
  await dialog.getByLabel('Note').fill('Rang twice <b>🙂</b>')
  await checkAccessibility(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(task).toContainText('No answer')
  await expect(task).toContainText('Rang twice <b>🙂</b>')
  await page.getByRole('checkbox', { name: 'Only those I look after' }).check()
  await expect(task).toBeHidden()
  await page.getByRole('checkbox', { name: 'Only those I look after' }).uncheck()

  await task.getByRole('link', { name, exact: true }).click()
  const card = page.getByRole('region', { name: 'Follow-up' })
  await expect(card).toContainText('Rang twice <b>🙂</b>')
  await mark(3, 'present')
  await page.goto('/sunday-school/follow-up')
  await expect(page.getByRole('heading', { level: 1, name: 'Follow-up' })).toBeVisible()
  await expect(page.getByText(own('Whales'))).toHaveCount(0)
  await page.goto(`/sunday-school/attendees/${child}`)
  await expect(card).toContainText('Nobody has to ask after this child now.')
  await expect(card).toContainText('No answer')
})

test('what somebody else wrote meanwhile is shown, and what was typed stays', async ({
  staffPage,
  watchPage,
}) => {
  const page = await staffPage.context().newPage()
  watchPage(page, { expectFailures: /409/ })
  const name = `Obed ${own('Missing')}`
  const { child } = await missThree(page, own('Sheaves'), name)
  await page.goto(`/sunday-school/attendees/${child}`)
  const card = page.getByRole('region', { name: 'Follow-up' })
  await card.getByRole('button', { name: 'Record the outcome' }).click()
  const dialog = page.getByRole('dialog', { name: `Asking after ${name}` })
  await dialog.getByLabel('What came of it').selectOption('Reached')
  await dialog.getByLabel('Note').fill('Back next week')
  await callAs(page, 'POST', '/follow-up', {
    ...{ request_id: crypto.randomUUID(), attendee_id: child, seen: 0, outcome: 'no_answer' },
    ...{ note: 'Rang from the office', assigned_to: '', due_day: dayOf(9), until_day: '' },
  })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Someone else has written')
  await expect(dialog).toContainText('Rang from the office')
  await expect(dialog.getByLabel('Note')).toHaveValue('Back next week')
  await expect(dialog.getByLabel('To be done by')).toHaveValue(dayOf(9))
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(card).toContainText('Nobody has to ask after this child now.')
  await expect(card.getByRole('listitem')).toHaveCount(2)
})

test('a note that is corrected after a lost answer is saved, and who was away has missed nothing', async ({
  openPage,
}) => {
  const page = await openPage({ expectFailures: /ERR_FAILED/ })
  const name = `Naomi ${own('Missing')}`
  const { child } = await missThree(page, own('Barley'), name)
  await page.goto(`/sunday-school/attendees/${child}`)
  const card = page.getByRole('region', { name: 'Follow-up' })
  await card.getByRole('button', { name: 'Record the outcome' }).click()
  const dialog = page.getByRole('dialog', { name: `Asking after ${name}` })
  const save = dialog.getByRole('button', { name: 'Save' })
  await dialog.getByLabel('Note').fill('Rang')
  await dialog.getByLabel('To be done by').focus()
  await page.keyboard.type('0104')
  await save.click()
  await expect(dialog.getByText('Enter it in full, or clear it')).toBeVisible()
  await dialog.getByLabel('To be done by').fill('')
  const lost = async (route: Route) => {
    await route.fetch()
    await route.abort()
  }
  await page.route('**/api/follow-up', lost, { times: 1 })
  await save.click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await dialog.getByLabel('Note').fill('Rang, and reached her aunt')
  await save.click()
  await expect(dialog).toBeHidden()
  await expect(card).toContainText('Rang, and reached her aunt')

  const absences = page.getByRole('region', { name: 'Planned absences' })
  await absences.getByLabel('Away from').fill(dayOf(-30))
  await absences.getByLabel('Until (included)').fill(dayOf(1))
  await absences.getByRole('button', { name: 'Add absence' }).click()
  await expect(card).toContainText('Nobody has to ask after this child now.')
})

test('who was followed up long ago is asked after again, and what is typed stays though somebody settles it', async ({
  server,
  staffPage,
  watchPage,
}) => {
  const page = await staffPage.context().newPage()
  watchPage(page, { expectFailures: /409/ })
  const name = `Tirzah ${own('Missing')}`
  const { child } = await missThree(page, own('Daughters'), name)
  const write = async (outcome: string, note: string) => {
    const { entries } = await callAs<{ entries: { id: number }[] }>(
      page,
      'GET',
      `/follow-up/child?attendee_id=${child}`,
    )
    await callAs(page, 'POST', '/follow-up', {
      ...{ request_id: crypto.randomUUID(), attendee_id: child, seen: entries[0]?.id ?? 0, outcome, note },
      ...{ assigned_to: '', due_day: '', until_day: '' },
    })
  }
  await write('reached', 'Was at camp')
  const database = new DatabaseSync(join(server.dataFolder, 'vestry.db'))
  database.prepare('update follow_up set day = ? where attendee_id = ?').run(dayOf(-200), child)
  database.close()
  await page.goto('/sunday-school/follow-up')
  const button = page.getByRole('button', { name: `Record the outcome of asking after ${name}` })
  await button.click()
  const dialog = page.getByRole('dialog', { name: `Asking after ${name}` })
  await expect(dialog).toContainText('Was at camp')
  await dialog.getByLabel('What came of it').selectOption('No answer')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(button).toBeFocused()

  await button.click()
  await dialog.getByLabel('What came of it').selectOption('Reached')
  await dialog.getByLabel('Note').fill('Back next week')
  await write('reached', 'Met her mother')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Someone else has written')
  await expect(dialog).toContainText('Met her mother')
  await expect(dialog.getByLabel('Note')).toHaveValue('Back next week')
  await expect(button).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.locator('body')).not.toBeFocused()
})

test('a teacher asks after those of the own class, and the roster says after how many absences', async ({
  staffPage: page,
  server,
  openPageOf,
  checkAccessibility,
}) => {
  const personCalled = (name: string) => ({
    email: `${name.toLowerCase()}@vestry.test`,
    password: 'Suffer the l1ttle ones!',
    name,
  })
  const [mine, others] = [personCalled(own('Asking')), personCalled(own('Elsewhere'))]
  const sub = await employTeacher(page, server, mine)
  await employTeacher(page, server, others)
  const name = `Uri ${own('Missing')}`
  const { child, series_id } = await missThree(page, own('Lamps'), name, [sub])
  const teacher = await openPageOf(mine)
  await teacher.goto('/sunday-school/follow-up')
  await teacher.getByRole('button', { name: `Record the outcome of asking after ${name}` }).click()
  const dialog = teacher.getByRole('dialog')
  await dialog.getByLabel('Who looks after it').selectOption(mine.name)
  await dialog.getByLabel('To be done by').fill(dayOf(7))
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(teacher.getByText(`${mine.name} looks after it, by`)).toBeVisible()
  const stranger = await openPageOf(others)
  await stranger.goto('/sunday-school/follow-up')
  await expect(stranger.getByText('Nobody is missing.')).toBeVisible()
  await stranger.goto(`/sunday-school/attendees/${child}`)
  await expect(stranger.getByRole('region', { name: 'Follow-up' })).toHaveCount(0)
  await teacher.goto(`/sunday-school/classes/roster/${series_id}`)
  const limit = teacher.getByLabel('Ask after children who miss')
  await expect(limit).toHaveValue('3')
  await checkAccessibility(teacher)
  await limit.selectOption('4 classes in a row')
  await expect(teacher.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  // The last of two quick choices counts, even when the first is long on its way.
  const held = Promise.withResolvers<void>()
  const call = '**/api/classes/roster/limit'
  const hold = async (route: Route) => {
    await held.promise
    await route.continue()
  }
  await teacher.route(call, hold, { times: 1 })
  let saved = 0
  teacher.on('response', (answer) => {
    saved += answer.url().endsWith('/classes/roster/limit') ? 1 : 0
  })
  await limit.selectOption('2 classes in a row')
  await limit.selectOption('5 classes in a row')
  held.resolve()
  await expect.poll(() => saved).toBe(2)
  await expect(limit).toHaveValue('5')
  const roster = `/classes/roster?series_id=${series_id}`
  expect((await callAs<{ miss_limit: number }>(teacher, 'GET', roster)).miss_limit).toBe(5)
  await teacher.goto('/sunday-school/follow-up')
  await expect(teacher.getByText('Nobody is missing.')).toBeVisible()
})
