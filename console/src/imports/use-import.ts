import type { PlannedRow, SavedImport } from '@vestry/contract/attendee-imports.ts'
import { MAX_IMPORT_ROWS } from '@vestry/contract/import-rules.ts'
import { useRef, useState } from 'react'
import { ApiError, callApi } from '../api/call-api.ts'
import { showFailure } from '../api/show-failure.ts'
import { type MessageKey, t } from '../messages/messages.ts'
import { showMessage, whileShowing } from '../ui/dialogs.ts'
import { askTable } from './ask-table.ts'
import { type ColumnMapping, guessMapping } from './column-mapping.ts'
import { readRows } from './file-rows.ts'
import { reloadAll } from './import-calls.ts'
import { cellsOf, leftAfter, type PreviewRow, toSend, withPlans } from './preview-rows.ts'
import { type DateOrder, findDateOrder } from './read-day.ts'
import { type Table, TableError } from './read-table.ts'
import { findMapping, storeMapping } from './stored-mapping.ts'

/** A file that was read, and what is known of its columns. */
export type ChosenFile = {
  name: string
  table: Table
  mapping: ColumnMapping
  /** What the person said of dates that fit both orders. */
  order: DateOrder | undefined
}

export type ImportStep = 'choose' | 'columns' | 'preview' | 'done'

/** The order of a file's dates, or `ask` where only the person knows. */
export function dateOrderOf({ table, mapping, order }: ChosenFile): DateOrder | 'ask' {
  const columns = mapping.flatMap((field, column) => (field === 'birthdate' ? [column] : []))
  const found = findDateOrder(table.rows.flatMap((row) => columns.map((column) => row[column] ?? '')))
  return found === 'any' ? 'dmy' : found === 'ask' ? (order ?? 'ask') : found
}

/** An import from the choice of a file to its end. Whatever fails, all that was chosen stays. */
export function useImport() {
  const [step, setStep] = useState<ImportStep>('choose')
  const [file, setFile] = useState<ChosenFile>()
  const [rows, setRows] = useState<readonly PreviewRow[]>([])
  const [saved, setSaved] = useState<SavedImport>()
  // The same rows again are the same request: its answer may have been lost on the way.
  const request = useRef({ rows: '', id: '' })
  const busy = useRef(false)

  /** One thing at a time; what the server refuses is said, and anything else is a bug. */
  async function run(message: string, failed: string, work: () => Promise<void>) {
    if (busy.current) {
      return
    }
    busy.current = true
    try {
      await whileShowing(message, work)
    } catch (error) {
      if (!(error instanceof ApiError)) {
        throw error
      }
      if (error.code !== 'not_signed_in') {
        await showFailure(failed, error)
      }
    } finally {
      busy.current = false
    }
  }

  return {
    step,
    file,
    rows,
    saved,
    setFile,
    setRows,

    choose: async (chosen: File) => {
      try {
        const table = await whileShowing(t('import.reading'), () => askTable(chosen))
        const known = findMapping(table.headers)
        const mapping = known?.mapping ?? guessMapping(table.headers)
        setFile({ name: chosen.name, table, mapping, order: known?.order })
        setSaved(undefined)
        setStep('columns')
      } catch (error) {
        if (!(error instanceof TableError)) {
          throw error
        }
        const key: MessageKey = `import.problem.${error.problem}`
        await showMessage({ status: 'error', message: t(key, { rows: MAX_IMPORT_ROWS }) })
      }
    },

    preview: (order: DateOrder) =>
      run(t('import.previewing'), t('import.previewFailed'), async () => {
        if (file === undefined) {
          return
        }
        const read = readRows(file.table, file.mapping, order)
        const cells = cellsOf(read)
        const plans: PlannedRow[] =
          cells.length === 0
            ? []
            : await callApi('POST /attendees/imports/preview', { body: { rows: cells } })
        storeMapping(file.table.headers, { mapping: file.mapping, order: file.order })
        setRows(withPlans(read, plans))
        setStep('preview')
      }),

    save: () =>
      run(t('import.saving'), t('import.saveFailed'), async () => {
        const sent = toSend(rows)
        const text = JSON.stringify(sent)
        if (request.current.rows !== text) {
          request.current = { rows: text, id: crypto.randomUUID() }
        }
        const answer = await callApi('POST /attendees/imports', {
          body: { request_id: request.current.id, file_name: (file?.name ?? '').slice(0, 255), rows: sent },
        })
        const left = leftAfter(rows, answer.refused)
        setSaved(answer)
        setRows(left)
        setStep(left.length === 0 ? 'done' : 'preview')
        await reloadAll()
      }),

    toColumns: () => setStep('columns'),
    restart: () => {
      setStep('choose')
      setSaved(undefined)
    },
  }
}

export type ImportWork = ReturnType<typeof useImport>
