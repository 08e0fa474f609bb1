import { useQuery } from '@tanstack/react-query'
import type { DownloadReport } from '@vestry/contract/calls/downloads.ts'
import type { ExportFormat } from '@vestry/contract/rules/export-rules.ts'
import {
  type DailyStep,
  type DownloadTable,
  MAX_NAMED_SERMONS,
  numbersIn,
} from '@vestry/contract/rules/report-rules.ts'
import { useRef } from 'react'
import { Link } from 'react-router'
import { ReportExport } from '../exports/report-export.tsx'
import { useMessages } from '../messages/use-messages.ts'
import { FilterChips } from '../ui/list/filter-chips.tsx'
import { type Column, ListTable } from '../ui/list/list-table.tsx'
import { queryNow } from '../ui/list/use-address-query.ts'
import { PageHeading } from '../ui/page-heading.tsx'
import { PrintButton } from '../ui/print/print-button.tsx'
import { nameOfStep } from '../ui/reports/step-names.ts'
import { formatDate } from '../ui/wall-clock.ts'
import { RangeFields } from './range-fields.tsx'
import { findDownloadReport, saveDownloadReport } from './report-calls.ts'
import { ReportFailure } from './report-failure.tsx'
import { ReportFigure } from './report-figure.tsx'
import classes from './report-page.module.css'
import { type ReportRange, writeRange } from './report-range.ts'
import { useReportRange } from './use-report-range.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** How often recordings were downloaded from the public pages and podcasts over a time: all recordings, or one. */
export function DownloadReportPage() {
  const { t } = useMessages()
  const { range, show, query, setQuery, ...time } = useReportRange()
  const uuid = readSermon(query)
  const asked = { ...time.asked, ...(uuid !== undefined && { uuid }) }
  const { data, error, refetch, isPlaceholderData } = useQuery(findDownloadReport(asked))
  const select = useRef<HTMLSelectElement>(null)
  const save = (table: DownloadTable) => (format: ExportFormat) => saveDownloadReport(asked, table, format)
  const ofSermon = (one: string | undefined) => {
    const next = writeRange(queryNow(), range)
    if (one === undefined) {
      next.delete('sermon')
    } else {
      next.set('sermon', one)
    }
    return next
  }
  const bySteps = { label: t('downloads.overTime'), save: save('steps') }
  const bySermon = { label: t('downloads.most'), save: save('sermons') }
  return (
    <>
      <PageHeading title={t('shell.page.downloads')}>
        <ReportExport named={false} files={uuid === undefined ? [bySteps, bySermon] : [bySteps]} />
        <PrintButton loadRest={undefined} />
      </PageHeading>
      <RangeFields select={select} range={range} onShow={show} />
      {uuid !== undefined && (
        <FilterChips
          chips={[
            {
              key: uuid,
              label: data?.sermons.find((sermon) => sermon.uuid === uuid)?.title ?? t('reports.oneSermon'),
              remove: () => setQuery(ofSermon(undefined)),
            },
          ]}
          onLastRemoved={() => select.current?.focus()}
        />
      )}
      {error === null || data !== undefined ? (
        <DownloadView
          report={data}
          range={range}
          stale={isPlaceholderData}
          sermonAddress={uuid === undefined ? (one) => `?${ofSermon(one)}` : undefined}
        />
      ) : (
        <ReportFailure error={error} onRetry={() => refetch()} />
      )}
    </>
  )
}

function DownloadView(props: {
  report: (DownloadReport & { step: DailyStep }) | undefined
  range: ReportRange
  stale: boolean
  /** The address of the report of one sermon; absent if the report is of one already. */
  sermonAddress: ((uuid: string) => string) | undefined
}) {
  const { t, language } = useMessages()
  const { report, range, stale, sermonAddress } = props
  if (report === undefined) {
    return <div className={classes.skeleton} aria-hidden />
  }
  const { total, before, steps, sermons } = report
  const { whole } = numbersIn(language)
  const valuesOf = ({ downloads }: { downloads: number }) => ({
    count: downloads,
    number: whole(downloads),
  })
  return (
    <>
      <ReportFigure
        sentence={t('downloads.sentence', valuesOf(total))}
        compared={t('downloads.compared', valuesOf(before))}
        title={t('downloads.chart', { step: range.step })}
        unit={t('downloads.chart.unit', { step: range.step })}
        range={range}
        step={range.step}
        days={steps.map(({ day }) => day)}
        bars={[{ name: t('reports.downloads'), counts: steps.map(({ downloads }) => downloads) }]}
        stale={stale}
      />
      <div className={classes.tables}>
        {sermonAddress !== undefined && sermons.length > 0 && (
          <MostDownloaded sermons={sermons} addressOf={sermonAddress} stale={stale} />
        )}
        <section>
          <h2 className={classes.section}>{t('downloads.overTime')}</h2>
          <DownloadSteps report={report} stale={stale} />
        </section>
      </div>
      <p className={classes.legend}>{t('downloads.rules')}</p>
    </>
  )
}

/** A row for each step, and at the end one for all of them and one for the time before. */
function DownloadSteps({
  report: { steps, total, before, step },
  stale,
}: {
  report: DownloadReport & { step: DailyStep }
  stale: boolean
}) {
  const { t, language } = useMessages()
  const rows: Row[] = [
    ...steps.map(({ day, downloads }) => ({ key: day, name: nameOfStep(day, step, language), downloads })),
    { ...total, key: 'total', name: t('reports.total') },
    { ...before, key: 'before', name: t('reports.before') },
  ]
  return (
    <ListTable
      caption={t('downloads.overTime')}
      columns={[
        {
          key: 'name',
          title: t(`reports.step.${step}`),
          heads: true,
          cell: ({ name }: Row) => <span className={classes.step}>{name}</span>,
        },
        useDownloadColumn<Row>(({ key }) => key === 'total'),
      ]}
      rows={rows}
      pageSize={rows.length}
      keyOf={({ key }) => key}
      nameOf={({ name }) => name}
      stale={stale}
      onRowGone={() => undefined}
    />
  )
}
type Row = { key: string; name: string; downloads: number }

function MostDownloaded({
  sermons,
  addressOf,
  stale,
}: {
  sermons: DownloadReport['sermons']
  addressOf: (uuid: string) => string
  stale: boolean
}) {
  const { t, language } = useMessages()
  type Sermon = DownloadReport['sermons'][number]
  const columns: Column<Sermon, never>[] = [
    {
      key: 'title',
      title: t('reports.sermon'),
      heads: true,
      cell: ({ uuid, title }) => (
        <Link className={classes.link} to={addressOf(uuid)}>
          {title}
        </Link>
      ),
    },
    {
      key: 'date',
      title: t('reports.sermonDate'),
      cell: ({ event_datetime }) => formatDate(event_datetime.slice(0, 10), language),
    },
    useDownloadColumn<Sermon>(() => false),
  ]
  return (
    <section>
      <h2 className={classes.section}>{t('downloads.most')}</h2>
      <ListTable
        caption={t('downloads.most')}
        columns={columns}
        rows={sermons}
        pageSize={3}
        keyOf={({ uuid }) => uuid}
        nameOf={({ title }) => title}
        stale={stale}
        onRowGone={() => undefined}
      />
      {sermons.length === MAX_NAMED_SERMONS && (
        <p className={classes.legend}>{t('downloads.more', { count: MAX_NAMED_SERMONS })}</p>
      )}
    </section>
  )
}

function useDownloadColumn<Counted extends { downloads: number }>(
  isSum: (row: Counted) => boolean,
): Column<Counted, never> {
  const { t, language } = useMessages()
  const { whole } = numbersIn(language)
  return {
    key: 'downloads',
    title: t('reports.downloads'),
    cell: (row) => (
      <span className={isSum(row) ? classes.sum : undefined}>
        {whole(row.downloads)}
        <span className={classes.unit}> {t('downloads.unit', { count: row.downloads })}</span>
      </span>
    ),
  }
}

function readSermon(query: URLSearchParams): string | undefined {
  const uuid = query.get('sermon')
  return uuid !== null && UUID.test(uuid) ? uuid : undefined
}
