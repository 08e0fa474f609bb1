import type { Step } from '@vestry/contract/rules/getting-started-rules.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plan } from '../testing/build-class.ts'
import { eachDatabase } from '../testing/each-database.ts'
import { ADA, startTestServer, type TestServer } from '../testing/start-test-server.ts'

const FIRST = 'admin@vestry.local'

eachDatabase((database) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ database, settings: { VESTRY_ADMIN_EMAIL: FIRST } })
  })
  afterAll(() => server.destroy())

  async function open(given: { token?: string; timeZone?: string } = {}): Promise<Step[]> {
    const { token, timeZone = 'America/Bogota' } = given
    const { steps } = await server.ask('GET /getting-started', {
      query: { timeZone },
      ...(token !== undefined && { token }),
    })
    return steps.filter(({ done }) => !done).map(({ step }) => step)
  }

  test('an empty church has everything to do but the address of whoever has their own', async () => {
    expect(await open()).toEqual(['name', 'timeZone', 'children', 'class', 'invite'])
  })

  test('a church in the zone of the browser has it right, by whatever name', async () => {
    expect(await open({ timeZone: 'Europe/Madrid' })).not.toContain('timeZone')
    expect(await open({ timeZone: 'Atlantis/Capital' })).not.toContain('timeZone')
    const indian = await startTestServer({ timeZone: 'Asia/Calcutta' })
    try {
      const { steps } = await indian.ask('GET /getting-started', { query: { timeZone: 'Asia/Kolkata' } })
      expect(steps).toContainEqual({ step: 'timeZone', done: true })
    } finally {
      await indian.destroy()
    }
  })

  test('the first administrator gives their own address, and signs in with it from then on', async () => {
    const token = await server.signIn(await server.addPerson(FIRST, ['Admins']))
    expect(await open({ token })).toContain('address')
    const change = (email: string) => server.tryCall('PUT /staff/own-address', { body: { email }, token })
    expect(await change(ADA.email.toUpperCase())).toMatchObject({
      status: 409,
      body: { error: 'already_exists', message: 'Someone with this email address already exists.' },
    })
    expect((await change('no address')).status).toBe(400)
    expect((await change('Naomi@Vestry.test')).status).toBe(200)
    // The token still names the old one.
    expect(await open({ token })).not.toContain('address')
    const renewed = await server.signIn({ email: 'naomi@vestry.test', password: ADA.password })
    expect(await open({ token: renewed })).not.toContain('address')
    await expect(server.signIn({ email: FIRST, password: ADA.password })).rejects.toThrow()
    const { results } = await server.ask('GET /audit', { query: { kind: 'staff_changed', limit: 1 } })
    expect(results).toMatchObject([{ actor: FIRST, subject: 'naomi@vestry.test', detail: 'email' }])
  })

  test('each step is done by its outcome, and open again without it', async () => {
    await server.ask('PUT /settings', { body: { name: 'St. Mary’s', timeZone: 'Europe/Madrid' } })
    // Naomi of the test above is on the staff.
    expect(await open()).toEqual(['children', 'class'])
    const { id } = await server.ask('POST /attendees', { body: { first_name: 'Ana', last_name: 'Ruiz' } })
    await plan(server, { title: 'Lions' })
    const { steps } = await server.ask('GET /getting-started', { query: { timeZone: 'America/Bogota' } })
    expect(steps).toEqual([])
    await server.ask('DELETE /attendees', { query: { attendee_id: id } })
    await server.ask('PUT /settings', { body: { name: '' } })
    expect(await open()).toEqual(['name', 'children'])
  })

  test('a church without a Sunday school is asked for neither children nor classes', async () => {
    await server.ask('PUT /settings', { body: { parts: ['preaching'] } })
    const { steps } = await server.ask('GET /getting-started')
    expect(steps.map(({ step }) => step)).toEqual(['address', 'name', 'timeZone', 'invite'])
  })

  test('what an administrator puts away for the church can be brought back', async () => {
    await server.ask('PUT /settings', { body: { gettingStarted: false } })
    expect(await server.ask('GET /getting-started')).toEqual({ steps: [] })
    await server.ask('PUT /settings', { body: { gettingStarted: true } })
    expect(await open()).toContain('name')
  })

  test('nobody but administrators sees it', async () => {
    const token = await server.signIn(await server.addPerson('tom@vestry.test', ['Teachers']))
    expect((await server.tryCall('GET /getting-started', { token })).status).toBe(403)
    const body = { email: 'thomas@vestry.test' }
    expect((await server.tryCall('PUT /staff/own-address', { body, token })).status).toBe(403)
  })
})

test('where emails are sent, an address is changed with a code alone', async () => {
  const server = await startTestServer({ settings: { SMTP_URL: 'smtp://127.0.0.1:9' } })
  try {
    const refused = await server.tryCall('PUT /staff/own-address', { body: { email: 'own@vestry.test' } })
    expect(refused).toMatchObject({ status: 400, body: { message: expect.stringContaining('with a code') } })
    expect((await server.ask('GET /staff')).results.map(({ email }) => email)).toEqual([ADA.email])
  } finally {
    await server.destroy()
  }
})

test('an address of one’s own is asked of nobody where the first administrator was given theirs', async () => {
  const server = await startTestServer()
  try {
    const { steps } = await server.ask('GET /getting-started')
    expect(steps.map(({ step }) => step)).not.toContain('address')
  } finally {
    await server.destroy()
  }
})
