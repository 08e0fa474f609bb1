import { useQuery } from '@tanstack/react-query'
import type { FamilyChange } from '@vestry/contract/calls/families.ts'
import { TRASH_DAYS } from '@vestry/contract/rules/trash-rules.ts'
import { useRef } from 'react'
import { churchMoment } from '../api/church-day.ts'
import { t } from '../messages/messages.ts'
import { useMessages } from '../messages/use-messages.ts'
import { ErrorBox } from '../ui/error-box.tsx'
import { stillThere } from '../ui/is-hopeless.ts'
import { type Column, ListTable } from '../ui/list/list-table.tsx'
import type { RowAction } from '../ui/list/row-menu.tsx'
import { IconArrowBackUp } from '../ui/look/icons.ts'
import { formatWallClock } from '../ui/wall-clock.ts'
import { listFamilyChanges } from './family-calls.ts'
import classes from './family-list.module.css'
import { undoFamilyChange } from './undo-family-change.ts'

/** What was done to families and can still be undone, if there is anything. */
export function FamilyChangeList() {
  const { language } = useMessages()
  const answer = useQuery(listFamilyChanges)
  const section = useRef<HTMLElement>(null)
  const data = stillThere(answer) ?? []
  if (data.length === 0 && answer.error === null) {
    return null
  }
  return (
    <section ref={section} tabIndex={-1} className={classes.changes} aria-labelledby="family-changes">
      <h2 id="family-changes">{t('families.page.changes')}</h2>
      {answer.error !== null && (
        <ErrorBox
          message={t('families.page.changes.failed')}
          detail={answer.error.message}
          failure={answer.error}
          onRetry={() => answer.refetch()}
        />
      )}
      {data.length > 0 && (
        <>
          <p>{t('families.page.changes.text', { days: TRASH_DAYS })}</p>
          <ListTable
            caption={t('families.page.changes')}
            columns={columnsOf(language)}
            actions={undoActions()}
            rows={data}
            pageSize={1}
            keyOf={({ id }) => String(id)}
            nameOf={whatWasDone}
            stale={false}
            onRowGone={() => section.current?.focus()}
          />
        </>
      )}
    </section>
  )
}

const undoActions = (): RowAction<FamilyChange>[] => [
  {
    key: 'undo',
    title: t('ui.undo'),
    icon: <IconArrowBackUp size={16} aria-hidden />,
    primary: true,
    run: ({ id }) => undoFamilyChange(id),
  },
]

function whatWasDone({ kind, names, count }: FamilyChange): string {
  const some = names.map((name) => t('ui.list.quoted', { text: name })).join(', ')
  return t(`families.page.changes.${kind}`, { count, names: count > names.length ? `${some} …` : some })
}

function columnsOf(language: string): Column<FamilyChange, never>[] {
  return [
    {
      key: 'what',
      title: t('families.page.changes.what'),
      heads: true,
      cell: (change) => <span className={classes.cell}>{whatWasDone(change)}</span>,
    },
    {
      key: 'when',
      title: t('families.page.changes.when'),
      width: 13,
      cell: ({ at }) => (
        <time dateTime={new Date(at).toISOString()}>{formatWallClock(churchMoment(at), language)}</time>
      ),
    },
    {
      key: 'by',
      title: t('families.page.changes.by'),
      width: 12,
      cell: ({ by }) => <span className={classes.cell}>{by}</span>,
    },
  ]
}
