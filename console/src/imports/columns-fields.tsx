import { NativeSelect, Radio } from '@mantine/core'
import { useMessages } from '../messages/use-messages.ts'
import steps from '../ui/imports/import-steps.module.css'
import type { ChosenFile } from './chosen-file.ts'
import {
  COLUMN_FIELDS,
  type ColumnField,
  fieldsOf,
  guessMapping,
  IMPORTED,
  isUsable,
  mapColumn,
} from './column-mapping.ts'
import classes from './import-page.module.css'
import { examplesOf } from './read-table.ts'
import { offersStays } from './stay-fields.ts'
import { HeadersChoice } from './table-choice.tsx'
import type { ImportWork } from './use-import.ts'

/** What is in a file, which of its rows has the names of the columns, and what each of these holds. */
export function ColumnsFields({ work, file }: { work: ImportWork; file: ChosenFile }) {
  const { t } = useMessages()
  const { table, mapping, of } = file
  const stays = offersStays()
  return (
    <>
      {!isUsable(mapping, of) && (
        <p className={steps.warning} role="status">
          {t(of === 'attendance' ? 'import.columns.neededMarks' : 'import.columns.needed')}
        </p>
      )}
      <div className={classes.source}>
        <Radio.Group
          label={t('import.of.title')}
          value={of}
          onChange={(chosen) => {
            const next = IMPORTED.find((one) => one === chosen) ?? 'attendees'
            void work.answer({
              ...file,
              of: next,
              mapping: guessMapping(table.headers, next, { stays }),
            })
          }}
        >
          <div className={steps.options}>
            {IMPORTED.map((one) => (
              <Radio key={one} value={one} label={t(`import.of.${one}`)} />
            ))}
          </div>
        </Radio.Group>
        <HeadersChoice file={file} onChoose={work.chooseTable} />
      </div>
      <ul id="import-columns" className={classes.columns}>
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
                  void work.answer({ ...file, mapping: mapColumn(mapping, column, field) })
                }}
                data={[
                  { value: '', label: t('import.columns.leaveOut') },
                  ...fieldsOf(of, { stays }).map((field) => ({
                    value: field,
                    label: t(`import.field.${field}`),
                  })),
                ]}
              />
            </li>
          )
        })}
      </ul>
    </>
  )
}
