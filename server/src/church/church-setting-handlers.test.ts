import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../app.ts'
import { openDatabase } from '../database/open-database.ts'
import { withWriteLock } from '../database/with-write-lock.ts'
import { eachDatabase } from '../testing/each-database.ts'
import { pastHandlers } from '../testing/hold-classes.ts'
import { buildSecondApp } from '../testing/second-app.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { fixedSettings, openChurchSettings, signInRules } from './live-settings.ts'

const DOT =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const ODD = `St. Mary’s & O'Hara <script>alert(1)</script> 🙂`

eachDatabase((database) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ database, timeZone: 'Europe/Madrid' })
  })
  afterAll(() => server.destroy())

  const change = (body: object, token?: string) =>
    server.tryCall('PUT /settings', { body, ...(token !== undefined && { token }) })
  const config = async () =>
    (await server.app.http.inject({ url: '/config.json' })).json<{
      timeZone: string
      church: Record<string, unknown>
      signIn: { mfa: string }
    }>()

  test('until something is set, the settings of the server count', async () => {
    expect(await server.ask('GET /settings')).toEqual({
      name: '',
      logo: '',
      accent: 'teal',
      timeZone: 'Europe/Madrid',
      weekStart: 'language',
      hours: '24',
      language: 'browser',
      parts: ['preaching', 'sundaySchool'],
      twoSteps: false,
      weeklyEmail: false,
      rollReminder: false,
      families: false,
      rooms: false,
      door: false,
      allergyLabels: false,
      publicPages: false,
      startsOnToday: false,
      gettingStarted: true,
      website: '',
      listenersUrl: '',
      mediaUrl: '',
      fixed: [],
      rights: {},
    })
  })

  test('what is named changes at once, for everybody and for who has not signed in, and the rest stays', async () => {
    expect(await change({ name: `  ${ODD}\n`, accent: 'plum' })).toMatchObject({
      status: 200,
      body: { message: 'The settings are saved.' },
    })
    await change({ timeZone: 'Pacific/Auckland', parts: ['sundaySchool', 'sundaySchool'] })
    const { timeZone, church } = await config()
    expect({ timeZone, ...church }).toMatchObject({
      timeZone: 'Pacific/Auckland',
      name: ODD,
      accent: 'plum',
      hours: '24',
      parts: ['sundaySchool'],
    })
    const { now } = await server.ask('GET /today')
    expect(now).toBe(new Date(server.clock.now()).toLocaleString('sv-SE', { timeZone }).replace(' ', 'T'))
    await change({ parts: ['preaching', 'sundaySchool'] })
  })

  test('the logo is served to everybody under an address that changes with it', async () => {
    expect((await server.app.http.inject({ url: '/church-logo' })).statusCode).toBe(404)
    await change({ logo: DOT })
    const { logo } = (await config()).church
    const answer = await server.app.http.inject({ url: String(logo) })
    expect(answer.headers['content-type']).toBe('image/png')
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
    expect(answer.rawPayload.toString('base64')).toBe(DOT.split(',')[1])
    expect(answer.headers['cache-control']).toContain('immutable')
    // The address of a logo that this process does not know yet, or no longer.
    const other = await server.app.http.inject({ url: '/church-logo?0123456789ab' })
    expect([other.statusCode, other.headers['cache-control']]).toEqual([200, 'no-cache'])
    await change({ logo: '' })
    expect((await config()).church.logo).toBe('')
  })

  test('two steps for everybody are asked for from the next sign-in on', async () => {
    const person = await server.addPerson('ruth@vestry.test', ['Teachers'])
    await server.signIn(person)
    await change({ twoSteps: true })
    expect((await config()).signIn.mfa).toBe('required')
    await expect(server.signIn(person)).rejects.toThrow()
    await change({ twoSteps: false })
    await server.signIn(person)
  })

  test('each change is in the audit trail by the names of what was changed', async () => {
    await change({ hours: '12', accent: 'blue' })
    const { results } = await server.ask('GET /audit', { query: { kind: 'settings_changed', limit: 1 } })
    expect(results[0]).toMatchObject({ kind: 'settings_changed', detail: 'accent, hours' })
  })

  test('administrators alone see and change them', async () => {
    const token = await server.signIn(await server.addPerson('tom@vestry.test', ['Teachers']))
    expect((await change({ hours: '24' }, token)).status).toBe(403)
    expect((await server.tryCall('GET /settings', { token })).status).toBe(403)
  })

  test.each([
    ['name', 'x'.repeat(81)],
    ['logo', 'data:image/svg+xml;base64,PHN2Zz4='],
    ['logo', `data:image/png;base64,${'A'.repeat(64_000)}`],
    ['accent', 'red'],
    ['timeZone', 'Mars/Olympus'],
    ['weekStart', 'friday'],
    ['hours', 12],
    ['language', 'xx'],
    ['parts', []],
    ['twoSteps', 'yes'],
    ['startsOnToday', 'today'],
    ['gettingStarted', null],
    ['listenersUrl', 'https://sermons.example.org/sermons'],
    ['mediaUrl', 'javascript:alert(1)'],
    ['website', 'stmary.example'],
  ])('%s can’t be %j', async (field, value) => {
    const { status, body } = await change({ [field]: value })
    expect({ status, field: (body as { field?: string }).field }).toEqual({ status: 400, field })
  })

  test('a value that can no longer be read counts as not set, and takes no other with it', async () => {
    await change({ hours: '12' })
    await pastHandlers(server, async (db) => {
      await db.insertInto('church_setting').values({ name: 'rights of Old', value: '["gone"]' }).execute()
      await db
        .insertInto('church_setting')
        .values({ name: 'timeZone', value: '"Mars/Olympus"' })
        .onConflict((known) => known.column('name').doUpdateSet({ value: '"Mars/Olympus"' }))
        .execute()
    })
    await change({ accent: 'teal' })
    const { timeZone, hours, accent, rights } = await server.ask('GET /settings')
    expect({ timeZone, hours, accent, rights }).toEqual({
      ...{ timeZone: 'Europe/Madrid', hours: '12', accent: 'teal' },
      rights: { Old: [] },
    })
  })

  test('a save does not wait until all who import children are done', async () => {
    const own = await openDatabase(server.config)
    try {
      const settings = await openChurchSettings(own, server.config)
      const told: string[] = []
      const first = Promise.withResolvers<void>()
      const imports = [
        withWriteLock(own, 'sunday_school', () => first.promise),
        withWriteLock(own, 'sunday_school', async () => void told.push('second import')),
      ]
      const save = settings.change({ hours: '24' }, async () => void told.push('settings'))
      // SQLite has one writer for the whole file.
      if (database.name === 'PostgreSQL') {
        await save
      }
      first.resolve()
      await Promise.all([...imports, save])
      expect(told).toEqual(['settings', 'second import'])
    } finally {
      await own.close()
    }
  })

  test('two who change different things at once both find theirs', async () => {
    await Promise.all([change({ name: 'Bethlehem Chapel' }), change({ weekStart: 'saturday' })])
    expect((await config()).church).toMatchObject({ name: 'Bethlehem Chapel', weekStart: 'saturday' })
  })

  test('what is set outlives a restart, and another process on the same database hears of it', async () => {
    await change({ name: 'Sion' })
    if (server.config.databaseUrl === undefined) {
      await server.app.close()
    }
    const other = await (server.config.databaseUrl === undefined
      ? buildApp(server.config, { clock: server.clock, log: undefined })
      : buildSecondApp(server))
    const nameThere = async () =>
      (await other.http.inject({ url: '/config.json' })).json<{ church: { name: string } }>().church.name
    try {
      expect(await nameThere()).toBe('Sion')
      if (server.config.databaseUrl !== undefined) {
        await change({ name: 'Salem' })
        await expect.poll(nameThere, { timeout: 20_000 }).toBe('Salem')
      }
    } finally {
      await other.close()
    }
  })
})

test('a second step that the server is set up to ask of everybody can’t be switched off here', async () => {
  const server = await startTestServer({ settings: { VESTRY_MFA: 'required' } })
  try {
    const answer = await server.app.http.inject({ url: '/config.json' })
    expect(answer.json<{ signIn: { mfa: string } }>().signIn.mfa).toBe('required')
    expect(fixedSettings(server.config)).toEqual(['twoSteps'])
  } finally {
    await server.destroy()
  }
})

test('a second step can’t be asked of everybody where it comes by text message alone, which nobody sets up on the way in', async () => {
  const server = await startTestServer({ settings: { VESTRY_SECOND_FACTORS: 'sms' } })
  try {
    expect((await server.ask('GET /settings')).fixed).toEqual(['twoSteps'])
    const refused = await server.tryCall('PUT /settings', { body: { twoSteps: true } })
    expect(refused.status).toBe(400)
    // Nor where it was required while there were other factors.
    const database = await openDatabase(server.config)
    await database.sql.insertInto('church_setting').values({ name: 'twoSteps', value: 'true' }).execute()
    const settings = await openChurchSettings(database, server.config)
    await database.close()
    expect(signInRules(server.config, settings).mfa).toBe('optional')
  } finally {
    await server.destroy()
  }
})
