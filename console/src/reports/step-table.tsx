import type { ReportColumn } from '@vestry/contract/records/report-columns.ts'
import { numbersIn, type ReportStep } from '@vestry/contract/rules/report-rules.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useMessages } from '../messages/use-messages.ts'
import { ClassDot } from '../ui/classes/class-dot.tsx'
import { type Column, ListTable } from '../ui/list/list-table.tsx'
import { nameOfStep } from '../ui/reports/step-names.ts'
import classes from './report-page.module.css'

type Rolls = { classes: number; rolls: number }
type Row<Counts> = Counts & { key: string; name: ReactNode; text: string; sum?: boolean }

/** A row for each step, and at the end one for all of them and one for the time before. */
export function StepTable<Counts extends Rolls>(props: {
  report: { steps: readonly (Counts & { day: string })[]; total: Counts; before: Counts; step: ReportStep }
  columns: readonly ReportColumn<Counts>[]
  stale: boolean
}) {
  const { t, language } = useMessages()
  const { steps, total, before, step } = props.report
  const rows: Row<Counts>[] = [
    ...withoutEmptyEnds(steps).map((row) => {
      const name = nameOfStep(row.day, step, language)
      return { ...row, key: row.day, name: <span className={classes.step}>{name}</span>, text: name }
    }),
    { ...total, key: 'total', name: t('reports.total'), text: t('reports.total'), sum: true },
    { ...before, key: 'before', name: t('reports.before'), text: t('reports.before') },
  ]
  return (
    <CountTable
      caption={t('reports.bySteps')}
      head={t(`reports.step.${step}`)}
      rows={rows}
      columns={props.columns}
      stale={props.stale}
    />
  )
}

/** Steps without a class say something between two others, and nothing before the first or after the last. */
function withoutEmptyEnds<Step extends Rolls>(steps: readonly Step[]): readonly Step[] {
  const held = (step: Step) => step.classes > 0
  const first = steps.findIndex(held)
  return first === -1 ? [] : steps.slice(first, steps.findLastIndex(held) + 1)
}

/** A row for each class, which links to its report. */
export function ClassTable<Counts extends Rolls>(props: {
  series: readonly (Counts & { series_id: number; title: string })[]
  columns: readonly ReportColumn<Counts>[]
  addressOf: (series_id: number) => string
  stale: boolean
}) {
  const { t } = useMessages()
  const rows: Row<Counts>[] = props.series.map((row) => ({
    ...row,
    key: String(row.series_id),
    name: (
      <>
        <span className={classes.dot}>
          <ClassDot series={row.series_id} />
        </span>
        <Link className={classes.link} to={props.addressOf(row.series_id)}>
          {row.title}
        </Link>
      </>
    ),
    text: row.title,
  }))
  if (rows.length === 0) {
    return null
  }
  return (
    <>
      <h2 className={classes.section}>{t('reports.byClass')}</h2>
      <CountTable
        caption={t('reports.byClass')}
        head={t('reports.class')}
        rows={rows}
        columns={props.columns}
        stale={props.stale}
      />
    </>
  )
}

function CountTable<Counts extends Rolls>(props: {
  caption: string
  head: string
  rows: readonly Row<Counts>[]
  columns: readonly ReportColumn<Counts>[]
  stale: boolean
}) {
  const { t, language } = useMessages()
  const numbers = numbersIn(language)
  const write = (row: Row<Counts>, text: string, unit: string) => (
    <span className={row.sum === true ? classes.sum : undefined}>
      {text}
      <span className={classes.unit}> {unit}</span>
    </span>
  )
  const columns: Column<Row<Counts>, never>[] = [
    { key: 'name', title: props.head, heads: true, cell: ({ name }) => name },
    {
      key: 'rolls',
      title: t('reports.rolls'),
      cell: (row) =>
        row.classes === 0
          ? t('reports.noClass')
          : write(
              row,
              t('reports.rollsOf', { rolls: row.rolls, classes: row.classes }),
              t('reports.rollsUnit', { count: row.classes }),
            ),
    },
    ...props.columns.map(({ key, numberOf, as }) => ({
      key,
      title: t(`reports.${key}`),
      cell: (row: Row<Counts>) => {
        const value = numberOf(row)
        // The word for what is counted depends on the count.
        const count = as === 'whole' ? (value ?? 0) : row.classes
        return row.classes === 0 ? null : write(row, numbers[as](value), t(`reports.${key}Unit`, { count }))
      },
    })),
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
