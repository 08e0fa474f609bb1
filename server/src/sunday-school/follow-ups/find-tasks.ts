import type { FollowUpEntry, FollowUpTask } from '@vestry/contract/follow-ups.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import type { Caller } from '../../http/caller.ts'
import { attendeesById } from '../attendees/attendees-sql.ts'
import { asSeenBy } from '../attendees/names-only.ts'
import type { ListStaff } from '../classes/classes-handlers.ts'
import { type FollowUpRow, lastPresences, listEntries } from './follow-up-sql.ts'
import { listMissing, type Missing } from './missing-sql.ts'

/** Whose children somebody asks after: of their own classes or, for those who arrange classes, of all. */
function ownAlone(caller: Pick<Caller, 'sub' | 'rights'>): { taught_by?: string } {
  return caller.rights.includes('arrange') ? {} : { taught_by: caller.sub }
}

/** Those whom somebody should ask after, by last name, then first. Those who are left alone for now are among them. */
export async function findTasks(
  db: Kysely<Tables>,
  {
    caller,
    now,
    listStaff,
    attendee_id,
  }: {
    caller: Caller
    /** What the church's wall clock shows. */
    now: string
    listStaff: ListStaff
    /** Of this child alone. */
    attendee_id?: number
  },
): Promise<FollowUpTask[]> {
  const missing = await listMissing(db, now, { ...ownAlone(caller), attendee_id })
  const ids = missing.map((one) => one.attendee_id)
  const [children, entries, presences, staff] = await Promise.all([
    attendeesById(db, ids).then((found) => asSeenBy(db, caller, found)),
    listEntries(db, ids),
    lastPresences(db, ids),
    listStaff(),
  ])
  const byChild = Map.groupBy(entries, (entry) => entry.attendee_id)
  const names = new Map(staff.map(({ sub, name }) => [sub, name]))
  const byId = new Map(children.map((child) => [child.id, child]))
  return missing
    .flatMap(({ attendee_id: id, series_id, title, missed, since }) => {
      const child = byId.get(id)
      if (child === undefined) {
        return []
      }
      const { first_name, last_name, parent_contact } = child
      const current = currentEntries(byChild.get(id) ?? [], since)
      const name = names.get(current[0]?.assigned_to ?? '')
      return [
        {
          ...{ attendee_id: id, first_name, last_name, parent_contact },
          ...{ series_id, class_title: title, missed },
          last_present: presences.get(id) ?? null,
          assigned_to: name === undefined ? null : { sub: current[0]?.assigned_to ?? '', name },
          due_day: current[0]?.due_day ?? '',
          until_day: untilDay(current, now.slice(0, 10)),
          entries: current.map(entryOf),
        },
      ]
    })
    .toSorted((a, b) => a.last_name.localeCompare(b.last_name) || a.first_name.localeCompare(b.first_name))
}

/** Those whom somebody is to ask after today. */
export async function listOpen(
  db: Kysely<Tables>,
  reader: Pick<Caller, 'sub' | 'rights'>,
  now: string,
): Promise<Missing[]> {
  const missing = await listMissing(db, now, ownAlone(reader))
  const entries = await listEntries(
    db,
    missing.map(({ attendee_id }) => attendee_id),
  )
  const byChild = Map.groupBy(entries, ({ attendee_id }) => attendee_id)
  const today = now.slice(0, 10)
  return missing.filter(
    ({ attendee_id, since }) => untilDay(currentEntries(byChild.get(attendee_id) ?? [], since), today) === '',
  )
}

/** Of what was written, the latest first, what is about these absences. */
function currentEntries(entries: readonly FollowUpRow[], since: string): FollowUpRow[] {
  return entries.filter(({ day }) => day >= since.slice(0, 10))
}

/** Until when a child is left alone; empty where nobody said so, or the day has come. */
function untilDay(entries: readonly FollowUpRow[], today: string): string {
  const latest = entries.find(({ outcome }) => outcome !== '')
  return latest !== undefined && latest.until_day > today ? latest.until_day : ''
}

export function entryOf({ id, day, written_by_name, outcome, note, until_day }: FollowUpRow): FollowUpEntry {
  return { id, day, by: written_by_name, outcome, note, until_day }
}
