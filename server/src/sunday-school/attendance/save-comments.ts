import type { RefusedMark } from '@vestry/contract/calls/attendance.ts'
import { type Kysely, sql } from 'kysely'
import { inParts } from '../../database/in-parts.ts'
import type { Tables } from '../../database/tables.ts'
import { closeOwnClaims } from '../claims/claims-sql.ts'
import type { SessionRow } from '../classes/class-access.ts'
import { columnsOf, findCurrentRecords, markIn, noMark, readRemoved } from './current-record-sql.ts'
import { findRefusal, type Knows } from './find-refusal.ts'
import { type ChangeStamp, insertRecords, nextVersion } from './records-sql.ts'

/** `seen` is the version of the mark that the person had before their eyes. */
export type NewComment = {
  attendee_id: number
  comment: string
  seen: number
  session_datetime?: string | undefined
}

export type SavedComments = {
  saved: number[]
  refused: Pick<RefusedMark, 'attendee_id' | 'reason'>[]
  changed: number[]
  roll_version: number
}

/**
 * Writes comments in a class, at most one for each child, unless somebody else has changed the record since. A child of
 * whom there is no record gets one that says nothing but the comment.
 */
export async function saveComments(
  db: Kysely<Tables>,
  session: SessionRow,
  comments: readonly NewComment[],
  stamp: ChangeStamp,
  knows: Knows,
): Promise<SavedComments> {
  const ids = comments.map(({ attendee_id }) => attendee_id)
  const records = await findCurrentRecords(db, session, ids)
  const removed = readRemoved(session)
  const answer: SavedComments = { saved: [], refused: [], changed: [], roll_version: 0 }
  const changes: (NewComment & { id: number | undefined })[] = []
  for (const comment of comments) {
    const { attendee_id } = comment
    const current = records.get(attendee_id)
    const mark = markIn(session, current) ?? noMark(removed.get(attendee_id))
    const same = current !== undefined && mark.comment === comment.comment
    const reason = same ? undefined : findRefusal(session, comment, { current, mark, knows })
    if (reason) {
      answer.refused.push({ attendee_id, reason })
      continue
    }
    answer.saved.push(attendee_id)
    if (!same) {
      changes.push({ ...comment, id: current?.record?.id })
      answer.changed.push(attendee_id)
    }
  }
  if (changes.length > 0) {
    answer.roll_version = await nextVersion(db, session.id)
    await apply(db, session, changes, { ...stamp, version: answer.roll_version })
    const about = { class_id: session.id, attendee_ids: answer.changed }
    await closeOwnClaims(db, { kind: 'comment', ...about }, stamp)
  }
  return answer
}

/** The number of statements doesn't grow with the comments. */
async function apply(
  db: Kysely<Tables>,
  session: SessionRow,
  changes: readonly (NewComment & { id: number | undefined })[],
  stamp: ChangeStamp & { version: number },
): Promise<void> {
  const added = changes.filter(({ id }) => id === undefined)
  if (added.length > 0) {
    const records = added.map(({ attendee_id, comment }) => ({
      attendee_id,
      comment,
      ...columnsOf('not_recorded'),
    }))
    await insertRecords(db, session, records, stamp)
  }
  const updated = changes.filter(({ id }) => id !== undefined)
  await inParts(updated, async (some) => {
    const cases = some.map(({ id, comment }) => sql`when ${id} then ${comment}`)
    await db
      .updateTable('attendance')
      .set({ ...stamp, comment: sql<string>`case id ${sql.join(cases, sql` `)} else comment end` })
      .where(
        'id',
        'in',
        some.flatMap(({ id }) => id ?? []),
      )
      .execute()
  })
}
