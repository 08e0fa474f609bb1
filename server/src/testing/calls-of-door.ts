import { expect } from 'vitest'
import { addChildren } from './build-class.ts'
import { callsOfDoorOffline } from './calls-of-door-offline.ts'
import { callsOfDoorPrinters } from './calls-of-door-printers.ts'
import { callsOfParents } from './calls-of-parents.ts'
import { arrivedFamily, giveBackWithCode, holdToday, takeIn } from './door-contract.ts'
import type { TestServer } from './start-test-server.ts'

/** The calls of the door, and what each leaves in the audit trail. */
export function callsOfDoor(
  server: () => TestServer,
  traceOf: (work: () => Promise<unknown>) => Promise<string[]>,
): Record<string, () => Promise<void>> {
  const give = (family: Awaited<ReturnType<typeof arrivedFamily>>, code = family.stay.code) =>
    giveBackWithCode(server(), family, code)
  return {
    ...callsOfDoorPrinters(server, traceOf),
    ...callsOfDoorOffline(server, traceOf),
    ...callsOfParents(server, traceOf),
    'POST /door/arrivals': async () => {
      const { id } = await holdToday(server())
      const children = await addChildren(server(), 2)
      const arrive = () => takeIn(server(), id, children)
      expect(await traceOf(arrive)).toEqual([`arrived class/${id} ${children.join(', ')}`])
      expect(await traceOf(arrive)).toEqual([])
    },
    'POST /door/newcomers': async () => {
      const { id: class_id } = await holdToday(server())
      const child = { first_name: 'Leo', last_name: 'López', birthdate: null, allergies: '', class_id }
      const body = {
        request_id: crypto.randomUUID(),
        adult: { first_name: 'Ana', last_name: 'López', phone: '0161 496 0000' },
        children: [{ ...child, request_id: crypto.randomUUID() }],
        reason: '',
      }
      const add = () => server().ask('POST /door/newcomers', { body })
      expect(await traceOf(add)).toEqual([
        expect.stringMatching(/^attendee_added attendee\/\d+$/),
        expect.stringMatching(/^family_added family\/\d+$/),
        expect.stringMatching(new RegExp(`^arrived class/${class_id} \\d+$`)),
      ])
      expect(await traceOf(add)).toEqual([])
    },
    'PUT /door/stays': async () => {
      const { stay, child } = await arrivedFamily(server())
      const { id: class_id } = await holdToday(server())
      const move = () => server().ask('PUT /door/stays', { body: { stay_id: stay.id, class_id, reason: '' } })
      expect(await traceOf(move)).toEqual([`arrival_moved class/${class_id} ${child}`])
      expect(await traceOf(move)).toEqual([])
    },
    'DELETE /door/stays': async () => {
      const { stay, child, class_id } = await arrivedFamily(server())
      const undo = () => server().tryCall('DELETE /door/stays', { query: { stay_id: stay.id } })
      expect(await traceOf(undo)).toEqual([`arrival_undone class/${class_id} ${child}`])
      expect(await traceOf(undo)).toEqual([])
    },
    'POST /door/witness': async () => {
      const { stay, adult, child, class_id } = await arrivedFamily(server())
      const body = { stay_ids: [stay.id], adult_id: adult }
      const trace = await traceOf(() => server().ask('POST /door/witness', { body }))
      expect(trace).toEqual([`seen_without_tag class/${class_id} ${child}`])
    },
    'POST /door/handovers': async () => {
      const family = await arrivedFamily(server())
      const { child, class_id } = family
      expect(await traceOf(() => give(family, 'CCCC'))).toEqual([
        `giving_back_refused class/${class_id} ${child}, wrong_code`,
      ])
      expect(await traceOf(() => give(family))).toEqual([`given_back class/${class_id} ${child}, code`])
      expect(await traceOf(() => give(family))).toEqual([])
    },
    'DELETE /door/handovers': async () => {
      const family = await arrivedFamily(server())
      const { stay, child, class_id } = family
      await give(family)
      const undo = () => server().ask('DELETE /door/handovers', { query: { stay_id: stay.id } })
      expect(await traceOf(undo)).toEqual([`giving_back_undone class/${class_id} ${child}`])
      expect(await traceOf(undo)).toEqual([])
    },
    'POST /door/codes': async () => {
      const { stay, child, class_id } = await arrivedFamily(server())
      const renew = () => server().ask('POST /door/codes', { body: { stay_id: stay.id, lost: stay.code } })
      expect(await traceOf(renew)).toEqual([`door_code_renewed class/${class_id} ${child}`])
      expect(await traceOf(renew)).toEqual([])
    },
    'PUT /door/alerts': async () => {
      const family = await arrivedFamily(server())
      const { child, adult, stay } = family
      const bars = [{ adult_id: adult, reason: '' }]
      const { version } = await server().ask('GET /families/child', { query: { attendee_id: child } })
      await server().ask('PUT /families/safeguarding', {
        body: { attendee_id: child, version, need_detail: '', bars },
      })
      await give({ ...family, stay })
      const { alerts } = await server().ask('GET /door')
      const id = alerts.flatMap((alert) =>
        alert.kind === 'barred' && alert.attendee_id === child ? alert.id : [],
      )[0]
      const close = () => server().ask('PUT /door/alerts', { body: { id } })
      expect(await traceOf(close)).toEqual([`door_alert_closed attendee/${child}`])
      expect(await traceOf(close)).toEqual([])
    },
    'PUT /door/evacuation': async () => {
      const { stay } = await arrivedFamily(server())
      const tick = () =>
        server().ask('PUT /door/evacuation', { body: { stay_ids: [stay.id], accounted: true } })
      expect(await traceOf(tick)).toEqual([])
    },
  }
}
