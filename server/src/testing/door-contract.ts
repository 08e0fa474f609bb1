import type { CallInput } from '@vestry/contract/calls/api.ts'
import { addChildren, type ClassBody, plan } from './build-class.ts'
import type { ContractCases } from './contract-cases.ts'
import { addFamily } from './family-contract.ts'
import type { TestServer } from './start-test-server.ts'

const ABSENT = 4711
const REQUEST = '0f3a1c9e-0000-4000-8000-000000000047'

/** A class of today, at a time of the church's wall clock. */
export async function holdToday(
  server: TestServer,
  { time = '10:30:00', ...given }: Partial<ClassBody> & { time?: string } = {},
) {
  const { now } = await server.ask('GET /door')
  return await plan(server, { session_datetime: `${now.slice(0, 10)}T${time}`, ...given })
}

type Arriving = NonNullable<CallInput<'POST /door/arrivals'>['body']>

/** Takes children into a class, as a desk does. */
export async function takeIn(
  server: TestServer,
  class_id: number,
  attendee_ids: readonly number[],
  { token, ...given }: Partial<Arriving> & { token?: string } = {},
) {
  const children = attendee_ids.map((attendee_id) => ({ attendee_id, class_id }))
  const body = { request_id: crypto.randomUUID(), children, reason: '', ...given }
  return await server.ask('POST /door/arrivals', { body, ...(token && { token }) })
}

/** A family with a child who has arrived, and an adult who collects it. */
export async function arrivedFamily(server: TestServer, given: { children?: number } = {}) {
  const { id: class_id } = await holdToday(server)
  const children = await addChildren(server, given.children ?? 1)
  const family = await addFamily(server, { children })
  const { stays } = await takeIn(server, class_id, children)
  const [stay] = stays
  if (stay === undefined) {
    throw new Error('The child was not taken in.')
  }
  return { ...family, class_id, stay, stays, stay_ids: stays.map(({ id }) => id) }
}

type Family = Awaited<ReturnType<typeof arrivedFamily>>

/** Gives a child back to the adult who collects it, for its family's code or another one. */
export async function giveBackWithCode(server: TestServer, { stay, adult }: Family, code = stay.code) {
  const body = { stay_ids: [stay.id], adult_id: adult, name: '', code, reason: '' }
  return await server.ask('POST /door/handovers', { body })
}

export const doorContract: ContractCases = {
  complete: {
    'GET /door/families': { search: 'López' },
    'POST /door/arrivals': {
      ...{ request_id: REQUEST, brought_by: 1, reason: '' },
      children: [{ attendee_id: 1, class_id: 1 }],
    },
    'POST /door/newcomers': {
      request_id: REQUEST,
      adult: { first_name: 'Ana', last_name: 'López', phone: '0161 496 0000' },
      children: [
        {
          ...{ request_id: REQUEST, first_name: 'Leo', last_name: 'López', birthdate: '2020-02-03' },
          ...{ allergies: 'Nuts', class_id: 1 },
        },
      ],
      reason: '',
    },
    'PUT /door/stays': { stay_id: 1, class_id: 1, reason: '' },
    'DELETE /door/stays': { stay_id: 1 },
    'GET /door/collect': { code: 'CDFG', stay_id: 1 },
    'POST /door/witness': { stay_ids: [1], adult_id: 1 },
    'POST /door/handovers': { stay_ids: [1], adult_id: 1, name: '', code: 'CDFG', reason: '' },
    'DELETE /door/handovers': { stay_id: 1 },
    'POST /door/codes': { stay_id: 1, lost: 'CDFG' },
    'PUT /door/alerts': { id: 1 },
    'PUT /door/evacuation': { stay_ids: [1], accounted: true },
    'POST /door/book': { device: REQUEST },
    'POST /door/operations': {
      device: REQUEST,
      operations: [
        {
          ...{ kind: 'arrival', number: 1, made_at: 1, day: '2026-05-03', code: 'CDFG' },
          ...{ request_id: REQUEST, family_id: 1, brought_by: 1 },
          children: [{ attendee_id: 1, class_id: 1 }],
        },
        {
          ...{ kind: 'giving_back', number: 2, made_at: 1, day: '2026-05-03', code: 'CDFG' },
          ...{ adult_id: 1, children: [1] },
        },
      ],
    },
  },
  ways: (server) => {
    const absent = { stay_id: ABSENT }
    const gone = async () => {
      const family = await arrivedFamily(server)
      await giveBackWithCode(server, family)
      const { stay, class_id } = family
      return { stay_id: stay.id, attendee_id: stay.attendee_id, class_id }
    }
    return {
      'PUT /door/stays: not_found': () =>
        server.tryCall('PUT /door/stays', { body: { ...absent, class_id: 1, reason: '' } }),
      'PUT /door/stays: changed_meanwhile': async () => {
        const { stay_id, class_id } = await gone()
        return await server.tryCall('PUT /door/stays', { body: { stay_id, class_id, reason: '' } })
      },
      'DELETE /door/stays: not_found': () => server.tryCall('DELETE /door/stays', { query: absent }),
      'DELETE /door/stays: changed_meanwhile': async () => {
        const { stay_id } = await gone()
        return await server.tryCall('DELETE /door/stays', { query: { stay_id } })
      },
      'GET /door/collect: not_found': () => server.tryCall('GET /door/collect', { query: { code: 'CCCC' } }),
      'DELETE /door/handovers: not_found': () => server.tryCall('DELETE /door/handovers', { query: absent }),
      'DELETE /door/handovers: changed_meanwhile': async () => {
        const { stay_id, attendee_id, class_id } = await gone()
        await takeIn(server, class_id, [attendee_id])
        return await server.tryCall('DELETE /door/handovers', { query: { stay_id } })
      },
      'POST /door/codes: not_found': () =>
        server.tryCall('POST /door/codes', { body: { ...absent, lost: 'CDFG' } }),
      'PUT /door/alerts: not_found': () => server.tryCall('PUT /door/alerts', { body: { id: ABSENT } }),
      'DELETE /attendees: in_use': async () => {
        const { child } = await arrivedFamily(server)
        return await server.tryCall('DELETE /attendees', { query: { attendee_id: child } })
      },
      'POST /attendees/erase: in_use': async () => {
        const { child } = await arrivedFamily(server)
        return await server.tryCall('POST /attendees/erase', { body: { attendee_id: child } })
      },
      'POST /attendees/merge: in_use': async () => {
        const { child: merged } = await arrivedFamily(server)
        const [kept = 0] = await addChildren(server, 1)
        const query = { attendee_id: kept, other_id: merged }
        const { seen } = await server.ask('GET /attendees/merge', { query })
        return await server.tryCall('POST /attendees/merge', { body: { kept, merged, seen } })
      },
    }
  },
}
