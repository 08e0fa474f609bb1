import { Button } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { useRef } from 'react'
import { ErrorBox } from '../error-box.tsx'
import { ListNotice } from '../list/list-notice.tsx'
import { type Column, ListTable } from '../list/list-table.tsx'
import type { RowAction } from '../list/row-menu.tsx'
import type { Icon } from '../look/draw-icon.tsx'
import { IconPencil, IconPlus, IconTrash } from '../look/icons.ts'
import { PageHeading } from '../page-heading.tsx'
import classes from './small-list.module.css'

/** A list that fits on one page, of what administrators keep: each row is changed in a dialog. */
export function SmallList<Row extends { id: number; name: string }>(props: {
  texts: {
    title: string
    intro: string
    failed: string
    empty: string
    emptyText: string
    add: string
    edit: string
    remove: string
  }
  icon: Icon
  query: Pick<UseQueryResult<Row[]>, 'data' | 'error' | 'refetch'>
  columns: Column<Row, never>[]
  /** What is done with a row besides changing and deleting it, and comes first. */
  first?: RowAction<Row>
  skeletonRows: number
  edit: (row: Row | undefined) => Promise<boolean>
  remove: (row: Row) => Promise<boolean>
}) {
  const {
    texts,
    first,
    icon: Picture,
    query: { data: rows, error, refetch },
  } = props
  const list = useRef<HTMLDivElement>(null)
  const actions: RowAction<Row>[] = [
    ...(first ? [first] : []),
    {
      ...{ key: 'edit', title: texts.edit, icon: <IconPencil size={16} aria-hidden />, run: props.edit },
      primary: first === undefined,
    },
    {
      ...{ key: 'delete', title: texts.remove, icon: <IconTrash size={16} aria-hidden /> },
      ...{ danger: true, overflow: true, run: props.remove },
    },
  ]
  const add = (quiet: boolean) => (
    <Button
      {...(quiet ? { variant: 'default' } : { leftSection: <IconPlus size={16} aria-hidden /> })}
      onClick={() => void props.edit(undefined)}
    >
      {texts.add}
    </Button>
  )
  return (
    <>
      <PageHeading title={texts.title}>{add(false)}</PageHeading>
      <p className={classes.intro}>{texts.intro}</p>
      {error !== null && rows === undefined ? (
        <ErrorBox message={texts.failed} detail={error.message} failure={error} onRetry={() => refetch()} />
      ) : (
        <div ref={list} tabIndex={-1} className={classes.list}>
          {rows?.length === 0 ? (
            <ListNotice
              icon={<Picture size={32} stroke={1.5} aria-hidden />}
              title={texts.empty}
              text={texts.emptyText}
            >
              {add(true)}
            </ListNotice>
          ) : (
            <ListTable
              caption={texts.title}
              columns={props.columns}
              actions={actions}
              rows={rows}
              pageSize={props.skeletonRows}
              keyOf={({ id }) => String(id)}
              nameOf={({ name }) => name}
              stale={false}
              onRowGone={() => list.current?.focus()}
            />
          )}
        </div>
      )}
    </>
  )
}
