import { enrolledClass, plan } from './build-class.ts'
import type { ContractCases } from './contract-cases.ts'
import type { TestServer } from './start-test-server.ts'

const ABSENT = 4711
let named = 0

/** A room of a name that no other one has. */
export async function addRoom(server: TestServer, given: object = {}) {
  named += 1
  const content = { name: `Room ${named}`, capacity: 20, children_per_adult: 0, open: true, ...given }
  return { ...content, ...(await server.ask('POST /rooms', { body: content })) }
}

const ROOM = { name: 'Room', capacity: 20, children_per_adult: 6, open: false }

export const roomContract: ContractCases = {
  complete: {
    'POST /rooms': ROOM,
    'PUT /rooms': { id: 1, version: 1, ...ROOM },
    'DELETE /rooms': { id: 1 },
    'PUT /attendance/helpers': { class_id: 1, helpers: 2, seen: 0 },
  },
  ways: (server) => {
    const count = (class_id: number, seen = 0) =>
      server.tryCall('PUT /attendance/helpers', { body: { class_id, helpers: 2, seen } })
    return {
      'POST /rooms: name_taken': async () => {
        const { name } = await addRoom(server)
        return await server.tryCall('POST /rooms', { body: { ...ROOM, name: name.toUpperCase() } })
      },
      'PUT /rooms: not_found': () => server.tryCall('PUT /rooms', { body: { ...ROOM, id: ABSENT } }),
      'PUT /rooms: name_taken': async () => {
        const [{ id }, { name }] = [await addRoom(server), await addRoom(server)]
        return await server.tryCall('PUT /rooms', { body: { ...ROOM, id, name } })
      },
      'PUT /rooms: changed_meanwhile': async () => {
        const { id, name } = await addRoom(server)
        return await server.tryCall('PUT /rooms', { body: { ...ROOM, id, name, version: 9 } })
      },
      'DELETE /rooms: not_found': () => server.tryCall('DELETE /rooms', { query: { id: ABSENT } }),
      'PUT /attendance/helpers: not_found': () => count(ABSENT),
      'PUT /attendance/helpers: class_cancelled': async () => {
        const { id } = await plan(server)
        await server.ask('PUT /classes/cancelled', { body: { class_id: id, cancelled: true } })
        return await count(id)
      },
      'PUT /attendance/helpers: changed_meanwhile': async () => {
        const { id } = await enrolledClass(server, 1)
        return await count(id, 1)
      },
    }
  },
}
