import type { Browser, Page } from '@playwright/test'
import { addAttendee, callAs } from './church-calls.ts'
import { enterPassword, expect, signIn } from './fixtures.ts'
import type { RunningServer } from './running-server.ts'
import { addStaffPerson } from './staff-people.ts'

export const search = (page: Page) => page.getByRole('textbox', { name: 'Find a family' })
export const arrived = (page: Page) => page.getByRole('region', { name: 'What became of it' })

type Named = { name: string; phone: string }

/** What happens at the door of a server. */
export function atTheDoor(server: () => RunningServer) {
  let families = 0

  const open = (page: Page, path = '') => page.goto(`${server().origin}/sunday-school/door${path}`)

  /** A class of today with a family of two, of whom one is on its roster; turns the door on. */
  async function openDoor(page: Page, { barred = false, allDay = false } = {}) {
    await signIn(page, server())
    await callAs(page, 'PUT', '/settings', { families: true, door: true })
    families += 1
    const { now } = await callAs<{ now: string }>(page, 'GET', '/door')
    const title = `Lambs ${families}`
    const planned = await callAs<{ id: number; series_id: number }>(page, 'POST', '/classes', {
      ...{ title, room: 'Blue room' },
      session_datetime: `${now.slice(0, 10)}T${allDay ? '00:00:00' : '23:00:00'}`,
      ...(allDay && { end_time: '23:59' }),
    })
    const name = `Quince${'abcdefghij'[families] ?? ''}`
    const children = [
      await addAttendee(page, { first_name: 'Ruth', last_name: name, allergies: 'Nuts <b>' }),
      await addAttendee(page, { first_name: 'Saúl 🙂', last_name: name }),
    ]
    await callAs(page, 'POST', '/classes/roster', {
      series_id: planned.series_id,
      attendee_ids: [children[0]],
    })
    const adult = { id: null, first_name: 'Ana', last_name: name, email: '', language: '', collects: 'yes' }
    const phone = `0161 496 ${1000 + families}`
    const other = { ...adult, first_name: 'Ben', phone: '', collects: 'no' }
    const { id } = await callAs<{ id: number }>(page, 'POST', '/families', {
      name,
      adults: [{ ...adult, phone }, other],
      children,
    })
    if (barred) {
      const { adults } = await callAs<{ adults: { id: number }[] }>(
        page,
        'GET',
        `/families/one?family_id=${id}`,
      )
      const { version } = await callAs<{ version: number }>(
        page,
        'GET',
        `/families/child?attendee_id=${children[0]}`,
      )
      await callAs(page, 'PUT', '/families/safeguarding', {
        ...{ attendee_id: children[0], version, need_detail: '' },
        bars: [{ adult_id: adults[1]?.id, reason: 'By order of the court' }],
      })
    }
    return { name, phone, title, class_id: planned.id, children }
  }

  /** The family's children who come are in; returns their code. */
  async function takeIn(page: Page, { phone }: Pick<Named, 'phone'>): Promise<string> {
    await open(page)
    await search(page).fill(phone.slice(-4))
    await page.getByRole('button', { name: 'Take in 1 child' }).click()
    return ((await arrived(page).locator('output').textContent()) ?? '').replaceAll(' ', '')
  }

  /** Another member of staff at a device of their own, who works at the door and decides nothing. */
  async function secondDesk(browser: Browser, page: Page) {
    const group = `desk-${families}`
    await callAs(page, 'POST', '/staff/groups', { name: group, rights: ['children', 'allChildren', 'door'] })
    const person = {
      email: `${group}@vestry.test`,
      name: 'Dora Desk',
      password: 'Let them c0me, all of them!',
    }
    await addStaffPerson(server(), person, [group])
    const other = await browser.newPage()
    await enterPassword(other, server(), person)
    await other.getByRole('button', { name: 'Skip' }).click()
    await expect(other.getByRole('button', { name: `Account of ${person.email}` })).toBeVisible()
    return other
  }

  return { open, openDoor, takeIn, secondDesk }
}
