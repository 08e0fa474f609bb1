import type { CallInput } from '@vestry/contract/calls/api.ts'
import type { ContractCases } from './contract-cases.ts'
import { arrivedFamily, giveBackWithCode } from './door-contract.ts'
import type { TestServer } from './start-test-server.ts'

const ABSENT = 4711
const REQUEST = '0f3a1c9e-0000-4000-8000-000000000050'

type Calling = NonNullable<CallInput<'POST /door/calls'>['body']>

/** A call to the public screen, or what is given. */
export function calling(stay_id: number, given: Partial<Calling> = {}): Calling {
  return { request_id: crypto.randomUUID(), stay_id, way: 'screen', reason: 'wanted', ...given }
}

export const parentCallContract: ContractCases = {
  complete: {
    'GET /door/calls': { stay_id: 1 },
    'POST /door/calls': { request_id: REQUEST, stay_id: 1, way: 'text', reason: 'comfort', adult_id: 1 },
    'PUT /door/calls': { stay_id: 1 },
  },
  ways: (server: TestServer) => ({
    'GET /door/calls: not_found': () => server.tryCall('GET /door/calls', { query: { stay_id: ABSENT } }),
    'POST /door/calls: not_found': () => server.tryCall('POST /door/calls', { body: calling(ABSENT) }),
    'POST /door/calls: changed_meanwhile': async () => {
      const family = await arrivedFamily(server)
      await giveBackWithCode(server, family)
      return await server.tryCall('POST /door/calls', { body: calling(family.stay.id) })
    },
    'PUT /door/calls: not_found': () => server.tryCall('PUT /door/calls', { body: { stay_id: ABSENT } }),
  }),
}
