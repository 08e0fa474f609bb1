import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cognitoCall } from './testing/cognito-call.ts'
import { eachDatabase } from './testing/each-database.ts'
import { startTestServer, type TestServer } from './testing/start-test-server.ts'

/** Parts of everything that is sent; none of them may ever be in the log. */
const MARKS = ['Markedname', 'markedmail', 'Markedsecret', '203.0.113.77', '600999888', 'Markedsearch']
const NAME = 'Markedname "O\'Neil" <b>🌷'
const CHILD = {
  first_name: NAME,
  last_name: 'Markedname',
  birthdate: '2019-05-05',
  parent_contact: '600999888, markedmail@example.org',
  notes: NAME,
  is_member: 1,
}

eachDatabase((database) => {
  let server: TestServer
  let lines: string[]

  beforeAll(async () => {
    lines = []
    server = await startTestServer({ database, log: { write: (line) => lines.push(line) } })
  })
  afterAll(() => server.destroy())

  type Sent = {
    method?: string
    url: string
    headers?: Record<string, string>
    payload?: string | object
    body?: string
  }
  const send = ({ method = 'GET', ...sent }: Sent) =>
    server.app.http.inject({ method: method as 'GET', remoteAddress: '203.0.113.77', ...sent })
  const act = (action: string, input: object) =>
    send({ url: '/cognito-idp/?x=Markedsearch', ...cognitoCall(action, input) })
  const requestLines = () =>
    lines
      .map((line) => JSON.parse(line) as { msg: string; req?: { route: string } })
      .filter(({ msg }) => msg === 'answered')

  test('no name, secret, search or address that was sent to any endpoint is in the log', async () => {
    const ClientId = server.app.identity.ids.userPoolClientId
    const token = await server.signIn()
    const bearer = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }

    // The API: good, wrong, malformed, and refused calls.
    const added = await send({ method: 'POST', url: '/api/attendees', headers: bearer, payload: CHILD })
    expect(added.statusCode).toBe(200)
    await send({ url: '/api/attendees?search=Markedsearch', headers: bearer })
    await send({ url: '/api/find?text=Markedsearch', headers: bearer })
    await send({ url: '/api/find/staff?text=Markedsearch&x=Markedname', headers: bearer })
    await send({ url: '/api/attendees?orderBy=Markedsearch&limit=Markedsearch', headers: bearer })
    await send({ method: 'POST', url: '/api/attendees', headers: bearer, payload: '{"name": Markedname}' })
    await send({ method: 'POST', url: '/api/attendees', headers: bearer, payload: { Markedname: NAME } })
    await send({ url: '/api/Markedname', headers: { authorization: 'Bearer Markedsecret' } })
    await send({ url: '/api/attendees/%zzMarkedname', headers: bearer })

    // The identity service, the hosted pages, the store and the console.
    await act('InitiateAuth', {
      ClientId,
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: 'markedmail@example.org', PASSWORD: 'Markedsecret1!' },
    })
    await act('ForgotPassword', { ClientId, Username: 'markedmail@example.org' })
    await act('Markedname', { ClientId })
    await act('GetUser', { AccessToken: 'Markedsecret' })
    for (const url of [
      '/oauth2/authorize?client_id=Markedname&redirect_uri=https://Markedname.example/',
      '/oauth2/userInfo?access_token=Markedsecret',
      '/logout?logout_uri=https://Markedname.example/',
      '/s3/preaching/media/Markedname%20of%20a%20sermon.mp3?X-Amz-Signature=Markedsecret',
      '/s3/Markedname',
      '/preaching/edit/Markedname',
      '/Markedname.png?Markedsearch',
    ]) {
      await send({ url, headers: { accept: 'text/html', cookie: 'session=Markedsecret' } })
    }
    await send({
      method: 'POST',
      url: '/oauth2/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'grant_type=authorization_code&code=Markedsecret&client_id=Markedname',
    })
    await send({ method: 'PUT', url: '/s3/preaching/media/Markedname.mp3', payload: NAME })

    const text = lines.join('')
    expect(MARKS.filter((mark) => text.toLowerCase().includes(mark.toLowerCase()))).toEqual([])
    expect(requestLines().length).toBeGreaterThan(15)
    expect(new Set(requestLines().map(({ req }) => req?.route))).toEqual(
      new Set([
        '/api/attendees',
        '/api/find',
        '/api/find/staff',
        '/api/*',
        '/cognito-idp/',
        '/cognito-idp/ForgotPassword',
        '/cognito-idp/GetUser',
        '/cognito-idp/InitiateAuth',
        '/oauth2/authorize',
        '/oauth2/token',
        '/oauth2/userInfo',
        '/logout',
        '/s3/:bucket',
        '/s3/:bucket/:key',
        '/*',
      ]),
    )
  })

  test('what a database, a parser or a mail server says of somebody is not in the log, and its cause is', async () => {
    const { http } = server.app
    const row = { id: 'Markedname', email: 'markedmail@example.org' }
    const parsed = () => JSON.parse('{"name": Markedname}') as unknown
    const complaints: unknown[] = [
      Object.assign(new Error('invalid input syntax for type uuid: "Markedname "x" y"'), {
        code: '22P02',
        detail: 'Key (name)=(Markedname) already exists.',
        where: 'unnamed portal parameter $1 = Markedname',
        parameters: [NAME],
        row,
      }),
      new Error('Failing row contains (1, (x), Markedname).', { cause: new Error("value 'Markedname'") }),
      new Error('550 5.1.1 <markedmail@example.org>: unknown'),
      new AggregateError([new Error('`Markedname`')], 'several'),
      new Error('Not authorized: s3:PutObject on arn:aws:s3:::church/preaching/2026/Markedname one.mp3'),
      new Error('No object preaching/2026/Markedname one.mp3'),
      new Error('It says "no stack:\n    at Markedname:1:1\n"'),
      Object.assign(new Error('first line\n    at "Markedname"\n'), { stack: 'Error: x\n    at Markedname' }),
      await Promise.reject(new Error('x')).catch(() => {
        try {
          return parsed()
        } catch (error) {
          return error
        }
      }),
    ]
    const before = lines.length
    for (const complaint of complaints) {
      http.log.error({ err: complaint }, 'told')
      http.log.error(complaint as Error)
    }
    const told = lines.slice(before).join('')
    expect(MARKS.filter((mark) => told.toLowerCase().includes(mark.toLowerCase()))).toEqual([])
    expect(told).toContain('"code":"22P02"')
    expect(told).toContain('log-without-names.test.ts')
  })

  test('a database error is logged by its code, without the values', async () => {
    const { openDatabase } = await import('./database/open-database.ts')
    const direct = await openDatabase(server.config)
    await direct.sql.schema.alterTable('attendee').renameTo('attendee_away').execute()
    const token = await server.signIn()
    const before = lines.length
    const answer = await send({
      method: 'POST',
      url: '/api/attendees',
      headers: { authorization: `Bearer ${token}` },
      payload: { ...CHILD, first_name: 'Another Markedname' },
    })
    await direct.sql.schema.alterTable('attendee_away').renameTo('attendee').execute()
    await direct.close()
    expect(answer.statusCode).toBe(500)
    const told = lines.slice(before).filter((line) => line.includes('"level":50'))
    expect(told).toHaveLength(1)
    expect(told[0]).toContain(`"reqId":"${answer.headers['x-request-id']}"`)
    expect(told[0]).toMatch(/"code":"(SQLITE_ERROR|42P01)"/)
    expect(MARKS.filter((mark) => told.join('').includes(mark))).toEqual([])
  })

  test('an email that a mail server refuses is logged without its addresses', async () => {
    const refusing = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.write('220 mail\r\n')
      socket.on('data', (chunk) => {
        const text = String(chunk)
        socket.write(/^RCPT/.test(text) ? `550 no ${text.trim()} here\r\n` : '250 well\r\n')
      })
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => refusing.once('listening', resolve))
    const { port } = refusing.address() as AddressInfo
    const { openMailer } = await import('./mail/open-mailer.ts')
    const post = openMailer({
      smtpUrl: `smtp://127.0.0.1:${port}`,
      from: 'Vestry <server@vestry.test>',
      outboxFolder: server.dataFolder,
      clock: server.clock,
    })
    const before = lines.length
    await post({ to: 'markedmail@example.org', subject: NAME, text: NAME }).catch((error: unknown) =>
      server.app.http.log.error({ err: error }, 'An email was not sent.'),
    )
    refusing.close()
    const told = lines.slice(before).join('')
    expect(told).toContain('550')
    expect(MARKS.filter((mark) => told.includes(mark))).toEqual([])
  })
})

test('a request keeps the id of a trusted proxy, if it is a plain one, and of nobody else', async () => {
  const { createHttp } = await import('./http/create-http.ts')
  const http = createHttp({ log: undefined, tls: undefined, trustProxy: ['10.0.0.0/8', '::1'] })
  http.get('/', async () => 'well')
  const idOf = async (remoteAddress: string, id: string) => {
    const answer = await http.inject({ url: '/', remoteAddress, headers: { 'x-request-id': id } })
    return answer.headers['x-request-id']
  }
  expect(await idOf('10.1.2.3', 'proxy-1.a:b')).toBe('proxy-1.a:b')
  expect(await idOf('::1', 'proxy-2')).toBe('proxy-2')
  expect(await idOf('::ffff:10.1.2.3', 'proxy-3')).toBe('proxy-3')
  expect(await idOf('192.0.2.1', 'mine')).toMatch(/^[0-9a-f]{8}-[0-9a-z]+$/)
  expect(await idOf('10.1.2.3', 'two words')).toMatch(/^[0-9a-f]{8}-/)
  expect(await idOf('10.1.2.3', 'x'.repeat(65))).toMatch(/^[0-9a-f]{8}-/)
  await http.close()
})

test('what a proxy hands on as an address is neither written as it is, nor taken for the server itself', async () => {
  const { createHttp } = await import('./http/create-http.ts')
  const lines: string[] = []
  const http = createHttp({
    log: { write: (line) => lines.push(line) },
    tls: undefined,
    trustProxy: ['127.0.0.1'],
  })
  http.get('/', async () => 'well')
  for (const forged of ['Markedname', 'itself', '::ffff:192.0.2.7', '2001:db8:1:2::3']) {
    await http.inject({ url: '/', headers: { 'x-forwarded-for': forged } })
  }
  const networks = lines.map((line) => (JSON.parse(line) as { req: { network: string } }).req.network)
  expect(networks).toEqual(['unknown', 'itself', '192.0.2.0/24', '2001:db8:1::/48'])
  await http.close()
})
