import {
  PREVIEWED_NAMES,
  RETENTION_RULES,
  type RetentionRule,
} from '@vestry/contract/rules/retention-rules.ts'
import type { Kysely, Transaction } from 'kysely'
import type { AuditLog } from '../audit/audit-log.ts'
import { churchDay, churchMidnight } from '../church-time.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/open-database.ts'
import type { Tables } from '../database/tables.ts'
import { withWriteLock } from '../database/with-write-lock.ts'
import {
  countEntries,
  countGuests,
  countRemarks,
  countStays,
  listGuests,
  readRules,
  removeEntries,
  removeRemarks,
  removeStays,
} from './retention-sql.ts'

/**
 * How much is removed at once, so that nobody waits long for it. After so many rounds, the rest waits for the next day.
 */
const AT_ONCE: Record<RetentionRule, number> = {
  guests: 20,
  remarks: 500,
  door: 500,
  audit: 5000,
}
const MAX_ROUNDS = 200

export type Retention = ReturnType<typeof createRetention>

/** Removes what the church no longer wants to keep, and says what that would be. */
export function createRetention({
  database,
  auditLog,
  clock,
  timeZone,
  eraseChild,
}: {
  database: Database
  auditLog: AuditLog
  clock: Clock
  /** The church's time zone. */
  timeZone: () => string
  /** Erases a child in a transaction that has the lock of the Sunday school. */
  eraseChild: (db: Kysely<Tables>, id: number) => Promise<unknown>
}) {
  /** The first day of what is kept. */
  const firstDay = (months: number) => monthsBefore(churchDay(clock, timeZone()), months)

  async function count(db: Kysely<Tables>, rule: RetentionRule, months: number): Promise<number> {
    const day = firstDay(months)
    switch (rule) {
      case 'guests':
        return await countGuests(db, day)
      case 'remarks':
        return await countRemarks(db, day)
      case 'door':
        return await countStays(db, day)
      case 'audit':
        return await countEntries(db, churchMidnight(day, timeZone()))
    }
  }

  async function removeSome(db: Kysely<Tables>, rule: RetentionRule, day: string): Promise<number> {
    switch (rule) {
      case 'guests': {
        const guests = await listGuests(db, day, AT_ONCE.guests)
        for (const { id } of guests) {
          await eraseChild(db, id)
        }
        return guests.length
      }
      case 'remarks':
        return await removeRemarks(db, day, AT_ONCE.remarks)
      case 'door':
        return await removeStays(db, day, AT_ONCE.door, churchMidnight(day, timeZone()))
      case 'audit':
        return await removeEntries(db, churchMidnight(day, timeZone()), AT_ONCE.audit)
    }
  }

  return {
    count,

    /** What a rule would remove now. */
    async preview(rule: RetentionRule, months: number) {
      const { sql } = database
      return {
        count: await count(sql, rule, months),
        children: rule === 'guests' ? await listGuests(sql, firstDay(months), PREVIEWED_NAMES) : [],
      }
    },

    /** Applies the rules, each part in a transaction with an audit entry that says how much was removed. */
    async apply() {
      for (const rule of RETENTION_RULES) {
        for (let round = 0; round < MAX_ROUNDS; round += 1) {
          const removed = await withWriteLock(database, 'sunday_school', (db) => applyOnce(db, rule))
          if (removed < AT_ONCE[rule]) {
            break
          }
        }
      }
    },
  }

  async function applyOnce(db: Transaction<Tables>, rule: RetentionRule): Promise<number> {
    // Somebody may have switched it off a moment ago.
    const months = (await readRules(db))[rule]
    const removed = months === 0 ? 0 : await removeSome(db, rule, firstDay(months))
    if (removed > 0) {
      await auditLog.record({ kind: 'retention_applied', parts: { rule, count: removed } }, db)
    }
    return removed
  }
}

/** The same day so many months earlier, or the last day of that month. */
export function monthsBefore(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month - months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 - months, Math.min(date, last))).toISOString().slice(0, 10)
}
