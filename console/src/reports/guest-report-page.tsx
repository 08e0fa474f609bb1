import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ExportFormat } from '@vestry/contract/export-rules.ts'
import { GUEST_COLUMNS } from '@vestry/contract/report-columns.ts'
import {
  type GuestTable,
  MAX_NAMED_GUESTS,
  numbersIn,
  type ReportStep,
  returnShareOf,
} from '@vestry/contract/report-rules.ts'
import type { GuestReport, GuestTally } from '@vestry/contract/reports.ts'
import { Link } from 'react-router'
import { ReportExport } from '../exports/report-export.tsx'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { type Column, ListTable } from '../ui/list-table.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { PrintButton } from '../ui/print-button.tsx'
import { formatDate } from '../ui/wall-clock.ts'
import { RangeFields } from './range-fields.tsx'
import { findGuestReport, saveGuestReport } from './report-calls.ts'
import { ReportFailure } from './report-failure.tsx'
import { ReportFigure } from './report-figure.tsx'
import classes from './report-page.module.css'
import { type ReportRange, writeRange } from './report-range.ts'
import { StepTable } from './step-table.tsx'
import { useReportRange } from './use-report-range.ts'

/** Who came as a guest over a time: for the first time, and again. */
export function GuestReportPage() {
  const { t } = useMessages()
  const { range, asked, show } = useReportRange()
  const { data, error, refetch, isPlaceholderData } = useQuery(findGuestReport(asked))
  const save = (table: GuestTable) => (format: ExportFormat) => saveGuestReport(asked, table, format)
  return (
    <>
      <PageHeading title={t('reports.guests')}>
        <Button
          variant="default"
          component={Link}
          to={`${paths.reports}?${writeRange(new URLSearchParams(), range)}`}
        >
          {t('reports.toAttendance')}
        </Button>
        <ReportExport
          named
          files={[
            { label: t('reports.bySteps'), save: save('steps') },
            { label: t('reports.newGuests'), save: save('guests') },
          ]}
        />
        <PrintButton loadRest={undefined} />
      </PageHeading>
      <RangeFields range={range} onShow={show} />
      {error === null || data !== undefined ? (
        <GuestView report={data} range={range} stale={isPlaceholderData} />
      ) : (
        <ReportFailure error={error} onRetry={() => refetch()} />
      )}
    </>
  )
}

function GuestView(props: {
  report: (GuestReport & { step: ReportStep }) | undefined
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
  const valuesOf = ({ classes: held, ...tally }: GuestTally) => ({
    ...tally,
    classes: held,
    share: write.percent(returnShareOf(tally)),
  })
  return (
    <>
      <ReportFigure
        sentence={total.rolls === 0 ? t('reports.nothing') : t('reports.guests.sentence', valuesOf(total))}
        compared={before.rolls === 0 ? undefined : t('reports.guests.compared', valuesOf(before))}
        range={range}
        step={report.step}
        days={steps.map(({ day }) => day)}
        bars={(['newcomers', 'returning'] as const).map((key) => ({
          name: t(`reports.${key}`),
          counts: steps.map((step) => step[key]),
        }))}
        stale={stale}
      />
      <StepTable report={report} columns={GUEST_COLUMNS} stale={stale} />
      <p className={classes.legend}>{t('reports.guests.legend')}</p>
      {report.guests.length > 0 && <NewGuests report={report} stale={stale} />}
    </>
  )
}

/** The new guests by name, the latest first. */
function NewGuests({ report, stale }: { report: GuestReport; stale: boolean }) {
  const { t, language } = useMessages()
  type Guest = GuestReport['guests'][number]
  const nameOf = ({ first_name, last_name }: Guest) => `${first_name} ${last_name}`
  const columns: Column<Guest, never>[] = [
    {
      key: 'name',
      title: t('reports.child'),
      heads: true,
      cell: (guest) => (
        <Link className={classes.link} to={paths.attendee(guest.id)}>
          {nameOf(guest)}
        </Link>
      ),
    },
    { key: 'day', title: t('reports.firstVisit'), cell: ({ day }) => formatDate(day, language) },
    {
      key: 'again',
      title: t('reports.again'),
      cell: ({ came_again }) => (
        <>
          <span className={classes.unit}>{t('reports.again')}: </span>
          {t(`reports.again.${came_again}`)}
        </>
      ),
    },
  ]
  return (
    <>
      <h2 className={classes.section}>{t('reports.newGuests')}</h2>
      <ListTable
        caption={t('reports.newGuests')}
        columns={columns}
        rows={report.guests}
        pageSize={3}
        keyOf={({ id }) => String(id)}
        nameOf={nameOf}
        stale={stale}
        onRowGone={() => undefined}
      />
      {report.total.newcomers > report.guests.length && (
        <p className={classes.legend}>{t('reports.guests.more', { count: MAX_NAMED_GUESTS })}</p>
      )}
    </>
  )
}
