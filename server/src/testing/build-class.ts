import type { CallInput } from '@vestry/contract/calls/api.ts'
import type { TestServer } from './start-test-server.ts'

export type ClassBody = NonNullable<CallInput<'POST /classes'>['body']>

let count = 0

/** The body of a class that can be planned as it is, each on a Sunday of its own. */
export function buildClass(overrides: Partial<ClassBody> = {}): ClassBody {
  count += 1
  const sunday = new Date(Date.UTC(2030, 0, 6 + 7 * count)).toISOString().slice(0, 10)
  return { title: `Class ${count}`, session_datetime: `${sunday}T10:30:00`, ...overrides }
}

/** Plans a class and returns the response and what was sent. */
export async function plan(server: TestServer, overrides: Partial<ClassBody> = {}) {
  const { request_id, repeat, roster_of, ...content } = buildClass(overrides)
  const { id, series_id, sessions } = await server.ask('POST /classes', {
    body: { request_id, repeat, roster_of, ...content },
  })
  return { id, series_id, sessions, content }
}

/** Adds this many children and returns their ids. */
export async function addChildren(server: TestServer, children: number): Promise<number[]> {
  const ids: number[] = []
  for (let child = 1; child <= children; child += 1) {
    count += 1
    // Their names sort in this order, however many children there were before.
    const body = { first_name: `Child ${String(count).padStart(6, '0')}`, last_name: 'Ruiz' }
    ids.push((await server.ask('POST /attendees', { body })).id)
  }
  return ids
}

/** A class with this many children on its roster, each with a record in its first session. */
export async function enrolledClass(
  server: TestServer,
  children: number,
  overrides: Partial<ClassBody> = {},
) {
  const planned = await plan(server, overrides)
  const attendees = await addChildren(server, children)
  await server.ask('POST /classes/roster', {
    body: { series_id: planned.series_id, attendee_ids: attendees },
  })
  for (const attendee_id of attendees) {
    await server.ask('POST /attendance', { body: { class_id: planned.id, attendee_id } })
  }
  return { ...planned, attendees }
}

/** Adds a member of staff with a role, and returns their `sub` and their identity token. */
export async function addTeacher(
  server: TestServer,
  role = 'Teachers',
): Promise<{ sub: string; token: string; name: string }> {
  const name = `staff-${crypto.randomUUID()}@vestry.test`
  const token = await server.signIn(await server.addPerson(name, [role]))
  const people = await server.ask('GET /teachers')
  const sub = people.find((person) => person.name === name)?.sub ?? ''
  return { sub, token, name }
}

/** The sessions of a series, by time. */
export async function sessionsOf(server: TestServer, series_id: number) {
  const query = { orderBy: 'date', direction: 'ASC', limit: 100, includeAttendanceCount: true }
  const { results } = await server.ask('GET /classes/by-date', { query })
  return results.filter((session) => session.series_id === series_id)
}
