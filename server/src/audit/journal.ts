import type { AuditKind } from '@vestry/contract/audit-kinds.ts'
import type { Kysely } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/open-database.ts'
import type { Tables } from '../database/tables.ts'

/** Somebody whom an entry tells of. The name is kept with it, for people leave. */
export type Party = { sub?: string | undefined; name: string }

/** One thing that happened. Never a secret, and nothing that was typed by somebody unknown. */
export type Entry = {
  kind: AuditKind
  /** Who did it; absent where nobody is signed in, or no person did it. */
  actor?: Party | undefined
  /** To whom. */
  subject?: Party | undefined
  /** The address that the request came from. */
  address?: string | undefined
  /** A few words, such as the names of groups. */
  detail?: string | undefined
}

/** Writes the audit trail. */
export type Journal = {
  /** With a transaction the entry is written if that one is. */
  record(entry: Entry, into?: Kysely<Tables>): Promise<void>
  sweep(): Promise<void>
}

/** Entries are kept for two years. */
const KEPT = 2 * 365 * 24 * 60 * 60_000

export function createJournal(
  { sql }: Database,
  clock: Clock,
  onEntry: (kind: AuditKind) => void = () => undefined,
): Journal {
  return {
    async record({ kind, actor, subject, address, detail }, into = sql) {
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
          detail: detail ?? null,
        })
        .execute()
      onEntry(kind)
    },
    async sweep() {
      await sql
        .deleteFrom('audit_event')
        .where('at', '<', clock.now() - KEPT)
        .execute()
    },
  }
}
