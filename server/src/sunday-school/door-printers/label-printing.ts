import type { Printing } from '@vestry/contract/calls/door-printers.ts'
import { LABEL_DOTS, type LabelSize } from '@vestry/contract/sunday-school/label-rules.ts'
import type { Kysely, Selectable } from 'kysely'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/open-database.ts'
import type { Tables } from '../../database/tables.ts'
import { ApiError } from '../../http/api-errors.ts'
import { bytesPerRow, type LabelPicture } from './label-picture.ts'
import { printByBridge } from './print-jobs.ts'
import { printOnce } from './print-once.ts'
import { createSendLabels } from './send-labels.ts'
import type { Printed } from './send-to-printer.ts'

/** An answer comes within three seconds, the way to the browser among them. */
const ANSWER_WITHIN = 2600

type PrinterRow = Selectable<Tables['printer']>
type Picture = Printing['pictures'][number]

/** Prints labels at a printer, and says within three seconds what became of it; a request is printed once. */
export type PrintLabels = (printer_id: number, printing: Printing) => Promise<Printed>

export function createLabelPrinting({
  database,
  clock,
  printerPorts,
  reportError,
}: {
  database: Database
  clock: Clock
  /** The ports that anything is sent to, by a bridge too. */
  printerPorts: readonly number[]
  reportError: (error: unknown) => void
}): PrintLabels {
  const sendLabels = createSendLabels({ printerPorts })

  return async (printer_id, { request_id, stays, pictures }) => {
    const deadline = performance.now() + ANSWER_WITHIN
    const printer = await findPrinter(database.sql, printer_id)
    const labels = pictures.map((picture) => readPicture(picture, printer.size))
    return await printOnce(database.sql, { request_id, clock, deadline }, async () => {
      await requireCodes(database.sql, stays)
      const { name, host, port, size, bridge_id } = printer
      if (bridge_id === 0 || !printerPorts.includes(port)) {
        return await sendLabels(printer, labels, deadline)
      }
      const job = { request_id, bridge_id, printer: { name, host, port, size }, pictures }
      return await printByBridge(database.sql, job, { clock, deadline, reportError })
    })
  }
}

export async function findPrinter(db: Kysely<Tables>, id: number): Promise<PrinterRow> {
  const printer = await db.selectFrom('printer').selectAll().where('id', '=', id).executeTakeFirst()
  if (printer === undefined) {
    throw new ApiError('not_found', 'There is no such printer; it may have been deleted.')
  }
  return printer
}

/** A picture of just the label's dots. */
export function readPicture({ width, height, rows: text }: Picture, size: LabelSize): LabelPicture {
  const dots = LABEL_DOTS[size]
  const rows = Buffer.from(text, 'base64')
  if (width !== dots.width || height !== dots.height || rows.length !== bytesPerRow(dots) * height) {
    const message = `Each picture must have ${dots.width} × ${dots.height} dots.`
    throw new ApiError('invalid_request', message, { field: 'pictures' })
  }
  return { width, height, rows }
}

/** A label is never printed with a code that counts no more, or is somebody else's. */
async function requireCodes(
  db: Kysely<Tables>,
  asked: readonly { stay_id: number; code: string }[],
): Promise<void> {
  if (asked.length === 0) {
    return
  }
  const rows = await db
    .selectFrom('stay')
    .innerJoin('door_code', (code) =>
      code.onRef('door_code.day', '=', 'stay.day').onRef('door_code.code_of', '=', 'stay.code_of'),
    )
    .select(['stay.id', 'door_code.code'])
    .where(
      'stay.id',
      'in',
      asked.map(({ stay_id }) => stay_id),
    )
    .where('door_code.lost', '=', 0)
    .where('door_code.spare', '=', 0)
    .execute()
  const codes = new Map(rows.map(({ id, code }) => [id, code]))
  if (asked.some(({ stay_id, code }) => codes.get(stay_id) !== code)) {
    throw new ApiError('changed_meanwhile', 'The code on these labels counts no more. Nothing was printed.')
  }
}
