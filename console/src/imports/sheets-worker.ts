import { readSheets } from './read-sheets.ts'
import type { Sheet } from './sheets.ts'
import { TableError, type TableProblem } from './table-error.ts'

/** The worker's message about a file. */
export type SheetsReport = { sheets: Sheet[] } | { problem: TableProblem }

addEventListener('message', ({ data }: MessageEvent<File>) => {
  readSheets(data).then(
    (sheets) => report({ sheets }),
    (error) => report({ problem: error instanceof TableError ? error.problem : 'unreadable' }),
  )
})

function report(message: SheetsReport) {
  self.postMessage(message)
}
