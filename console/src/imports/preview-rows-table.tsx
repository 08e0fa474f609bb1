import { Button } from '@mantine/core'
import { useState } from 'react'
import { useMessages } from '../messages/use-messages.ts'
import steps from '../ui/imports/import-steps.module.css'
import { type Column, ListTable } from '../ui/list/list-table.tsx'

const AT_ONCE = 100

/** The rows of one kind, a hundred at first. */
export function PreviewRowsTable<Row>(props: {
  caption: string
  rows: readonly Row[]
  columns: Column<Row, never>[]
  keyOf: (row: Row) => string
  nameOf: (row: Row) => string
}) {
  const [limit, setLimit] = useState(AT_ONCE)
  const { rows } = props
  return (
    <>
      <ListTable
        {...props}
        rows={rows.slice(0, limit)}
        pageSize={1}
        stale={false}
        onRowGone={() => undefined}
      />
      <MoreRows shown={limit} count={rows.length} onMore={() => setLimit(limit + AT_ONCE)} />
    </>
  )
}

/** How many of many rows are shown, and a button for more. */
export function MoreRows({ shown, count, onMore }: { shown: number; count: number; onMore: () => void }) {
  const { t } = useMessages()
  if (count <= shown) {
    return null
  }
  return (
    <div className={steps.all}>
      <span>{t('import.shown', { shown, count })}</span>
      <Button variant="default" size="sm" onClick={onMore}>
        {t('import.more')}
      </Button>
    </div>
  )
}
