import { useMessages } from '../../messages/use-messages.ts'
import { countText } from '../count-text.ts'
import classes from '../list/list-page.module.css'

/** A note below a printed list: its filters, and how many of its rows are printed. */
export function PrintedNote(props: {
  filteredBy: readonly string[]
  printed: number
  totalCount: number
  totalExceeded: boolean | undefined
}) {
  const { t } = useMessages()
  const { filteredBy, printed, totalCount } = props
  return (
    <div className={classes.onPaper}>
      {filteredBy.length > 0 && <p>{t('ui.print.filtered', { what: filteredBy.join(', ') })}</p>}
      <p>
        {printed < totalCount
          ? t('ui.print.cut', { count: printed, total: countText(totalCount, props.totalExceeded) })
          : t('ui.print.all', { count: totalCount })}
      </p>
    </div>
  )
}
