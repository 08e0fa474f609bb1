import { Button } from '@mantine/core'
import { useMessages } from '../../messages/use-messages.ts'
import classes from './list-pager.module.css'

/** How many rows there are, which page this is, and links to its neighbours. */
export function ListPager(props: {
  page: number
  pageSize: number
  totalCount: number
  totalExceeded: boolean | undefined
  /** Moves by one page, forwards or back; `last` is the last page that exists. */
  onTurn: (by: 1 | -1, last: number) => void
}) {
  const { t } = useMessages()
  const { page, totalCount, onTurn } = props
  const pages = Math.max(1, Math.ceil(totalCount / props.pageSize))
  return (
    <nav className={classes.pager} aria-label={t('ui.pager.label')}>
      <span className={classes.count}>
        {t(props.totalExceeded ? 'ui.pager.exceeded' : 'ui.pager.count', { count: totalCount })}
      </span>
      <Turn label={t('ui.pager.previous')} possible={page > 1} onTurn={() => onTurn(-1, pages)} />
      <span>{t('ui.pager.page', { page, pages })}</span>
      <Turn label={t('ui.pager.next')} possible={page < pages} onTurn={() => onTurn(1, pages)} />
    </nav>
  )
}

/** At the end of the list it only says that it is disabled: a button that is really disabled loses the focus. */
function Turn({ label, possible, onTurn }: { label: string; possible: boolean; onTurn: () => void }) {
  return (
    <Button
      variant="default"
      size="sm"
      aria-disabled={!possible}
      {...(!possible && { 'data-disabled': true })}
      onClick={() => possible && onTurn()}
    >
      {label}
    </Button>
  )
}
