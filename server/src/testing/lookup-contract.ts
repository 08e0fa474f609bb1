import { publish } from './build-sermon.ts'
import type { ContractCases } from './contract-cases.ts'

const ABSENT = { id: 4711 }

export const lookupContract: ContractCases = {
  complete: {
    'POST /categories': { category: 'Law' },
    'PUT /categories': { id: 1, category: 'Law' },
    'POST /preachers': { presenterName: 'Law' },
    'POST /categories/merge': { id: 1, into: 2 },
    'POST /preachers/merge': { id: 4711, into: 1 },
    'PUT /preachers': { id: 1, presenterName: 'Law' },
    'POST /topics': { topic: 'Law' },
    'PUT /topics': { id: 1, topic: 'Law' },
    'POST /topics/merge': { id: 4711, into: 1 },
    'POST /sermonSeries': { name: 'Law' },
    'PUT /sermonSeries': { id: 1, name: 'Law' },
    'POST /sermonSeries/merge': { id: 4711, into: 1 },
    'POST /podcasts': { kind: 'speaker', of_id: 1 },
    'PUT /podcasts': { id: 1, title: 'Law' },
  },
  ways: (server) => ({
    'POST /categories: name_taken': () =>
      server.tryCall('POST /categories', { body: { category: 'sermon' } }),
    'PUT /categories: not_found': () =>
      server.tryCall('PUT /categories', { body: { ...ABSENT, category: 'New' } }),
    'PUT /categories: name_taken': () =>
      server.tryCall('PUT /categories', { body: { id: 1, category: 'SERMON' } }),
    'DELETE /categories: not_found': () => server.tryCall('DELETE /categories', { query: ABSENT }),
    'DELETE /categories: in_use': () => server.tryCall('DELETE /categories', { query: { id: 6 } }),
    'POST /categories/merge: not_found': () =>
      server.tryCall('POST /categories/merge', { body: { ...ABSENT, into: 6 } }),
    'POST /categories/merge: in_use': () =>
      server.tryCall('POST /categories/merge', { body: { id: 6, into: 1 } }),
    'POST /preachers: name_taken': () =>
      server.tryCall('POST /preachers', { body: { presenterName: 'guest speaker' } }),
    'PUT /preachers: not_found': () =>
      server.tryCall('PUT /preachers', { body: { ...ABSENT, presenterName: 'New' } }),
    'PUT /preachers: name_taken': async () => {
      const { id } = await server.ask('POST /preachers', { body: { presenterName: 'Silas' } })
      return await server.tryCall('PUT /preachers', { body: { id, presenterName: 'Guest Speaker' } })
    },
    'DELETE /preachers: not_found': () => server.tryCall('DELETE /preachers', { query: ABSENT }),
    'DELETE /preachers: in_use': () => server.tryCall('DELETE /preachers', { query: { id: 1 } }),
    'POST /preachers/merge: not_found': () =>
      server.tryCall('POST /preachers/merge', { body: { id: 1, into: 4711 } }),
    'POST /preachers/merge: in_use': async () => {
      const { id: into } = await server.ask('POST /preachers', { body: { presenterName: 'Titus' } })
      return await server.tryCall('POST /preachers/merge', { body: { id: 1, into } })
    },
    'POST /topics: name_taken': async () => {
      await server.ask('POST /topics', { body: { topic: 'Prayer' } })
      return await server.tryCall('POST /topics', { body: { topic: 'prayer' } })
    },
    'PUT /topics: not_found': () => server.tryCall('PUT /topics', { body: { ...ABSENT, topic: 'New' } }),
    'PUT /topics: name_taken': async () => {
      await server.ask('POST /topics', { body: { topic: 'Grace' } })
      const { id } = await server.ask('POST /topics', { body: { topic: 'Mercy' } })
      return await server.tryCall('PUT /topics', { body: { id, topic: 'Grace' } })
    },
    'DELETE /topics: not_found': () => server.tryCall('DELETE /topics', { query: ABSENT }),
    'DELETE /topics: in_use': async () => {
      const { id } = await server.ask('POST /topics', { body: { topic: 'Faith' } })
      await publish(server, { topics: [id] })
      return await server.tryCall('DELETE /topics', { query: { id } })
    },
    'POST /topics/merge: not_found': () =>
      server.tryCall('POST /topics/merge', { body: { ...ABSENT, into: 1 } }),
    'POST /sermonSeries: name_taken': async () => {
      await server.ask('POST /sermonSeries', { body: { name: 'Romans' } })
      return await server.tryCall('POST /sermonSeries', { body: { name: 'romans' } })
    },
    'PUT /sermonSeries: not_found': () =>
      server.tryCall('PUT /sermonSeries', { body: { ...ABSENT, name: 'New' } }),
    'PUT /sermonSeries: name_taken': async () => {
      await server.ask('POST /sermonSeries', { body: { name: 'Mark' } })
      const { id } = await server.ask('POST /sermonSeries', { body: { name: 'Luke' } })
      return await server.tryCall('PUT /sermonSeries', { body: { id, name: 'Mark' } })
    },
    'PUT /sermonSeries: changed_meanwhile': async () => {
      const { id } = await server.ask('POST /sermonSeries', { body: { name: 'John' } })
      return await server.tryCall('PUT /sermonSeries', { body: { id, version: 9, name: 'Jon' } })
    },
    'DELETE /sermonSeries: not_found': () => server.tryCall('DELETE /sermonSeries', { query: ABSENT }),
    'DELETE /sermonSeries: in_use': async () => {
      const { id } = await server.ask('POST /sermonSeries', { body: { name: 'Acts' } })
      await publish(server, { series_id: id })
      return await server.tryCall('DELETE /sermonSeries', { query: { id } })
    },
    'POST /sermonSeries/merge: not_found': () =>
      server.tryCall('POST /sermonSeries/merge', { body: { ...ABSENT, into: 1 } }),
    'POST /podcasts: not_found': () =>
      server.tryCall('POST /podcasts', { body: { kind: 'series', of_id: 4711 } }),
    'POST /podcasts: already_exists': () =>
      server.tryCall('POST /podcasts', { body: { kind: 'all', of_id: 0 } }),
    'PUT /podcasts: not_found': () => server.tryCall('PUT /podcasts', { body: ABSENT }),
    'PUT /podcasts: changed_meanwhile': () =>
      server.tryCall('PUT /podcasts', { body: { id: 1, version: 9, title: 'New' } }),
    'DELETE /podcasts: not_found': () => server.tryCall('DELETE /podcasts', { query: ABSENT }),
    'DELETE /podcasts: in_use': () => server.tryCall('DELETE /podcasts', { query: { id: 1 } }),
  }),
}
