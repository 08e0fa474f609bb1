import { LANGUAGES } from '@vestry/contract/languages.ts'
import type { MessageLanguage } from '@vestry/contract/messages/message-languages.ts'
import type { PreachingItem } from '@vestry/contract/preaching.ts'
import type { OwnRole } from '../auth/use-own-role.ts'
import { t } from '../messages/messages.ts'
import { paths } from '../paths.ts'
import { IconPencil, IconTrash } from '../ui/icons.ts'
import type { Column } from '../ui/list-table.tsx'
import { FormLink } from '../ui/return-link.tsx'
import type { RowAction } from '../ui/row-menu.tsx'
import { formatWallClock } from '../ui/wall-clock.ts'
import { MediaFormatMark } from './media-format-mark.tsx'
import type { PreachingOrderName } from './preaching-filter.ts'
import classes from './preaching-list-page.module.css'

export function preachingColumns(language: MessageLanguage): Column<PreachingItem, PreachingOrderName>[] {
  return [
    {
      key: 'title',
      title: t('preaching.column.title'),
      heads: true,
      cell: (item) => (
        <FormLink className={classes.title} to={paths.editPreaching(item.uuid)}>
          {item.localizedname}
        </FormLink>
      ),
    },
    {
      key: 'date',
      title: t('preaching.column.date'),
      order: 'date',
      width: 13,
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
      width: 12,
      cell: (item) => item.presenterName,
    },
    { key: 'language', title: t('preaching.column.language'), width: 5.5, cell: languageOf },
    {
      key: 'media',
      title: t('preaching.column.media'),
      width: 5.5,
      cell: (item) => <MediaFormatMark format={item.media_format} />,
    },
  ]
}

function languageOf(item: PreachingItem): string {
  const known = LANGUAGES.find((language) => language.id === item.language_id)
  return known === undefined ? item.language : t(`preaching.language.${known.tag}`)
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
