import type { PreachingItem } from '@vestry/contract/calls/preaching.ts'
import type { MessageLanguage } from '@vestry/contract/messages/message-languages.ts'
import type { PreachingOrder } from '@vestry/contract/rules/preaching-rules.ts'
import type { OwnRole } from '../../auth/use-own-role.ts'
import { t } from '../../messages/messages.ts'
import { paths } from '../../paths.ts'
import type { Column } from '../../ui/list/list-table.tsx'
import type { RowAction } from '../../ui/list/row-menu.tsx'
import { IconPencil, IconTrash } from '../../ui/look/icons.ts'
import { formatWallClock } from '../../ui/wall-clock.ts'
import { languageOf } from '../language-of.ts'
import { SermonTitle } from '../sermon/sermon-title.tsx'
import { MediaFormatMark } from './media-format-mark.tsx'
import classes from './preaching-list-page.module.css'

export function preachingColumns(
  language: MessageLanguage,
  pictures: boolean,
): Column<PreachingItem, PreachingOrder>[] {
  return [
    {
      key: 'title',
      title: t('preaching.column.title'),
      heads: true,
      cell: (item) => <SermonTitle item={item} pictures={pictures} />,
    },
    {
      key: 'date',
      title: t('preaching.column.date'),
      order: 'date',
      width: 12,
      cell: (item) => (
        <time dateTime={item.event_datetime} title={item.event_datetime} className={classes.date}>
          {formatWallClock(item.event_datetime, language)}
        </time>
      ),
    },
    {
      key: 'presenter',
      title: t('preaching.column.presenter'),
      order: 'presenter',
      width: 11,
      cell: (item) => item.presenterName,
    },
    { key: 'language', title: t('preaching.column.language'), width: 5.5, cell: languageOf },
    {
      key: 'media',
      title: t('preaching.column.media'),
      width: 7.5,
      cell: (item) => <MediaFormatMark {...item} />,
    },
  ]
}

export function preachingActions(
  remove: (item: PreachingItem) => Promise<boolean>,
  { may }: OwnRole,
): RowAction<PreachingItem>[] {
  return [
    {
      key: 'edit',
      title: t('preaching.list.edit'),
      icon: <IconPencil size={16} aria-hidden />,
      when: () => may('sermons'),
      to: (item) => paths.editPreaching(item.uuid),
    },
    {
      key: 'delete',
      title: t('preaching.list.delete'),
      icon: <IconTrash size={16} aria-hidden />,
      danger: true,
      when: () => may('delete'),
      run: remove,
    },
  ]
}
