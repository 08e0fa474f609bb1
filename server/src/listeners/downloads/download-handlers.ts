import type { DownloadQuery, DownloadReport, downloadRoutes } from '@vestry/contract/calls/downloads.ts'
import { MAX_NAMED_SERMONS } from '@vestry/contract/rules/report-rules.ts'
import type { AuditLog } from '../../audit/audit-log.ts'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/open-database.ts'
import { ApiError } from '../../http/api-errors.ts'
import { countCell } from '../../http/csv.ts'
import type { Handlers } from '../../http/mount-routes.ts'
import { createReportDays } from '../../reports/report-days.ts'
import { stepOf, stepsWithin } from '../../reports/report-steps.ts'
import { type FileColumn, stepTable, tableOf } from '../../reports/report-table.ts'
import { createListSender } from '../../reports/send-list.ts'
import { findItemId, listMostDownloaded, sumByDay } from './downloads-sql.ts'

/** The calls about downloads. A file has the same numbers as the page. */
export function createDownloadHandlers({
  database: { sql: db },
  auditLog,
  flush,
  ...when
}: {
  database: Database
  auditLog: AuditLog
  clock: Clock
  timeZone: () => string
  /** Writes to the database what this process has counted but not yet written. */
  flush: () => Promise<void>
}): Handlers<typeof downloadRoutes> {
  const daysOf = createReportDays(when)
  const sendList = createListSender(auditLog)

  async function report(query: DownloadQuery, named: number): Promise<DownloadReport> {
    const { from, to, step, first_day, uuid } = query
    const { until, before } = daysOf(from, to)
    const item = uuid === undefined ? undefined : await findItemId(db, uuid)
    if (uuid !== undefined && item === undefined) {
      throw new ApiError('not_found', 'There is no such sermon; it may have been deleted.')
    }
    await flush()
    const [days, earlier, sermons] = await Promise.all([
      sumByDay(db, { from, to }, item),
      sumByDay(db, before, item),
      listMostDownloaded(db, { from, to }, { item, limit: named }),
    ])
    const byStep = Map.groupBy(days, ({ day }) => stepOf(day, step, first_day))
    return {
      steps: stepsWithin(from, until, step, first_day).map((day) => ({
        day,
        downloads: sumOf(byStep.get(day) ?? []),
      })),
      total: { downloads: sumOf(days) },
      before: { ...before, downloads: sumOf(earlier) },
      sermons,
    }
  }

  return {
    report: ({ query }) => report(query, MAX_NAMED_SERMONS),
    file: async ({ query: { table, format, language, ...query }, ...actor }) => {
      const counted = await report(query, table === 'sermons' ? Number.MAX_SAFE_INTEGER : 0)
      type Sermon = DownloadReport['sermons'][number]
      const downloads: FileColumn<{ downloads: number }> = [
        'reports.downloads',
        (row) => countCell(row.downloads),
      ]
      const sermon: FileColumn<Sermon>[] = [
        ['reports.sermon', ({ title }) => title],
        ['reports.sermonDate', ({ event_datetime }) => event_datetime.slice(0, 10)],
        downloads,
      ]
      const { uuid, from, to } = query
      return await sendList(actor, {
        format,
        of: { list: 'downloads', record: uuid && `item/${uuid}`, from, to },
        ...(table === 'sermons'
          ? tableOf(language, counted.sermons, sermon)
          : stepTable(counted, query.step, language, [downloads])),
      })
    },
  }
}

function sumOf(rows: readonly { downloads: number }[]): number {
  return rows.reduce((sum, { downloads }) => sum + downloads, 0)
}
