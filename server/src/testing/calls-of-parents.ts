import { expect } from 'vitest'
import { arrivedFamily } from './door-contract.ts'
import { calling } from './parent-call-contract.ts'
import type { TestServer } from './start-test-server.ts'

/** The calls with which parents are called, and what each leaves in the audit trail. */
export function callsOfParents(
  server: () => TestServer,
  traceOf: (work: () => Promise<unknown>) => Promise<string[]>,
): Record<string, () => Promise<void>> {
  return {
    'POST /door/calls': async () => {
      const { stay, child, class_id } = await arrivedFamily(server())
      const body = calling(stay.id)
      const call = () => server().ask('POST /door/calls', { body })
      expect(await traceOf(call)).toEqual([`parent_called class/${class_id} ${child}, screen`])
      expect(await traceOf(call)).toEqual([])
    },
    'PUT /door/calls': async () => {
      const { stay, child, class_id } = await arrivedFamily(server())
      await server().ask('POST /door/calls', { body: calling(stay.id) })
      const end = () => server().ask('PUT /door/calls', { body: { stay_id: stay.id } })
      expect(await traceOf(end)).toEqual([`parent_call_closed class/${class_id} ${child}`])
      expect(await traceOf(end)).toEqual([])
    },
  }
}
