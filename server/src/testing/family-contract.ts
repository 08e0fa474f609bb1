import { addChildren } from './build-class.ts'
import type { ContractCases } from './contract-cases.ts'
import type { TestServer } from './start-test-server.ts'

const ABSENT = 4711
const ADULT = {
  id: null,
  first_name: 'Ana',
  last_name: 'López',
  phone: '0161 496 0000',
  email: '',
  language: '',
}
export const COLLECTING = { ...ADULT, collects: 'yes' }

/** A family with these children, or with one new one. */
export async function addFamily(
  server: TestServer,
  given: { name?: string; children?: number[]; phone?: string } = {},
) {
  const { name = 'López', children = await addChildren(server, 1), phone = COLLECTING.phone } = given
  const body = { name, adults: [{ ...COLLECTING, phone }], children }
  const { id } = await server.ask('POST /families', { body })
  const family = await server.ask('GET /families/one', { query: { family_id: id } })
  return { ...family, child: children[0] ?? 0, adult: family.adults[0]?.id ?? 0 }
}

const FAMILY = { name: 'López', adults: [COLLECTING], children: [] }
const REQUEST = '0f3a1c9e-0000-4000-8000-000000000042'

export const familyContract: ContractCases = {
  complete: {
    'GET /families/one': { family_id: 1 },
    'POST /families': { request_id: REQUEST, ...FAMILY },
    'PUT /families': { id: 1, version: 1, ...FAMILY },
    'DELETE /families': { family_id: 1 },
    'POST /families/merge': { kept: 1, kept_version: 1, merged: 2, merged_version: 1 },
    'POST /families/split': { id: 1, version: 1, name: 'López', adults: [1], children: [1], both: [1] },
    'POST /families/card': { family_id: 1 },
    'POST /families/changes/undo': { change_id: 1 },
    'POST /families/take-over': { request_id: REQUEST, families: [FAMILY] },
    'GET /families/child': { attendee_id: 1 },
    'PUT /families/child': {
      ...{ attendee_id: 1, version: 0, photo_consent: 'yes', needs_reviewed: '2026-05-03' },
      rules: [{ adult_id: 1, rule: 'today' }],
    },
    'GET /families/safeguarding': { attendee_id: 1 },
    'PUT /families/safeguarding': {
      ...{ attendee_id: 1, version: 0, need_detail: 'The pen is in the bag.' },
      bars: [{ adult_id: 1, reason: 'By order of the court' }],
    },
  },
  ways: (server) => {
    const save = (family: { id: number; version: number; name: string }, given: object = {}) =>
      server.tryCall('PUT /families', {
        body: { id: family.id, version: family.version, name: 'Ruiz', adults: [], children: [], ...given },
      })
    const split = (family: Awaited<ReturnType<typeof addFamily>>, given: object = {}) =>
      server.tryCall('POST /families/split', {
        body: {
          ...{ id: family.id, version: family.version, name: 'Ruiz', adults: [family.adult] },
          ...{ children: [family.child], ...given },
        },
      })
    /** A child of two families, and another family. */
    const withTwo = async () => {
      const [child = 0] = await addChildren(server, 1)
      await addFamily(server, { children: [child] })
      return { child, second: await addFamily(server, { children: [child] }), other: await addFamily(server) }
    }
    const change = (path: string, attendee_id: number, given: object) =>
      server.tryCall(`PUT /families/${path}`, { body: { attendee_id, version: 0, ...given } })
    const said = { photo_consent: 'yes', needs_reviewed: null, rules: [] }
    const secret = { need_detail: 'The pen is in the bag.', bars: [] }
    return {
      'GET /families/one: not_found': () =>
        server.tryCall('GET /families/one', { query: { family_id: ABSENT } }),
      'POST /families: not_found': () =>
        server.tryCall('POST /families', { body: { ...FAMILY, children: [ABSENT] } }),
      'POST /families: in_use': async () => {
        const { child } = await withTwo()
        return await server.tryCall('POST /families', { body: { ...FAMILY, children: [child] } })
      },
      'PUT /families: not_found': () => save({ id: ABSENT, version: 1, name: '' }),
      'PUT /families: changed_meanwhile': async () => {
        const family = await addFamily(server)
        return await save({ ...family, version: family.version + 1 })
      },
      'PUT /families: in_use': async () => {
        const { child, other } = await withTwo()
        return await save(other, { children: [child] })
      },
      'DELETE /families: not_found': () =>
        server.tryCall('DELETE /families', { query: { family_id: ABSENT } }),
      'POST /families/merge: not_found': () =>
        server.tryCall('POST /families/merge', {
          body: { kept: ABSENT, kept_version: 1, merged: ABSENT + 1, merged_version: 1 },
        }),
      'POST /families/merge: changed_meanwhile': async () => {
        const [one, other] = [await addFamily(server), await addFamily(server)]
        return await server.tryCall('POST /families/merge', {
          body: { kept: one.id, kept_version: one.version, merged: other.id, merged_version: 99 },
        })
      },
      'POST /families/split: not_found': async () => split(await addFamily(server), { adults: [ABSENT] }),
      'POST /families/split: changed_meanwhile': async () => split(await addFamily(server), { version: 99 }),
      'POST /families/split: in_use': async () => {
        const { child, second } = await withTwo()
        return await split({ ...second, child }, { both: [child] })
      },
      'POST /families/card: not_found': () =>
        server.tryCall('POST /families/card', { body: { family_id: ABSENT } }),
      'POST /families/changes/undo: not_found': () =>
        server.tryCall('POST /families/changes/undo', { body: { change_id: ABSENT } }),
      'POST /families/changes/undo: changed_meanwhile': async () => {
        const family = await addFamily(server)
        const { body } = await split(family)
        const { change_id, id } = body as unknown as { change_id: number; id: number }
        await save({ id, version: 2, name: '' })
        return await server.tryCall('POST /families/changes/undo', { body: { change_id } })
      },
      'POST /families/changes/undo: in_use': async () => {
        const [child = 0] = await addChildren(server, 1)
        const { id } = await addFamily(server, { children: [child] })
        const { change_id } = await server.ask('DELETE /families', { query: { family_id: id } })
        await addFamily(server, { children: [child] })
        await addFamily(server, { children: [child] })
        return await server.tryCall('POST /families/changes/undo', { body: { change_id } })
      },
      'GET /families/child: not_found': () =>
        server.tryCall('GET /families/child', { query: { attendee_id: ABSENT } }),
      'PUT /families/child: not_found': () => change('child', ABSENT, said),
      'PUT /families/child: changed_meanwhile': async () => {
        const { child } = await addFamily(server)
        return await change('child', child, { ...said, version: 7 })
      },
      'GET /families/safeguarding: not_found': () =>
        server.tryCall('GET /families/safeguarding', { query: { attendee_id: ABSENT } }),
      'PUT /families/safeguarding: not_found': () => change('safeguarding', ABSENT, secret),
      'PUT /families/safeguarding: changed_meanwhile': async () => {
        const { child } = await addFamily(server)
        return await change('safeguarding', child, { ...secret, version: 7 })
      },
    }
  },
}
