import type { CallInput } from '@vestry/contract/calls/api.ts'
import type { RollState } from '@vestry/contract/sunday-school/sunday-school-rules.ts'
import { expect } from 'vitest'
import { plan } from './build-class.ts'
import type { TestServer } from './start-test-server.ts'

export const ANA = {
  first_name: 'Ana',
  last_name: 'Ruiz',
  birthdate: '2018-05-03',
  parent_contact: '600 123 456',
  allergies: 'Nuts',
  needs: '',
  notes: '',
  is_member: 0,
}
type NewChild = NonNullable<CallInput<'POST /attendees'>['body']>
type Merge = NonNullable<CallInput<'POST /attendees/merge'>['body']>

let sundays = 0
/** A Sunday of its own, for tests that share a church. */
export function sunday(time = '10:30:00') {
  sundays += 1
  return `${new Date(Date.UTC(2020, 0, 5 + 7 * sundays)).toISOString().slice(0, 10)}T${time}`
}

/** What is done about two entries of one child in tests. */
export function mergeChildren(server: () => TestServer) {
  const add = async (content: Partial<NewChild> = {}) =>
    (await server().ask('POST /attendees', { body: { ...ANA, ...content } })).id
  const find = (attendee_id: number) => server().tryCall('GET /attendees', { query: { attendee_id } })
  const profile = (attendee_id: number) => server().ask('GET /attendees/profile', { query: { attendee_id } })
  const compare = (attendee_id: number, other_id: number) =>
    server().ask('GET /attendees/merge', { query: { attendee_id, other_id } })
  const tryMerge = async (kept: number, merged: number, given: Partial<Merge> = {}) => {
    const { seen } = given.seen === undefined ? await compare(kept, merged) : { seen: given.seen }
    return await server().tryCall('POST /attendees/merge', { body: { kept, merged, ...given, seen } })
  }
  const merge = async (kept: number, merged: number, given: Partial<Merge> = {}) => {
    expect(await tryMerge(kept, merged, given)).toMatchObject({
      status: 200,
      body: { record: `merge/${merged}` },
    })
  }
  const undo = (merged: number) =>
    server().tryCall('POST /trash/restore', { body: { record: `merge/${merged}` } })
  const mark = (class_id: number, attendee_id: number, state: RollState, seen = 0) =>
    server().ask('PUT /attendance/roll-call', { body: { class_id, marks: [{ attendee_id, state, seen }] } })
  const recordsOf = async (class_id: number) =>
    (await server().ask('GET /attendance', { query: { class_id } })).map(({ attendee_id, state, comment }) =>
      [attendee_id, state, comment].join(' ').trim(),
    )
  const remark = async (class_id: number, attendee_id: number, comment: string) => {
    const records = await server().ask('GET /attendance', { query: { class_id } })
    const { id = 0, attended = false } = records.find((one) => one.attendee_id === attendee_id) ?? {}
    await server().ask('PUT /attendance', { body: { attendance_id: id, attended, comment } })
  }
  const rosterOf = async (series_id: number) =>
    (await server().ask('GET /classes/roster', { query: { series_id } })).attendees.map(({ id }) => id)
  const plannedOn = (session_datetime: string, title: string) => plan(server(), { session_datetime, title })

  return { add, find, profile, compare, tryMerge, merge, undo, mark, recordsOf, remark, rosterOf, plannedOn }
}
