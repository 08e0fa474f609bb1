import type { Printing } from '@vestry/contract/calls/door-printers.ts'
import { LABEL_DOTS, type LabelSize } from '@vestry/contract/sunday-school/label-rules.ts'
import type { Kysely, Selectable } from 'kysely'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/open-database.ts'
import type { Tables } from '../../database/tables.ts'
import { ApiError } from '../../http/api-errors.ts'
import { brotherLanguage } from './frame-brother.ts'
import { ZPL } from './frame-zpl.ts'
import { bytesPerRow, type LabelPicture } from './label-picture.ts'
import { printOnce } from './print-once.ts'
import { findPrinterAddress } from './printer-address.ts'
import type { PrinterLanguage } from './printer-language.ts'
import { type Printed, sendToPrinter } from './send-to-printer.ts'
import { createTurns } from './take-turns.ts'

/** An answer comes within three seconds, the way to the browser among them. */
const ANSWER_WITHIN = 2600

/** How the printers with labels of each size are spoken to. */
const LANGUAGES: Partial<Record<LabelSize, PrinterLanguage>> = {
  brother_62x100: brotherLanguage('brother_62x100'),
  brother_29x90: brotherLanguage('brother_29x90'),
  zebra_102x51: ZPL,
}

type PrinterRow = Selectable<Tables['printer']>
type Picture = Printing['pictures'][number]

/** Prints labels at a printer, and says within three seconds what became of it; a request is printed once. */
export type PrintLabels = (printer_id: number, printing: Printing) => Promise<Printed>

export function createLabelPrinting({
  database,
  clock,
  printerPorts,
}: {
  database: Database
  clock: Clock
  /** The ports that anything is sent to. */
  printerPorts: readonly number[]
}): PrintLabels {
  const inTurn = createTurns()

  const send = async (printer: PrinterRow, pictures: LabelPicture[], deadline: number): Promise<Printed> => {
    const silent: Printed = { outcome: 'silent', sent: false }
    const { host, port, size } = printer
    const language = LANGUAGES[size] ?? ZPL
    const atPrinter = await inTurn(`${host}:${port}`, deadline, async () => {
      const address = printerPorts.includes(port) ? await findPrinterAddress(host, { deadline }) : undefined
      return address === undefined
        ? silent
        : await sendToPrinter({ host: address, port }, { language, pictures, deadline })
    })
    return atPrinter ?? silent
  }

  return async (printer_id, { request_id, stays, pictures }) => {
    const deadline = performance.now() + ANSWER_WITHIN
    const printer = await findPrinter(database.sql, printer_id)
    const labels = pictures.map((picture) => readPicture(picture, printer.size))
    return await printOnce(database.sql, { request_id, clock, deadline }, async () => {
      await requireCodes(database.sql, stays)
      return await send(printer, labels, deadline)
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
function readPicture({ width, height, rows: text }: Picture, size: LabelSize): LabelPicture {
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
