import type { ContractCases } from './contract-cases.ts'
import { newChild } from './hold-classes.ts'

const ABSENT = 4711
const entry = (attendee_id: number) => ({
  request_id: crypto.randomUUID(),
  attendee_id,
  seen: 0,
  outcome: 'no_answer' as const,
  note: '',
  assigned_to: '',
  due_day: '',
  until_day: '',
})

export const followUpContract: ContractCases = {
  complete: {
    'GET /follow-up': {},
    'GET /follow-up/child': { attendee_id: 1 },
    'POST /follow-up': entry(1),
    'POST /follow-up/several': {
      ...{ request_id: crypto.randomUUID(), attendee_ids: [ABSENT], seen: 0 },
      ...{ note: '', assigned_to: '', due_day: '' },
    },
    'POST /follow-up/several/undo': { entries: [ABSENT] },
    'PUT /classes/roster/limit': { series_id: 1, miss_limit: 4 },
  },
  ways: (server) => ({
    'GET /follow-up/child: not_found': () =>
      server.tryCall('GET /follow-up/child', { query: { attendee_id: ABSENT } }),
    'POST /follow-up: not_found': () => server.tryCall('POST /follow-up', { body: entry(ABSENT) }),
    'POST /follow-up: changed_meanwhile': async () => {
      const child = await newChild(server)
      await server.ask('POST /follow-up', { body: entry(child) })
      return await server.tryCall('POST /follow-up', { body: entry(child) })
    },
    'PUT /classes/roster/limit: not_found': () =>
      server.tryCall('PUT /classes/roster/limit', { body: { series_id: ABSENT, miss_limit: 4 } }),
  }),
}
