import { afterAll, beforeAll, expect, test } from 'vitest'
import { plan } from '../testing/build-class.ts'
import { eachDatabase } from '../testing/each-database.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'

eachDatabase((database) => {
  let server: TestServer

  beforeAll(async () => {
    server = await startTestServer({ database })
  })
  afterAll(() => server.destroy())

  const change = (landing: string, token?: string) =>
    server.tryCall('PUT /account/settings', { body: { landing }, ...(token !== undefined && { token }) })

  test('until somebody chooses another page they land on the preaching items, or where the church has set it', async () => {
    const token = await server.signIn(await server.addPerson('lois@vestry.test', ['Teachers']))
    const land = async () => (await server.tryCall('GET /account/settings', { token })).body
    expect(await land()).toEqual({ landing: 'preaching', emails: true })
    await server.ask('PUT /settings', { body: { startsOnToday: true } })
    expect(await land()).toEqual({ landing: 'today', emails: true })
    // Whoever has set something else has not chosen a page by that.
    await server.tryCall('PUT /account/settings', { body: { emails: false }, token })
    expect(await land()).toEqual({ landing: 'today', emails: false })
    await change('preaching', token)
    expect(await land()).toEqual({ landing: 'preaching', emails: false })
    await server.ask('PUT /settings', { body: { startsOnToday: false } })
  })

  test('the administrator of an empty church lands on Today, until there is a class or the list is put away', async () => {
    const landing = async () => (await server.ask('GET /account/settings')).landing
    expect(await landing()).toBe('today')
    await server.ask('PUT /settings', { body: { gettingStarted: false } })
    expect(await landing()).toBe('preaching')
    await server.ask('PUT /settings', { body: { gettingStarted: true } })
    await server.ask('POST /attendees', { body: { first_name: 'Ana', last_name: 'Ruiz' } })
    expect(await landing()).toBe('today')
    await plan(server, { title: 'Lions' })
    expect(await landing()).toBe('preaching')
  })

  test('what somebody chooses is theirs alone, and what they chose last counts', async () => {
    const token = await server.signIn(await server.addPerson('ruth@vestry.test', ['Teachers']))
    expect(await change('calendar', token)).toMatchObject({
      status: 200,
      body: { message: 'Your settings are saved.' },
    })
    expect((await change('today', token)).status).toBe(200)
    expect((await server.tryCall('GET /account/settings', { token })).body).toEqual({
      landing: 'today',
      emails: true,
    })
    expect(await server.ask('GET /account/settings')).toEqual({ landing: 'preaching', emails: true })
  })

  test('what is left out stays', async () => {
    const token = await server.signIn(await server.addPerson('miriam@vestry.test', ['Teachers']))
    const tell = (body: object) => server.tryCall('PUT /account/settings', { body, token })
    const settings = async () => (await server.tryCall('GET /account/settings', { token })).body
    await tell({ emails: false })
    expect(await settings()).toEqual({ landing: 'preaching', emails: false })
    await tell({ landing: 'calendar' })
    await tell({})
    expect(await settings()).toEqual({ landing: 'calendar', emails: false })
    expect(await tell({ emails: 'no' })).toMatchObject({
      status: 400,
      body: { message: 'emails must be true or false.', field: 'emails' },
    })
  })

  test('two changes at once leave one of them', async () => {
    const answers = await Promise.all(
      ['classes', 'calendar', 'classes', 'calendar'].map((one) => change(one)),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(['classes', 'calendar']).toContain((await server.ask('GET /account/settings')).landing)
  })

  test.each(['', 'Today', 'staff', '/today', '<script>'])('“%s” is no page to land on', async (landing) => {
    expect(await change(landing)).toMatchObject({
      status: 400,
      body: { message: 'landing must be one of preaching, today, classes, calendar.', field: 'landing' },
    })
  })
})
