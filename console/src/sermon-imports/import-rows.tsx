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
import { type Fact, Facts } from '../ui/imports/facts.tsx'
import steps from '../ui/imports/import-steps.module.css'
import { ListPager } from '../ui/list/list-pager.tsx'
import { type Column, ListTable } from '../ui/list/list-table.tsx'
import type { Icon } from '../ui/look/draw-icon.tsx'
import {
  IconAlertTriangle,
  IconCheck,
  IconCircleCheck,
  IconCopy,
  IconHistory,
  IconPlus,
  IconX,
} from '../ui/look/icons.ts'
import { formatWallClock } from '../ui/wall-clock.ts'
import type { ChosenFolder } from './read-folder.ts'
import { type FoundImport, ROWS_SHOWN } from './sermon-import-calls.ts'
import classes from './sermon-imports.module.css'
import { type Shown, stateOf } from './shown-rows.ts'

export type RowsProps = {
  found: FoundImport
  shown: Shown
  onShow: (shown: Shown) => void
  /** A page of the sermons that are open. */
  rows: readonly SermonImportRow[]
  isStale: boolean
  folder: ChosenFolder | undefined
}

const ICONS: Record<SermonImportRowState, Icon> = {
  new: IconPlus,
  alike: IconCopy,
  known: IconCheck,
  unreadable: IconAlertTriangle,
  left_out: IconX,
  waiting: IconHistory,
  done: IconCircleCheck,
  failed: IconAlertTriangle,
}

/** How many sermons of an import are in each state, of which one is open and shows them. */
export function ImportFacts({
  facts = [],
  children,
  choiceOf,
  ...props
}: RowsProps & {
  /** What there is to say besides, and what is shown of it. */
  facts?: readonly Fact<'speakers' | 'defaults'>[]
  children?: ReactNode
  /** The choices for a sermon. */
  choiceOf?: (row: SermonImportRow) => ReactNode
}) {
  const { t } = useMessages()
  const { found, shown, onShow } = props
  const { counts } = found
  const states = SERMON_IMPORT_ROW_STATES.filter((state) => counts[state] > 0)
  return (
    <Facts
      facts={[
        ...states.map((state) => ({
          key: state,
          icon: ICONS[state],
          sentence: t(`sermonImport.rows.${state}`, { count: counts[state] }),
          isDoubtful: state === 'failed' || state === 'unreadable',
        })),
        ...facts,
      ]}
      shown={shown.key === 'none' ? undefined : shown.key}
      onShow={(key) => onShow({ key: key ?? 'none', page: 1 })}
    >
      {stateOf(shown) === undefined ? children : <ImportRows {...props} {...(choiceOf && { choiceOf })} />}
    </Facts>
  )
}

/** The sermons in one state, a page at a time. */
function ImportRows({
  found,
  shown,
  onShow,
  rows,
  isStale,
  folder,
  choiceOf,
}: RowsProps & { choiceOf?: (row: SermonImportRow) => ReactNode }) {
  const { t, language } = useMessages()
  const top = useRef<HTMLDivElement>(null)
  const state = stateOf(shown)
  const count = state === undefined ? 0 : found.counts[state]
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
    <div ref={top} className={steps.section}>
      <ListTable
        caption={state === undefined ? '' : t(`sermonImport.rows.${state}`, { count })}
        columns={columns}
        rows={rows.filter((row) => row.state === state)}
        pageSize={1}
        keyOf={({ position }) => String(position)}
        nameOf={titleOf}
        stale={isStale}
        onRowGone={() => undefined}
      />
      {count > ROWS_SHOWN && (
        <ListPager
          page={shown.page}
          pageSize={ROWS_SHOWN}
          totalCount={count}
          totalExceeded={undefined}
          onTurn={(by) => {
            onShow({ ...shown, page: shown.page + by })
            top.current?.scrollIntoView()
          }}
        />
      )}
    </div>
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
