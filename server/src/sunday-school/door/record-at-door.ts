import type { Stay } from '@vestry/contract/calls/door.ts'
import type { HandoverRefusal, HandoverWay } from '@vestry/contract/sunday-school/door-rules.ts'
import type { Kysely } from 'kysely'
import type { Actor, AuditLog } from '../../audit/audit-log.ts'
import type { Tables } from '../../database/tables.ts'
import { findStays, type Looking, type StayRow } from './stays-sql.ts'

/** Records what happened to children at the door, class by class. */
export async function recordAtDoor(
  db: Kysely<Tables>,
  auditLog: AuditLog,
  kind:
    | 'arrived'
    | 'arrival_moved'
    | 'arrival_undone'
    | 'giving_back_undone'
    | 'seen_without_tag'
    | 'door_code_renewed',
  stays: readonly { class_id: number; attendee_id: number }[],
  actor: Actor,
): Promise<void> {
  for (const [class_id, some] of Map.groupBy(stays, (stay) => stay.class_id)) {
    await auditLog.recordChange(db, {
      kind,
      parts: { attendees: some.map(({ attendee_id }) => attendee_id) },
      records: [`class/${class_id}`],
      ...actor,
    })
  }
}

/** Records those of these stays that are new, and returns all of them as they are. */
export async function recordArrivals(
  db: Kysely<Tables>,
  auditLog: AuditLog,
  { stays, arrived }: { stays: readonly number[]; arrived: readonly number[] },
  { looking, ...actor }: Actor & { looking: Looking },
): Promise<Stay[]> {
  const described = await findStays(db, looking, stays)
  const fresh = described.filter(({ attendee_id }) => arrived.includes(attendee_id))
  await recordAtDoor(db, auditLog, 'arrived', fresh, actor)
  return described
}

type Decided = {
  stay: StayRow | undefined
  why?: HandoverRefusal | undefined
  way?: HandoverWay | undefined
}

/** Records what was given back, and what was refused, by class and by how or why. */
export async function recordGivings(
  db: Kysely<Tables>,
  auditLog: AuditLog,
  decided: readonly Decided[],
  actor: Actor,
): Promise<void> {
  const told = decided.flatMap(({ stay, why, way }) => (stay && (why ?? way) ? [{ ...stay, why, way }] : []))
  for (const some of Map.groupBy(told, ({ in_class, why, way }) => [in_class, why, way].join()).values()) {
    const [{ in_class = 0, why, way } = {}] = some
    const attendees = some.map(({ attendee_id }) => attendee_id)
    const about = { records: [`class/${in_class}` as const], ...actor }
    if (why !== undefined) {
      await auditLog.recordChange(db, { kind: 'giving_back_refused', parts: { attendees, why }, ...about })
    } else if (way !== undefined) {
      await auditLog.recordChange(db, { kind: 'given_back', parts: { attendees, way }, ...about })
    }
  }
}
