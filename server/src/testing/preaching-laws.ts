import { buildSermon, publish } from './build-sermon.ts'
import type { Laws } from './laws.ts'

const UUID = '0b8a6c1e-4f0e-4f57-9b1a-0f6f2c9f3a11'

export const preachingLaws: Laws = {
  complete: {
    'POST /preachingManagement': buildSermon(),
    'PUT /preachingManagement': buildSermon({ uuid: UUID }),
  },
  ways: (house) => ({
    'GET /preachingManagement/item: not_found': () =>
      house.tryCall('GET /preachingManagement/item', { query: { uuid: UUID } }),
    'POST /preachingManagement: already_exists': async () => {
      const { uuid } = await publish(house)
      return await house.tryCall('POST /preachingManagement', { body: buildSermon({ uuid }) })
    },
    'PUT /preachingManagement: not_found': () =>
      house.tryCall('PUT /preachingManagement', { body: buildSermon({ uuid: UUID }) }),
    'PUT /preachingManagement: changed_meanwhile': async () => {
      const { uuid } = await publish(house)
      return await house.tryCall('PUT /preachingManagement', {
        body: { ...buildSermon({ uuid }), version: 9 },
      })
    },
    'DELETE /preachingManagement: not_found': () =>
      house.tryCall('DELETE /preachingManagement', { query: { uuid: UUID } }),
  }),
}
