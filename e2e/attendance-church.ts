import type { Locator, Page } from '@playwright/test'
import type { AttendanceRecord, Roll } from '@vestry/contract/calls/attendance.ts'
import { callAs } from './church-calls.ts'

export type Child = {
  first_name: string
  last_name: string
  parent_contact?: string
  allergies?: string
  needs?: string
  notes?: string
  birthdate?: string
}

export type MadeClass = { id: number; series_id: number; title: string; session_datetime: string }

const TWELVE = [
  'Ada Abbot',
  'Bruno Baker',
  'Clara Cole',
  'David Dunn',
  'Elena Ellis',
  'Félix Flores',
  'Greta Green',
  'Hugo Hall',
  'Inés Ibarra',
  'Jonas Jones',
  'Karla King',
  'Leo Lane',
]

/** Twelve children whose names stand in the order of the roll. */
export function twelve(mark = ''): Child[] {
  return TWELVE.map((name) => {
    const [first_name = '', last_name = ''] = name.split(' ')
    return { first_name, last_name: `${last_name}${mark}` }
  })
}

let hour = 0

/** A class of the past at an hour of its own, so that no two classes of a test are held at the same time. */
export async function planClass(
  page: Page,
  title: string,
  children: readonly Child[],
  more: { session_datetime?: string; room?: string; notes?: string; teachers?: string[] } = {},
): Promise<MadeClass> {
  hour += 1
  const day = String(1 + Math.floor(hour / 20)).padStart(2, '0')
  const session_datetime = `2021-03-${day}T${String(hour % 20).padStart(2, '0')}:30:00`
  const plan = { title, session_datetime, ...more }
  const { id, series_id } = await callAs<{ id: number; series_id: number }>(page, 'POST', '/classes', plan)
  const ids: number[] = []
  for (const child of children) {
    ids.push(await enter(page, child))
  }
  if (ids.length > 0) {
    await callAs(page, 'POST', '/classes/roster', { series_id, attendee_ids: ids })
  }
  return { id, series_id, title, session_datetime: plan.session_datetime }
}

/** Enters a child in the list of attendees, and returns its id. */
export async function enter(page: Page, child: Child): Promise<number> {
  return (await callAs<{ id: number }>(page, 'POST', '/attendees', child)).id
}

export async function rollOf(page: Page, { id }: MadeClass): Promise<Roll['children']> {
  const answer = await callAs<{ roll: Roll }>(page, 'GET', `/attendance/roll-call?class_id=${id}`)
  return answer.roll.children
}

export async function recordsOf(page: Page, { id }: MadeClass): Promise<AttendanceRecord[]> {
  return await callAs(page, 'GET', `/attendance?class_id=${id}`)
}

/** Opens the attendance screen as a list does: with the class in the navigation's state. */
export async function openAttendance(
  page: Page,
  { id, title, session_datetime }: MadeClass,
  session_type: 'upcoming' | 'history' = 'upcoming',
): Promise<void> {
  const visit = { class_id: id, title, session_datetime, session_type }
  // From the beginning: a reload that follows may end a save that is under way, and Chromium lets it through then.
  const script = await page.addInitScript((usr) => history.replaceState({ usr, key: 'visit' }, ''), visit)
  await page.goto(
    session_type === 'history'
      ? '/sunday-school/classes/history/attendance'
      : '/sunday-school/classes/attendance',
  )
  await script.dispose()
}

/** The height in pixels that a row has before it was ever in sight. */
export function heightUnseen(row: Locator): Promise<number> {
  return row.evaluate((element) => {
    const copy = element.cloneNode(true) as HTMLElement
    copy.style.contentVisibility = 'hidden'
    element.after(copy)
    const { height } = copy.getBoundingClientRect()
    copy.remove()
    return height
  })
}

/** Where the buttons stand on the page, however far it is scrolled. */
export function placesOfMarks(page: Page) {
  return page.getByRole('button', { name: /^(Present|Absent): / }).evaluateAll(async (buttons) => {
    // A row that has never been drawn has no places yet: the browser draws what is in sight with the next frame.
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    return buttons.map((button) => {
      const { x, y, width, height } = button.getBoundingClientRect()
      return { x, y: Math.round(y + scrollY), width, height }
    })
  })
}
