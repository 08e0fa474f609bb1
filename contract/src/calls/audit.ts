import { z } from 'zod'
import { AUDIT_KINDS, readRecordName } from '../rules/audit-kinds.ts'
import { FILE_TYPES } from '../rules/export-rules.ts'
import { AUDIT_PAGE_SIZE } from '../rules/staff-rules.ts'
import { Day, line, oneOf, wholeNumberText } from './fields.ts'
import { route, SentFile } from './route.ts'

const who = 'administer'

const criteria = {
  kind: oneOf(AUDIT_KINDS).optional(),
  /** The e-mail address of the person who did it or to whom it was done, as any entry has it. */
  person: line(254).optional(),
  /** A record, such as `attendee/12`. */
  record: z
    .string()
    .refine((text) => readRecordName(text) !== undefined)
    .meta({ description: 'the type and the id of a record, such as attendee/12' })
    .optional(),
  /** The first and the last day, of the church's own time. */
  from: Day.optional(),
  to: Day.optional(),
}

export const AuditParts = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.array(z.string()), z.array(z.number())]),
)
export type AuditParts = z.output<typeof AuditParts>

export const AuditEntry = z.object({
  id: z.number().int(),
  /** Milliseconds since 1970. */
  at: z.number().int(),
  kind: oneOf(AUDIT_KINDS),
  /** Who did it, by their name at the time; null when nobody was signed in, or it was no person. */
  actor: z.string().nullable(),
  /** To whom. */
  subject: z.string().nullable(),
  /** The record of the church to which it was done, such as `attendee/12`. */
  record: z.string().nullable(),
  /** The title of that record as it is now or went to the trash; absent where it has none, and of a child always. */
  title: z.string().optional(),
  /** When it is held, if it is a class: the church's wall clock. */
  moment: z.string().optional(),
  address: z.string().nullable(),
  /** Further details, by the names that each kind has; null when there are none, and in entries of earlier versions. */
  parts: AuditParts.nullable(),
  /** The same as one text. */
  detail: z.string().nullable(),
})
export type AuditEntry = z.output<typeof AuditEntry>

export const AuditFilter = z.strictObject({
  ...criteria,
  limit: wholeNumberText(1, 200).default(AUDIT_PAGE_SIZE),
  /** The `next` of the page before. */
  after: z
    .string()
    .regex(/^\d{1,15}-\d{1,15}$/)
    .meta({ description: 'the next of the page before' })
    .optional(),
})
export type AuditFilter = z.output<typeof AuditFilter>

export const AuditExportFilter = z.strictObject(criteria)
export type AuditExportFilter = z.output<typeof AuditExportFilter>

export const AuditPage = z.object({ results: z.array(AuditEntry), next: z.string().nullable() })
export type AuditPage = z.output<typeof AuditPage>

export const auditRoutes = {
  list: route('GET', '/audit', {
    summary: 'The audit trail, newest first, one page after the other',
    who,
    query: AuditFilter,
    answer: AuditPage,
  }),
  export: route('GET', '/audit/export', {
    summary: 'The audit trail as CSV, newest first; that it was exported is an entry too',
    who,
    query: AuditExportFilter,
    answer: SentFile,
    files: [FILE_TYPES.csv],
  }),
}
