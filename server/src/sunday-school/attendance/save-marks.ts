import type { NewMark, RefusedMark, RollMark } from '@vestry/contract/calls/attendance.ts'
import type { RollState } from '@vestry/contract/sunday-school/sunday-school-rules.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { closeOwnClaims } from '../claims/claims-sql.ts'
import type { SessionRow } from '../classes/class-access.ts'
import {
  type CurrentRecord,
  columnsOf,
  findCurrentRecords,
  markIn,
  noMark,
  readRemoved,
} from './current-record-sql.ts'
import { findRefusal, type Knows } from './find-refusal.ts'
import { type ChangeStamp, deleteRecords, insertRecords, nextVersion, updateRecords } from './records-sql.ts'

export type SavedMarks = {
  saved: { attendee_id: number; mark: RollMark }[]
  refused: RefusedMark[]
  /** The children whose records were changed. */
  changed: number[]
  /** The class's counter of changes, if this was a change. */
  roll_version: number | undefined
}

const KNOWS_NONE: Knows = () => false

/** What has to be done about a mark. */
type Step =
  | { act: 'keep' }
  | { act: 'insert' | 'delete' | 'update' }
  | { act: 'refuse'; reason: RefusedMark['reason'] }

/**
 * Makes marks in a class, except those that would undo something that another person has marked and this one has not
 * seen. Of several marks of one child the last one counts. `read`: the records of all of these children at the time of the
 * class, where this transaction has read them already.
 */
export async function saveMarks(
  db: Kysely<Tables>,
  session: SessionRow,
  marks: readonly NewMark[],
  stamp: ChangeStamp,
  knows: Knows = KNOWS_NONE,
  read?: ReadonlyMap<number, CurrentRecord>,
): Promise<SavedMarks> {
  const wanted = [...new Map(marks.map((mark) => [mark.attendee_id, mark])).values()]
  const ids = wanted.map(({ attendee_id }) => attendee_id)
  const currentRecords = read ?? (await findCurrentRecords(db, session, ids))
  const removed = readRemoved(session)
  const steps = wanted.map((mark) => {
    const current = currentRecords.get(mark.attendee_id)
    const before = markIn(session, current) ?? noMark(removed.get(mark.attendee_id))
    return { mark, current, before, ...decide(session, mark, { current, before, knows }) }
  })
  const changes = steps.filter(({ act }) => act === 'insert' || act === 'update' || act === 'delete')
  const version = changes.length > 0 ? await nextVersion(db, session.id) : 0
  const changed = changes.map(({ mark }) => mark.attendee_id)
  await Promise.all([
    apply(db, session, changes, { ...stamp, version }),
    closeOwnClaims(db, { kind: 'mark', class_id: session.id, attendee_ids: changed }, stamp),
  ])

  const answer: SavedMarks = {
    saved: [],
    refused: [],
    changed,
    roll_version: version || undefined,
  }
  for (const { mark, current, before, ...step } of steps) {
    const { attendee_id } = mark
    if (step.act === 'refuse') {
      const other_class = step.reason === 'in_another_class' ? current?.record?.class_title : undefined
      answer.refused.push({
        attendee_id,
        reason: step.reason,
        mark: before,
        ...(other_class && { other_class }),
      })
    } else if (step.act === 'keep') {
      answer.saved.push({ attendee_id, mark: before })
    } else {
      answer.saved.push({ attendee_id, mark: { ...before, state: mark.state, version } })
    }
  }
  return answer
}

function decide(
  session: SessionRow,
  wanted: NewMark,
  { current, before: mark, knows }: { current: CurrentRecord | undefined; before: RollMark; knows: Knows },
): Step {
  const { state } = wanted
  if (current && mark.state === state) {
    return { act: 'keep' }
  }
  const reason = findRefusal(session, wanted, { current, mark, knows })
  if (reason) {
    return { act: 'refuse', reason }
  }
  if (!current?.record) {
    return { act: 'insert' }
  }
  // A child that isn't on the roster was added by somebody, and a comment was written by somebody: both stay.
  const nothingLeft = state === 'not_recorded' && current.on_roster && mark.comment === ''
  return { act: nothingLeft ? 'delete' : 'update' }
}

type Change = { act: Step['act']; mark: NewMark; current: CurrentRecord | undefined }

/** The number of statements is small and doesn't grow with the marks. */
async function apply(
  db: Kysely<Tables>,
  session: SessionRow,
  changes: readonly Change[],
  stamp: ChangeStamp & { version: number },
): Promise<void> {
  const recordIds = (some: readonly Change[]) => some.flatMap(({ current }) => current?.record?.id ?? [])
  const { insert = [], update = [], delete: gone = [] } = Object.groupBy(changes, ({ act }) => act)
  if (gone.length > 0) {
    const attendee_ids = gone.map(({ mark }) => mark.attendee_id)
    await deleteRecords(db, session.id, { attendee_ids, version: stamp.version })
  }
  const byState = Map.groupBy(update, ({ mark }): RollState => mark.state)
  for (const [state, some] of byState) {
    await updateRecords(db, recordIds(some), { ...columnsOf(state), ...stamp })
  }
  if (insert.length > 0) {
    const records = insert.map(({ mark }) => ({ attendee_id: mark.attendee_id, ...columnsOf(mark.state) }))
    await insertRecords(db, session, records, stamp)
  }
}
