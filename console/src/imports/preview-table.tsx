import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useMessages } from '../messages/use-messages.ts'
import steps from '../ui/imports/import-steps.module.css'
import { type Column, ListTable } from '../ui/list/list-table.tsx'

const AT_ONCE = 100

/** The rows of a preview, one kind at a time, a hundred at first. */
export function PreviewTable<Kind extends string, Row>(props: {
  /** The kinds that occur, in the order shown, with their rows. */
  kinds: readonly { kind: Kind; rows: readonly Row[] }[]
  titleOf: (kind: Kind, count: number) => string
  aboutOf: (kind: Kind) => string
  /** The actions for all rows of a kind. */
  toolsFor: (kind: Kind, rows: readonly Row[]) => ReactNode
  columns: Column<Row, never>[]
  keyOf: (row: Row) => string
  nameOf: (row: Row) => string
}) {
  const { t } = useMessages()
  const { kinds, titleOf } = props
  const [wanted, setWanted] = useState<Kind>()
  const [limit, setLimit] = useState(AT_ONCE)
  const shown = kinds.find(({ kind }) => kind === wanted) ?? kinds[0]
  if (shown === undefined) {
    return null
  }
  const { kind, rows } = shown
  return (
    <>
      <fieldset className={steps.kinds}>
        <legend className="visually-hidden">{t('import.show')}</legend>
        {kinds.map((one) => (
          <Button
            key={one.kind}
            variant="default"
            size="sm"
            aria-pressed={one.kind === kind}
            onClick={() => {
              setWanted(one.kind)
              setLimit(AT_ONCE)
            }}
          >
            {titleOf(one.kind, one.rows.length)}
          </Button>
        ))}
      </fieldset>
      <p className={steps.text}>{props.aboutOf(kind)}</p>
      {props.toolsFor(kind, rows)}
      <ListTable
        caption={titleOf(kind, rows.length)}
        columns={props.columns}
        rows={rows.slice(0, limit)}
        pageSize={1}
        keyOf={props.keyOf}
        nameOf={props.nameOf}
        stale={false}
        onRowGone={() => undefined}
      />
      {rows.length > limit && (
        <div className={steps.all}>
          <span>{t('import.shown', { shown: limit, count: rows.length })}</span>
          <Button variant="default" size="sm" onClick={() => setLimit(limit + AT_ONCE)}>
            {t('import.more')}
          </Button>
        </div>
      )}
    </>
  )
}
