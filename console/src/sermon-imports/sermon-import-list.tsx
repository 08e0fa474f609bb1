import { useQuery } from '@tanstack/react-query'
import type { SermonImport } from '@vestry/contract/calls/sermon-imports.ts'
import { SERMON_IMPORT_DAYS } from '@vestry/contract/rules/sermon-import-rules.ts'
import { useRef } from 'react'
import { churchMoment } from '../api/church-day.ts'
import { t } from '../messages/messages.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../paths.ts'
import { ErrorBox } from '../ui/error-box.tsx'
import steps from '../ui/imports/import-steps.module.css'
import { stillThere } from '../ui/is-hopeless.ts'
import { type Column, ListTable } from '../ui/list/list-table.tsx'
import type { RowAction } from '../ui/list/row-menu.tsx'
import { IconArrowBackUp, IconArrowRight, IconPlayerPause, IconX } from '../ui/look/icons.ts'
import { formatWallClock } from '../ui/wall-clock.ts'
import { removeImport, stopImport, undoImport } from './change-import.ts'
import { nameOfImport } from './name-of-import.ts'
import { listSermonImports } from './sermon-import-calls.ts'

/** The imports that were begun, with how far each is and the actions for it. */
export function SermonImportList() {
  const { t, language } = useMessages()
  const heading = useRef<HTMLHeadingElement>(null)
  const answer = useQuery(listSermonImports)
  const data = stillThere(answer)
  const failure = answer.error !== null && (
    <ErrorBox
      message={t('sermonImport.list.failed')}
      detail={answer.error.message}
      failure={answer.error}
      onRetry={() => answer.refetch()}
    />
  )
  if (data === undefined || data.length === 0) {
    return failure
  }
  const title = t('sermonImport.list.title', { days: SERMON_IMPORT_DAYS })
  return (
    <section className={steps.section}>
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {failure}
      <ListTable
        caption={title}
        columns={columnsOf(language)}
        actions={ACTIONS()}
        rows={data}
        pageSize={1}
        keyOf={({ id }) => String(id)}
        nameOf={nameOfImport}
        stale={false}
        onRowGone={() => heading.current?.focus()}
      />
    </section>
  )
}

/** If an import is not removed its row stays, and says what became of it. */
const ACTIONS = (): RowAction<SermonImport>[] => [
  {
    key: 'open',
    title: t('sermonImport.open'),
    icon: <IconArrowRight size={16} aria-hidden />,
    primary: true,
    to: ({ id }) => paths.sermonImport(id),
  },
  {
    key: 'stop',
    title: t('sermonImport.stop'),
    icon: <IconPlayerPause size={16} aria-hidden />,
    when: ({ state }) => state === 'running',
    run: async (row) => {
      await stopImport(row)
      return false
    },
  },
  {
    key: 'undo',
    title: t('sermonImport.undo'),
    icon: <IconArrowBackUp size={16} aria-hidden />,
    when: ({ state }) => state === 'stopped' || state === 'done',
    run: async (row) => {
      await undoImport(row)
      return false
    },
  },
  {
    key: 'remove',
    title: t('sermonImport.remove'),
    icon: <IconX size={16} aria-hidden />,
    when: ({ state }) => state === 'read',
    run: removeImport,
  },
]

function columnsOf(language: string): Column<SermonImport, never>[] {
  return [
    {
      key: 'name',
      title: t('sermonImport.list.name'),
      heads: true,
      cell: (row) => <span className={steps.cell}>{nameOfImport(row)}</span>,
    },
    {
      key: 'state',
      title: t('sermonImport.list.state'),
      width: 16,
      cell: (row) => (
        <>
          {t(`sermonImport.state.${row.state}`)}
          <span className={steps.dim}> · {resultOf(row)}</span>
        </>
      ),
    },
    {
      key: 'when',
      title: t('sermonImport.list.when'),
      width: 13,
      cell: ({ at }) => (
        <time dateTime={new Date(at).toISOString()}>{formatWallClock(churchMoment(at), language)}</time>
      ),
    },
    {
      key: 'by',
      title: t('sermonImport.list.by'),
      width: 12,
      cell: ({ by }) => <span className={steps.cell}>{by}</span>,
    },
  ]
}

function resultOf({ state, counts }: SermonImport): string {
  const { done, failed, waiting } = counts
  return state === 'read'
    ? t('sermonImport.found', { count: counts.new })
    : t('sermonImport.result', { done, failed, waiting })
}
