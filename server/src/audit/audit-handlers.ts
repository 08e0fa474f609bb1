import type { AuditExportFilter, auditRoutes } from '@vestry/contract/calls/audit.ts'
import { churchMidnight, dayAfter } from '../church-time.ts'
import type { Database } from '../database/open-database.ts'
import type { Handlers } from '../http/mount-routes.ts'
import { pagesOf, tableFile } from '../http/table-file.ts'
import type { AuditLog } from './audit-log.ts'
import { type AuditQuery, type AuditRow, findAuditActors, listEntries } from './audit-sql.ts'
import { readParts, sayParts } from './entry-parts.ts'
import { findTitles } from './record-titles.ts'

const COLUMNS = ['at', 'kind', 'actor_name', 'actor', 'subject_name', 'subject', 'address', 'detail'] as const

/** The calls that show the audit trail. `timeZone` is the church's, in which days are meant. */
export function createAuditHandlers(parts: {
  database: Database
  auditLog: AuditLog
  timeZone: () => string
}): Handlers<typeof auditRoutes> {
  const { sql } = parts.database

  async function questionOf({ kind, person, record, from, to }: AuditExportFilter): Promise<AuditQuery> {
    const next = to === undefined ? undefined : dayAfter(to, 1)
    return {
      kind,
      subs: person === undefined ? undefined : await findAuditActors(sql, person.toLowerCase()),
      record,
      since: from === undefined ? undefined : churchMidnight(from, parts.timeZone()),
      until: next === undefined ? undefined : churchMidnight(next, parts.timeZone()),
    }
  }

  return {
    list: async ({ query: { limit, after, ...filter } }) => {
      const [at = 0, id = 0] = (after ?? '').split('-').map(Number)
      const question = {
        ...(await questionOf(filter)),
        olderThan: after === undefined ? undefined : { at, id },
      }
      const rows = await listEntries(sql, question, limit + 1)
      const shown = rows.slice(0, limit)
      const last = rows.length > limit ? shown.at(-1) : undefined
      const entries = shown.map(entryOf)
      const titles = await findTitles(
        sql,
        entries.map(({ record }) => record),
      )
      const results = entries.map((entry) => ({
        ...entry,
        ...titles.get(entry.record ?? ''),
      }))
      return { results, next: last === undefined ? null : `${last.at}-${last.id}` }
    },

    export: async ({ query, caller, address }) => {
      const question = await questionOf(query)
      const actor = { sub: caller.sub, name: caller.email }
      await parts.auditLog.record({
        kind: 'audit_exported',
        parts: query,
        actor,
        address,
      })
      return tableFile('csv', {
        title: 'Audit',
        headers: COLUMNS,
        pages: pagesOf((olderThan, limit) => listEntries(sql, { ...question, olderThan }, limit), cellsOf),
      })
    },
  }
}

/** An entry as texts, its time in UTC. */
function cellsOf(row: AuditRow): string[] {
  const texts = { ...row, at: new Date(row.at).toISOString(), detail: entryOf(row).detail }
  return COLUMNS.map((name) => texts[name] ?? '')
}

function entryOf({ id, at, kind, actor_name, subject, subject_name, address, ...row }: AuditRow) {
  // An actor with a name is a person.
  const record = subject_name === null ? subject : null
  const parts = readParts(kind, row.parts)
  const detail = parts === null ? row.detail : sayParts(kind, parts)
  return { id, at, kind, actor: actor_name, subject: subject_name, record, address, parts, detail }
}
