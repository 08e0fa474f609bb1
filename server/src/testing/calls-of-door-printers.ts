import { expect } from 'vitest'
import { addPrinter, printing } from './door-printer-contract.ts'
import type { TestServer } from './start-test-server.ts'

/** The calls about label printers, and what each leaves in the audit trail. */
export function callsOfDoorPrinters(
  server: () => TestServer,
  traceOf: (work: () => Promise<unknown>) => Promise<string[]>,
): Record<string, () => Promise<void>> {
  return {
    'POST /door/printers': async () => {
      expect(await traceOf(() => addPrinter(server()))).toEqual([
        expect.stringMatching(/^printer_added printer\/\d+$/),
      ])
    },
    'PUT /door/printers': async () => {
      const { message: _, ...printer } = await addPrinter(server())
      const rename = () => server().ask('PUT /door/printers', { body: { ...printer, name: 'Hall' } })
      expect(await traceOf(rename)).toEqual([`printer_changed printer/${printer.id}`])
      expect(await traceOf(rename)).toEqual([])
    },
    'DELETE /door/printers': async () => {
      const { id } = await addPrinter(server())
      const remove = () => server().tryCall('DELETE /door/printers', { query: { id } })
      expect(await traceOf(remove)).toEqual([`printer_deleted printer/${id}`])
      expect(await traceOf(remove)).toEqual([])
    },
    'POST /door/print': async () => {
      const { id } = await addPrinter(server(), { host: 'no-printer.invalid' })
      const print = () => server().ask('POST /door/print', { body: printing(id) })
      expect(await traceOf(print)).toEqual([])
    },
  }
}
