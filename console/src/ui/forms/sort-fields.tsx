import { NativeSelect } from '@mantine/core'
import { useMessages } from '../../messages/use-messages.ts'
import type { Sorting } from '../list/list-address.ts'
import labels from './field-labels.module.css'
import classes from './sort-fields.module.css'

/** The sort order and direction of a list as two dropdowns: for a phone, whose cards have no headers to tap. */
export function SortFields<Order extends string>(props: {
  orders: readonly { value: Order; label: string }[]
  value: Sorting<Order>
  onChange: (change: Partial<Sorting<Order>>) => void
  /** Also shown where there is a table with headers. */
  always?: boolean
}) {
  const { t } = useMessages()
  const { orders, value, onChange } = props
  return (
    <div className={`${classes.fields} ${labels.fields}`} data-always={props.always || undefined}>
      <NativeSelect
        label={t('ui.sort.orderBy')}
        data={[...orders]}
        value={value.orderBy}
        onChange={(event) => {
          const chosen = orders.find((order) => order.value === event.currentTarget.value)
          if (chosen !== undefined) {
            onChange({ orderBy: chosen.value })
          }
        }}
      />
      <NativeSelect
        label={t('ui.sort.direction')}
        data={[
          { value: 'ASC', label: t('ui.sort.ascending') },
          { value: 'DESC', label: t('ui.sort.descending') },
        ]}
        value={value.direction}
        onChange={(event) => onChange({ direction: event.currentTarget.value === 'ASC' ? 'ASC' : 'DESC' })}
      />
    </div>
  )
}
