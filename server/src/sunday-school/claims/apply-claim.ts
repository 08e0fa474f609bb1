import type { Operation } from '@vestry/contract/calls/roll-operations.ts'
import type { ErrorCode } from '@vestry/contract/calls/route.ts'
import type { ClaimReason } from '@vestry/contract/sunday-school/claim-rules.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { ApiError } from '../../http/api-errors.ts'
import type { Caller } from '../../http/caller.ts'
import { findMerged } from '../../trash/find-merged.ts'
import type { ChangeStamp } from '../attendance/records-sql.ts'
import { findGuests, type NewGuest } from '../operations/add-guests.ts'
import { createDeviceHistory } from '../operations/device-history.ts'
import { doOperations } from '../operations/do-operations.ts'
import type { Doing } from '../operations/operation-results.ts'
import type { ClaimRow } from './claims-sql.ts'

const REFUSALS: Record<ClaimReason, readonly [ErrorCode, string]> = {
  changed_meanwhile: [
    'changed_meanwhile',
    'Someone else has changed this meanwhile. Look at it again first.',
  ],
  class_moved: ['changed_meanwhile', 'The class was moved meanwhile. Look at it again first.'],
  in_another_class: ['in_another_class', 'The child is in another class at this time.'],
  not_found: ['not_found', 'There is no such child; it may have been deleted.'],
  class_deleted: ['not_found', 'There is no such class; it may have been deleted.'],
  class_cancelled: ['class_cancelled', 'This class was cancelled; it takes no attendance.'],
  not_allowed: ['not_allowed', 'This child is in none of your classes.'],
}

/** Does what was wanted, whatever is there now; refused where that can't be done. */
export async function applyClaim(
  db: Kysely<Tables>,
  claim: ClaimRow,
  { caller, stamp }: { caller: Caller; stamp: ChangeStamp },
): Promise<Doing['changed']> {
  const { attendee_id, request_id } = claim
  const merged = await findMerged(db, attendee_id === null ? [] : [attendee_id])
  const guests = await findGuests(db, request_id === null ? [] : [request_id])
  const history = createDeviceHistory([], { mergedInto: (id) => merged.get(id) ?? id, guests })
  const doing: Doing = {
    ...{ db, caller, stamp, history: { ...history, knowsIn: () => () => true }, results: new Map() },
    changed: { records: new Map(), guests: [], absences: [] },
  }
  const operation = operationOf(claim)
  await doOperations(doing, [operation])
  const { outcome, reason } = doing.results.get(operation) ?? {}
  if (outcome !== 'applied') {
    throw new ApiError(...REFUSALS[reason ?? 'not_found'])
  }
  return doing.changed
}

function operationOf(claim: ClaimRow): Operation {
  const { kind, made_at, wanted_text, from_day, until_day } = claim
  const made = { number: 1, made_at }
  const child = {
    attendee_id: claim.attendee_id ?? undefined,
    request_id: claim.attendee_id === null ? (claim.request_id ?? undefined) : undefined,
  }
  const inClass = { class_id: claim.class_id ?? 0, seen: 0 }
  switch (kind) {
    case 'mark':
      return { kind, ...made, ...child, ...inClass, state: claim.wanted_state || 'not_recorded' }
    case 'comment':
      return { kind, ...made, ...child, ...inClass, comment: wanted_text }
    case 'guest': {
      if (claim.guest === '') {
        throw new ApiError(...REFUSALS.not_found)
      }
      const guest: Omit<NewGuest, 'request_id'> = JSON.parse(claim.guest)
      return { kind, ...made, class_id: inClass.class_id, request_id: claim.request_id ?? '', ...guest }
    }
    case 'absence':
      return { kind, ...made, ...child, from_day, until_day, reason: wanted_text }
  }
}
