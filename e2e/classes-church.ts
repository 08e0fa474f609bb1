import { expect, type Page } from '@playwright/test'
import type { ClassSession, Repeat } from '@vestry/contract/calls/classes.ts'
import { callAs } from './church-calls.ts'

type Plan = {
  title: string
  session_datetime: string
  end_time?: string
  room?: string
  teachers?: string[]
  repeat?: Repeat
}

/** Plans a class or a series without a screen. */
export function plan(page: Page, body: Plan) {
  return callAs<{ id: number; series_id: number }>(page, 'POST', '/classes', body)
}

/** The sessions of this title, the first one first. */
export async function sessionsNamed(page: Page, title: string): Promise<ClassSession[]> {
  const query = new URLSearchParams({ search: title, direction: 'ASC', limit: '100' })
  query.set('session_datetime', '1900-01-01')
  query.set('operator', 'gte')
  return (await callAs<{ results: ClassSession[] }>(page, 'GET', `/classes/by-date?${query}`)).results
}

/** Enters children in the list of attendees, and answers their ids. */
export async function enterChildren(page: Page, names: readonly string[]): Promise<number[]> {
  const ids: number[] = []
  for (const name of names) {
    const [first_name, last_name] = name.split(' ')
    ids.push((await callAs<{ id: number }>(page, 'POST', '/attendees', { first_name, last_name })).id)
  }
  return ids
}

export function enrol(page: Page, series_id: number, attendee_ids: number[]) {
  return callAs(page, 'POST', '/classes/roster', { series_id, attendee_ids })
}

/** The names on a roster, in its order. */
export async function rosterOf(page: Page, series_id: number): Promise<string[]> {
  type Answer = { attendees: { first_name: string; last_name: string }[] }
  const { attendees } = await callAs<Answer>(page, 'GET', `/classes/roster?series_id=${series_id}`)
  return attendees.map(({ first_name, last_name }) => `${first_name} ${last_name}`)
}

/** Whether all of the page stands within the width of the screen. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const beyond = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth - clientWidth
  })
  expect(beyond).toBeLessThanOrEqual(0)
}
