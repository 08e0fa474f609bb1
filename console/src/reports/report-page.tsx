import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ExportFormat } from '@vestry/contract/export-rules.ts'
import { useRef } from 'react'
import { Link } from 'react-router'
import { useChurchToday } from '../api/use-church-today.ts'
import { useOwnRole } from '../auth/use-own-role.ts'
import { church } from '../console-config.ts'
import type { ReportFile } from '../exports/export-calls.ts'
import { ReportExport } from '../exports/report-export.tsx'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { ErrorBox } from '../ui/error-box.tsx'
import { FilterChips } from '../ui/filter-chips.tsx'
import { firstWeekday } from '../ui/first-weekday.ts'
import { notLoadedMessage } from '../ui/is-hopeless.ts'
import { PageHeading } from '../ui/page-heading.tsx'
import { PrintButton } from '../ui/print-button.tsx'
import { queryNow, useAddressQuery } from '../ui/use-address-query.ts'
import { RangeFields } from './range-fields.tsx'
import { findAttendanceReport, saveAttendanceReport, saveTeacherReport } from './report-calls.ts'
import { type ReportRange, readRange, writeRange } from './report-range.ts'
import { ReportView } from './report-view.tsx'
import { TeacherTable } from './teacher-table.tsx'

/** Attendance over a time: of the church, of one's own classes, or of one class. */
export function ReportPage() {
  const { t, language } = useMessages()
  const { query, setQuery } = useAddressQuery()
  const { arranges } = useOwnRole()
  const today = useChurchToday()
  const range = readRange(query, today)
  const series_id = readSeries(query)
  const first_day = firstWeekday(language, navigator.languages, church().weekStart)
  const { from, to, step } = range
  const asked = { from, to, step, first_day, ...(series_id !== undefined && { series_id }) }
  const report = useQuery(findAttendanceReport(asked))
  const select = useRef<HTMLSelectElement>(null)

  const show = (next: ReportRange) => setQuery(writeRange(queryNow(), next))
  const ofSeries = (id: number | undefined) => {
    const next = queryNow()
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
        {series_id !== undefined && (
          <Button variant="default" component={Link} to={registerAddress(series_id, range)}>
            {t('reports.register')}
          </Button>
        )}
        <ReportExport named={false} files={files} />
        <PrintButton loadRest={undefined} />
      </PageHeading>
      <RangeFields select={select} range={range} onShow={show} />
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
        <ErrorBox
          message={t('reports.failed')}
          detail={notLoadedMessage(report.error)}
          failure={report.error}
          onRetry={() => void report.refetch()}
        />
      )}
      {arranges && series_id === undefined && <TeacherTable range={range} />}
    </>
  )
}

function registerAddress(series_id: number, range: ReportRange): string {
  return `${paths.register(series_id)}?${writeRange(new URLSearchParams(), range)}`
}

function readSeries(query: URLSearchParams): number | undefined {
  const id = query.get('class')
  return id !== null && /^[1-9]\d{0,8}$/.test(id) ? Number(id) : undefined
}
