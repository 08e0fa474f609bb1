import type { mergeRoutes } from '@vestry/contract/calls/merges.ts'
import { type JoinedField, joinTexts } from '@vestry/contract/sunday-school/merged-fields.ts'
import type { Kysely } from 'kysely'
import type { FindLastChange } from '../../audit/find-last-change.ts'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/open-database.ts'
import type { Tables } from '../../database/tables.ts'
import { withWriteLock } from '../../database/with-write-lock.ts'
import { ApiError } from '../../http/api-errors.ts'
import type { Handlers } from '../../http/mount-routes.ts'
import { KEPT, type Trash } from '../../trash/create-trash.ts'
import { findHolder, listMerges } from '../../trash/trash-sql.ts'
import type { ListStaff } from '../classes/classes-handlers.ts'
import { refuseHere } from '../door/stays-sql.ts'
import { compareEntries, findDigest } from './compare-entries.ts'
import { createDuplicateList } from './list-duplicates.ts'

/** The calls that find two entries of one child, and merge them. */
export function createMergeHandlers(parts: {
  database: Database
  findLastChange: FindLastChange
  trash: Trash
  listStaff: ListStaff
  clock: Clock
}): Handlers<typeof mergeRoutes> {
  const { database, trash, clock } = parts
  const listDuplicates = createDuplicateList(database, clock)

  return {
    duplicates: listDuplicates,

    compare: async ({ query: { attendee_id, other_id } }) => {
      requireTwo(attendee_id, other_id)
      const compared = await compareEntries(database.sql, [attendee_id, other_id], parts)
      return compared ?? notFound()
    },

    merge: async ({ body: { kept, merged, seen, take, join, stands }, ...actor }) => {
      requireTwo(kept, merged)
      const record = `merge/${merged}`
      const message = 'The entries were merged'
      return await withWriteLock(database, 'sunday_school', async (db) => {
        const earlier = await findHolder(db, record)
        if (earlier?.merged_into === kept && earlier.deleted_by === actor.caller.sub) {
          // The answer to this very call was lost.
          return { message, record }
        }
        const digest = (await findDigest(db, [kept, merged])) ?? (await refuseGone(db, [kept, merged]))
        const [one, other] = await findRows(db, [kept, merged])
        if (digest !== seen || one === undefined || other === undefined) {
          changedMeanwhile()
        }
        await refuseHere(db, [merged])
        const taken = Object.fromEntries(take.map((field) => [field, other[field]]))
        const joined = Object.fromEntries(join.map((field) => [field, joinOf(field, one, other)]))
        const done = await trash.merge(
          db,
          {
            kept,
            merged,
            takesPhoto: take.includes('photo'),
            stands: new Set(stands),
            content: { ...one, ...taken, ...joined, version: one.version + 1 },
            name: `${other.first_name} ${other.last_name}`,
          },
          actor,
        )
        if (!done) {
          changedMeanwhile()
        }
        return { message, record }
      })
    },

    list: async ({ query: { attendee_id } }) => {
      const names = new Map((await parts.listStaff()).map(({ sub, name }) => [sub, name]))
      const made = await listMerges(database.sql, attendee_id)
      return made.map(({ record, name, deleted, deleted_by, deleted_by_name }) => ({
        record,
        name,
        merged: deleted,
        merged_by: names.get(deleted_by) ?? deleted_by_name,
        expires: deleted + KEPT,
      }))
    },
  }
}

async function findRows(db: Kysely<Tables>, ids: readonly [number, number]) {
  const rows = await db.selectFrom('attendee').selectAll().where('id', 'in', ids).execute()
  return ids.map((id) => rows.find((row) => row.id === id))
}

function joinOf(
  field: JoinedField,
  one: Record<JoinedField, string>,
  other: Record<JoinedField, string>,
): string {
  const joined = joinTexts(field, one[field], other[field])
  if (joined === undefined) {
    throw new ApiError('invalid_request', `${field} of both can’t be kept.`, { field: 'join' })
  }
  return joined
}

function requireTwo(one: number, other: number): void {
  if (one === other) {
    throw new ApiError('invalid_request', 'An entry can’t be merged with itself.')
  }
}

function changedMeanwhile(): never {
  throw new ApiError(
    'changed_meanwhile',
    'Someone else has changed one of the entries since you compared them. Look at them again.',
  )
}

function notFound(): never {
  throw new ApiError('not_found', 'One of the two attendees is not there; it may have been deleted.')
}

/** Two people may merge the same entries at once. */
async function refuseGone(db: Kysely<Tables>, ids: readonly number[]): Promise<never> {
  for (const id of ids) {
    const merge = await findHolder(db, `merge/${id}`)
    if (merge) {
      throw new ApiError('not_found', `${merge.name} was merged with another entry since you compared them.`)
    }
  }
  return notFound()
}
