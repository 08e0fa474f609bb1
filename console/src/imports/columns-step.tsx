import { Button, NativeSelect, Radio, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useMessages } from '../messages/use-messages.ts'
import { focusOnce } from '../ui/imports/focus-once.ts'
import steps from '../ui/imports/import-steps.module.css'
import {
  COLUMN_FIELDS,
  type ColumnField,
  FIELDS_OF,
  guessMapping,
  IMPORTED,
  isOfVisits,
  isUsable,
  mapColumn,
} from './column-mapping.ts'
import { FileWaysFields } from './file-ways.tsx'
import classes from './import-page.module.css'
import { DATE_ORDERS } from './read-day.ts'
import { TableChoice } from './table-choice.tsx'
import { type ChosenFile, DEFAULT_TIME, dateOrderOf, findShortYear, type ImportWork } from './use-import.ts'

const EXAMPLES = 3

/** The meaning of each column of the file, and how its dates are written. */
export function ColumnsStep({ work, file }: { work: ImportWork; file: ChosenFile }) {
  const { t } = useMessages()
  const [asked, setAsked] = useState(false)
  const { table, mapping } = file
  const order = dateOrderOf(file)
  const usable = isUsable(mapping, file.of)
  const lacksClass = file.of === 'attendance' && !mapping.includes('class') && file.title.trim() === ''
  const asksOrder = order === 'ask' || dateOrderOf({ ...file, order: undefined }) === 'ask'
  const goOn = () => {
    setAsked(true)
    const lacksCentury = file.latestYear === undefined && findShortYear(file) !== undefined
    if (usable && !lacksClass && !lacksCentury && order !== 'ask') {
      void work.preview(order)
    }
  }
  return (
    <section className={steps.section}>
      <h2 ref={focusOnce} tabIndex={-1}>
        {t('import.columns.title')}
      </h2>
      <p className={steps.text}>{t('import.columns.text', { file: file.name, rows: table.rows.length })}</p>
      <TableChoice file={file} onChoose={work.chooseTable} />
      <Radio.Group
        label={t('import.of.title')}
        value={file.of}
        onChange={(chosen) => {
          const of = IMPORTED.find((one) => one === chosen) ?? 'attendees'
          work.setFile({ ...file, of, mapping: guessMapping(table.headers, of) })
        }}
      >
        <div className={classes.orders}>
          {IMPORTED.map((one) => (
            <Radio key={one} value={one} label={t(`import.of.${one}`)} />
          ))}
        </div>
      </Radio.Group>
      <ul className={classes.columns}>
        {table.headers.map((header, column) => {
          const name = header === '' ? t('import.columns.unnamed', { number: column + 1 }) : header
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one header
            <li key={column} className={classes.header} data-left-out={mapping[column] === null || undefined}>
              <div className={classes.column}>
                <strong>{name}</strong>
                <span className={steps.dim}>{examplesOf(table.rows, column).join(' · ')}</span>
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
                  ...FIELDS_OF[file.of].map((field) => ({ value: field, label: t(`import.field.${field}`) })),
                ]}
              />
            </li>
          )
        })}
      </ul>
      {file.of === 'attendance' && (
        <div className={classes.about}>
          {!mapping.includes('class') && (
            <TextInput
              label={t('import.class')}
              description={t('import.class.help')}
              value={file.title}
              error={asked && lacksClass && t('import.class.needed')}
              onChange={(event) => work.setFile({ ...file, title: event.currentTarget.value })}
            />
          )}
          <TextInput
            type="time"
            label={t('import.time')}
            description={t('import.time.help')}
            value={file.time}
            onChange={(event) => work.setFile({ ...file, time: event.currentTarget.value || DEFAULT_TIME })}
          />
        </div>
      )}
      {asksOrder && (
        <Radio.Group
          label={t(file.of === 'attendance' ? 'import.order.days' : 'import.order.title')}
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
      <FileWaysFields work={work} file={file} asked={asked} />
      {usable && file.of === 'attendance' && isOfVisits(mapping) && (
        <p className={steps.text}>{t('import.visits')}</p>
      )}
      {!usable && (
        <p className={steps.warning} role="status">
          {t(file.of === 'attendance' ? 'import.columns.neededMarks' : 'import.columns.needed')}
        </p>
      )}
      <div className={steps.actions}>
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

/** The first different texts of a column. */
function examplesOf(rows: readonly (readonly string[])[], column: number): string[] {
  const examples = new Set<string>()
  for (const { [column]: text = '' } of rows) {
    if (text !== '') {
      examples.add(text)
    }
    if (examples.size === EXAMPLES) {
      break
    }
  }
  return [...examples]
}
