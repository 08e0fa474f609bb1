import type { ContractCases } from './contract-cases.ts'

const NOAH = { first_name: 'Noah', last_name: 'García', birthdate: '2018-05-03' }
const ABSENT = 4711

export const importContract: ContractCases = {
  complete: {
    'POST /attendees/imports/preview': { rows: [NOAH] },
    'POST /attendees/imports': {
      request_id: '11111111-2222-4333-8444-555555555555',
      file_name: 'people.csv',
      rows: [{ ...NOAH, choice: { beside: [] } }],
    },
    'POST /attendees/imports/undo': { import_id: 1 },
  },
  ways: (server) => ({
    'POST /attendees/imports/undo: not_found': () =>
      server.tryCall('POST /attendees/imports/undo', { body: { import_id: ABSENT } }),
  }),
}
