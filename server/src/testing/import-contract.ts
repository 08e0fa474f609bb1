import type { ContractCases } from './contract-cases.ts'

const NOAH = { first_name: 'Noah', last_name: 'García', birthdate: '2018-05-03' }
const STAY = {
  ...{ arrived: '2026-01-04T10:00:00', brought_by: 'Ana', arrived_by: 'Ruth' },
  ...{ gone: '2026-01-04T11:00:00', gone_to: 'Ana', gone_way: 'code', gone_by: 'Ruth' },
}
const ATTENDANCE = {
  children: [NOAH],
  classes: ['Little lambs'],
  default_time: '10:00',
  marks: [{ child: 0, class: 0, day: '2026-01-04', state: 'present', stay: STAY }],
}
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
    'POST /attendance/imports/preview': ATTENDANCE,
    'POST /attendance/imports': {
      request_id: '11111111-2222-4333-8444-555555555556',
      file_name: 'attendance.csv',
      ...ATTENDANCE,
    },
  },
  ways: (server) => ({
    'POST /attendees/imports/undo: not_found': () =>
      server.tryCall('POST /attendees/imports/undo', { body: { import_id: ABSENT } }),
  }),
}
