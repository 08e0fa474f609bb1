import type { UsedName } from '@vestry/contract/calls/lookups.ts'
import { Link } from 'react-router'
import { t } from '../../messages/messages.ts'
import { paths } from '../../paths.ts'
import type { Column } from '../../ui/list/list-table.tsx'
import { isDefault, LISTS, type NameKind } from './names-calls.ts'
import classes from './names-page.module.css'

export function nameColumns(kind: NameKind): Column<UsedName, never>[] {
  return [
    {
      key: 'name',
      title: t('names.column.name'),
      heads: true,
      cell: (row) => (
        <>
          {row.name} {isDefault(kind, row) && <span className={classes.mark}>{t('names.default')}</span>}
        </>
      ),
    },
    {
      key: 'used',
      title: t('names.column.used'),
      width: 7,
      cell: ({ id, items }) =>
        items === 0 ? (
          t('names.used', { count: items })
        ) : (
          <Link className={classes.used} to={paths.preachingOf(LISTS[kind], id)}>
            {t('names.used', { count: items })}
          </Link>
        ),
    },
  ]
}
