import type { Missing } from '@vestry/contract/calls/today.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import type { Caller } from '../../http/caller.ts'
import { attendeesById } from '../attendees/attendees-sql.ts'
import { listOpen } from '../follow-ups/find-tasks.ts'

const SHOWN = 5

/** Those whom somebody is to ask after, those first who have missed most. */
export async function findMissing(db: Kysely<Tables>, caller: Caller, now: string): Promise<Missing> {
  const open = await listOpen(db, caller, now)
  const most = open.toSorted((a, b) => b.missed - a.missed || a.attendee_id - b.attendee_id).slice(0, SHOWN)
  const children = await attendeesById(
    db,
    most.map(({ attendee_id }) => attendee_id),
  )
  return {
    count: open.length,
    children: children.map(({ id: attendee_id, first_name, last_name }, at) => {
      const { title: class_title = '', missed = 0 } = most[at] ?? {}
      return { attendee_id, first_name, last_name, class_title, missed }
    }),
  }
}
