import type { Laws } from './laws.ts'

const ABSENT = { id: 4711 }

export const lookupLaws: Laws = {
  complete: {
    'POST /categories': { category: 'Law' },
    'PUT /categories': { id: 1, category: 'Law' },
    'POST /preachers': { presenterName: 'Law' },
    'PUT /preachers': { id: 1, presenterName: 'Law' },
  },
  ways: (house) => ({
    'POST /categories: name_taken': () => house.tryCall('POST /categories', { body: { category: 'sermon' } }),
    'PUT /categories: not_found': () =>
      house.tryCall('PUT /categories', { body: { ...ABSENT, category: 'New' } }),
    'PUT /categories: name_taken': () =>
      house.tryCall('PUT /categories', { body: { id: 1, category: 'SERMON' } }),
    'DELETE /categories: not_found': () => house.tryCall('DELETE /categories', { query: ABSENT }),
    'DELETE /categories: in_use': () => house.tryCall('DELETE /categories', { query: { id: 6 } }),
    'POST /preachers: name_taken': () =>
      house.tryCall('POST /preachers', { body: { presenterName: 'guest speaker' } }),
    'PUT /preachers: not_found': () =>
      house.tryCall('PUT /preachers', { body: { ...ABSENT, presenterName: 'New' } }),
    'PUT /preachers: name_taken': async () => {
      const { id } = await house.ask('POST /preachers', { body: { presenterName: 'Silas' } })
      return await house.tryCall('PUT /preachers', { body: { id, presenterName: 'Guest Speaker' } })
    },
    'DELETE /preachers: not_found': () => house.tryCall('DELETE /preachers', { query: ABSENT }),
    'DELETE /preachers: in_use': () => house.tryCall('DELETE /preachers', { query: { id: 1 } }),
  }),
}
