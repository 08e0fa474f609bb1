import { buildSermon, publish } from './build-sermon.ts'
import type { ContractCases } from './contract-cases.ts'

const UUID = '0b8a6c1e-4f0e-4f57-9b1a-0f6f2c9f3a11'

export const preachingContract: ContractCases = {
  complete: {
    'GET /preachingManagement/passages': { text: 'Romans 8' },
    'POST /preachingManagement': buildSermon(),
    'PUT /preachingManagement': buildSermon({ uuid: UUID }),
    'PUT /preachingManagement/several': { changes: [{ uuid: UUID, version: 1, preacher_id: 1 }] },
    'POST /preachingManagement/several/delete': { uuids: [UUID] },
  },
  ways: (server) => ({
    'GET /preachingManagement/item: not_found': () =>
      server.tryCall('GET /preachingManagement/item', { query: { uuid: UUID } }),
    'POST /preachingManagement: already_exists': async () => {
      const { uuid } = await publish(server)
      return await server.tryCall('POST /preachingManagement', { body: buildSermon({ uuid }) })
    },
    'PUT /preachingManagement: not_found': () =>
      server.tryCall('PUT /preachingManagement', { body: buildSermon({ uuid: UUID }) }),
    'PUT /preachingManagement: changed_meanwhile': async () => {
      const { uuid } = await publish(server)
      return await server.tryCall('PUT /preachingManagement', {
        body: { ...buildSermon({ uuid }), version: 9 },
      })
    },
    'DELETE /preachingManagement: not_found': () =>
      server.tryCall('DELETE /preachingManagement', { query: { uuid: UUID } }),
  }),
}
