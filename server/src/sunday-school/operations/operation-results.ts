import type { Operation } from '@vestry/contract/calls/roll-operations.ts'
import type { ClaimReason, OperationOutcome } from '@vestry/contract/sunday-school/claim-rules.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import type { Caller } from '../../http/caller.ts'
import type { ChangeStamp } from '../attendance/records-sql.ts'
import { attendeesById } from '../attendees/attendees-sql.ts'
import { findSeen } from '../attendees/names-only.ts'
import type { DeviceHistory } from './device-history.ts'

export type OfKind<Kind extends Operation['kind']> = Extract<Operation, { kind: Kind }>

/** What became of an operation. */
export type Result = {
  outcome: OperationOutcome
  reason?: ClaimReason
  /** The version that it gave the mark of the child, if it has changed it. */
  version?: number
}

/** Operations that are being done: for whom, what became of those before, and what was changed for the audit trail. */
export type Doing = {
  db: Kysely<Tables>
  caller: Caller
  history: DeviceHistory
  stamp: ChangeStamp
  results: Map<Operation, Result>
  changed: {
    /** The children whose records were changed, by class. */
    records: Map<number, Set<number>>
    guests: number[]
    absences: number[]
  }
}

/** An operation and the child that it is about. */
export type OfChild<Some extends Operation = Operation> = readonly [child: number, operation: Some]

export function claim({ results }: Pick<Doing, 'results'>, operation: Operation, reason: ClaimReason): void {
  results.set(operation, { outcome: 'claim', reason })
}

/** Those that are about a child; those about a guest whom nobody has added are claims. */
export function ofChildren<Some extends Operation>(
  doing: Doing,
  operations: readonly Some[],
): OfChild<Some>[] {
  return operations.flatMap((operation) => {
    const child = doing.history.childOf(operation)
    if (typeof child === 'number') {
      return [[child, operation] as const]
    }
    claim(doing, operation, 'not_found')
    return []
  })
}

/** Those about children of whom the person sees more than the name; the others are claims. */
export async function withDetails<Some extends Operation>(
  doing: Doing,
  given: readonly OfChild<Some>[],
): Promise<OfChild<Some>[]> {
  const { db, caller } = doing
  const ids = given.map(([child]) => child)
  const present = new Set((await attendeesById(db, ids)).map(({ id }) => id))
  const seen = await findSeen(db, caller, ids)
  return given.filter(([child, operation]) => {
    const reason = !present.has(child) ? 'not_found' : seen.has(child) ? undefined : 'not_allowed'
    if (reason) {
      claim(doing, operation, reason)
    }
    return reason === undefined
  })
}
