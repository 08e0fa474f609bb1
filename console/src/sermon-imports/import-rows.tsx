import { Button } from '@mantine/core'
import type { SermonImportRow } from '@vestry/contract/calls/sermon-imports.ts'
import {
  SERMON_IMPORT_ROW_STATES,
  type SermonImportRowState,
} from '@vestry/contract/rules/sermon-import-rules.ts'
import { type ReactNode, useRef } from 'react'
import { Link } from 'react-router'
import { t } from '../messages/messages.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import steps from '../ui/imports/import-steps.module.css'
import { ListPager } from '../ui/list/list-pager.tsx'
import { type Column, ListTable } from '../ui/list/list-table.tsx'
import { formatWallClock } from '../ui/wall-clock.ts'
import type { ChosenFolder } from './read-folder.ts'
import { type FoundImport, ROWS_SHOWN } from './sermon-import-calls.ts'
import classes from './sermon-imports.module.css'

/** Which sermons are shown: those in one state or all, a page at a time. */
export type Shown = { state: SermonImportRowState | undefined; page: number }

export type RowsProps = {
  found: FoundImport
  shown: Shown
  onShow: (shown: Shown) => void
  isStale: boolean
  folder: ChosenFolder | undefined
}

/** The sermons of an import, one state at a time and a page at a time. */
export function ImportRows({
  found,
  shown,
  onShow,
  isStale,
  folder,
  choiceOf,
}: RowsProps & {
  /** The choices for a sermon. */
  choiceOf?: (row: SermonImportRow) => ReactNode
}) {
  const { t, language } = useMessages()
  const heading = useRef<HTMLHeadingElement>(null)
  const { counts } = found
  const states = SERMON_IMPORT_ROW_STATES.filter((state) => counts[state] > 0)
  const all = states.reduce((sum, state) => sum + counts[state], 0)
  const kind = (state: Shown['state'], label: string) => (
    <Button
      key={state ?? 'all'}
      variant="default"
      size="sm"
      aria-pressed={shown.state === state}
      onClick={() => onShow({ state, page: 1 })}
    >
      {label}
    </Button>
  )
  const columns: Column<SermonImportRow, never>[] = [
    {
      key: 'title',
      title: t('sermonImport.column.title'),
      heads: true,
      cell: (row) => <span className={steps.cell}>{titleOf(row)}</span>,
    },
    {
      key: 'date',
      title: t('sermonImport.column.date'),
      width: 13,
      cell: ({ event_datetime }) =>
        event_datetime === '' ? (
          <span className={steps.dim}>{t('sermonImport.dateless')}</span>
        ) : (
          formatWallClock(event_datetime, language)
        ),
    },
    {
      key: 'speakers',
      title: t('sermonImport.column.speakers'),
      width: 11,
      cell: ({ speakers }) => <span className={steps.cell}>{speakers.join(', ')}</span>,
    },
    {
      key: 'what',
      title: t('sermonImport.column.what'),
      width: 19,
      cell: (row) => (
        <div className={classes.what}>
          <What row={row} found={found} problem={folder?.problems.get(row.position)} />
          {choiceOf?.(row)}
        </div>
      ),
    },
  ]
  return (
    <section className={steps.section}>
      <h2 ref={heading}>{t('sermonImport.rows.title')}</h2>
      <fieldset className={steps.kinds}>
        <legend className="visually-hidden">{t('sermonImport.rows.show')}</legend>
        {kind(undefined, t('sermonImport.rows.all', { count: all }))}
        {states.map((state) => kind(state, t(`sermonImport.rows.${state}`, { count: counts[state] })))}
      </fieldset>
      <ListTable
        caption={t('sermonImport.rows.title')}
        columns={columns}
        rows={found.rows}
        pageSize={1}
        keyOf={({ position }) => String(position)}
        nameOf={titleOf}
        stale={isStale}
        onRowGone={() => undefined}
      />
      {found.totalCount > ROWS_SHOWN && (
        <ListPager
          page={shown.page}
          pageSize={ROWS_SHOWN}
          totalCount={found.totalCount}
          totalExceeded={undefined}
          onTurn={(by) => {
            onShow({ ...shown, page: shown.page + by })
            heading.current?.scrollIntoView()
          }}
        />
      )}
    </section>
  )
}

export function titleOf({ title }: Pick<SermonImportRow, 'title'>): string {
  return title || t('sermonImport.untitled')
}

/** What happens to a sermon, and why. `problem` is the problem of its file, if that is known here. */
function What({
  row,
  found,
  problem,
}: {
  row: SermonImportRow
  found: FoundImport
  problem: string | undefined
}) {
  const { t } = useMessages()
  const { state, why, uuid, recording } = row
  const isLacking = found.source === 'folder' && state === 'failed' && why === 'not_found'
  return (
    <>
      {state !== 'failed' && state !== 'unreadable' && <span>{t(`sermonImport.what.${state}`)}</span>}
      {why !== undefined && (
        <span className={steps.cell} data-lacking={state === 'failed' || state === 'unreadable' || undefined}>
          {(why === 'no_recording' ? problem : undefined) ??
            t(isLacking ? 'sermonImport.why.not_uploaded' : `sermonImport.why.${why}`)}
        </span>
      )}
      {state === 'failed' && /^https?:/.test(recording) && (
        <span className={`${steps.cell} ${steps.dim}`}>{recording}</span>
      )}
      {uuid !== undefined && found.state !== 'undone' && (
        <Link
          to={paths.sermon(uuid)}
          className={classes.link}
          aria-label={t('sermonImport.viewOf', { title: titleOf(row) })}
        >
          {t('sermonImport.view')}
        </Link>
      )}
    </>
  )
}
