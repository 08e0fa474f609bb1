import type { CSSProperties, ReactNode } from 'react'
import { useMessages } from '../../messages/use-messages.ts'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '../look/icons.ts'
import { useNarrowScreen } from '../use-narrow-screen.ts'
import type { Sorting } from './list-address.ts'
import classes from './list-table.module.css'
import { type RowAction, RowMenu, roomOf } from './row-menu.tsx'

export type Column<Row, Order extends string> = {
  key: string
  title: string
  /** Present if the column sorts: the order that it stands for. */
  order?: Order
  /** Another order that the same column stands for. */
  sortsAs?: Order
  /** Whether the column identifies the row: it is the row's header, and the heading of its card on a phone. */
  heads?: boolean
  /** The column's width in rem, where there is room: it keeps its place while rows change. */
  width?: number
  cell: (row: Row) => ReactNode
}

export type ListTableProps<Row, Order extends string> = {
  caption: string
  columns: readonly Column<Row, Order>[]
  /** Without actions the table is only for reading. */
  actions?: readonly RowAction<Row>[] | ((row: Row) => readonly RowAction<Row>[]) | undefined
  /** Absent while the first rows load: the table then shows its own skeleton. */
  rows: readonly Row[] | undefined
  pageSize: number
  keyOf: (row: Row) => string
  nameOf: (row: Row) => string
  /** Absent, together with `onSort`, if nothing sorts. */
  sorting?: Sorting<Order>
  onSort?: (orders: readonly [Order, ...Order[]]) => void
  /** Whether these rows are old, and newer ones are loading. */
  stale: boolean
  /** The rows for printing, if they differ from the ones shown. */
  printed?: readonly Row[] | undefined
  /** Moves the focus once its row is gone. */
  onRowGone: () => void
}

/** Rows of a list: a table, and on a phone one card for each row. */
export function ListTable<Row, Order extends string>(props: ListTableProps<Row, Order>) {
  const { t } = useMessages()
  const narrow = useNarrowScreen()
  const { rows, columns, actions } = props
  return (
    <div
      className={classes.frame}
      data-stale={props.stale || undefined}
      data-printed={props.printed !== undefined || undefined}
    >
      <table className={classes.table} aria-busy={rows === undefined || props.stale}>
        <caption className="visually-hidden">{props.caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <ColumnHead key={column.key} column={column} sorting={props.sorting} onSort={props.onSort} />
            ))}
            {actions !== undefined && (
              <th
                scope="col"
                className={classes.end}
                style={
                  typeof actions === 'function'
                    ? undefined
                    : ({ '--actions-width': `${roomOf(actions)}rem` } as CSSProperties)
                }
              >
                <span className="visually-hidden">{t('ui.table.actions')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows === undefined && <SkeletonRows count={props.pageSize} columns={columns.length} />}
          {rows?.map((row) => (
            <tr key={props.keyOf(row)}>
              <Cells columns={columns} row={row} />
              {actions !== undefined && (
                <td className={classes.end}>
                  <RowMenu
                    row={row}
                    name={props.nameOf(row)}
                    actions={typeof actions === 'function' ? actions(row) : actions}
                    narrow={narrow}
                    onRowGone={props.onRowGone}
                  />
                </td>
              )}
            </tr>
          ))}
        </tbody>
        {props.printed !== undefined && (
          <tbody className={classes.onPaper}>
            {props.printed.map((row) => (
              <tr key={props.keyOf(row)}>
                <Cells columns={columns} row={row} />
              </tr>
            ))}
          </tbody>
        )}
      </table>
    </div>
  )
}

function Cells<Row>({ columns, row }: { columns: readonly Column<Row, string>[]; row: Row }) {
  return columns.map((column) =>
    column.heads === true ? (
      <th key={column.key} scope="row">
        {column.cell(row)}
      </th>
    ) : (
      <td key={column.key} data-column={column.key}>
        {column.cell(row)}
      </td>
    ),
  )
}

function ColumnHead<Row, Order extends string>(props: {
  column: Column<Row, Order>
  sorting: Sorting<Order> | undefined
  onSort: ((orders: readonly [Order, ...Order[]]) => void) | undefined
}) {
  const { column, sorting, onSort } = props
  const { order, width } = column
  const style = width === undefined ? undefined : ({ '--column-width': `${width}rem` } as CSSProperties)
  if (order === undefined || sorting === undefined || onSort === undefined) {
    return (
      <th scope="col" style={style}>
        {column.title}
      </th>
    )
  }
  const orders: [Order, ...Order[]] = column.sortsAs === undefined ? [order] : [order, column.sortsAs]
  const active = orders.includes(sorting.orderBy)
  const Arrow = active ? (sorting.direction === 'ASC' ? IconArrowUp : IconArrowDown) : IconArrowsSort
  const sorted = sorting.direction === 'ASC' ? 'ascending' : 'descending'
  return (
    <th scope="col" style={style} aria-sort={active ? sorted : 'none'}>
      <button
        type="button"
        className={classes.sort}
        data-active={active || undefined}
        onClick={() => onSort(orders)}
      >
        {column.title}
        <Arrow size={14} stroke={2} aria-hidden />
      </button>
    </th>
  )
}

function SkeletonRows({ count, columns }: { count: number; columns: number }) {
  const cells = Array.from({ length: columns + 1 }, (_, cell) => cell)
  return Array.from({ length: count }, (_, row) => row).map((row) => (
    <tr key={row} className={classes.skeleton} aria-hidden>
      {cells.map((cell) => (
        <td key={cell}>
          <span />
        </td>
      ))}
    </tr>
  ))
}
