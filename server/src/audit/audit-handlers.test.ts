import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../database/open-database.ts'
import { eachDatabase } from '../testing/each-database.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { createAuditLog, type Entry } from './audit-log.ts'

const RUTH = { sub: 'a1', name: 'ruth@example.org' }
const BOAZ = { sub: 'b2', name: 'boaz@example.org' }
const HOUR = 60 * 60_000

eachDatabase((on) => {
  let server: TestServer
  let database: Database

  beforeAll(async () => {
    // Madrid's 3 May begins at 22:00 of the day before, in UTC.
    server = await startTestServer({ database: on })
    database = await openDatabase(server.config)
    // The entries of the server's own start are tested elsewhere.
    await database.sql.deleteFrom('audit_event').execute()
    const { record } = createAuditLog(database, server.clock)
    const told: Entry[] = [
      {
        kind: 'sign_in',
        actor: RUTH,
        subject: RUTH,
        address: '203.0.113.7',
        parts: { factors: ['password'] },
      },
      { kind: 'staff_added', actor: RUTH, subject: BOAZ, parts: { groups: ['Teachers'] } },
      { kind: 'sign_in_failed', subject: BOAZ, address: '203.0.113.9', parts: { factor: 'totp' } },
      { kind: 'staff_changed', actor: RUTH, subject: BOAZ, parts: { attributes: ['=2+3', '"quoted"'] } },
      { kind: 'keys_rotated' },
    ]
    for (const entry of told) {
      await record(entry)
      server.clock.advance(10 * HOUR)
    }
  })
  afterAll(async () => {
    await database.close()
    await server.destroy()
  })

  const kinds = async (query: object) => {
    const { results } = await server.ask('GET /audit', { query: query as Record<string, unknown> })
    return results.map(({ kind }) => kind).filter((kind) => kind !== 'sign_in' || 'person' in query)
  }

  test('the newest entry comes first, with names, address and detail', async () => {
    const { results, next } = await server.ask('GET /audit', { query: { kind: 'staff_added' } })
    expect(next).toBeNull()
    expect(results).toEqual([
      {
        id: expect.any(Number),
        at: Date.parse('2026-05-03T18:00:00Z'),
        kind: 'staff_added',
        actor: 'ruth@example.org',
        subject: 'boaz@example.org',
        record: null,
        address: null,
        parts: { groups: ['Teachers'] },
        detail: 'Teachers',
      },
    ])
    expect((await kinds({})).slice(0, 4)).toEqual([
      'keys_rotated',
      'staff_changed',
      'sign_in_failed',
      'staff_added',
    ])
  })

  test('a person is found by what they did and by what was done to them', async () => {
    expect(await kinds({ person: 'Ruth@example.org' })).toEqual(['staff_changed', 'staff_added', 'sign_in'])
    expect(await kinds({ person: 'boaz@example.org' })).toEqual([
      'staff_changed',
      'sign_in_failed',
      'staff_added',
    ])
    expect(await kinds({ person: 'boaz@example.org', kind: 'staff_added' })).toEqual(['staff_added'])
    expect(await kinds({ person: 'nobody@example.org' })).toEqual([])
  })

  test('a person is found by an earlier address too', async () => {
    const { record } = createAuditLog(database, server.clock)
    await record({ kind: 'signed_up', actor: BOAZ, subject: { ...BOAZ, name: 'b@example.org' } })
    expect(await kinds({ person: 'b@example.org' })).toContain('staff_added')
    await database.sql.deleteFrom('audit_event').where('kind', '=', 'signed_up').execute()
  })

  test('a person is found by an address under which they only did something', async () => {
    const { record } = createAuditLog(database, server.clock)
    await record({ kind: 'password_reset', actor: { sub: 'c3', name: 'naomi@example.org' } })
    await record({ kind: 'account_deleted', actor: { ...BOAZ, name: 'boaz@bethlehem.example' } })
    expect(await kinds({ person: 'naomi@example.org' })).toEqual(['password_reset'])
    expect(await kinds({ person: 'boaz@bethlehem.example' })).toContain('staff_added')
    const there = ['password_reset', 'account_deleted'] as const
    await database.sql.deleteFrom('audit_event').where('kind', 'in', there).execute()
  })

  test('an address that passed through many hands finds ten of the people who had it', async () => {
    const { record } = createAuditLog(database, server.clock)
    for (let count = 10; count < 21; count += 1) {
      await record({ kind: 'device_forgotten', actor: { sub: `d${count}`, name: 'office@example.org' } })
    }
    expect(await kinds({ person: 'office@example.org' })).toHaveLength(10)
    await database.sql.deleteFrom('audit_event').where('kind', '=', 'device_forgotten').execute()
  })

  test('days are those of the church', async () => {
    // 08:00, 18:00 and, on the 4th, 04:00, 14:00; and 00:00 in UTC, which is 02:00 of the 5th in Madrid.
    expect(await kinds({ from: '2026-05-04', to: '2026-05-04' })).toEqual(['staff_changed', 'sign_in_failed'])
    expect(await kinds({ to: '2026-05-03' })).toEqual(['staff_added'])
    expect(await kinds({ from: '2026-05-05' })).toEqual(['keys_rotated'])
    expect(await kinds({ from: '0026-05-05' })).toEqual(await kinds({}))
    expect(await kinds({ to: '0026-05-05' })).toEqual([])
  })

  test('page after page shows every entry once, also of the same moment', async () => {
    const { record } = createAuditLog(database, server.clock)
    for (let count = 0; count < 7; count += 1) {
      await record({ kind: 'device_forgotten', actor: RUTH, subject: RUTH })
    }
    for (const query of [
      { kind: 'device_forgotten' },
      { person: 'ruth@example.org', kind: 'device_forgotten' },
    ]) {
      const ids: number[] = []
      let after: string | null | undefined
      do {
        const page = await server.ask('GET /audit', {
          query: { ...query, limit: 3, ...(after && { after }) },
        })
        ids.push(...page.results.map(({ id }) => id))
        after = page.next
      } while (after)
      expect(ids).toHaveLength(7)
      expect(ids).toEqual([...new Set(ids)].toSorted((one, other) => other - one))
    }
  })

  test('the export is a CSV file that no spreadsheet reckons with, and is an entry itself', async () => {
    const token = await server.signIn()
    const response = await server.app.http.inject({
      url: '/api/audit/export',
      query: { person: 'boaz@example.org' },
      headers: { authorization: `Bearer ${token}` },
    })
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(response.headers['content-disposition']).toBe('attachment')
    expect(response.body.split('\r\n')).toEqual([
      '\uFEFFat,kind,actor_name,actor,subject_name,subject,address,detail',
      `2026-05-04T14:00:00.000Z,staff_changed,ruth@example.org,a1,boaz@example.org,b2,,"'=2+3, ""quoted"""`,
      '2026-05-04T04:00:00.000Z,sign_in_failed,,,boaz@example.org,b2,203.0.113.9,totp',
      '2026-05-03T18:00:00.000Z,staff_added,ruth@example.org,a1,boaz@example.org,b2,,Teachers',
      '',
    ])
    const { results } = await server.ask('GET /audit', { query: { kind: 'audit_exported' } })
    expect(results).toMatchObject([{ actor: 'ada@vestry.test', detail: 'person boaz@example.org' }])
  })

  test('no cell begins a formula where a semicolon or a tab parts cells', async () => {
    const { record } = createAuditLog(database, server.clock)
    await record({
      kind: 'passkey_added',
      subject: { name: 'a;=cmd@example.org' },
      parts: { name: 'x\t+1; -2' },
    })
    const { body } = await server.app.http.inject({
      url: '/api/audit/export',
      query: { kind: 'passkey_added' },
      headers: { authorization: `Bearer ${await server.signIn()}` },
    })
    expect(body.split('\r\n')[1]).toContain(`"a;'=cmd@example.org",,,"x\t'+1;' -2"`)
  })

  test('a change of ten thousand records has an entry for each, in their order', async () => {
    const { recordChange } = createAuditLog(database, server.clock)
    const records = Array.from({ length: 10_000 }, (_, index) => `class/${index}` as const)
    await recordChange(database.sql, { kind: 'class_planned', records })
    const written = await database.sql
      .selectFrom('audit_event')
      .select('subject')
      .where('kind', '=', 'class_planned')
      .orderBy('id')
      .execute()
    expect(written.map(({ subject }) => subject)).toEqual(records)
  })

  test('entries go after two years, and not a day before', async () => {
    const { sweep } = createAuditLog(database, server.clock)
    const twoYears = 2 * 365 * 24 * HOUR
    const ages = [twoYears + HOUR, twoYears - HOUR, -HOUR]
    await database.sql
      .insertInto('audit_event')
      .values(ages.map((age) => ({ at: server.clock.now() - age, kind: 'backup_failed' as const })))
      .execute()
    await sweep()
    const kept = database.sql.selectFrom('audit_event').select('at').where('kind', '=', 'backup_failed')
    expect((await kept.orderBy('at').execute()).map(({ at }) => server.clock.now() - at)).toEqual(
      ages.slice(1),
    )
    await database.sql.deleteFrom('audit_event').where('kind', '=', 'backup_failed').execute()
  })

  test('a long export comes whole, in its order', async () => {
    const rows = Array.from({ length: 2500 }, (_, index) => ({ at: 1000 + index, kind: 'sign_out' as const }))
    for (let from = 0; from < rows.length; from += 500) {
      await database.sql
        .insertInto('audit_event')
        .values(rows.slice(from, from + 500))
        .execute()
    }
    const response = await server.app.http.inject({
      url: '/api/audit/export',
      query: { kind: 'sign_out' },
      headers: { authorization: `Bearer ${await server.signIn()}` },
    })
    const lines = response.body.trimEnd().split('\r\n').slice(1)
    expect(lines).toHaveLength(2500)
    expect(lines.at(0)).toContain(new Date(3499).toISOString())
    expect(lines.at(-1)).toContain(new Date(1000).toISOString())
  })
})
