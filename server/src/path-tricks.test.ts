import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from './testing/start-test-server.ts'

// SQLite alone: no such path reaches the database.

let server: TestServer
let port: number
let poolId: string

beforeAll(async () => {
  server = await startTestServer({})
  await server.app.http.listen({ port: 0, host: '127.0.0.1' })
  port = (server.app.http.server.address() as AddressInfo).port
  poolId = server.app.identity.ids.userPoolId
})
afterAll(() => server.destroy())

/** Without a client, which would tidy the path up. */
function ask(method: string, path: string, accept = 'text/html'): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.on('data', (data) => {
      answer += data.toString('latin1')
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(answer))
    const head = `${method} ${path} HTTP/1.1\r\nHost: x\r\nAccept: ${accept}\r\nConnection: close\r\n\r\n`
    socket.write(head, 'latin1')
  })
}

const TRICKS = [
  '',
  '%2e%2e/%2e%2e/package.json',
  '..%2f..%2fpackage.json',
  '..%5c..%5cpackage.json',
  '..\\..\\package.json',
  '%252e%252e%252fpackage.json',
  '%c0%ae%c0%ae/package.json',
  '%00',
  'a%00.js',
  '%zz',
  '%',
  '%u0041',
  '%ff',
  '%ED%A0%80',
  '\x7f',
  '\xff\xfe',
  '.',
  '..',
  './.',
  '//',
  '//elsewhere.example/',
  '*',
  ';x',
  '%0d%0aX-Y: z',
  'index.html',
  'index.html/..',
  'a'.repeat(9000),
  'a/'.repeat(4000),
  '%41'.repeat(3000),
  '__proto__',
  'constructor',
  '.git/config',
  '?a=%zz',
  '?a[]=1&a[__proto__]=2',
  `?a=${'%41'.repeat(3000)}`,
]

const surfaces = () => [
  '/',
  '/assets/',
  '/preaching/edit/',
  '/config.json/',
  '/healthz/',
  '/api/',
  '/api/attendees/',
  '/api/docs/',
  '/api/docs/static/',
  '/s3/',
  '/s3/preaching/',
  '/s3/preaching/images/',
  '/cognito-idp/',
  '/cognito-identity/',
  '/oauth2/',
  '/oauth2/authorize/',
  '/logout/',
  `/${poolId}/.well-known/`,
]

test.each(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PROPFIND'])(
  'no trick with a path makes the server fail, on any surface: %s',
  async (method) => {
    for (const surface of surfaces()) {
      const answers = await Promise.all(TRICKS.map((trick) => ask(method, `${surface}${trick}`)))
      const failed = answers.flatMap((answer, index) =>
        /^HTTP\/1\.1 ([1-4]|503.*not built)/s.test(answer)
          ? []
          : [`${surface}${TRICKS[index]?.slice(0, 40)} ${answer.slice(0, 40)}`],
      )
      expect(failed).toEqual([])
    }
  },
)

test('no trick with a path leads out of the folders that are served', async () => {
  for (const surface of surfaces()) {
    const answers = await Promise.all(TRICKS.map((trick) => ask('GET', `${surface}${trick}`, '*/*')))
    expect(answers.filter((answer) => answer.includes('"dependencies"'))).toEqual([])
  }
})
