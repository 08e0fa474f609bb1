import type { AuditKind, Happening, RecordName } from '@vestry/contract/rules/audit-kinds.ts'
import type { Kysely } from 'kysely'
import type { Clock } from '../clock.ts'
import { inParts } from '../database/in-parts.ts'
import type { Database } from '../database/open-database.ts'
import type { Tables } from '../database/tables.ts'
import { tellOfWrite } from '../database/writes.ts'
import type { Caller } from '../http/caller.ts'
import { writeParts } from './entry-parts.ts'

/** The actor or the subject of an entry. The name is kept with it, since people leave. */
export type AuditActor = { sub?: string | undefined; name: string }

/** One thing that happened. It never holds a secret, or anything that an unknown person typed. */
export type Entry = Happening & {
  /** Who did it; absent where nobody is signed in, or where no person did it. */
  actor?: AuditActor | undefined
  /** To whom. */
  subject?: AuditActor | undefined
  /** The address that the request came from. */
  address?: string | undefined
}

/** Who does something, and from where. */
export type Actor = { caller: Pick<Caller, 'sub' | 'email' | 'name'>; address: string }

/** What somebody did to records of the church, such as `attendee/12`; without a caller, no person did it. */
export type Change = Happening & Partial<Actor> & { records: readonly RecordName[] }

/** Writes the audit trail, and reads from it what the identity service lists of a person's sign-ins. */
export type AuditLog = {
  /** With a transaction, the entry is written only if the transaction is. */
  record(entry: Entry, into?: Kysely<Tables>): Promise<void>
  /**
   * Writes an entry for each record, if the transaction is committed; none where the parts name attendees and there are
   * none.
   */
  recordChange(transaction: Kysely<Tables>, change: Change): Promise<void>
  /**
   * The entries of these kinds whose subject is this person, the latest first; with `before`, those older than that id.
   */
  list(
    subject: string,
    page: { kinds: readonly AuditKind[]; before?: number | undefined; limit: number },
  ): Promise<{ id: number; at: number; kind: AuditKind; address: string | null }[]>
  sweep(): Promise<void>
}

/** Entries are kept for two years. */
const KEPT = 2 * 365 * 24 * 60 * 60_000

export function createAuditLog(
  database: Database,
  clock: Clock,
  onEntry: (kind: AuditKind) => void = () => undefined,
): AuditLog {
  const { sql } = database
  return {
    async record({ kind, parts, actor, subject, address }, into = sql) {
      await into
        .insertInto('audit_event')
        .values({
          at: clock.now(),
          kind,
          actor: actor?.sub ?? null,
          actor_name: actor?.name ?? null,
          subject: subject?.sub ?? null,
          subject_name: subject?.name ?? null,
          address: address ?? null,
          parts: writeParts(parts),
        })
        .execute()
      await tellOfWrite(database, into)
      onEntry(kind)
    },
    async recordChange(transaction, { kind, parts, records, caller, address }) {
      if (parts !== undefined && 'attendees' in parts && parts.attendees.length === 0) {
        return
      }
      const at = clock.now()
      await inParts(records, (part) =>
        transaction
          .insertInto('audit_event')
          .values(
            part.map((subject) => ({
              at,
              kind,
              actor: caller?.sub ?? null,
              actor_name: caller?.email ?? null,
              subject,
              address: address ?? null,
              parts: writeParts(parts),
            })),
          )
          .execute(),
      )
    },
    async list(subject, { kinds, before, limit }) {
      return sql
        .selectFrom('audit_event')
        .select(['id', 'at', 'kind', 'address'])
        .where('subject', '=', subject)
        .where('kind', 'in', kinds)
        .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
        .orderBy('id', 'desc')
        .limit(limit)
        .execute()
    },
    async sweep() {
      await sql
        .deleteFrom('audit_event')
        .where('at', '<', clock.now() - KEPT)
        .execute()
    },
  }
}
