import { isDeepStrictEqual } from 'node:util'
import type { doorPrinterRoutes, Printer, PrinterContent } from '@vestry/contract/calls/door-printers.ts'
import { LABEL_KINDS, PRINTER_SIZES } from '@vestry/contract/sunday-school/label-rules.ts'
import type { Kysely, Selectable, Transaction } from 'kysely'
import type { Actor, AuditLog } from '../../audit/audit-log.ts'
import type { Database } from '../../database/open-database.ts'
import type { Tables } from '../../database/tables.ts'
import { withWriteLock } from '../../database/with-write-lock.ts'
import { ApiError } from '../../http/api-errors.ts'
import type { Handlers } from '../../http/mount-routes.ts'
import { findPrinter, type PrintLabels } from './label-printing.ts'
import { isBridge } from './print-jobs.ts'
import { isRefusedAddress } from './printer-address.ts'

type PrinterRow = Selectable<Tables['printer']>

/** The calls about the printers of the door's labels. */
export function createDoorPrinterHandlers({
  database,
  auditLog,
  printerPorts,
  printLabels,
}: {
  database: Database
  auditLog: AuditLog
  /** The ports that anything is sent to. */
  printerPorts: readonly number[]
  printLabels: PrintLabels
}): Handlers<typeof doorPrinterRoutes> {
  const write = <Result>(work: (db: Transaction<Tables>) => Promise<Result>) =>
    withWriteLock(database, 'sunday_school', work)

  const record = (db: Kysely<Tables>, change: 'added' | 'changed' | 'deleted', id: number, actor: Actor) =>
    auditLog.recordChange(db, { kind: `printer_${change}`, records: [`printer/${id}`], ...actor })

  const check = async (db: Kysely<Tables>, { host, port, kind, size, bridge_id }: PrinterContent) => {
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
    if (bridge_id !== null && !(await isBridge(db, bridge_id))) {
      throw new ApiError('not_found', 'There is no such bridge; it may have been deleted.')
    }
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
        await check(db, body)
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
        const former = await findPrinter(db, id)
        await check(db, content)
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

    print: async ({ body: { printer_id, ...printing } }) => printLabels(printer_id, printing),
  }
}

function printerRow({ kinds, bridge_id, ...content }: PrinterContent) {
  return {
    ...{ ...content, bridge_id: bridge_id ?? 0 },
    kinds: LABEL_KINDS.filter((kind) => kinds.includes(kind)).join(','),
  }
}

export function printerAnswer({ kinds, bridge_id, ...row }: PrinterRow): Printer {
  return {
    ...row,
    bridge_id: bridge_id || null,
    kinds: LABEL_KINDS.filter((kind) => kinds.split(',').includes(kind)),
  }
}
