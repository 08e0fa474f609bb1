import type { PlannedRow, SavedImport } from '@vestry/contract/calls/attendee-imports.ts'
import { MAX_IMPORT_ROWS } from '@vestry/contract/rules/import-rules.ts'
import { useRef, useState } from 'react'
import { ApiError, callApi } from '../api/call-api.ts'
import { showFailure } from '../api/show-failure.ts'
import { createRequestIds } from '../forms/form-request-ids.ts'
import { type MessageKey, t } from '../messages/messages.ts'
import { showMessage, whileShowing } from '../ui/dialogs/dialogs.ts'
import {
  type ColumnField,
  type ColumnMapping,
  guessImported,
  guessMapping,
  type Imported,
} from './column-mapping.ts'
import { readMarks } from './file-marks.ts'
import { type FileWays, readRows } from './file-rows.ts'
import { reloadAll } from './import-calls.ts'
import { chosenFile, fileOf, type MarkPreview } from './preview-marks.ts'
import { cellsOf, countNumbers, leftAfter, type PreviewRow, toSend, withPlans } from './preview-rows.ts'
import { type DateOrder, findDateOrder, hasShortYear } from './read-day.ts'
import { findSheet, headerRows, type Table, tableOf } from './read-table.ts'
import type { Sheet } from './sheets.ts'
import type { SheetsReport } from './sheets-worker.ts'
import { findMapping, storeMapping } from './stored-mapping.ts'
import { TableError } from './table-error.ts'

/** On a phone the largest allowed file takes some seconds. */
const LONGEST = 60_000

/** Reads a file in a worker. Throws a `TableError`. */
async function askSheets(file: File): Promise<Sheet[]> {
  const worker = new Worker(new URL('./sheets-worker.ts', import.meta.url), { type: 'module' })
  const waiting = Promise.withResolvers<Sheet[]>()
  const refuse = (problem: TableError['problem']) => waiting.reject(new TableError(problem))
  const timer = setTimeout(refuse, LONGEST, 'too_slow')
  try {
    worker.addEventListener('error', () => refuse('unreadable'))
    worker.addEventListener('messageerror', () => refuse('unreadable'))
    worker.addEventListener('message', ({ data }: MessageEvent<SheetsReport>) => {
      if ('sheets' in data) {
        waiting.resolve(data.sheets)
      } else {
        refuse(data.problem)
      }
    })
    worker.postMessage(file)
    return await waiting.promise
  } finally {
    clearTimeout(timer)
    worker.terminate()
  }
}

/** A file that was read, and what is known about its columns. */
export type ChosenFile = {
  name: string
  sheets: readonly Sheet[]
  /** The place of the sheet that is read, and of its row with the names of the columns. */
  sheet: number
  headers: number
  table: Table
  mapping: ColumnMapping
  /** The person's answer about dates that fit both orders. */
  order: DateOrder | undefined
  /** What is imported. */
  of: Imported
  /** The class of attendance that names none, and the hour of a class whose hour nobody knows. */
  title: string
  time: string
} & FileWays

export const DEFAULT_TIME = '10:00'

export type ImportStep = 'choose' | 'columns' | 'preview' | 'done'

/** The order of a file's dates, or `ask` if only the person knows it. */
export function dateOrderOf(file: ChosenFile): DateOrder | 'ask' {
  const { order } = file
  const found = findDateOrder(daysOf(file))
  return found === 'any' ? 'dmy' : found === 'ask' ? (order ?? 'ask') : found
}

/** A day in the file whose year has two digits, if there is one. */
export function findShortYear(file: ChosenFile): string | undefined {
  return daysOf(file).find(hasShortYear)
}

function daysOf({ table, mapping }: ChosenFile): string[] {
  const columnsOf = (...fields: ColumnField[]) =>
    mapping.flatMap((field, column) => (field !== null && fields.includes(field) ? [column] : []))
  const days = columnsOf('birthdate', 'day')
  return [
    ...columnsOf('mark').map((column) => table.headers[column] ?? ''),
    ...table.rows.flatMap((row) => days.map((column) => row[column] ?? '')),
  ]
}

/** The rows below a row of a sheet, and what its columns hold as far as that is known. */
function openTable(sheets: readonly Sheet[], sheet: number, row?: number) {
  const read = sheets[sheet] ?? { rows: [], headers: 0 }
  const met = headerRows(read).find(({ cells }) => findMapping(cells) !== undefined)
  const headers = row ?? met?.place ?? read.headers
  const table = tableOf(read, headers)
  const known = findMapping(table.headers)
  const of = known?.of ?? guessImported(table.headers)
  const mapping = known?.mapping ?? guessMapping(table.headers, of)
  return { sheets, sheet, headers, table, mapping, order: known?.order, of }
}

/** An import, from choosing a file to the end. Whatever fails, all choices stay. */
export function useImport() {
  const [step, setStep] = useState<ImportStep>('choose')
  const [file, setFile] = useState<ChosenFile>()
  const [rows, setRows] = useState<readonly PreviewRow[]>([])
  const [saved, setSaved] = useState<SavedImport>()
  const [numbers, setNumbers] = useState(0)
  const [refused, setRefused] = useState(0)
  const [marks, setMarks] = useState<MarkPreview>()
  const [requests] = useState(createRequestIds)
  const busy = useRef(false)

  /** Does one thing at a time; the server's refusals are shown, and anything else is a bug. */
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
    /** For how many children the import has saved their number in another program. */
    numbers,
    /** Decisions were made that no import has saved yet. */
    unsaved:
      step === 'preview' &&
      (saved === undefined || rows.some(({ decision, leftOut }) => decision !== undefined && !leftOut)),
    /** How many marks were left out because something changed since the preview. */
    refused,
    setFile,
    setRows,
    marks,
    setMarks,

    choose: async (chosen: File) => {
      try {
        const sheets = await whileShowing(t('import.reading'), () => askSheets(chosen))
        const opened = openTable(sheets, findSheet(sheets))
        setFile({ name: chosen.name, ...opened, title: '', time: DEFAULT_TIME })
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

    /** Chooses another sheet, or another of its rows for the names of the columns. */
    chooseTable: (sheet: number, headers?: number) =>
      file && setFile({ ...file, ...openTable(file.sheets, sheet, headers) }),

    preview: (order: DateOrder) =>
      run(t('import.previewing'), t('import.previewFailed'), async () => {
        if (file === undefined) {
          return
        }
        const { of, mapping, order: said } = file
        storeMapping(file.table.headers, { of, mapping, order: said })
        if (of === 'attendance') {
          const read = readMarks(file.table, mapping, order, file.title, file.latestYear)
          setMarks(await planMarks({ read, default_time: file.time, decisions: new Map(), open: new Map() }))
          setStep('preview')
          return
        }
        setMarks(undefined)
        const read = readRows(file.table, file.mapping, order, file)
        const cells = cellsOf(read)
        const plans: PlannedRow[] =
          cells.length === 0
            ? []
            : await callApi('POST /attendees/imports/preview', { body: { rows: cells } })
        setRows(withPlans(read, plans))
        setStep('preview')
      }),

    /** Decides who a child in a file of attendance is, and loads the preview again. */
    decide: (place: number, id: number | undefined) =>
      run(t('import.previewing'), t('import.previewFailed'), async () => {
        if (marks !== undefined) {
          const decisions = new Map(marks.decisions)
          if (id === undefined) {
            decisions.delete(place)
          } else {
            decisions.set(place, id)
          }
          const { left } = marks
          // The choices to replace marks were made for another child, so they don't count for this one.
          const replaced = new Set([...marks.replaced].filter((at) => marks.read.marks[at]?.child !== place))
          setMarks({ ...(await planMarks({ ...marks, decisions })), left, replaced })
        }
      }),

    saveMarks: () =>
      run(t('import.saving'), t('import.saveFailed'), async () => {
        const sent = marks && chosenFile(marks)
        if (sent === undefined) {
          return
        }
        const answer = await callApi('POST /attendance/imports', {
          body: { request_id: requests.idOf(sent), file_name: (file?.name ?? '').slice(0, 255), ...sent },
        })
        requests.answered()
        setSaved({ ...answer, refused: [] })
        setNumbers(0)
        setRefused(answer.refused.length)
        setStep('done')
        await reloadAll()
      }),

    save: () =>
      run(t('import.saving'), t('import.saveFailed'), async () => {
        const sent = toSend(rows)
        const answer = await callApi('POST /attendees/imports', {
          body: { request_id: requests.idOf(sent), file_name: (file?.name ?? '').slice(0, 255), rows: sent },
        })
        requests.answered()
        const left = leftAfter(rows, answer.refused)
        setSaved(answer)
        setNumbers(countNumbers(sent, answer.refused))
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

/** Loads the preview of a file of attendance; none of its marks is left out yet. */
async function planMarks(
  given: Pick<MarkPreview, 'read' | 'default_time' | 'decisions' | 'open'>,
): Promise<MarkPreview> {
  const plan =
    given.read.marks.length === 0
      ? { children: [], marks: [], classes: [] }
      : await callApi('POST /attendance/imports/preview', { body: fileOf(given) })
  const { read, default_time, decisions } = given
  const open = new Map(given.open)
  for (const [place, { kind, known }] of plan.children.entries()) {
    if (kind === 'namesake') {
      open.set(place, known)
    }
  }
  return { read, default_time, decisions, open, plan, left: new Set(), replaced: new Set() }
}

export type ImportWork = ReturnType<typeof useImport>
