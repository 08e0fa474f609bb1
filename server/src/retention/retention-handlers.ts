import type { retentionRoutes } from '@vestry/contract/calls/retention.ts'
import {
  RETENTION_MONTHS,
  RETENTION_RULES,
  type RetentionRule,
} from '@vestry/contract/rules/retention-rules.ts'
import type { AuditLog } from '../audit/audit-log.ts'
import type { Database } from '../database/open-database.ts'
import { withWriteLock } from '../database/with-write-lock.ts'
import { ApiError } from '../http/api-errors.ts'
import type { Handlers } from '../http/mount-routes.ts'
import type { Retention } from './create-retention.ts'
import { readRules, saveRule } from './retention-sql.ts'

/** The calls about how long data is kept. */
export function createRetentionHandlers({
  database,
  auditLog,
  retention,
}: {
  database: Database
  auditLog: AuditLog
  retention: Retention
}): Handlers<typeof retentionRoutes> {
  return {
    list: async () => {
      const rules = await readRules(database.sql)
      return RETENTION_RULES.map((rule) => ({ rule, months: rules[rule] }))
    },

    preview: async ({ query: { rule, months } }) => {
      requireMonths(rule, months)
      return await retention.preview(rule, months)
    },

    change: async ({ body: { rule, months, shown }, caller, address }) =>
      withWriteLock(database, 'sunday_school', async (db) => {
        const message = 'The rule is saved.'
        if ((await readRules(db))[rule] === months) {
          return { message }
        }
        if (months > 0) {
          requireMonths(rule, months)
          if ((await retention.count(db, rule, months)) > shown) {
            throw new ApiError(
              'changed_meanwhile',
              'The rule would remove more than you were shown. Look at it again first.',
            )
          }
        }
        await saveRule(db, rule, months)
        const actor = { sub: caller.sub, name: caller.email }
        const entry = { actor, address, parts: { rule, months } }
        await auditLog.record({ kind: 'retention_changed', ...entry }, db)
        return { message }
      }),
  }
}

function requireMonths(rule: RetentionRule, months: number): void {
  const choices = RETENTION_MONTHS[rule]
  if (!choices.includes(months)) {
    throw new ApiError('invalid_request', `months must be one of ${choices.join(', ')} for ${rule}.`, {
      field: 'months',
    })
  }
}
