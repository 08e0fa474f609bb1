import type { ReportStep } from '@vestry/contract/report-rules.ts'
import type { AttendanceReport, Tally } from '@vestry/contract/reports.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useMessages } from '../messages/use-messages.ts'
import { type Column, ListTable } from '../ui/list-table.tsx'
import { formatDate, formatMonth } from '../ui/wall-clock.ts'
import { ReportChart } from './report-chart.tsx'
import { averageOf, numbersIn, shareOf } from './report-numbers.ts'
import classes from './report-page.module.css'
import type { ReportRange } from './report-range.ts'

type Row = Tally & { key: string; name: ReactNode; text: string; sum?: boolean }

/** A sentence, the picture of it, and the tables that are it; all from one answer. */
export function ReportView(props: {
  report: (AttendanceReport & { step: ReportStep }) | undefined
  range: ReportRange
  stale: boolean
  /** The address of the report of one class; absent where the report is of one already. */
  classAddress: ((series_id: number) => string) | undefined
}) {
  const { t, language } = useMessages()
  const { report, range, stale, classAddress } = props
  if (report === undefined) {
    return <div className={classes.skeleton} aria-hidden />
  }
  const { total, before, step } = report
  const write = numbersIn(language)
  const nameOf = (day: string) =>
    step === 'week' ? formatDate(day, language) : shortNameOf(day, step, language)
  const steps: Row[] = report.steps.map(({ day, ...tally }) => ({
    ...tally,
    key: day,
    name: nameOf(day),
    text: nameOf(day),
  }))
  const sums: Row[] = [
    { ...total, key: 'total', name: t('reports.total'), text: t('reports.total'), sum: true },
    { ...before, key: 'before', name: t('reports.before'), text: t('reports.before') },
  ]
  return (
    <>
      <figure className={classes.figure} data-stale={stale || undefined} aria-busy={stale}>
        <figcaption>
          <p>
            {total.rolls === 0
              ? t('reports.nothing')
              : t('reports.sentence', {
                  average: write.tenths(averageOf(total)),
                  share: write.percent(shareOf(total)),
                  rolls: total.rolls,
                  classes: total.classes,
                })}
          </p>
          <p>
            {formatDate(range.from, language)} – {formatDate(range.to, language)}
            {before.rolls > 0 &&
              `. ${t('reports.compared', { share: write.percent(shareOf(before)), average: write.tenths(averageOf(before)) })}`}
          </p>
        </figcaption>
        <ReportChart steps={report.steps} label={(day) => shortNameOf(day, step, language)} />
      </figure>
      <TallyTable
        caption={t('reports.bySteps')}
        head={t(`reports.step.${step}`)}
        rows={[...steps, ...sums]}
        stale={stale}
      />
      {classAddress !== undefined && report.series.length > 0 && (
        <>
          <h2 className={classes.section}>{t('reports.byClass')}</h2>
          <TallyTable
            caption={t('reports.byClass')}
            head={t('reports.class')}
            rows={report.series.map(({ series_id, title, ...tally }) => ({
              ...tally,
              key: String(series_id),
              name: <Link to={classAddress(series_id)}>{title}</Link>,
              text: title,
            }))}
            stale={stale}
          />
        </>
      )}
    </>
  )
}

function TallyTable(props: { caption: string; head: string; rows: Row[]; stale: boolean }) {
  const { t, language } = useMessages()
  const write = numbersIn(language)
  const summed = (row: Row, text: ReactNode) =>
    row.sum === true ? <span className={classes.sum}>{text}</span> : text
  const columns: Column<Row, never>[] = [
    { key: 'name', title: props.head, heads: true, cell: (row) => row.name },
    {
      key: 'rolls',
      title: t('reports.rolls'),
      cell: (row) => summed(row, t('reports.rollsOf', { rolls: row.rolls, classes: row.classes })),
    },
    {
      key: 'present',
      title: t('reports.present'),
      cell: (row) => summed(row, t('reports.presentCount', { count: row.present })),
    },
    {
      key: 'absent',
      title: t('reports.absent'),
      cell: (row) => summed(row, t('reports.absentCount', { count: row.absent })),
    },
    { key: 'share', title: t('reports.share'), cell: (row) => summed(row, write.percent(shareOf(row))) },
    { key: 'average', title: t('reports.average'), cell: (row) => summed(row, write.tenths(averageOf(row))) },
  ]
  return (
    <ListTable
      caption={props.caption}
      columns={columns}
      rows={props.rows}
      pageSize={props.rows.length}
      keyOf={({ key }) => key}
      nameOf={({ text }) => text}
      stale={props.stale}
      onRowGone={() => undefined}
    />
  )
}

function shortNameOf(day: string, step: ReportStep, language: string): string {
  if (step === 'year') {
    return day.slice(0, 4)
  }
  if (step === 'month') {
    return formatMonth(day.slice(0, 7), language)
  }
  return new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    new Date(day),
  )
}
