import { expect } from 'vitest'
import { newChild } from './hold-classes.ts'
import type { TestServer } from './start-test-server.ts'

/** The calls that write about asking after children, and what each leaves in the audit trail. */
export function callsOfFollowUps(
  server: () => TestServer,
  traceOf: (work: () => Promise<unknown>) => Promise<string[]>,
): Record<string, () => Promise<void>> {
  return {
    'POST /follow-up': async () => {
      const child = await newChild(server())
      const body = {
        ...{ request_id: crypto.randomUUID(), attendee_id: child, seen: 0, outcome: 'ill' as const },
        ...{ note: 'Flu', assigned_to: '', due_day: '', until_day: '' },
      }
      const write = () => server().ask('POST /follow-up', { body })
      expect(await traceOf(write)).toEqual([`followed_up attendee/${child} ill`])
      expect(await traceOf(write)).toEqual([])
    },
    'POST /follow-up/several': async () => {
      const [one, other] = [await newChild(server()), await newChild(server())]
      const body = {
        ...{ request_id: crypto.randomUUID(), attendee_ids: [one, other], seen: 0 },
        ...{ note: 'Camp', assigned_to: '', due_day: '' },
      }
      const write = () => server().ask('POST /follow-up/several', { body })
      expect(await traceOf(write)).toEqual([`followed_up attendee/${one}`, `followed_up attendee/${other}`])
      expect(await traceOf(write)).toEqual([])
    },
    'POST /follow-up/several/undo': async () => {
      const child = await newChild(server())
      const { entries } = await server().ask('POST /follow-up/several', {
        body: {
          ...{ request_id: crypto.randomUUID(), attendee_ids: [child], seen: 0 },
          ...{ note: '', assigned_to: '', due_day: '' },
        },
      })
      const undo = () => server().ask('POST /follow-up/several/undo', { body: { entries } })
      expect(await traceOf(undo)).toEqual([`follow_up_undone attendee/${child}`])
      expect(await traceOf(undo)).toEqual([])
    },
  }
}
