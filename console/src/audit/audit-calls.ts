import { infiniteQueryOptions } from '@tanstack/react-query'
import type { AuditKind, RecordName } from '@vestry/contract/rules/audit-kinds.ts'
import { AUDIT_PAGE_SIZE } from '@vestry/contract/rules/staff-rules.ts'
import { callApi, downloadFile } from '../api/call-api.ts'
import { churchToday } from '../api/church-day.ts'

/** The filter of the trail; without one, all of it. */
export type AuditCriteria = {
  kind?: AuditKind
  person?: string
  record?: RecordName
  from?: string
  to?: string
}

export function listAudit(criteria: AuditCriteria) {
  return infiniteQueryOptions({
    queryKey: ['audit', criteria],
    queryFn: ({ signal, pageParam }) =>
      callApi('GET /audit', { query: { ...criteria, limit: AUDIT_PAGE_SIZE, after: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  })
}

/** Downloads all entries that fit the criteria. */
export function exportAudit(criteria: AuditCriteria): Promise<void> {
  return downloadFile('GET /audit/export', `vestry-audit-${churchToday()}.csv`, { query: criteria })
}
