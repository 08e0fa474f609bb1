import { expect } from 'vitest'
import { addChildren, plan } from './build-class.ts'
import { createPhone } from './phone.ts'
import type { TestServer } from './start-test-server.ts'

/** The calls that add guests, do what phones send and settle what could not be done, and what they leave in the audit trail. */
export function callsOfOperations(
  server: () => TestServer,
  traceOf: (work: () => Promise<unknown>) => Promise<string[]>,
): Record<string, () => Promise<void>> {
  return {
    'POST /attendance/guest': async () => {
      const { id: class_id } = await plan(server())
      const name = { first_name: 'Zipporah', last_name: 'Quillfeather' }
      const request_id = '11111111-2222-4333-8444-555555555555'
      const body = { class_id, request_id, ...name, parent_contact: '600 123 456' }
      let child = 0
      const add = async () => {
        child = (await server().ask('POST /attendance/guest', { body })).attendee_id
      }
      const trace = await traceOf(add)
      expect(trace).toEqual([
        `attendee_added attendee/${child}`,
        `attendance_changed class/${class_id} ${child}`,
      ])
      expect(await traceOf(add)).toEqual([])
    },
    'POST /attendance/operations': async () => {
      const { id: class_id } = await plan(server())
      const [child = 0] = await addChildren(server(), 1)
      const phone = createPhone(server())
      const operations = [phone.mark(class_id, child, 'present'), phone.guest(class_id), phone.absence(child)]
      let guest = 0
      const send = async () => {
        const { operations: answers } = await phone.send(...operations)
        guest = answers[1]?.attendee_id ?? 0
      }
      const trace = await traceOf(send)
      expect(trace.sort()).toEqual(
        [
          `attendee_added attendee/${guest}`,
          `attendance_changed class/${class_id} ${child}, ${guest}`,
          `absence_planned attendee/${child}`,
        ].sort(),
      )
      expect(await traceOf(send)).toEqual([])
    },
    'PUT /attendance/claims': async () => {
      const { id: class_id } = await plan(server())
      const [child = 0] = await addChildren(server(), 1)
      const marks = [{ attendee_id: child, state: 'absent', seen: 0 }]
      await server().ask('PUT /attendance/roll-call', { body: { class_id, marks } })
      const phone = createPhone(server())
      await phone.send(phone.mark(class_id, child, 'present'))
      const [claim] = await server().ask('GET /attendance/claims', { query: { class_id } })
      const body = { claim_id: claim?.id, version: 1, settlement: 'apply' }
      const settle = () => server().ask('PUT /attendance/claims', { body })
      expect(await traceOf(settle)).toEqual([
        `attendance_changed class/${class_id} ${child}`,
        `claim_settled class/${class_id} apply`,
      ])
      expect(await traceOf(settle)).toEqual([])
    },
  }
}
