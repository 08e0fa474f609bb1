import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { GuestReport } from '@vestry/contract/calls/reports.ts'
import { FURTHER, type FurtherTally } from '@vestry/contract/records/report-columns.ts'
import type { ExportFormat } from '@vestry/contract/rules/export-rules.ts'
import type { FurtherReport } from '@vestry/contract/rules/further-reports.ts'
import { type GuestTable, numbersIn, type ReportStep } from '@vestry/contract/rules/report-rules.ts'
import type { ComponentType } from 'react'
import { Link } from 'react-router'
import type { ReportFile } from '../exports/export-calls.ts'
import { ReportExport } from '../exports/report-export.tsx'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { PageHeading } from '../ui/page-heading.tsx'
import { PrintButton } from '../ui/print/print-button.tsx'
import { NewGuests } from './new-guests.tsx'
import { RangeFields } from './range-fields.tsx'
import { findFurtherReport, saveFurtherReport } from './report-calls.ts'
import { ReportFailure } from './report-failure.tsx'
import { ReportFigure } from './report-figure.tsx'
import classes from './report-page.module.css'
import { type ReportRange, writeRange } from './report-range.ts'
import { StepTable } from './step-table.tsx'
import { useReportRange } from './use-report-range.ts'

/**
 * The page of the report with this name, such as of the guests over a time: those who came for the first time, and
 * again.
 */
export function furtherReportPage(name: FurtherReport): ComponentType {
  return () => <FurtherReportPage name={name} />
}

function FurtherReportPage({ name }: { name: FurtherReport }) {
  const { t } = useMessages()
  const { range, asked, show } = useReportRange()
  const { data, error, refetch, isPlaceholderData } = useQuery(findFurtherReport(name, asked))
  const fileOf = (label: string, table?: GuestTable): ReportFile => ({
    label,
    save: (format: ExportFormat) => saveFurtherReport(name, { ...asked, ...(table && { table }) }, format),
  })
  const hasNames = name === 'guests'
  return (
    <>
      <PageHeading title={t(`reports.${name}`)}>
        <Button
          variant="default"
          component={Link}
          to={`${paths.reports}?${writeRange(new URLSearchParams(), range)}`}
        >
          {t('reports.toAttendance')}
        </Button>
        <ReportExport
          named={hasNames}
          files={[
            fileOf(t('reports.bySteps')),
            ...(hasNames ? [fileOf(t('reports.newGuests'), 'guests')] : []),
          ]}
        />
        <PrintButton loadRest={undefined} />
      </PageHeading>
      <RangeFields range={range} onShow={show} />
      {error === null || data !== undefined ? (
        <FurtherView name={name} report={data} range={range} stale={isPlaceholderData} />
      ) : (
        <ReportFailure error={error} onRetry={() => refetch()} />
      )}
    </>
  )
}

type StepReport = {
  steps: readonly (FurtherTally & { day: string })[]
  total: FurtherTally
  before: FurtherTally
  step: ReportStep
}

/** A sentence, its chart, and the table with the same numbers. */
function FurtherView(props: {
  name: FurtherReport
  report: StepReport | (StepReport & GuestReport) | undefined
  range: ReportRange
  stale: boolean
}) {
  const { t, language } = useMessages()
  const { name, report, range, stale } = props
  if (report === undefined) {
    return <div className={classes.skeleton} aria-hidden />
  }
  const { columns, bars } = FURTHER[name]
  const { total, before, steps } = report
  const numbers = numbersIn(language)
  const valuesOf = (tally: FurtherTally) => ({
    ...tally,
    ...Object.fromEntries(
      columns
        .filter(({ as }) => as !== 'whole')
        .map((column) => [column.key, numbers[column.as](column.numberOf(tally))]),
    ),
  })
  return (
    <>
      <ReportFigure
        sentence={total.rolls === 0 ? t('reports.nothing') : t(`reports.${name}.sentence`, valuesOf(total))}
        compared={before.rolls === 0 ? undefined : t(`reports.${name}.compared`, valuesOf(before))}
        title={t(`reports.chart.${name}`, { step: report.step })}
        unit={t(`reports.chart.${name}.unit`, { step: report.step })}
        range={range}
        step={report.step}
        days={steps.map(({ day }) => day)}
        bars={bars.map((key) => ({
          name: t(`reports.${key}`),
          counts: steps.map((step) => step[key] ?? 0),
        }))}
        stale={stale}
      />
      <StepTable report={report} columns={columns} stale={stale} />
      <p className={classes.legend}>{t(`reports.${name}.legend`)}</p>
      {'guests' in report && report.guests.length > 0 && <NewGuests report={report} stale={stale} />}
    </>
  )
}
