import type { FollowUpEntry, FollowUpTask } from '@vestry/contract/calls/follow-ups.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import type { Caller } from '../../http/caller.ts'
import { attendeesById } from '../attendees/attendees-sql.ts'
import { enrolledWith, findSeen } from '../attendees/names-only.ts'
import { ownAlone } from '../classes/class-access.ts'
import type { ListStaff } from '../classes/classes-handlers.ts'
import { type FollowUpRow, lastPresences, listEntries } from './follow-up-sql.ts'
import { listChosen, listMissing, type Missing } from './missing-sql.ts'

/** A child who is missing, or was chosen to be asked after, with what was written about that. */
type MissingChild = Missing & {
  /** The latest first. */
  entries: FollowUpRow[]
  /** Until when the child is left alone; empty if nobody said so, or if that day has come. */
  until_day: string
}

type Reader = Pick<Caller, 'sub' | 'rights'>

/**
 * The children who are missing from classes that this person sees, and of whom they see more than the name, and those
 * chosen to be asked after, if this person may; or one child alone.
 */
async function listWithEntries(
  db: Kysely<Tables>,
  reader: Reader,
  now: string,
  attendee_id?: number,
): Promise<MissingChild[]> {
  const [absent, chosen] = await Promise.all([
    listMissing(db, now, { taught_by: ownAlone(reader), attendee_id }),
    listChosen(db, now, attendee_id),
  ])
  const [seen, own] = await Promise.all([
    findSeen(db, reader, absent.map(idOf)),
    findAskable(db, reader, chosen.map(idOf)),
  ])
  const missing = [
    ...absent.filter((one) => seen.has(one.attendee_id)),
    ...chosen.filter((one) => own.has(one.attendee_id) && !absent.some((of) => idOf(of) === idOf(one))),
  ]
  const written = await listEntries(db, missing.map(idOf))
  const byChild = Map.groupBy(written, (entry) => entry.attendee_id)
  return missing.map((one) => {
    const entries = (byChild.get(one.attendee_id) ?? []).filter(({ day }) => day >= one.since.slice(0, 10))
    const until = entries.find(({ outcome }) => outcome !== '')?.until_day ?? ''
    return { ...one, entries, until_day: until > now.slice(0, 10) ? until : '' }
  })
}

const idOf = ({ attendee_id }: { attendee_id: number }) => attendee_id

/**
 * Those of these children after whom this person may ask: they see more than the name, and the child is on the roster
 * of a class of theirs.
 */
export async function findAskable(
  db: Kysely<Tables>,
  reader: Reader,
  ids: readonly number[],
): Promise<Set<number>> {
  const seen = await findSeen(db, reader, ids)
  if (ownAlone(reader) === undefined || seen.size === 0) {
    return seen
  }
  const own = await enrolledWith(db, reader.sub, [...seen]).execute()
  return new Set(own.map(idOf))
}

/** The children to ask after today. */
export async function listOpen(db: Kysely<Tables>, reader: Reader, now: string): Promise<Missing[]> {
  return (await listWithEntries(db, reader, now)).filter(({ until_day }) => until_day === '')
}

/** The children to ask after, by last name, then first; those who are left alone for now are included. */
export async function findTasks(
  db: Kysely<Tables>,
  {
    caller,
    now,
    listStaff,
    attendee_id,
  }: {
    caller: Caller
    /** The present time on the church's wall clock. */
    now: string
    listStaff: ListStaff
    /** Only this child. */
    attendee_id?: number
  },
): Promise<FollowUpTask[]> {
  const missing = await listWithEntries(db, caller, now, attendee_id)
  const ids = missing.map((one) => one.attendee_id)
  const [children, presences, staff] = await Promise.all([
    attendeesById(db, ids),
    lastPresences(db, ids),
    listStaff(),
  ])
  const names = new Map(staff.map(({ sub, name }) => [sub, name]))
  const byId = new Map(children.map((child) => [child.id, child]))
  return missing
    .flatMap(({ attendee_id: id, series_id, title, missed, entries, until_day }) => {
      const child = byId.get(id)
      if (child === undefined) {
        return []
      }
      const { first_name, last_name, parent_contact } = child
      const { assigned_to: sub = '', due_day = '' } = entries[0] ?? {}
      const name = names.get(sub)
      return [
        {
          attendee_id: id,
          first_name,
          last_name,
          parent_contact,
          series_id,
          class_title: title,
          missed,
          due_day,
          until_day,
          last_present: presences.get(id) ?? null,
          assigned_to: name === undefined ? null : { sub, name },
          entries: entries.map(entryOf),
        },
      ]
    })
    .toSorted((a, b) => a.last_name.localeCompare(b.last_name) || a.first_name.localeCompare(b.first_name))
}

export function entryOf({ id, day, written_by_name, outcome, note, until_day }: FollowUpRow): FollowUpEntry {
  return { id, day, by: written_by_name, outcome, note, until_day }
}
