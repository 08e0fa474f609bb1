import { useMessages } from '../../messages/use-messages.ts'
import { countText } from '../count-text.ts'

/** Tells whoever listens what a search, a filter or a turned page has brought. Stands there before it speaks. */
export function ListStatus(props: {
  empty: string
  page: number
  pageSize: number
  /** Absent while rows are on the way. */
  totalCount: number | undefined
  totalExceeded: boolean | undefined
}) {
  const { t } = useMessages()
  const { page, pageSize, totalCount } = props
  return (
    <p role="status" className="visually-hidden">
      {totalCount === 0 && props.empty}
      {totalCount !== undefined &&
        totalCount > 0 &&
        t('ui.list.shown', {
          from: (page - 1) * pageSize + 1,
          to: Math.min(page * pageSize, totalCount),
          count: countText(totalCount, props.totalExceeded),
        })}
    </p>
  )
}
