import { Button, NativeSelect, Radio } from '@mantine/core'
import { useState } from 'react'
import { useMessages } from '../messages/use-messages.ts'
import { COLUMN_FIELDS, type ColumnField, isUsable, mapColumn } from './column-mapping.ts'
import classes from './import-page.module.css'
import { DATE_ORDERS } from './read-day.ts'
import { type ChosenFile, dateOrderOf, type ImportWork } from './use-import.ts'

const EXAMPLES = 3

/** What each column of the file holds, and how its dates are written. */
export function ColumnsStep({ work, file }: { work: ImportWork; file: ChosenFile }) {
  const { t } = useMessages()
  const [asked, setAsked] = useState(false)
  const { table, mapping } = file
  const order = dateOrderOf(file)
  const usable = isUsable(mapping)
  const asksOrder = order === 'ask' || dateOrderOf({ ...file, order: undefined }) === 'ask'
  const goOn = () => {
    setAsked(true)
    if (usable && order !== 'ask') {
      void work.preview(order)
    }
  }
  return (
    <section className={classes.section}>
      <h2 ref={focusOnce} tabIndex={-1}>
        {t('import.columns.title')}
      </h2>
      <p className={classes.text}>{t('import.columns.text', { file: file.name, rows: table.rows.length })}</p>
      <ul className={classes.columns}>
        {table.headers.map((header, column) => {
          const name = header === '' ? t('import.columns.unnamed', { number: column + 1 }) : header
          const examples = [...new Set(table.rows.map((row) => row[column] ?? ''))].filter(
            (text) => text !== '',
          )
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one header
            <li key={column} className={classes.header} data-left-out={mapping[column] === null || undefined}>
              <div className={classes.column}>
                <strong>{name}</strong>
                <span className={classes.dim}>{examples.slice(0, EXAMPLES).join(' · ')}</span>
              </div>
              <NativeSelect
                aria-label={t('import.columns.holdsOf', { column: name })}
                value={mapping[column] ?? ''}
                onChange={(event) => {
                  const chosen = event.currentTarget.value
                  const field = COLUMN_FIELDS.find((one): one is ColumnField => one === chosen) ?? null
                  work.setFile({ ...file, mapping: mapColumn(mapping, column, field) })
                }}
                data={[
                  { value: '', label: t('import.columns.leaveOut') },
                  ...COLUMN_FIELDS.map((field) => ({ value: field, label: t(`import.field.${field}`) })),
                ]}
              />
            </li>
          )
        })}
      </ul>
      {asksOrder && (
        <Radio.Group
          label={t('import.order.title')}
          value={file.order ?? ''}
          error={asked && order === 'ask' && t('import.order.needed')}
          onChange={(chosen) => work.setFile({ ...file, order: DATE_ORDERS.find((one) => one === chosen) })}
        >
          <div className={classes.orders}>
            {DATE_ORDERS.map((one) => (
              <Radio key={one} value={one} label={t(`import.order.${one}`)} />
            ))}
          </div>
        </Radio.Group>
      )}
      {!usable && (
        <p className={classes.warning} role="status">
          {t('import.columns.needed')}
        </p>
      )}
      <div className={classes.actions}>
        <Button variant="default" onClick={work.restart}>
          {t('import.another')}
        </Button>
        <Button onClick={goOn} aria-disabled={!usable}>
          {t('import.preview')}
        </Button>
      </div>
    </section>
  )
}

/** The heading of a step takes the focus as the step begins: what was pressed is gone. */
export function focusOnce(heading: HTMLElement | null) {
  heading?.focus()
}
