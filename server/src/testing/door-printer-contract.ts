import type { CallInput } from '@vestry/contract/calls/api.ts'
import { LABEL_DOTS, type LabelSize } from '@vestry/contract/sunday-school/label-rules.ts'
import type { ContractCases } from './contract-cases.ts'
import { arrivedFamily } from './door-contract.ts'
import type { TestServer } from './start-test-server.ts'

const ABSENT = 4711
const PRINTER = {
  ...{ name: 'Desk', kind: 'brother_ql', host: '192.0.2.40', port: 9100 },
  ...{ size: 'brother_29x90', kinds: ['child', 'guardian'] },
} as const

type Content = NonNullable<CallInput<'POST /door/printers'>['body']>
type Printing = NonNullable<CallInput<'POST /door/print'>['body']>

export async function addPrinter(server: TestServer, given: Partial<Content> = {}) {
  const content = { ...PRINTER, kinds: [...PRINTER.kinds], ...given }
  return { ...content, ...(await server.ask('POST /door/printers', { body: content })) }
}

/** A picture of a label of this size: black at the left edge of each row, and white otherwise. */
export function blackEdge(size: LabelSize) {
  const { width, height } = LABEL_DOTS[size]
  const perRow = Math.ceil(width / 8)
  const rows = Buffer.alloc(perRow * height)
  for (let y = 0; y < height; y += 1) {
    rows[y * perRow] = 0x80
  }
  return { width, height, rows: rows.toString('base64') }
}

/** The call that prints one label. */
export function printing(printer_id: number, given: Partial<Printing> = {}): Printing {
  const pictures = [blackEdge('brother_29x90')]
  return { request_id: crypto.randomUUID(), printer_id, stays: [], pictures, ...given }
}

export const doorPrinterContract: ContractCases = {
  complete: {
    'POST /door/printers': PRINTER,
    'PUT /door/printers': { id: 1, version: 1, ...PRINTER },
    'DELETE /door/printers': { id: 1 },
    'POST /door/print': {
      ...{ request_id: '0f3a1c9e-0000-4000-8000-000000000048', printer_id: 1 },
      stays: [{ stay_id: 1, code: 'CDFG' }],
      pictures: [{ width: 8, height: 1, rows: 'gA==' }],
    },
  },
  ways: (server) => ({
    'POST /door/printers: not_found': () =>
      server.tryCall('POST /door/printers', { body: { ...PRINTER, bridge_id: ABSENT } }),
    'PUT /door/printers: not_found': () =>
      server.tryCall('PUT /door/printers', { body: { ...PRINTER, id: ABSENT } }),
    'PUT /door/printers: changed_meanwhile': async () => {
      const { id } = await addPrinter(server)
      const body = { ...PRINTER, id, name: 'Hall', version: 9 }
      return await server.tryCall('PUT /door/printers', { body })
    },
    'DELETE /door/printers: not_found': () =>
      server.tryCall('DELETE /door/printers', { query: { id: ABSENT } }),
    'POST /door/print: not_found': () => server.tryCall('POST /door/print', { body: printing(ABSENT) }),
    'POST /door/print: changed_meanwhile': async () => {
      const { id } = await addPrinter(server)
      const { stay } = await arrivedFamily(server)
      await server.ask('POST /door/codes', { body: { stay_id: stay.id, lost: stay.code } })
      const stays = [{ stay_id: stay.id, code: stay.code }]
      return await server.tryCall('POST /door/print', { body: printing(id, { stays }) })
    },
  }),
}
