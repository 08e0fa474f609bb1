import type { AttendanceReport, AttendanceTally } from '@vestry/contract/calls/reports.ts'
import { ATTENDANCE_COLUMNS } from '@vestry/contract/records/report-columns.ts'
import {
  averageOf,
  type Comparison,
  numbersIn,
  type ReportStep,
  shareOf,
} from '@vestry/contract/rules/report-rules.ts'
import { useMessages } from '../messages/use-messages.ts'
import { formatDate } from '../ui/wall-clock.ts'
import { ReportFigure } from './report-figure.tsx'
import classes from './report-page.module.css'
import type { ReportRange } from './report-range.ts'
import { ClassTable, StepTable } from './step-table.tsx'

/** A sentence, its chart, and the tables with the same numbers, all from one response. */
export function ReportView(props: {
  report: (AttendanceReport & { step: ReportStep; compare: Comparison }) | undefined
  range: ReportRange
  stale: boolean
  /** The address of the report of one class; absent if the report is of one already. */
  classAddress: ((series_id: number) => string) | undefined
}) {
  const { t, language } = useMessages()
  const { report, range, stale, classAddress } = props
  if (report === undefined) {
    return <div className={classes.skeleton} aria-hidden />
  }
  const { total, before, steps } = report
  const write = numbersIn(language)
  const valuesOf = (tally: AttendanceTally) => ({
    average: write.tenths(averageOf(tally)),
    share: write.percent(shareOf(tally)),
    rolls: tally.rolls,
    classes: tally.classes,
  })
  return (
    <>
      <ReportFigure
        sentence={total.rolls === 0 ? t('reports.nothing') : t('reports.sentence', valuesOf(total))}
        compared={
          before.rolls === 0
            ? undefined
            : t(report.compare === 'term' ? 'reports.comparedTerm' : 'reports.compared', {
                ...valuesOf(before),
                span: `${formatDate(before.from, language)} – ${formatDate(before.to, language)}`,
              })
        }
        title={t('reports.chart.attendance', { step: report.step })}
        unit={t('reports.chart.attendance.unit', { step: report.step })}
        range={range}
        step={report.step}
        days={steps.map(({ day }) => day)}
        bars={[{ name: t('reports.present'), counts: steps.map(({ present }) => present) }]}
        stale={stale}
      />
      {classAddress !== undefined && (
        <ClassTable
          series={report.series}
          columns={ATTENDANCE_COLUMNS}
          addressOf={classAddress}
          stale={stale}
        />
      )}
      {classAddress !== undefined && <h2 className={classes.section}>{t('reports.bySteps')}</h2>}
      <StepTable report={report} columns={ATTENDANCE_COLUMNS} stale={stale} />
    </>
  )
}
