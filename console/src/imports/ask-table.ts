import { type Table, TableError } from './read-table.ts'
import type { TableReport } from './table-worker.ts'

/** Has a worker read a file. Throws a `TableError`. */
export async function askTable(file: File): Promise<Table> {
  const worker = new Worker(new URL('./table-worker.ts', import.meta.url), { type: 'module' })
  try {
    return await new Promise<Table>((resolve, reject) => {
      worker.addEventListener('error', () => reject(new TableError('unreadable')))
      worker.addEventListener('message', ({ data }: MessageEvent<TableReport>) => {
        if ('table' in data) {
          resolve(data.table)
        } else {
          reject(new TableError(data.problem))
        }
      })
      worker.postMessage(file)
    })
  } finally {
    worker.terminate()
  }
}
