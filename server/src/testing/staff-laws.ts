import { randomUUID } from 'node:crypto'
import { ADMINS } from '@vestry/contract/roles.ts'
import type { Laws } from './laws.ts'
import type { House } from './start-house.ts'

const ABSENT = randomUUID()
const fields = { name: 'Lydia Okafor', language: 'en', groups: [] }

async function invite(house: House, given: object = {}) {
  const body = { email: `lydia-${randomUUID()}@vestry.test`, ...fields, ...given }
  return await house.ask('POST /staff', { body })
}

/** Ada's own `sub`. */
async function ada(house: House): Promise<string> {
  const people = await house.app.identity.staff.list()
  return people.find(({ email }) => email === 'ada@vestry.test')?.sub ?? ''
}

/** Ada does something to another administrator, who at the same moment does the same to her; the refusal they get. */
async function toEachOther(house: House, call: string, given: (sub: string) => object) {
  const other = await house.addPerson(`naomi-${randomUUID()}@vestry.test`, [ADMINS])
  const find = async () => (await house.app.identity.staff.list()).find(({ email }) => email === other.email)
  const token = await house.signIn(other)
  const own = await ada(house)
  const sub = (await find())?.sub ?? ''
  const [done, refused] = await Promise.all([
    house.tryCall(call, given(sub)),
    house.tryCall(call, { token, ...given(own) }),
  ])
  if (await find()) {
    await house.app.identity.staff.remove(other.email)
  }
  if (done.status !== 200) {
    throw new Error(`Ada was refused: ${done.body.message}`)
  }
  return refused
}

export const staffLaws: Laws = {
  complete: {
    'GET /staff/person': { sub: ABSENT },
    'DELETE /staff': { sub: ABSENT },
    'POST /staff': { email: 'lydia@vestry.test', ...fields },
    'PUT /staff': { sub: ABSENT, version: 'x', ...fields },
    'PUT /staff/enabled': { sub: ABSENT, enabled: true },
    'POST /staff/invitation': { sub: ABSENT },
    'POST /staff/password-reset': { sub: ABSENT },
    'POST /staff/second-factor-reset': { sub: ABSENT },
    'POST /staff/sign-out': { sub: ABSENT },
  },
  ways: (house) => {
    const body = { sub: ABSENT }
    return {
      'GET /staff/person: not_found': () => house.tryCall('GET /staff/person', { query: body }),
      'POST /staff: already_exists': () =>
        house.tryCall('POST /staff', { body: { email: 'Ada@vestry.test', ...fields } }),
      'POST /staff: unknown_group': () =>
        house.tryCall('POST /staff', {
          body: { email: 'new@vestry.test', ...fields, groups: ['teachers'] },
        }),
      'PUT /staff: not_found': () => house.tryCall('PUT /staff', { body: { ...body, ...fields } }),
      'PUT /staff: changed_meanwhile': async () => {
        const { sub } = await invite(house)
        return await house.tryCall('PUT /staff', { body: { sub, version: 'another', ...fields } })
      },
      'PUT /staff: unknown_group': async () => {
        const { sub } = await invite(house)
        return await house.tryCall('PUT /staff', { body: { sub, ...fields, groups: ['Choir'] } })
      },
      'PUT /staff: last_administrator': async () =>
        house.tryCall('PUT /staff', { body: { sub: await ada(house), ...fields } }),
      'PUT /staff/enabled: not_found': () =>
        house.tryCall('PUT /staff/enabled', { body: { ...body, enabled: false } }),
      'PUT /staff/enabled: own_account': async () =>
        house.tryCall('PUT /staff/enabled', { body: { sub: await ada(house), enabled: false } }),
      'PUT /staff/enabled: last_administrator': () =>
        toEachOther(house, 'PUT /staff/enabled', (sub) => ({ body: { sub, enabled: false } })),
      'POST /staff/invitation: not_found': () => house.tryCall('POST /staff/invitation', { body }),
      'POST /staff/invitation: wrong_status': async () =>
        house.tryCall('POST /staff/invitation', { body: { sub: await ada(house) } }),
      'POST /staff/password-reset: not_found': () => house.tryCall('POST /staff/password-reset', { body }),
      'POST /staff/password-reset: own_account': async () =>
        house.tryCall('POST /staff/password-reset', { body: { sub: await ada(house) } }),
      'POST /staff/password-reset: wrong_status': async () => {
        const { sub } = await invite(house)
        return await house.tryCall('POST /staff/password-reset', { body: { sub } })
      },
      'POST /staff/password-reset: last_administrator': () =>
        toEachOther(house, 'POST /staff/password-reset', (sub) => ({ body: { sub } })),
      'POST /staff/second-factor-reset: not_found': () =>
        house.tryCall('POST /staff/second-factor-reset', { body }),
      'POST /staff/second-factor-reset: own_account': async () =>
        house.tryCall('POST /staff/second-factor-reset', { body: { sub: await ada(house) } }),
      'POST /staff/sign-out: not_found': () => house.tryCall('POST /staff/sign-out', { body }),
      'DELETE /staff: not_found': () => house.tryCall('DELETE /staff', { query: body }),
      'DELETE /staff: own_account': async () =>
        house.tryCall('DELETE /staff', { query: { sub: await ada(house) } }),
      'DELETE /staff: last_administrator': () =>
        toEachOther(house, 'DELETE /staff', (sub) => ({ query: { sub } })),
    }
  },
}
