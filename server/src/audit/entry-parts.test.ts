import { AUDIT_KINDS, AUDIT_PARTS, type AuditKind } from '@vestry/contract/rules/audit-kinds.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../database/open-database.ts'
import { eachDatabase } from '../testing/each-database.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { createAuditLog, type Entry } from './audit-log.ts'

const VALUES = { text: 'Zebulun', number: 4711, texts: ['Zilpah', 'Zophar'], numbers: [4712, 4713] }

function partsOf(kind: AuditKind): Record<string, unknown> {
  const forms = Object.entries(AUDIT_PARTS[kind])
  return Object.fromEntries(
    forms.map(([name, form]) => [name, VALUES[form.replace('?', '') as keyof typeof VALUES]]),
  )
}

eachDatabase((on) => {
  let server: TestServer
  let database: Database

  beforeAll(async () => {
    server = await startTestServer({ database: on })
    database = await openDatabase(server.config)
    // Ada's sign-in is an entry too, and the first one.
    await server.ask('GET /audit')
  })
  afterAll(async () => {
    await database.close()
    await server.destroy()
  })

  const newest = async (kind: AuditKind) =>
    (await server.ask('GET /audit', { query: { kind, limit: 1 } })).results[0]
  const write = (row: { kind: AuditKind; parts?: string; detail?: string }) =>
    database.sql
      .insertInto('audit_event')
      .values({ at: server.clock.now() + 1, ...row })
      .execute()

  test('an entry of each kind has the parts of its kind, and a text that names each of them', async () => {
    const { record } = createAuditLog(database, server.clock)
    for (const kind of AUDIT_KINDS) {
      server.clock.advance(1)
      const parts = partsOf(kind)
      await record({ kind, parts } as Entry)
      const entry = await newest(kind)
      const names = Object.keys(parts)
      expect(entry).toMatchObject({ kind, parts: names.length === 0 ? null : parts })
      for (const value of Object.values(parts).flat()) {
        // A name and a number can stand for the same thing: the name is shown.
        expect(entry?.detail).toContain(names.join() === 'name,count' ? parts.name : String(value))
      }
      expect(entry?.detail ?? '').not.toMatch(/undefined|null|object/)
    }
  })

  test('an entry from before there were parts has its text alone', async () => {
    await write({ kind: 'device_forgotten', detail: 'all 3' })
    expect(await newest('device_forgotten')).toMatchObject({ parts: null, detail: 'all 3' })
    const { body } = await server.app.http.inject({
      url: '/api/audit/export',
      query: { kind: 'device_forgotten' },
      headers: { authorization: `Bearer ${await server.signIn()}` },
    })
    expect(body.split('\r\n')[1]).toMatch(/,device_forgotten,.*,all 3$/)
  })

  test('what is no part of its kind, or of another form, is shown to nobody', async () => {
    await write({ kind: 'passkey_added', parts: '{"name":"Laptop","home_address":"Field Lane 7"}' })
    expect(await newest('passkey_added')).toMatchObject({ parts: { name: 'Laptop' }, detail: 'Laptop' })
    await write({ kind: 'settings_changed', parts: '{"settings":[1,2]}' })
    expect(await newest('settings_changed')).toMatchObject({ parts: null, detail: null })
    await write({ kind: 'retention_changed', parts: '{"rule":"guests","months":"twelve"}' })
    expect(await newest('retention_changed')).toMatchObject({ parts: null, detail: null })
    await write({ kind: 'miss_limit_changed', parts: '{"limit":5,"first_name":"Zipporah"}' })
    expect(await newest('miss_limit_changed')).toMatchObject({ parts: { limit: 5 }, detail: '5' })
  })

  test.each<[Entry, string]>([
    [
      { kind: 'sign_in', parts: { factors: ['password', 'SOFTWARE_TOKEN_MFA'] } },
      'password + SOFTWARE_TOKEN_MFA',
    ],
    [{ kind: 'refresh_token_reused', parts: { grant: 'authorization_code' } }, 'authorization code'],
    [
      { kind: 'second_factor_changed', parts: { preferred: 'none', on: ['SMS_MFA'], off: ['EMAIL_OTP'] } },
      'SMS_MFA on, EMAIL_OTP off, none preferred',
    ],
    [{ kind: 'staff_second_factor_reset', parts: { factors: [] } }, '–'],
    [{ kind: 'staff_second_factor_reset', parts: { off: ['EMAIL_OTP'] } }, 'EMAIL_OTP off'],
    [{ kind: 'passkey_removed', parts: { count: 3 } }, 'all 3'],
    [{ kind: 'groups_changed', parts: { group: 'Night watch', change: 'added' } }, 'Night watch added'],
    [{ kind: 'access_key_created', parts: { name: 'office', key: 'AKIA1' } }, 'office (AKIA1)'],
    [{ kind: 'rights_changed', parts: { group: 'Office', rights: [] } }, 'Office: '],
    [{ kind: 'import_undone', parts: { removed: 1, restored: 2, kept: 0 } }, '1 removed, 2 restored, 0 kept'],
  ])('%j reads %s in a file and for other programs', async (entry, text) => {
    server.clock.advance(10)
    await createAuditLog(database, server.clock).record(entry)
    expect((await newest(entry.kind))?.detail).toBe(text)
  })
})
