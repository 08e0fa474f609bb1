import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ExportFormat } from '@vestry/contract/rules/export-rules.ts'
import { FURTHER_REPORTS } from '@vestry/contract/rules/further-reports.ts'
import type { Comparison } from '@vestry/contract/rules/report-rules.ts'
import { useRef } from 'react'
import { Link } from 'react-router'
import { useOwnRole } from '../auth/use-own-role.ts'
import type { ReportFile } from '../exports/export-calls.ts'
import { ReportExport } from '../exports/report-export.tsx'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { FilterChips } from '../ui/list/filter-chips.tsx'
import { queryNow } from '../ui/list/use-address-query.ts'
import { PageHeading } from '../ui/page-heading.tsx'
import { PrintButton } from '../ui/print/print-button.tsx'
import { RangeFields } from './range-fields.tsx'
import { findAttendanceReport, saveAttendanceReport, saveTeacherReport } from './report-calls.ts'
import { ReportFailure } from './report-failure.tsx'
import { elsewhere, type ReportRange, writeRange } from './report-range.ts'
import { ReportView } from './report-view.tsx'
import { TeacherTable } from './teacher-table.tsx'
import { useReportRange } from './use-report-range.ts'

/** Attendance over a time: of the church, of one's own classes, or of one class. */
export function ReportPage() {
  const { t } = useMessages()
  const { arranges } = useOwnRole()
  const { range, term, ready, show, query, setQuery, ...time } = useReportRange(readSeries)
  const series_id = readSeries(query)
  const { from, to } = range
  const compare: Comparison = range.name === 'term' ? 'term' : 'days'
  const asked = { ...time.asked, ...(series_id !== undefined && { series_id }), compare }
  const report = useQuery({ ...findAttendanceReport(asked), enabled: ready })
  const select = useRef<HTMLSelectElement>(null)

  const ofSeries = (id: number | undefined) => {
    const next = writeRange(queryNow(), elsewhere(range))
    if (id === undefined) {
      next.delete('class')
    } else {
      next.set('class', String(id))
    }
    return next
  }
  const bySteps = {
    label: t('reports.bySteps'),
    save: (format: ExportFormat) => saveAttendanceReport(asked, 'steps', format),
  }
  const byClass = {
    label: t('reports.byClass'),
    save: (format: ExportFormat) => saveAttendanceReport(asked, 'series', format),
  }
  const byTeacher = {
    label: t('reports.teachers'),
    save: (format: ExportFormat) => saveTeacherReport({ from, to }, format),
  }
  const files: [ReportFile, ...ReportFile[]] =
    series_id === undefined ? [bySteps, byClass, ...(arranges ? [byTeacher] : [])] : [bySteps]
  const title = report.data?.series.find((series) => series.series_id === series_id)?.title
  return (
    <>
      <PageHeading title={t('reports.title')}>
        {series_id === undefined ? (
          FURTHER_REPORTS.map((name) => (
            <FurtherLink key={name} to={withRange(paths.furtherReport(name), range)}>
              {t(`reports.${name}`)}
            </FurtherLink>
          ))
        ) : (
          <FurtherLink to={withRange(paths.register(series_id), range)}>{t('reports.register')}</FurtherLink>
        )}
        <ReportExport named={false} files={files} />
        <PrintButton loadRest={undefined} />
      </PageHeading>
      <RangeFields select={select} range={range} term={term} onShow={show} />
      {series_id !== undefined && (
        <FilterChips
          chips={[
            {
              key: String(series_id),
              label: title ?? t('reports.oneClass'),
              remove: () => setQuery(ofSeries(undefined)),
            },
          ]}
          onLastRemoved={() => select.current?.focus()}
        />
      )}
      {report.error === null || report.data !== undefined ? (
        <ReportView
          report={report.data}
          range={range}
          stale={report.isPlaceholderData}
          classAddress={series_id === undefined ? (id) => `?${ofSeries(id)}` : undefined}
        />
      ) : (
        <ReportFailure error={report.error} onRetry={() => report.refetch()} />
      )}
      {arranges && series_id === undefined && <TeacherTable range={range} />}
    </>
  )
}

/** Links to more than this report: for a class to its register, for the church to further reports. */
function FurtherLink({ to, children }: { to: string; children: string }) {
  return (
    <Button variant="default" component={Link} to={to}>
      {children}
    </Button>
  )
}

function withRange(path: string, range: ReportRange): string {
  return `${path}?${writeRange(new URLSearchParams(), range)}`
}

function readSeries(query: URLSearchParams): number | undefined {
  const id = query.get('class')
  return id !== null && /^[1-9]\d{0,8}$/.test(id) ? Number(id) : undefined
}
