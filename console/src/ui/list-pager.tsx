import { Button } from '@mantine/core'
import { useWords } from '../words/use-words.ts'
import classes from './list-pager.module.css'

/** How many there are, which page this is, and the way to its neighbours. */
export function ListPager(props: {
  page: number
  pageSize: number
  totalCount: number
  onTurn: (page: number) => void
}) {
  const { t } = useWords()
  const { page, totalCount, onTurn } = props
  const pages = Math.max(1, Math.ceil(totalCount / props.pageSize))
  return (
    <nav className={classes.pager} aria-label={t('ui.pager.label')}>
      <span className={classes.count}>{t('ui.pager.count', { count: totalCount })}</span>
      <Button variant="default" size="sm" disabled={page <= 1} onClick={() => onTurn(page - 1)}>
        {t('ui.pager.previous')}
      </Button>
      <span aria-live="polite">{t('ui.pager.page', { page, pages })}</span>
      <Button variant="default" size="sm" disabled={page >= pages} onClick={() => onTurn(page + 1)}>
        {t('ui.pager.next')}
      </Button>
    </nav>
  )
}
