import type { claimRoutes } from '@vestry/contract/calls/claims.ts'
import type { RecordName } from '@vestry/contract/rules/audit-kinds.ts'
import type { Kysely } from 'kysely'
import type { AuditLog } from '../../audit/audit-log.ts'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/open-database.ts'
import type { Tables } from '../../database/tables.ts'
import { withWriteLock } from '../../database/with-write-lock.ts'
import { ApiError } from '../../http/api-errors.ts'
import { type Caller, may } from '../../http/caller.ts'
import type { Handlers } from '../../http/mount-routes.ts'
import { findMerged } from '../../trash/find-merged.ts'
import { findMarks } from '../attendance/current-record-sql.ts'
import { findClasses, ownAlone, type SessionRow } from '../classes/class-access.ts'
import type { ListStaff } from '../classes/classes-handlers.ts'
import { recordDone } from '../operations/record-done.ts'
import { applyClaim } from './apply-claim.ts'
import { type ClaimRow, closeClaim, countUpRolls, findClaim, listOpenClaims } from './claims-sql.ts'
import { describeClaims } from './describe-claims.ts'

/** The calls about what could not be done of what was done without a line. */
export function createClaimHandlers({
  database,
  auditLog,
  clock,
  listStaff,
}: {
  database: Database
  auditLog: AuditLog
  clock: Clock
  listStaff: ListStaff
}): Handlers<typeof claimRoutes> {
  return {
    async list({ query: { class_id }, caller }) {
      const claims = await listOpenClaims(database.sql, { class_id, sub: ownAlone(caller) })
      return claims.length === 0
        ? []
        : await describeClaims(database.sql, claims, { caller, people: await listStaff() })
    },

    settle: async ({ body: { claim_id, version, settlement, seen }, ...actor }) =>
      withWriteLock(database, 'sunday_school', async (db) => {
        const { caller } = actor
        const message = 'Claim settled'
        const { claim, session } = await requireClaim(db, caller, claim_id)
        if (claim.settled_at !== null && claim.settled_by === caller.sub && claim.settlement === settlement) {
          return { message }
        }
        if (claim.settled_at !== null || claim.version !== version) {
          const by = claim.settled_by_name || 'someone else'
          throw new ApiError('changed_meanwhile', `This was settled already, by ${by}.`)
        }
        const now = clock.now()
        if (settlement === 'apply') {
          await requireSeen(db, session, { claim, seen })
          const stamp = { changed: now, changed_by: caller.sub }
          await recordDone(db, auditLog, await applyClaim(db, claim, { caller, stamp }), actor)
        }
        const by_name = caller.name ?? caller.email
        await closeClaim(db, claim, { at: now, by: caller.sub, by_name, settlement })
        await countUpRolls(db, claim.class_id === null ? [] : [claim.class_id])
        const record = recordOf(claim)
        const settled = { kind: 'claim_settled', parts: { settlement } } as const
        await auditLog.recordChange(db, { ...settled, records: record ? [record] : [], ...actor })
        return { message }
      }),
  }
}

/** What a claim is about; undefined for the absence of a guest whom nobody has added. */
function recordOf({ class_id, attendee_id }: ClaimRow): RecordName | undefined {
  if (class_id !== null) {
    return `class/${class_id}`
  }
  return attendee_id === null ? undefined : `attendee/${attendee_id}`
}

/** The claim and its class, if the caller may settle it: teachers those of their own classes. */
async function requireClaim(
  db: Kysely<Tables>,
  caller: Caller,
  id: number,
): Promise<{ claim: ClaimRow; session: SessionRow | undefined }> {
  const claim = await findClaim(db, id)
  if (!claim) {
    throw new ApiError('not_found', 'There is no such claim.')
  }
  const { class_id } = claim
  const found = (await findClasses(db, caller, class_id === null ? [] : [class_id])).get(class_id ?? 0)
  if (!may(caller, 'arrange') && !found?.seen) {
    throw new ApiError('not_allowed', 'This class is not one of yours.')
  }
  return { claim, session: found?.session }
}

/** Refuses somebody who has seen another mark than the one that is there. */
async function requireSeen(
  db: Kysely<Tables>,
  session: SessionRow | undefined,
  { claim: { attendee_id }, seen }: { claim: ClaimRow; seen: number | undefined },
): Promise<void> {
  if (seen === undefined || session === undefined || attendee_id === null) {
    return
  }
  const child = (await findMerged(db, [attendee_id])).get(attendee_id) ?? attendee_id
  const mark = (await findMarks(db, session, [child])).get(child)
  if (mark && mark.version !== seen) {
    throw new ApiError(
      'changed_meanwhile',
      'Someone else has marked this child meanwhile. Look at it again first.',
    )
  }
}
