import type { PlannedRow, SavedImport } from '@vestry/contract/calls/attendee-imports.ts'
import { MAX_IMPORT_ROWS } from '@vestry/contract/rules/import-rules.ts'
import { useRef, useState } from 'react'
import { callApi } from '../api/call-api.ts'
import { churchToday } from '../api/church-day.ts'
import { tellRefusal } from '../api/show-failure.ts'
import { createRequestIds } from '../forms/form-request-ids.ts'
import { type MessageKey, t } from '../messages/messages.ts'
import { showMessage, whileShowing } from '../ui/dialogs/dialogs.ts'
import { type ChosenFile, dateOrderOf, openFile, openQuestions, openTable } from './chosen-file.ts'
import { readMarks } from './file-marks.ts'
import { readRows } from './file-rows.ts'
import { reloadAll } from './import-calls.ts'
import { chosenFile, fileOf, keepMarkDecisions, type MarkPreview } from './preview-marks.ts'
import {
  cellsOf,
  countNumbers,
  keepDecisions,
  leftAfter,
  type PreviewRow,
  toSend,
  withPlans,
} from './preview-rows.ts'
import type { Sheet } from './sheets.ts'
import type { SheetsReport } from './sheets-worker.ts'
import { storeMapping } from './stored-mapping.ts'
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

export type ImportStep = 'choose' | 'review' | 'done'

type Understood = { rows: readonly PreviewRow[]; marks: MarkPreview | undefined }

/** An import, from choosing a file to the end. Whatever fails, all choices stay. */
export function useImport() {
  const [step, setStep] = useState<ImportStep>('choose')
  const [file, setFile] = useState<ChosenFile>()
  const [understood, setUnderstood] = useState<Understood>()
  const [touched, setTouched] = useState(false)
  const [saved, setSaved] = useState<SavedImport & { stays?: number }>()
  const [numbers, setNumbers] = useState(0)
  const [refused, setRefused] = useState(0)
  const [requests] = useState(createRequestIds)
  const busy = useRef(false)
  const wanted = useRef<ChosenFile>(undefined)
  const rows = understood?.rows ?? []
  const marks = understood?.marks
  const hasDecisions = rows.some(({ decision, leftOut }) => decision !== undefined && !leftOut)
  const setMarks = (next: MarkPreview) => {
    setTouched(true)
    setUnderstood({ rows: [], marks: next })
  }

  /** Does one thing at a time; the server's refusals are shown, and anything else is a bug. */
  async function run(message: string, failed: string, work: () => Promise<void>) {
    if (busy.current) {
      return
    }
    busy.current = true
    try {
      await whileShowing(message, work)
    } catch (error) {
      await tellRefusal(failed, error)
    } finally {
      busy.current = false
    }
  }

  /** Compares a file with what is in Vestry as soon as all is known that this needs. */
  async function understand(next: ChosenFile, former?: Understood) {
    wanted.current = next
    setFile(next)
    if (openQuestions(next).length > 0) {
      setUnderstood(undefined)
      return
    }
    await run(t('import.previewing'), t('import.previewFailed'), async () => {
      let compared: Understood | undefined
      let of: ChosenFile
      try {
        do {
          // An answer may change the file while it is compared.
          of = wanted.current ?? next
          compared = undefined
          compared = openQuestions(of).length > 0 ? undefined : await compare(of, former)
        } while (wanted.current !== of)
      } finally {
        setUnderstood(compared)
      }
    })
  }

  return {
    step,
    file,
    /** Whether the file was compared, so that `rows` or `marks` say what it would do. */
    isUnderstood: understood !== undefined,
    rows,
    saved,
    /** For how many children the import has saved their number in another program. */
    numbers,
    /** The import is not saved yet, or decisions were made that no import has saved yet. */
    unsaved: step === 'review' && understood !== undefined && (saved === undefined || hasDecisions),
    /** The person has answered or decided something that another file would lose. */
    isAnswered: saved === undefined ? touched : hasDecisions,
    /** How many marks were left out because something changed since the preview. */
    refused,
    setRows: (next: readonly PreviewRow[]) => {
      setTouched(true)
      setUnderstood({ rows: next, marks: undefined })
    },
    marks,
    setMarks,

    choose: async (chosen: File) => {
      try {
        const sheets = await whileShowing(t('import.reading'), () => askSheets(chosen))
        setSaved(undefined)
        setTouched(false)
        setUnderstood(undefined)
        await understand(openFile(chosen.name, sheets))
        setStep('review')
      } catch (error) {
        if (!(error instanceof TableError)) {
          throw error
        }
        const key: MessageKey = `import.problem.${error.problem}`
        await showMessage({ status: 'error', message: t(key, { rows: MAX_IMPORT_ROWS }) })
      }
    },

    /** Takes an answer about the file, or another meaning of a column, and compares again. */
    answer: (next: ChosenFile) => {
      const { table, of, mapping, order } = next
      storeMapping(table.headers, { of, mapping, order })
      setTouched(true)
      return understand(next, understood)
    },

    /** Chooses another sheet, or another of its rows for the names of the columns. */
    chooseTable: async (sheet: number, headers?: number) => {
      if (file !== undefined) {
        setTouched(true)
        await understand({ ...file, ...openTable(file.sheets, sheet, headers) })
      }
    },

    /** Compares again, after this has failed. */
    compareAgain: async () => {
      if (file !== undefined) {
        await understand(file)
      }
    },

    /** Decides who a child in a file of attendance is, and compares again. */
    decide: (place: number, id: number | undefined) =>
      run(t('import.previewing'), t('import.previewFailed'), async () => {
        if (marks !== undefined) {
          const decisions = new Map(marks.decisions)
          if (id === undefined) {
            decisions.delete(place)
          } else {
            decisions.set(place, id)
          }
          // The choices to replace marks were made for another child, so they don't count for this one.
          const replaced = new Set([...marks.replaced].filter((at) => marks.read.marks[at]?.child !== place))
          setMarks({ ...(await planMarks({ ...marks, decisions })), replaced })
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
        setUnderstood({ rows: left, marks: undefined })
        setStep(left.length === 0 ? 'done' : 'review')
        await reloadAll()
      }),

    restart: () => {
      setStep('choose')
      setSaved(undefined)
    },
  }
}

/** What a file would do, with what was decided before as far as it still stands. Its questions are answered. */
async function compare(file: ChosenFile, former: Understood | undefined): Promise<Understood> {
  const found = dateOrderOf(file)
  const order = found === 'ask' ? 'dmy' : found
  if (file.of === 'attendance') {
    const latestDayYear = Number(churchToday().slice(0, 4)) + 1
    const read = readMarks(file.table, file.mapping, order, file.title, { ...file, latestDayYear })
    const kept = keepMarkDecisions(read, former?.marks)
    return { rows: [], marks: await planMarks({ read, default_time: file.time, ...kept }) }
  }
  const read = readRows(file.table, file.mapping, order, file)
  const cells = cellsOf(read)
  const plans: PlannedRow[] =
    cells.length === 0 ? [] : await callApi('POST /attendees/imports/preview', { body: { rows: cells } })
  return { rows: keepDecisions(withPlans(read, plans), former?.rows ?? []), marks: undefined }
}

/** Loads the preview of a file of attendance; none of its marks replaces another one yet. */
async function planMarks(
  given: Pick<MarkPreview, 'read' | 'default_time' | 'decisions' | 'open' | 'left'>,
): Promise<MarkPreview> {
  const plan =
    given.read.marks.length === 0
      ? { children: [], marks: [], classes: [] }
      : await callApi('POST /attendance/imports/preview', { body: fileOf(given) })
  const { read, default_time, decisions, left } = given
  const open = new Map(given.open)
  for (const [place, { kind, known }] of plan.children.entries()) {
    if (kind === 'namesake') {
      open.set(place, known)
    }
  }
  return { read, default_time, decisions, open, left, plan, replaced: new Set() }
}

export type ImportWork = ReturnType<typeof useImport>
