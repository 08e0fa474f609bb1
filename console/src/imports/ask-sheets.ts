import type { Sheet } from './sheets.ts'
import type { SheetsReport } from './sheets-worker.ts'
import { TableError } from './table-error.ts'

/** The largest file that is allowed takes some seconds on a phone. */
const LONGEST = 60_000

/** Has a worker read a file. Throws a `TableError`. */
export async function askSheets(file: File): Promise<Sheet[]> {
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
