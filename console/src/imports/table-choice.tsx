import { NativeSelect } from '@mantine/core'
import { MAX_IMPORT_ROWS } from '@vestry/contract/rules/import-rules.ts'
import { useMessages } from '../messages/use-messages.ts'
import steps from '../ui/imports/import-steps.module.css'
import type { ChosenFile } from './chosen-file.ts'
import classes from './import-page.module.css'
import { headerRows } from './read-table.ts'
import type { Sheet, StrayRow } from './sheets.ts'

/** How much is shown of a row that may have the names of the columns, and of a row that can't be read. */
const SHOWN = 100
const NAMED = 100

type ChoiceProps = { file: ChosenFile; onChoose: (sheet: number, headers?: number) => void }

/** Which list of a file is read, or in which letters. */
export function SheetChoice({ file: { sheets, sheet }, onChoose }: ChoiceProps) {
  const { t } = useMessages()
  return (
    <NativeSelect
      className={classes.answer ?? ''}
      label={t(sheets[sheet]?.isReading ? 'import.letters' : 'import.sheet')}
      value={String(sheet)}
      onChange={(event) => onChoose(Number(event.currentTarget.value))}
      data={sheets.map((one, place) => ({
        value: String(place),
        label: labelOf(one),
        disabled: one.problem !== undefined,
      }))}
    />
  )

  function labelOf({ name, isHidden, isReading, rows: all, headers: first, problem }: Sheet): string {
    if (isReading) {
      return name
    }
    const rows = all.length - 1 - first
    return problem === undefined
      ? t(isHidden ? 'import.sheet.hidden' : 'import.sheet.rows', { name, rows })
      : t(`import.sheet.${problem === 'too_many' || problem === 'too_wide' ? problem : 'empty'}`, {
          name,
          rows: MAX_IMPORT_ROWS,
        })
  }
}

/** Which row has the names of the columns. */
export function HeadersChoice({ file: { sheets, sheet, headers }, onChoose }: ChoiceProps) {
  const { t } = useMessages()
  const chosen = sheets[sheet]
  const rows = chosen === undefined ? [] : headerRows(chosen)
  return (
    rows.length > 1 && (
      <NativeSelect
        label={t('import.headers')}
        value={String(headers)}
        onChange={(event) => onChoose(sheet, Number(event.currentTarget.value))}
        data={rows.map(({ place, line, cells }) => ({
          value: String(place),
          label: t('import.headers.row', { line, names: shorten(cells.filter(Boolean).join(', ')) }),
        }))}
      />
    )
  )
}

/** The rows whose quotation marks don't match: those that are left out, and those that are read as well as possible. */
export function StrayRows({ rows }: { rows: readonly StrayRow[] }) {
  const { t } = useMessages()
  const [unread = [], read = []] = [false, true].map((isRead) => rows.filter((row) => row.isRead === isRead))
  return (
    <>
      {[
        { of: unread, text: t('import.stray.unread', { count: unread.length }) },
        { of: read, text: t('import.stray.read', { count: read.length }) },
      ]
        .filter(({ of }) => of.length > 0)
        .map(({ of, text }) => (
          <div key={text} className={steps.warning} role="status">
            <p>{text}</p>
            <ul className={classes.stray}>
              {of.slice(0, NAMED).map((row) => (
                <li key={row.line}>{t('import.stray.row', { line: row.line, text: shorten(row.text) })}</li>
              ))}
              {of.length > NAMED && <li>{t('import.stray.more', { count: of.length - NAMED })}</li>}
            </ul>
          </div>
        ))}
    </>
  )
}

function shorten(text: string): string {
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text
}
