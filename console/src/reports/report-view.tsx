import { averageOf, numbersIn, type ReportStep, shareOf } from '@vestry/contract/report-rules.ts'
import type { AttendanceReport, Tally } from '@vestry/contract/reports.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useMessages } from '../messages/use-messages.ts'
import { ClassDot } from '../ui/class-dot.tsx'
import { type Column, ListTable } from '../ui/list-table.tsx'
import { formatDate, formatMonth } from '../ui/wall-clock.ts'
import { ReportChart } from './report-chart.tsx'
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
    step === 'week'
      ? formatDate(day, language)
      : step === 'month'
        ? formatMonth(day.slice(0, 7), language)
        : day.slice(0, 4)
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
        <ReportChart steps={report.steps} label={(day) => labelOf(day, step, language)} />
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
              name: (
                <>
                  <ClassDot series={series_id} />
                  <Link className={classes.link} to={classAddress(series_id)}>
                    {title}
                  </Link>
                </>
              ),
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
  const column = (
    key: 'rolls' | 'present' | 'absent' | 'share' | 'average',
    cell: (row: Row) => string,
    count: (row: Row) => number = ({ classes: held }) => held,
  ): Column<Row, never> => ({
    key,
    title: t(`reports.${key}`),
    cell: (row) => {
      if (row.classes === 0) {
        return key === 'rolls' ? t('reports.noClass') : null
      }
      return (
        <span className={row.sum === true ? classes.sum : undefined}>
          {cell(row)}
          <span className={classes.unit}> {t(`reports.${key}Unit`, { count: count(row) })}</span>
        </span>
      )
    },
  })
  const present = ({ present: count }: Row) => count
  const absent = ({ absent: count }: Row) => count
  const columns: Column<Row, never>[] = [
    { key: 'name', title: props.head, heads: true, cell: ({ name }) => name },
    column('rolls', ({ rolls, classes: held }) => t('reports.rollsOf', { rolls, classes: held })),
    column('present', (row) => write.whole(present(row)), present),
    column('absent', (row) => write.whole(absent(row)), absent),
    column('share', (row) => write.percent(shareOf(row))),
    column('average', (row) => write.tenths(averageOf(row))),
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

/** What stands below the bar of a step: `23 Nov`, `Nov 2026`, `2026`. */
function labelOf(day: string, step: ReportStep, language: string): string {
  const format = new Intl.DateTimeFormat(language, {
    ...(step === 'week' ? { day: 'numeric' } : { year: 'numeric' }),
    ...(step !== 'year' && { month: 'short' }),
    timeZone: 'UTC',
  })
  return format.format(new Date(day))
}
