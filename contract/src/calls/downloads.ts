import { z } from 'zod'
import { DAILY_STEPS, DOWNLOAD_TABLES, MAX_NAMED_SERMONS, MAX_REPORT_DAYS } from '../rules/report-rules.ts'
import { format, language, tableFile } from './exports.ts'
import { Day, oneOf, Uuid, wholeNumberText } from './fields.ts'
import { route } from './route.ts'

/** How often recordings were downloaded from public addresses, counted by the rules of IAB 2.1; not certified. */
const Count = z.object({ downloads: z.number().int() })
export type DownloadCount = z.output<typeof Count>

export const DownloadReport = z.object({
  /** One for each step that has begun and touches the range, by its first day. */
  steps: z.array(Count.extend({ day: Day })),
  total: Count,
  /** As many days just before the range as have passed of it. */
  before: Count.extend({ from: Day, to: Day }),
  /** The most downloaded of the range, the most downloaded one first. */
  sermons: z
    .array(Count.extend({ uuid: Uuid, title: z.string(), event_datetime: z.string() }))
    .max(MAX_NAMED_SERMONS),
})
export type DownloadReport = z.output<typeof DownloadReport>

const DownloadQuery = z.strictObject({
  from: Day,
  to: Day,
  step: oneOf(DAILY_STEPS),
  /** The day on which a week begins; 0 is Sunday. */
  first_day: wholeNumberText(0, 6).default(1),
  /** For one sermon alone. */
  uuid: Uuid.optional(),
})
export type DownloadQuery = z.output<typeof DownloadQuery>

export const downloadRoutes = {
  report: route('GET', '/downloads', {
    summary: `Downloads of the published recordings from one day to another, at most ${MAX_REPORT_DAYS} days, by IAB 2.1's rules, not certified`,
    query: DownloadQuery,
    answer: DownloadReport,
    errors: ['not_found'],
  }),
  file: route('GET', '/downloads/export', {
    summary: 'The same report as a file: by time, or all sermons of the range',
    query: DownloadQuery.extend({ table: oneOf(DOWNLOAD_TABLES).default('steps'), format, language }),
    ...tableFile,
    errors: ['not_found'],
  }),
}
