import { isDeepStrictEqual } from 'node:util'
import type { doorPrinterRoutes, Printer, PrinterContent } from '@vestry/contract/calls/door-printers.ts'
import {
  LABEL_DOTS,
  LABEL_KINDS,
  type LabelSize,
  PRINTER_SIZES,
} from '@vestry/contract/sunday-school/label-rules.ts'
import type { Kysely, Selectable, Transaction } from 'kysely'
import type { Actor, AuditLog } from '../../audit/audit-log.ts'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/open-database.ts'
import type { Tables } from '../../database/tables.ts'
import { withWriteLock } from '../../database/with-write-lock.ts'
import { ApiError } from '../../http/api-errors.ts'
import type { Handlers } from '../../http/mount-routes.ts'
import { brotherLanguage } from './frame-brother.ts'
import { ZPL } from './frame-zpl.ts'
import { bytesPerRow, type LabelPicture } from './label-picture.ts'
import { printOnce } from './print-once.ts'
import { findPrinterAddress, isRefusedAddress } from './printer-address.ts'
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
type Picture = { width: number; height: number; rows: string }

/** The calls about the printers of the door's labels. */
export function createDoorPrinterHandlers({
  database,
  auditLog,
  clock,
  printerPorts,
}: {
  database: Database
  auditLog: AuditLog
  clock: Clock
  /** The ports that anything is sent to. */
  printerPorts: readonly number[]
}): Handlers<typeof doorPrinterRoutes> {
  const write = <Result>(work: (db: Transaction<Tables>) => Promise<Result>) =>
    withWriteLock(database, 'sunday_school', work)
  const inTurn = createTurns()

  const record = (db: Kysely<Tables>, change: 'added' | 'changed' | 'deleted', id: number, actor: Actor) =>
    auditLog.recordChange(db, { kind: `printer_${change}`, records: [`printer/${id}`], ...actor })

  const check = ({ host, port, kind, size }: PrinterContent) => {
    if (isRefusedAddress(host)) {
      throw new ApiError('invalid_request', 'No printer is at this address.', { field: 'host' })
    }
    if (!printerPorts.includes(port)) {
      const ports = printerPorts.join(', ')
      throw new ApiError('invalid_request', `port must be ${ports}, as VESTRY_PRINTER_PORTS says.`, {
        field: 'port',
      })
    }
    if (!PRINTER_SIZES[kind].some((one) => one === size)) {
      throw new ApiError('invalid_request', `size must be ${PRINTER_SIZES[kind].join(' or ')}.`, {
        field: 'size',
      })
    }
  }

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

  return {
    list: async () => {
      const rows = await database.sql
        .selectFrom('printer')
        .selectAll()
        .orderBy('name')
        .orderBy('id')
        .execute()
      return rows.map(printerAnswer)
    },

    create: async ({ body, ...actor }) =>
      write(async (db) => {
        check(body)
        const { id } = await db
          .insertInto('printer')
          .values({ ...printerRow(body), version: 1 })
          .returning('id')
          .executeTakeFirstOrThrow()
        await record(db, 'added', id, actor)
        return { message: 'Printer successfully created', id, version: 1 }
      }),

    update: async ({ body: { id, version: loaded, ...content }, ...actor }) =>
      write(async (db) => {
        check(content)
        const former = await findPrinter(db, id)
        const row = printerRow(content)
        const message = 'Printer successfully updated'
        if (isDeepStrictEqual({ ...former, ...row }, former)) {
          return { message, id, version: former.version }
        }
        if (loaded !== undefined && loaded !== former.version) {
          throw new ApiError(
            'changed_meanwhile',
            'Someone else has changed this printer since you opened it. Open it again to see their changes.',
          )
        }
        const version = former.version + 1
        await db
          .updateTable('printer')
          .set({ ...row, version })
          .where('id', '=', id)
          .execute()
        await record(db, 'changed', id, actor)
        return { message, id, version }
      }),

    remove: async ({ query: { id }, ...actor }) =>
      write(async (db) => {
        await findPrinter(db, id)
        await db.deleteFrom('printer').where('id', '=', id).execute()
        await record(db, 'deleted', id, actor)
        return { message: 'Printer successfully deleted' }
      }),

    print: async ({ body: { request_id, printer_id, stays, pictures } }) => {
      const deadline = performance.now() + ANSWER_WITHIN
      const printer = await findPrinter(database.sql, printer_id)
      const labels = pictures.map((picture) => readPicture(picture, printer.size))
      return await printOnce(database.sql, { request_id, clock, deadline }, async () => {
        await requireCodes(database.sql, stays)
        return await send(printer, labels, deadline)
      })
    },
  }
}

function printerRow({ kinds, ...content }: PrinterContent) {
  return { ...content, kinds: LABEL_KINDS.filter((kind) => kinds.includes(kind)).join(',') }
}

function printerAnswer({ kinds, ...row }: PrinterRow): Printer {
  return { ...row, kinds: LABEL_KINDS.filter((kind) => kinds.split(',').includes(kind)) }
}

async function findPrinter(db: Kysely<Tables>, id: number): Promise<PrinterRow> {
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
