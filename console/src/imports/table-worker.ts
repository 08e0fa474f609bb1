import { readTable, type Table, TableError, type TableProblem } from './read-table.ts'

/** What the worker says of a file. */
export type TableReport = { table: Table } | { problem: TableProblem }

addEventListener('message', ({ data }: MessageEvent<File>) => {
  readTable(data).then(
    (table) => report({ table }),
    (error) => report({ problem: error instanceof TableError ? error.problem : 'unreadable' }),
  )
})

function report(message: TableReport) {
  self.postMessage(message)
}
