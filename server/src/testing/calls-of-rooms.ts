import { expect } from 'vitest'
import { plan } from './build-class.ts'
import { addRoom } from './room-contract.ts'
import type { TestServer } from './start-test-server.ts'

/** The calls about rooms and those who help in them, and what each leaves in the audit trail. */
export function callsOfRooms(
  server: () => TestServer,
  traceOf: (work: () => Promise<unknown>) => Promise<string[]>,
): Record<string, () => Promise<void>> {
  return {
    'POST /rooms': async () => {
      const add = () => server().tryCall('POST /rooms', { body: { name: 'Upper room' } })
      expect(await traceOf(add)).toEqual([expect.stringMatching(/^room_added room\/\d+$/)])
      expect(await traceOf(add)).toEqual([])
    },
    'PUT /rooms': async () => {
      const { message: _, ...room } = await addRoom(server())
      const close = () => server().ask('PUT /rooms', { body: { ...room, open: false } })
      expect(await traceOf(close)).toEqual([`room_changed room/${room.id}`])
      expect(await traceOf(close)).toEqual([])
    },
    'DELETE /rooms': async () => {
      const { id } = await addRoom(server())
      const remove = () => server().tryCall('DELETE /rooms', { query: { id } })
      expect(await traceOf(remove)).toEqual([`room_deleted room/${id}`])
      expect(await traceOf(remove)).toEqual([])
    },
    'PUT /attendance/helpers': async () => {
      const { id } = await plan(server())
      const count = () =>
        server().ask('PUT /attendance/helpers', { body: { class_id: id, helpers: 3, seen: 0 } })
      expect(await traceOf(count)).toEqual([`helpers_counted class/${id} 3`])
      expect(await traceOf(count)).toEqual([])
    },
  }
}
