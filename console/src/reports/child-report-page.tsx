import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ChildReport, ChildTally } from '@vestry/contract/calls/reports.ts'
import { CHILD_COLUMNS } from '@vestry/contract/records/report-columns.ts'
import type { ExportFormat } from '@vestry/contract/rules/export-rules.ts'
import { numbersIn, type ReportStep, shareOf } from '@vestry/contract/rules/report-rules.ts'
import { Link, useParams } from 'react-router'
import { ReportExport } from '../exports/report-export.tsx'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { stillThere } from '../ui/is-hopeless.ts'
import { PageHeading } from '../ui/page-heading.tsx'
import { PrintButton } from '../ui/print/print-button.tsx'
import { RangeFields } from './range-fields.tsx'
import { findChildReport, saveChildReport } from './report-calls.ts'
import { RecordReportFailure } from './report-failure.tsx'
import { ReportFigure } from './report-figure.tsx'
import classes from './report-page.module.css'
import { type ReportRange, writeRange } from './report-range.ts'
import { ClassTable, StepTable } from './step-table.tsx'
import { useReportRange } from './use-report-range.ts'

/** How one child attended over a time. */
export function ChildReportPage() {
  const { t } = useMessages()
  const { id = '' } = useParams()
  const known = /^[1-9]\d{0,9}$/.test(id)
  const { range, show, ...time } = useReportRange()
  const asked = { ...time.asked, attendee_id: Number(id) }
  const report = useQuery({ ...findChildReport(asked), enabled: known })
  const { error, refetch, isPlaceholderData } = report
  const data = stillThere(report)
  const save = (table: 'steps' | 'series') => (format: ExportFormat) => saveChildReport(asked, table, format)
  return (
    <>
      <PageHeading title={data === undefined ? t('reports.childReport') : nameOf(data)}>
        {data !== undefined && (
          <>
            <Button variant="default" component={Link} to={paths.attendee(data.attendee_id)}>
              {t('reports.toChild')}
            </Button>
            <ReportExport
              named={false}
              files={[
                { label: t('reports.bySteps'), save: save('steps') },
                { label: t('reports.byClass'), save: save('series') },
              ]}
            />
            <PrintButton loadRest={undefined} />
          </>
        )}
      </PageHeading>
      <RangeFields range={range} onShow={show} />
      {known && (error === null || data !== undefined) ? (
        <ChildView report={data} range={range} stale={isPlaceholderData} />
      ) : (
        <RecordReportFailure error={known ? error : null} onRetry={() => refetch()} />
      )}
    </>
  )
}

function ChildView(props: {
  report: (ChildReport & { step: ReportStep }) | undefined
  range: ReportRange
  stale: boolean
}) {
  const { t, language } = useMessages()
  const { report, range, stale } = props
  if (report === undefined) {
    return <div className={classes.skeleton} aria-hidden />
  }
  const { total, before, steps } = report
  const write = numbersIn(language)
  const valuesOf = (tally: ChildTally) => ({
    present: tally.present,
    absent: tally.absent,
    share: write.percent(shareOf(tally)),
    rolls: tally.rolls,
    classes: tally.classes,
  })
  const sentence =
    total.classes === 0 ? 'none' : total.present + total.absent === 0 ? 'notRecorded' : 'sentence'
  return (
    <>
      <ReportFigure
        sentence={t(`reports.child.${sentence}`, { ...valuesOf(total), name: report.first_name })}
        compared={
          before.present + before.absent === 0 ? undefined : t('reports.child.compared', valuesOf(before))
        }
        title={t('reports.chart.child', { step: report.step, name: report.first_name })}
        unit={t('reports.chart.child.unit', { step: report.step, name: report.first_name })}
        range={range}
        step={report.step}
        days={steps.map(({ day }) => day)}
        bars={[{ name: t('reports.present'), counts: steps.map(({ present }) => present) }]}
        stale={stale}
      />
      <StepTable report={report} columns={CHILD_COLUMNS} stale={stale} />
      <ClassTable
        series={report.series}
        columns={CHILD_COLUMNS}
        addressOf={(series_id) => {
          const address = writeRange(new URLSearchParams({ class: String(series_id) }), range)
          return `${paths.reports}?${address}`
        }}
        stale={stale}
      />
      <p className={classes.legend}>{t('reports.child.legend')}</p>
    </>
  )
}

function nameOf({ first_name, last_name }: ChildReport): string {
  return `${first_name} ${last_name}`
}
