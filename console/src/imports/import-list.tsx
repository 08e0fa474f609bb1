import { useQuery } from '@tanstack/react-query'
import type { AttendeeImport } from '@vestry/contract/calls/attendee-imports.ts'
import { IMPORT_DAYS } from '@vestry/contract/rules/import-rules.ts'
import { useRef } from 'react'
import { churchMoment } from '../api/church-day.ts'
import { t } from '../messages/messages.ts'
import { useMessages } from '../messages/use-messages.ts'
import { ErrorBox } from '../ui/error-box.tsx'
import steps from '../ui/imports/import-steps.module.css'
import { stillThere } from '../ui/is-hopeless.ts'
import { type Column, ListTable } from '../ui/list/list-table.tsx'
import type { RowAction } from '../ui/list/row-menu.tsx'
import { IconArrowBackUp } from '../ui/look/icons.ts'
import { formatWallClock } from '../ui/wall-clock.ts'
import { listImports } from './import-calls.ts'
import { undoImport } from './undo-import.ts'

/** The imports that can still be undone, and those that were undone. */
export function ImportList() {
  const { t, language } = useMessages()
  const answer = useQuery(listImports)
  const section = useRef<HTMLElement>(null)
  const data = stillThere(answer)
  const failure = answer.error !== null && (
    <ErrorBox
      message={t('import.list.failed')}
      detail={answer.error.message}
      failure={answer.error}
      onRetry={() => answer.refetch()}
    />
  )
  if (data === undefined || data.length === 0) {
    return failure
  }
  return (
    <section ref={section} tabIndex={-1} className={steps.section}>
      <h2>{t('import.list.title')}</h2>
      <p className={steps.text}>{t('import.list.text', { days: IMPORT_DAYS })}</p>
      {failure}
      <ListTable
        caption={t('import.list.title')}
        columns={columnsOf(language)}
        actions={actionsOf(() => section.current?.focus())}
        rows={data}
        pageSize={1}
        keyOf={({ id }) => String(id)}
        nameOf={({ file_name }) => file_name}
        stale={false}
        onRowGone={() => undefined}
      />
    </section>
  )
}

const actionsOf = (onUndone: () => void): RowAction<AttendeeImport>[] => [
  {
    key: 'undo',
    title: t('import.undo.short'),
    icon: <IconArrowBackUp size={16} aria-hidden />,
    primary: true,
    when: ({ undone }) => undone === null,
    // The row stays, and says that it was undone; its button is gone.
    run: async (row) => {
      if (await undoImport(row)) {
        onUndone()
      }
      return false
    },
  },
]

function columnsOf(language: string): Column<AttendeeImport, never>[] {
  return [
    {
      key: 'file',
      title: t('import.list.file'),
      heads: true,
      cell: ({ file_name }) => <span className={steps.cell}>{file_name}</span>,
    },
    {
      key: 'what',
      title: t('import.list.what'),
      width: 14,
      cell: ({ of, added, changed, stays, undone }) => (
        <>
          {t(of === 'attendance' ? 'import.list.countsMarks' : 'import.list.counts', { added, changed })}
          {stays > 0 && `, ${t('import.list.stays', { count: stays })}`}
          {undone !== null && <span className={steps.dim}> · {t('import.list.undone')}</span>}
        </>
      ),
    },
    {
      key: 'when',
      title: t('import.list.when'),
      width: 13,
      cell: ({ at }) => (
        <time dateTime={new Date(at).toISOString()}>{formatWallClock(churchMoment(at), language)}</time>
      ),
    },
    {
      key: 'by',
      title: t('import.list.by'),
      width: 12,
      cell: ({ by }) => <span className={steps.cell}>{by}</span>,
    },
  ]
}
