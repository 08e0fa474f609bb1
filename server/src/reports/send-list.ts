import type { SentFile } from '@vestry/contract/calls/route.ts'
import type { PartsOf } from '@vestry/contract/rules/audit-kinds.ts'
import type { ExportFormat } from '@vestry/contract/rules/export-rules.ts'
import type { Actor, AuditLog } from '../audit/audit-log.ts'
import { requireRoom, type Table, tableFile } from '../http/table-file.ts'

/** A table, its number of rows, and what the audit trail says of it. */
export type SentList = Table & {
  format: ExportFormat
  rows: number
  of: Omit<PartsOf<'list_exported'>, 'format' | 'rows'>
}

/** Sends tables as files. Each is written into the audit trail before its first byte is sent. */
export function createListSender(auditLog: AuditLog) {
  return async ({ caller, address }: Actor, list: SentList): Promise<SentFile> => {
    const { format, rows, of, ...table } = list
    requireRoom(format, rows)
    await auditLog.record({
      kind: 'list_exported',
      actor: { sub: caller.sub, name: caller.email },
      address,
      parts: { ...of, format, rows },
    })
    return tableFile(format, table)
  }
}
