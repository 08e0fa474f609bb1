import { absenceContract } from './absence-contract.ts'
import { attendanceContract } from './attendance-contract.ts'
import { attendeeContract } from './attendee-contract.ts'
import { churchSettingContract } from './church-setting-contract.ts'
import { claimContract, openRollContract, rollOperationContract } from './claim-contract.ts'
import { classContract } from './class-contract.ts'
import type { ContractCases } from './contract-cases.ts'
import { doorContract } from './door-contract.ts'
import { doorPrinterContract } from './door-printer-contract.ts'
import { downloadContract } from './download-contract.ts'
import { exportContract } from './export-contract.ts'
import { familyContract } from './family-contract.ts'
import { followUpContract } from './follow-up-contract.ts'
import { importContract } from './import-contract.ts'
import { lookupContract } from './lookup-contract.ts'
import { mergeContract } from './merge-contract.ts'
import { parentCallContract } from './parent-call-contract.ts'
import { photoContract } from './photo-contract.ts'
import { preachingContract } from './preaching-contract.ts'
import { reportContract } from './report-contract.ts'
import { retentionContract } from './retention-contract.ts'
import { roomContract } from './room-contract.ts'
import { rosterContract } from './roster-contract.ts'
import { sermonImportContract } from './sermon-import-contract.ts'
import { staffContract } from './staff-contract.ts'
import { stationContract } from './station-contract.ts'
import { trashContract } from './trash-contract.ts'

const personSettingContract: ContractCases = {
  complete: { 'PUT /account/settings': { landing: 'today' } },
  ways: () => ({}),
}

const findContract: ContractCases = {
  complete: { 'GET /find': { text: 'ana' }, 'GET /find/staff': { text: 'ana' } },
  ways: () => ({}),
}

const calendarContract: ContractCases = {
  complete: { 'GET /calendar': { from: '2026-05-01', to: '2026-05-31' } },
  ways: () => ({}),
}

const auditContract: ContractCases = {
  complete: {},
  ways: () => ({}),
}

const newsContract: ContractCases = {
  complete: {},
  ways: (server) => ({
    'GET /news: not_found': () => server.tryCall('GET /news', { query: { class_id: 4711 } }),
  }),
}

/** What the contract tests need to know about the calls of each feature. */
export const CONTRACT_CASES: ContractCases[] = [
  preachingContract,
  lookupContract,
  sermonImportContract,
  attendeeContract,
  importContract,
  mergeContract,
  photoContract,
  familyContract,
  absenceContract,
  followUpContract,
  roomContract,
  doorContract,
  doorPrinterContract,
  stationContract,
  parentCallContract,
  classContract,
  rosterContract,
  attendanceContract,
  rollOperationContract,
  claimContract,
  openRollContract,
  exportContract,
  calendarContract,
  reportContract,
  downloadContract,
  trashContract,
  findContract,
  auditContract,
  personSettingContract,
  staffContract,
  churchSettingContract,
  retentionContract,
  newsContract,
]

/** The valid input of each call that needs any: its body or, if it has none, its query. */
export const COMPLETE: Record<string, object> = Object.assign(
  {},
  ...CONTRACT_CASES.map(({ complete }) => complete),
)
