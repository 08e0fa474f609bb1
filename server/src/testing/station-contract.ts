import type { CallInput } from '@vestry/contract/calls/api.ts'
import type { StationKind } from '@vestry/contract/sunday-school/station-rules.ts'
import type { ContractCases } from './contract-cases.ts'
import { arrivedFamily, holdToday } from './door-contract.ts'
import { addPrinter, blackEdge } from './door-printer-contract.ts'
import type { TestServer } from './start-test-server.ts'

const ABSENT = 4711
const PHONE = '0161 496 0000'
const STATION = { name: 'Hall', printer_id: 1, paper: 'a4_of_8' } as const
const REQUEST = '0f3a1c9e-0000-4000-8000-000000000049'

type Content = NonNullable<CallInput<'POST /door/stations'>['body']>

/** How a device shows that it is a station, or is about to become one. */
export const asStation = (secret: string) => ({
  token: null,
  headers: { authorization: `Station ${secret}` },
})

/** Makes a station whose link nobody has opened yet. */
export async function addStation(server: TestServer, given: Partial<Content> = {}) {
  const body: Content = { name: 'Hall', kind: 'self', ...given }
  return await server.ask('POST /door/stations', { body })
}

/** A device that has become a station, with its key. */
export async function pairStation(server: TestServer, given: Partial<Content> = {}) {
  const { id, secret } = await addStation(server, given)
  const { key } = await server.ask('POST /station/key', asStation(secret))
  return { id, key, as: asStation(key) }
}

/** A station of this kind, or a link of one, as a call of stations needs it. */
export async function stationFor(server: TestServer, who: readonly string[]) {
  if (who.includes('pairing')) {
    return asStation((await addStation(server)).secret)
  }
  const kind: StationKind = who.includes('screenStation')
    ? 'screen'
    : who.includes('bridgeStation')
      ? 'bridge'
      : 'self'
  return (await pairStation(server, { kind })).as
}

export const stationContract: ContractCases = {
  complete: {
    'POST /door/stations': { kind: 'self', ...STATION },
    'PUT /door/stations': { id: 1, ...STATION },
    'DELETE /door/stations': { id: 1 },
    'POST /station/children': { number: PHONE },
    'POST /station/arrivals': {
      ...{ request_id: REQUEST, number: PHONE },
      children: [{ attendee_id: 1, class_id: 1 }],
    },
    'POST /station/print': {
      request_id: REQUEST,
      stays: [{ stay_id: 1, code: 'CDFG' }],
      pictures: [{ width: 8, height: 1, rows: 'gA==' }],
    },
    'POST /station/jobs': { wait: 0 },
    'PUT /station/jobs': { request_id: REQUEST, outcome: 'printed', sent: true },
  },
  ways: (server) => {
    const asked = async (call: string, body: object, given: Partial<Content> = {}) =>
      await server.tryCall(call, { body, ...(await pairStation(server, given)).as })
    const print = (stays: object[]) => ({
      ...{ request_id: crypto.randomUUID(), stays },
      pictures: [blackEdge('brother_29x90')],
    })
    return {
      'POST /door/stations: not_found': () =>
        server.tryCall('POST /door/stations', { body: { kind: 'self', ...STATION, printer_id: ABSENT } }),
      'PUT /door/stations: not_found': () =>
        server.tryCall('PUT /door/stations', { body: { ...STATION, id: ABSENT } }),
      'DELETE /door/stations: not_found': () =>
        server.tryCall('DELETE /door/stations', { query: { id: ABSENT } }),
      // While the door is off, its stations are closed.
      'POST /station/children: wrong_status': () => asked('POST /station/children', { number: PHONE }),
      'POST /station/arrivals: wrong_status': () =>
        asked('POST /station/arrivals', {
          ...{ request_id: REQUEST, number: PHONE },
          children: [{ attendee_id: 1, class_id: 1 }],
        }),
      'POST /station/print: not_found': () =>
        asked('POST /station/print', print([{ stay_id: 1, code: 'CDFG' }])),
      'POST /station/print: changed_meanwhile': async () => {
        const { id: printer_id } = await addPrinter(server)
        const { stay } = await arrivedFamily(server)
        const stays = [{ stay_id: stay.id, code: 'CCCC' }]
        return await asked('POST /station/print', print(stays), { printer_id })
      },
    }
  },
}

/** A class of today with these children on its roster, while the church has a door. */
export async function expectToday(
  server: TestServer,
  attendee_ids: readonly number[],
  given: Parameters<typeof holdToday>[1] = {},
) {
  await server.ask('PUT /settings', { body: { families: true, door: true } })
  const session = await holdToday(server, given)
  if (attendee_ids.length > 0) {
    const { series_id } = session
    await server.ask('POST /classes/roster', { body: { series_id, attendee_ids: [...attendee_ids] } })
  }
  return session
}
