import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ADMINS } from '@vestry/contract/rules/roles.ts'
import { openUnmigrated } from '../database/open-database.ts'
import type { ContractCases } from './contract-cases.ts'
import type { TestServer } from './start-test-server.ts'

const ABSENT = randomUUID()
const fields = { name: 'Lydia Okafor', language: 'en', groups: [] }

async function invite(server: TestServer, given: object = {}) {
  const body = { email: `lydia-${randomUUID()}@vestry.test`, ...fields, ...given }
  return await server.ask('POST /staff', { body })
}

/** Ada's own `sub`. */
async function ada(server: TestServer): Promise<string> {
  const people = await server.app.identity.users.list()
  return people.find(({ email }) => email === 'ada@vestry.test')?.sub ?? ''
}

/**
 * Has an administrator who can't sign in any more, since the password must be reset, act on the only one who can;
 * returns the refusal. That two who act on each other leave one is shown elsewhere: one of them may be out before the
 * call is looked at.
 */
async function onTheLast(server: TestServer, call: string, given: (sub: string) => object) {
  const names = ['naomi', 'junia'].map((name) => `${name}-${randomUUID()}@vestry.test`) as [string, string]
  const [naomi] = await Promise.all(names.map((email) => server.addPerson(email, [ADMINS])))
  const token = naomi && (await server.signIn(naomi))
  const own = await ada(server)
  const move = (groups: string[]) =>
    server.ask('PUT /staff', {
      body: { sub: own, name: 'Ada', language: 'en', groups },
      token: token ?? null,
    })
  const people = (await server.app.identity.users.list()).filter(({ email }) => names.includes(email))
  const junia = people.find(({ email }) => email === names[1])
  await move([])
  const { database } = await openUnmigrated(server.config)
  try {
    await database.sql
      .updateTable('identity_user')
      .set({ status: 'RESET_REQUIRED' })
      .where('email', '=', names[0])
      .execute()
  } finally {
    await database.close()
  }
  const refused = await server.tryCall(call, { token: token ?? null, ...given(junia?.sub ?? '') })
  await move([ADMINS])
  await Promise.all(names.map((email) => server.app.identity.users.remove(email)))
  return refused
}

export const staffContract: ContractCases = {
  complete: {
    'GET /staff/person': { sub: ABSENT },
    'DELETE /staff': { sub: ABSENT },
    'POST /staff': { email: 'lydia@vestry.test', ...fields },
    'PUT /staff': { sub: ABSENT, version: 'x', ...fields },
    'PUT /staff/own-address': { email: 'ada@vestry.test' },
    'PUT /staff/enabled': { sub: ABSENT, enabled: true },
    'POST /staff/invitation': { sub: ABSENT },
    'POST /staff/password-reset': { sub: ABSENT },
    'POST /staff/second-factor-reset': { sub: ABSENT },
    'POST /staff/sign-out': { sub: ABSENT },
    'POST /staff/groups': { name: 'Ushers', rights: ['sermons'] },
    'PUT /staff/groups/people': { group: 'Teachers', sub: ABSENT, member: true },
    'DELETE /staff/groups': { group: 'Ushers' },
  },
  ways: (server) => {
    const body = { sub: ABSENT }
    return {
      'GET /staff/person: not_found': () => server.tryCall('GET /staff/person', { query: body }),
      'POST /staff: already_exists': () =>
        server.tryCall('POST /staff', { body: { email: 'Ada@vestry.test', ...fields } }),
      'POST /staff: unknown_group': () =>
        server.tryCall('POST /staff', {
          body: { email: 'new@vestry.test', ...fields, groups: ['teachers'] },
        }),
      'POST /staff: not_sent': async () => {
        const outbox = join(server.dataFolder, 'outbox')
        await mkdir(outbox, { recursive: true })
        await rename(outbox, `${outbox}-away`)
        await writeFile(outbox, '')
        try {
          return await server.tryCall('POST /staff', { body: { email: 'unsent@vestry.test', ...fields } })
        } finally {
          await rm(outbox)
          await rename(`${outbox}-away`, outbox)
        }
      },
      'PUT /staff: not_found': () => server.tryCall('PUT /staff', { body: { ...body, ...fields } }),
      'PUT /staff: changed_meanwhile': async () => {
        const { sub } = await invite(server)
        return await server.tryCall('PUT /staff', { body: { sub, version: 'another', ...fields } })
      },
      'PUT /staff: unknown_group': async () => {
        const { sub } = await invite(server)
        return await server.tryCall('PUT /staff', { body: { sub, ...fields, groups: ['Choir'] } })
      },
      'PUT /staff: last_administrator': async () =>
        server.tryCall('PUT /staff', { body: { sub: await ada(server), ...fields } }),
      'PUT /staff/own-address: already_exists': async () => {
        const { email } = await invite(server)
        return await server.tryCall('PUT /staff/own-address', { body: { email } })
      },
      'PUT /staff/enabled: not_found': () =>
        server.tryCall('PUT /staff/enabled', { body: { ...body, enabled: false } }),
      'PUT /staff/enabled: own_account': async () =>
        server.tryCall('PUT /staff/enabled', { body: { sub: await ada(server), enabled: false } }),
      'PUT /staff/enabled: last_administrator': () =>
        onTheLast(server, 'PUT /staff/enabled', (sub) => ({ body: { sub, enabled: false } })),
      'POST /staff/invitation: not_found': () => server.tryCall('POST /staff/invitation', { body }),
      'POST /staff/invitation: wrong_status': async () =>
        server.tryCall('POST /staff/invitation', { body: { sub: await ada(server) } }),
      'POST /staff/password-reset: not_found': () => server.tryCall('POST /staff/password-reset', { body }),
      'POST /staff/password-reset: own_account': async () =>
        server.tryCall('POST /staff/password-reset', { body: { sub: await ada(server) } }),
      'POST /staff/password-reset: wrong_status': async () => {
        const { sub } = await invite(server)
        return await server.tryCall('POST /staff/password-reset', { body: { sub } })
      },
      'POST /staff/password-reset: last_administrator': () =>
        onTheLast(server, 'POST /staff/password-reset', (sub) => ({ body: { sub } })),
      'POST /staff/second-factor-reset: not_found': () =>
        server.tryCall('POST /staff/second-factor-reset', { body }),
      'POST /staff/second-factor-reset: own_account': async () =>
        server.tryCall('POST /staff/second-factor-reset', { body: { sub: await ada(server) } }),
      'POST /staff/sign-out: not_found': () => server.tryCall('POST /staff/sign-out', { body }),
      'POST /staff/groups: already_exists': () =>
        server.tryCall('POST /staff/groups', { body: { name: 'teachers' } }),
      'PUT /staff/groups/people: not_found': () =>
        server.tryCall('PUT /staff/groups/people', { body: { ...body, group: 'Teachers', member: true } }),
      'PUT /staff/groups/people: unknown_group': async () => {
        const { sub } = await invite(server)
        return await server.tryCall('PUT /staff/groups/people', {
          body: { sub, group: 'Unknown', member: true },
        })
      },
      'PUT /staff/groups/people: last_administrator': async () =>
        server.tryCall('PUT /staff/groups/people', {
          body: { sub: await ada(server), group: ADMINS, member: false },
        }),
      'DELETE /staff/groups: unknown_group': () =>
        server.tryCall('DELETE /staff/groups', { query: { group: 'Unknown' } }),
      'DELETE /staff: not_found': () => server.tryCall('DELETE /staff', { query: body }),
      'DELETE /staff: own_account': async () =>
        server.tryCall('DELETE /staff', { query: { sub: await ada(server) } }),
      'DELETE /staff: last_administrator': () =>
        onTheLast(server, 'DELETE /staff', (sub) => ({ query: { sub } })),
    }
  },
}
