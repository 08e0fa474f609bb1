import { addChildren } from './build-class.ts'
import type { ContractCases } from './contract-cases.ts'
import { holdClass, newChild, SUNDAY } from './hold-classes.ts'
import { createPhone } from './phone.ts'
import type { TestServer } from './start-test-server.ts'

const ABSENT = 4711

/** A claim: somebody marked a child whom somebody else had marked otherwise. */
async function withClaim(server: TestServer) {
  const { id: class_id } = await holdClass(server)
  const attendee_id = await newChild(server)
  const marks = [{ attendee_id, state: 'absent', seen: 0 }]
  await server.ask('PUT /attendance/roll-call', { body: { class_id, marks } })
  const phone = createPhone(server)
  await phone.send(phone.mark(class_id, attendee_id, 'present'))
  const [claim] = await server.ask('GET /attendance/claims', { query: { class_id } })
  const settle = () =>
    server.tryCall('PUT /attendance/claims', {
      body: { claim_id: claim?.id, version: claim?.version, settlement: 'apply' },
    })
  return { class_id, attendee_id, settle }
}

export const rollOperationContract: ContractCases = {
  complete: {
    'POST /attendance/operations': {
      device: '0f3a1c9e-0000-4000-8000-000000000041',
      operations: [
        { kind: 'mark', number: 1, made_at: 1, class_id: ABSENT, attendee_id: 1, state: 'present', seen: 0 },
      ],
    },
  },
  ways: () => ({}),
}

export const claimContract: ContractCases = {
  complete: {
    'GET /attendance/claims': { class_id: 1 },
    'PUT /attendance/claims': { claim_id: 1, version: 1, settlement: 'keep', seen: 0 },
  },
  ways: (server) => ({
    'PUT /attendance/claims: not_found': () =>
      server.tryCall('PUT /attendance/claims', {
        body: { claim_id: ABSENT, version: 1, settlement: 'keep' },
      }),
    'PUT /attendance/claims: changed_meanwhile': async () => {
      const { class_id, attendee_id } = await withClaim(server)
      const [claim] = await server.ask('GET /attendance/claims', { query: { class_id } })
      const marks = [{ attendee_id, state: 'not_recorded', seen: claim?.now?.version }]
      await server.ask('PUT /attendance/roll-call', { body: { class_id, marks } })
      return await server.tryCall('PUT /attendance/claims', {
        body: { claim_id: claim?.id, version: 1, settlement: 'apply', seen: claim?.now?.version },
      })
    },
    'PUT /attendance/claims: in_another_class': async () => {
      const { class_id, attendee_id, settle } = await withClaim(server)
      const [record] = await server.ask('GET /attendance', { query: { class_id } })
      await server.ask('DELETE /attendance', { query: { attendance_id: record?.id } })
      const other = await holdClass(server, { session_datetime: SUNDAY })
      const marks = [{ attendee_id, state: 'present', seen: 0 }]
      await server.ask('PUT /attendance/roll-call', { body: { class_id: other.id, marks } })
      return await settle()
    },
    'PUT /attendance/claims: class_cancelled': async () => {
      const { id: class_id } = await holdClass(server, { cancelled: true })
      const phone = createPhone(server)
      const [child = 0] = await addChildren(server, 1)
      await phone.send(phone.mark(class_id, child, 'present'))
      const [claim] = await server.ask('GET /attendance/claims', { query: { class_id } })
      return await server.tryCall('PUT /attendance/claims', {
        body: { claim_id: claim?.id, version: 1, settlement: 'apply' },
      })
    },
  }),
}

export const openRollContract: ContractCases = {
  complete: {
    'PUT /attendance/open-rolls': { device: '0f3a1c9e-0000-4000-8000-000000000044', class_ids: [1] },
    'GET /attendance/open-rolls': { class_id: 1 },
  },
  ways: () => ({}),
}
