import type { RollMark } from '@vestry/contract/calls/attendance.ts'
import type {
  Operation,
  OperationAnswer,
  rollOperationRoutes,
} from '@vestry/contract/calls/roll-operations.ts'
import type { Kysely } from 'kysely'
import type { Actor, AuditLog } from '../../audit/audit-log.ts'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/open-database.ts'
import type { Tables } from '../../database/tables.ts'
import { withWriteLock } from '../../database/with-write-lock.ts'
import type { Caller } from '../../http/caller.ts'
import type { Handlers } from '../../http/mount-routes.ts'
import { findMerged } from '../../trash/find-merged.ts'
import { findMarks } from '../attendance/current-record-sql.ts'
import { marksAsSeenBy } from '../attendance/marks-as-seen.ts'
import { findCounters, revisionOf } from '../attendance/roll-sql.ts'
import { countUpRolls } from '../claims/claims-sql.ts'
import { makeClaims } from '../claims/make-claims.ts'
import { findClasses, type SessionRow } from '../classes/class-access.ts'
import { findGuests } from './add-guests.ts'
import { createDeviceHistory, type DeviceHistory } from './device-history.ts'
import { doOperations } from './do-operations.ts'
import type { Doing } from './operation-results.ts'
import {
  type AnsweredOperation,
  findAnswers,
  findDone,
  insertAnswers,
  type OwnDevice,
} from './operations-sql.ts'
import { recordDone } from './record-done.ts'

/** The call that does what was done without a line. */
export function createRollOperationHandlers({
  database,
  auditLog,
  clock,
}: {
  database: Database
  auditLog: AuditLog
  clock: Clock
}): Handlers<typeof rollOperationRoutes> {
  /** Does what was not answered yet, and keeps the answers. */
  async function doFresh(
    db: Kysely<Tables>,
    operations: readonly Operation[],
    { device, history, ...actor }: Actor & { caller: Caller; device: OwnDevice; history: DeviceHistory },
  ): Promise<AnsweredOperation[]> {
    const { caller } = actor
    const now = clock.now()
    const doing: Doing = {
      ...{ db, caller, history, stamp: { changed: now, changed_by: caller.sub } },
      ...{ results: new Map(), changed: { records: new Map(), guests: [], absences: [] } },
    }
    const inOrder = operations.toSorted((one, other) => one.number - other.number)
    await doOperations(doing, inOrder)
    const done = inOrder.map((operation) => ({ operation, answer: answerOf(doing, operation, device) }))
    const answers = done.map(({ answer }) => answer)
    await insertAnswers(db, answers)
    await makeClaims(
      db,
      caller,
      done.filter(({ answer }) => answer.outcome === 'claim'),
      history,
    )
    await recordDone(db, auditLog, doing.changed, actor)
    return answers
  }

  return {
    send: async ({ body: { device, operations }, ...actor }) =>
      withWriteLock(database, 'sunday_school', async (db) => {
        const { caller } = actor
        const own = { sub: caller.sub, device }
        const numbers = operations.map(({ number }) => number)
        const known = await findAnswers(db, own, numbers)
        const answered = new Set(known.map(({ number }) => number))
        const fresh = operations.filter(({ number }) => !answered.has(number))
        const class_ids = classesOf(operations)
        const before = await findCounters(db, class_ids)
        const { history, mergedInto } = await readHistory(db, own, { operations, known })
        const added = fresh.length > 0 ? await doFresh(db, fresh, { ...actor, device: own, history }) : []

        const answers = [...known, ...added].map((answer) => ({
          ...answer,
          attendee_id: answer.attendee_id && mergedInto(answer.attendee_id),
        }))
        const found = [...(await findClasses(db, caller, class_ids)).values()]
        const sessions = found.filter(({ seen }) => seen).map(({ session }) => session)
        const marks = await readMarks(db, caller, { answers, sessions })
        // Only now: whoever sent these has not seen the claims in the roll yet.
        await countUpRolls(
          db,
          added.flatMap(({ outcome, class_id }) => (outcome === 'claim' ? (class_id ?? []) : [])),
        )
        const byNumber = new Map(answers.map((answer) => [answer.number, answer]))
        return {
          operations: numbers.flatMap((number): OperationAnswer[] => {
            const answer = byNumber.get(number)
            return answer ? [answerAs(answer, marks.get(`${answer.class_id} ${answer.attendee_id}`))] : []
          }),
          classes: sessions.flatMap(({ id: class_id, roll_version }) => {
            const counters = before.get(class_id)
            return counters
              ? {
                  class_id,
                  before: revisionOf(counters, caller),
                  revision: revisionOf({ ...counters, roll_version }, caller),
                }
              : []
          }),
        }
      }),
  }
}

function classesOf(operations: readonly Operation[]): number[] {
  return [...new Set(operations.flatMap((one) => (one.kind === 'absence' ? [] : one.class_id)))]
}

async function readHistory(
  db: Kysely<Tables>,
  device: OwnDevice,
  { operations, known }: { operations: readonly Operation[]; known: readonly AnsweredOperation[] },
) {
  const request_ids = [...new Set(operations.flatMap(({ request_id }) => request_id ?? []))]
  const done = await findDone(db, device, { class_ids: classesOf(operations), request_ids })
  const named = operations.flatMap((one) => ('attendee_id' in one ? (one.attendee_id ?? []) : []))
  const before = [...done, ...known].flatMap(({ attendee_id }) => attendee_id ?? [])
  const merged = await findMerged(db, [...new Set([...named, ...before])])
  const mergedInto = (id: number) => merged.get(id) ?? id
  const guests = await findGuests(db, request_ids)
  return { history: createDeviceHistory(done, { mergedInto, guests }), mergedInto }
}

/** How an operation was answered, to be kept. */
function answerOf(
  { results, history, stamp }: Doing,
  operation: Operation,
  device: OwnDevice,
): AnsweredOperation {
  const result = results.get(operation)
  if (!result) {
    throw new Error(`An operation of the kind ${operation.kind} came to no result.`)
  }
  const found = history.childOf(operation)
  const child = typeof found === 'number' ? found : null
  return {
    ...device,
    number: operation.number,
    answered_at: stamp.changed,
    kind: operation.kind,
    class_id: operation.kind === 'absence' ? null : operation.class_id,
    // Where the entry was merged into another one, it stays that of the entry: the merge may be undone.
    attendee_id: ('attendee_id' in operation ? operation.attendee_id : undefined) ?? child,
    request_id: operation.request_id ?? null,
    outcome: result.outcome,
    reason: result.reason ?? '',
    version: result.version ?? 0,
  }
}

function answerAs(
  { number, outcome, reason, attendee_id }: AnsweredOperation,
  mark: RollMark | undefined,
): OperationAnswer {
  return {
    number,
    outcome,
    ...(reason !== '' && { reason }),
    ...(attendee_id !== null && { attendee_id }),
    ...(mark && { mark }),
  }
}

/** The marks of the children of these answers as they are now, and as this person may see them, by class and child. */
async function readMarks(
  db: Kysely<Tables>,
  caller: Caller,
  { answers, sessions }: { answers: readonly AnsweredOperation[]; sessions: readonly SessionRow[] },
): Promise<Map<string, RollMark>> {
  const marks = new Map<string, RollMark>()
  for (const session of sessions) {
    const ids = answers.flatMap(({ class_id, attendee_id }) =>
      class_id === session.id && attendee_id !== null ? attendee_id : [],
    )
    const found = [...(await findMarks(db, session, ids))]
    const shown = found.map(([attendee_id, mark]) => ({ attendee_id, mark }))
    for (const { attendee_id, mark } of await marksAsSeenBy(db, caller, shown)) {
      marks.set(`${session.id} ${attendee_id}`, mark)
    }
  }
  return marks
}
