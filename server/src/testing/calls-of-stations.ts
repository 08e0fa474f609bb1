import { expect } from 'vitest'
import type { TestServer } from './start-test-server.ts'
import { addStation } from './station-contract.ts'

/** The calls with which stations are kept, and what each leaves in the audit trail. */
export function callsOfStations(
  server: () => TestServer,
  traceOf: (work: () => Promise<unknown>) => Promise<string[]>,
): Record<string, () => Promise<void>> {
  return {
    'POST /door/stations': async () => {
      expect(await traceOf(() => addStation(server()))).toEqual([
        expect.stringMatching(/^station_added station\/\d+$/),
      ])
    },
    'PUT /door/stations': async () => {
      const { id } = await addStation(server())
      const rename = () => server().ask('PUT /door/stations', { body: { id, name: 'Porch' } })
      expect(await traceOf(rename)).toEqual([`station_changed station/${id}`])
      expect(await traceOf(rename)).toEqual([])
    },
    'DELETE /door/stations': async () => {
      const { id } = await addStation(server())
      const remove = () => server().tryCall('DELETE /door/stations', { query: { id } })
      expect(await traceOf(remove)).toEqual([`station_deleted station/${id}`])
      expect(await traceOf(remove)).toEqual([])
    },
  }
}
