import { expect } from 'vitest'
import { addChildren } from './build-class.ts'
import { holdToday } from './door-contract.ts'
import { addFamily } from './family-contract.ts'
import { keepDoor } from './keep-door.ts'
import type { TestServer } from './start-test-server.ts'

/** The calls of a door without a line, and what each leaves in the audit trail. */
export function callsOfDoorOffline(
  server: () => TestServer,
  traceOf: (work: () => Promise<unknown>) => Promise<string[]>,
): Record<string, () => Promise<void>> {
  return {
    'POST /door/book': async () => {
      const device = crypto.randomUUID()
      expect(await traceOf(() => server().ask('POST /door/book', { body: { device } }))).toEqual([])
    },
    'POST /door/operations': async () => {
      const { id: class_id } = await holdToday(server())
      const [child = 0] = await addChildren(server(), 1)
      const { id: family_id, adult } = await addFamily(server(), { children: [child] })
      const { arrival, givingBack, send } = await keepDoor(server())
      const arrive = arrival({ family_id, children: [{ attendee_id: child, class_id }] })
      expect(await traceOf(() => send(arrive))).toEqual([`arrived class/${class_id} ${child}`])
      expect(await traceOf(() => send(arrive))).toEqual([])
      const give = givingBack({ adult_id: adult, code: arrive.code, children: [child] })
      expect(await traceOf(() => send(give))).toEqual([`given_back class/${class_id} ${child}, code`])
      const again = givingBack({ adult_id: adult, code: 'CCCC', children: [child] })
      const trace = await traceOf(() => send(again))
      expect(trace).toEqual([])
    },
  }
}
