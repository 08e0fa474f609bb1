import type { TrashEntry } from '@vestry/contract/calls/trash.ts'
import type { MessageLanguage } from '@vestry/contract/messages/message-languages.ts'
import { churchMoment } from '../api/church-day.ts'
import { t } from '../messages/messages.ts'
import type { Column } from '../ui/list/list-table.tsx'
import { formatWallClock } from '../ui/wall-clock.ts'
import classes from './trash-columns.module.css'

const DAY = 24 * 60 * 60_000

/** `now` in milliseconds, from which the remaining days are counted. */
export function trashColumns(language: MessageLanguage, now: number): Column<TrashEntry, never>[] {
  return [
    {
      key: 'name',
      title: t('trash.column.name'),
      heads: true,
      cell: ({ name, moment, classes: count }) => (
        <>
          <span className={classes.name}>{name}</span>
          {moment !== '' && (
            <span className={classes.moment}>
              {count > 1
                ? t('trash.from', { moment: formatWallClock(moment, language) })
                : formatWallClock(moment, language)}
            </span>
          )}
        </>
      ),
    },
    {
      key: 'kind',
      title: t('trash.column.kind'),
      width: 7,
      cell: ({ kind, classes: count }) => t(`trash.kind.${kind}`, { count }),
    },
    {
      key: 'deleted',
      title: t('trash.column.deleted'),
      width: 13,
      cell: ({ deleted }) => {
        const moment = churchMoment(deleted)
        return (
          <>
            <span className={classes.onCard}>{t('trash.column.deleted')} </span>
            <time dateTime={new Date(deleted).toISOString()} title={moment.replace('T', ' ')}>
              {formatWallClock(moment, language)}
            </time>
          </>
        )
      },
    },
    {
      key: 'by',
      title: t('trash.column.by'),
      width: 11,
      cell: ({ deleted_by }) => <span className={classes.name}>{deleted_by}</span>,
    },
    {
      key: 'left',
      title: t('trash.column.left'),
      width: 8,
      cell: ({ expires }) => t('trash.left', { days: Math.max(0, Math.ceil((expires - now) / DAY)) }),
    },
  ]
}
