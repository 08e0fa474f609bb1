import { expect } from 'vitest'
import { addChildren } from './build-class.ts'
import { addFamily, COLLECTING } from './family-contract.ts'
import type { TestServer } from './start-test-server.ts'

/** The calls about families, and what each leaves in the audit trail. */
export function callsOfFamilies(
  server: () => TestServer,
  traceOf: (work: () => Promise<unknown>) => Promise<string[]>,
): Record<string, () => Promise<void>> {
  const split = async () => {
    const family = await addFamily(server())
    const { id, version, adult, child } = family
    const body = { id, version, name: 'Ruiz', adults: [adult], children: [child] }
    return { family, work: () => server().ask('POST /families/split', { body }) }
  }
  return {
    'POST /families': async () => {
      const body = { request_id: crypto.randomUUID(), name: 'López', adults: [COLLECTING], children: [] }
      const add = () => server().ask('POST /families', { body })
      expect(await traceOf(add)).toEqual([expect.stringMatching(/^family_added family\/\d+$/)])
      expect(await traceOf(add)).toEqual([])
    },
    'PUT /families': async () => {
      const { id, version, adults, child } = await addFamily(server())
      const body = { id, version, name: 'Ruiz', adults, children: [child] }
      const save = () => server().ask('PUT /families', { body })
      expect(await traceOf(save)).toEqual([`family_changed family/${id}`])
      expect(await traceOf(save)).toEqual([])
    },
    'DELETE /families': async () => {
      const { id } = await addFamily(server())
      const remove = () => server().tryCall('DELETE /families', { query: { family_id: id } })
      expect(await traceOf(remove)).toEqual([`family_deleted family/${id}`])
      expect(await traceOf(remove)).toEqual([])
    },
    'POST /families/merge': async () => {
      const [kept, merged] = [await addFamily(server()), await addFamily(server())]
      const versions = { kept_version: kept.version, merged_version: merged.version }
      const body = { kept: kept.id, merged: merged.id, ...versions }
      expect(await traceOf(() => server().ask('POST /families/merge', { body }))).toEqual([
        `family_merged family/${kept.id} family/${merged.id}`,
      ])
    },
    'POST /families/split': async () => {
      const { family, work } = await split()
      const made = new RegExp(`^family_split family/${family.id} family/\\d+$`)
      expect(await traceOf(work)).toEqual([expect.stringMatching(made)])
    },
    'POST /families/card': async () => {
      const { id } = await addFamily(server())
      const give = () => server().ask('POST /families/card', { body: { family_id: id } })
      expect(await traceOf(give)).toEqual([`family_card_given family/${id}`])
    },
    'POST /families/changes/undo': async () => {
      const { family, work } = await split()
      const { change_id, id } = await work()
      const undo = () => server().tryCall('POST /families/changes/undo', { body: { change_id } })
      const undone = [family.id, id].map((one) => `family_change_undone family/${one} split`)
      expect((await traceOf(undo)).sort()).toEqual(undone.sort())
      expect(await traceOf(undo)).toEqual([])
    },
    'POST /families/take-over': async () => {
      const children = await addChildren(server(), 1)
      const families = [{ name: 'López', adults: [COLLECTING], children }]
      const body = { request_id: crypto.randomUUID(), families }
      const take = () => server().ask('POST /families/take-over', { body })
      expect(await traceOf(take)).toEqual([expect.stringMatching(/^family_added family\/\d+$/)])
      expect(await traceOf(take)).toEqual([])
    },
    'PUT /families/child': async () => {
      const { child, adult } = await addFamily(server())
      const rules = [{ adult_id: adult, rule: 'today' as const }]
      const body = {
        attendee_id: child,
        version: 0,
        photo_consent: 'yes' as const,
        needs_reviewed: null,
        rules,
      }
      const save = () => server().ask('PUT /families/child', { body })
      expect(await traceOf(save)).toEqual([`collecting_changed attendee/${child}`])
      expect(await traceOf(save)).toEqual([])
    },
    'PUT /families/safeguarding': async () => {
      const { child, adult } = await addFamily(server())
      const bars = [{ adult_id: adult, reason: 'By order of the court' }]
      const body = { attendee_id: child, version: 0, need_detail: 'The pen is in the bag.', bars }
      const save = () => server().ask('PUT /families/safeguarding', { body })
      expect(await traceOf(save)).toEqual([`safeguarding_changed attendee/${child}`])
      expect(await traceOf(save)).toEqual([])
      const read = () => server().ask('GET /families/safeguarding', { query: { attendee_id: child } })
      expect(await traceOf(read)).toEqual([`safeguarding_read attendee/${child}`])
    },
  }
}
