import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { cognitoCall } from '../testing/cognito-call.ts'
import { eachDatabase } from '../testing/each-database.ts'
import { freePort } from '../testing/run-program.ts'
import { ADA, startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { createMetrics } from './server-metrics.ts'

eachDatabase((database) => {
  let server: TestServer
  let port: number

  beforeAll(async () => {
    port = await freePort()
    server = await startTestServer({ database, settings: { METRICS_PORT: String(port) } })
  })
  afterAll(() => server.destroy())

  const numbers = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const numberOf = async (series: string) => {
    const line = (await numbers()).split('\n').find((one) => one.startsWith(`${series} `))
    return line === undefined ? undefined : Number(line.slice(series.length + 1))
  }

  test('tells of no failure before the first, or an alert would take that one for where it begins', async () => {
    expect(await numberOf('vestry_letters_total{channel="mail",outcome="failed"}')).toBe(0)
    expect(await numberOf('vestry_letters_total{channel="text",outcome="failed"}')).toBe(0)
    expect(await numberOf('vestry_errors_total{surface="storage",code="InsufficientCapacity"}')).toBe(0)
  })

  test('counts requests, errors, sign-ins, statements and emails', async () => {
    const origin = await server.app.http.listen({ port: 0, host: '127.0.0.1' })
    await server.signIn()
    await expect(server.signIn({ email: ADA.email, password: 'Wrong, Markedname!' })).rejects.toThrow()
    const child = 'Markedname "with\\quotes"\nand more'
    for (const path of [
      `/api/attendees?search=${encodeURIComponent(child)}`,
      `/api/Markedname`,
      `/s3/preaching/media/Markedname.mp3`,
      `/Markedname`,
      `/cognito-idp/Markedname`,
    ]) {
      await (await fetch(`${origin}${path}`)).text()
    }
    const ClientId = server.app.identity.ids.userPoolClientId
    const act = (action: string, input: object) =>
      fetch(`${origin}/cognito-idp/`, cognitoCall(action, { ClientId, ...input }))
    const AuthParameters = { USERNAME: ADA.email, SRP_A: 'ab'.repeat(100) }
    expect((await act('InitiateAuth', { AuthFlow: 'USER_SRP_AUTH', AuthParameters })).status).toBe(200)
    await act('InitiateAuth', {
      AuthFlow: 'REFRESH_TOKEN_AUTH',
      AuthParameters: { REFRESH_TOKEN: 'Markedname' },
    })
    await act('ForgotPassword', { Username: ADA.email })
    await expect.poll(() => numberOf('vestry_letters_total{channel="mail",outcome="sent"}')).toBe(1)

    const of = (surface: string, route: string, status: number, method = 'GET') =>
      numberOf(
        `vestry_requests_total{surface="${surface}",route="${route}",method="${method}",status="${status}"}`,
      )
    await expect.poll(() => of('api', '/api/attendees', 401)).toBe(1)
    expect(await of('api', '/api/*', 404)).toBe(1)
    expect(await of('storage', '/s3/:bucket/:key', 403)).toBe(1)
    expect(await of('console', '/*', 404)).toBe(1)
    expect(await of('identity', '/cognito-idp/ForgotPassword', 200, 'POST')).toBe(1)
    expect(await of('identity', '/cognito-idp/*', 404)).toBe(1)
    expect(await of('identity', '/cognito-idp/InitiateAuth/refresh', 400, 'POST')).toBe(1)
    expect(await numberOf('vestry_errors_total{surface="api",code="not_signed_in"}')).toBe(1)
    expect(await numberOf('vestry_errors_total{surface="storage",code="AccessDenied"}')).toBe(1)
    expect(await numberOf('vestry_sign_ins_total{outcome="begun"}')).toBe(1)
    expect(await numberOf('vestry_sign_ins_total{outcome="succeeded"}')).toBe(1)
    expect(await numberOf('vestry_sign_ins_total{outcome="refused"}')).toBe(1)
    expect(await numberOf('vestry_sign_ins_total{outcome="throttled"}')).toBe(0)
    expect(await numberOf('vestry_requests_in_flight{surface="api"}')).toBe(0)
    expect(await numberOf('vestry_database_query_duration_seconds_count')).toBeGreaterThan(10)
    expect(await numberOf('vestry_storage_bytes_total{direction="out"}')).toBeGreaterThan(100)
    expect(await numberOf('vestry_build_info{version="0.1.0"}')).toBe(1)
    const text = await numbers()
    expect(text).toContain('nodejs_eventloop_lag_p99_seconds')
    expect(text).toContain('process_resident_memory_bytes')
    expect(text.includes('vestry_database_connections{state="idle"}')).toBe(database.name === 'PostgreSQL')
    expect(text).not.toMatch(/Markedname|vestry\.test|127\.0\.0\.1/)
  })

  test('answers nothing else, and not on the address of the server', async () => {
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404)
    expect((await server.app.http.inject({ url: '/metrics' })).statusCode).toBe(404)
    const rebound = connect(port, '127.0.0.1').setEncoding('utf8')
    rebound.write('GET /metrics HTTP/1.1\r\nHost: elsewhere.example\r\nConnection: close\r\n\r\n')
    expect((await rebound.toArray()).join('')).toMatch(/^HTTP\/1\.1 404 /)
  })
})

test('tells when the newest backup was made, and how far two are apart, as the alert needs it', async () => {
  const { registry, watchCopies } = await createMetrics('0.1.0')
  watchCopies(async () => 1_700_000_000_000, 6 * 3_600_000)
  const text = await registry.metrics()
  expect(text).toContain('\nvestry_backup_last_success_timestamp_seconds 1700000000\n')
  expect(text).toContain('\nvestry_backup_interval_seconds 21600\n')
})

test('tells times from 5 ms to a minute, and those of statements from half a millisecond to two seconds', async () => {
  const { registry, durations, query } = await createMetrics('0.1.0')
  durations.observe({ surface: 'api', route: '/' }, 0)
  query(0)
  const text = await registry.metrics()
  const stepsOf = (name: string) =>
    [...text.matchAll(RegExp(`^${name}_bucket{le="(.*?)"`, 'gm'))].map(([, le]) => le)
  expect(stepsOf('vestry_request_duration_seconds')).toEqual(
    '0.005 0.01 0.025 0.05 0.1 0.25 0.5 1 2.5 10 60 +Inf'.split(' '),
  )
  expect(stepsOf('vestry_database_query_duration_seconds')).toEqual(
    '0.0005 0.001 0.005 0.02 0.1 0.5 2 +Inf'.split(' '),
  )
})

test('a port in use refuses the start with one sentence', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const server = await startTestServer()
  const config = readConfig({ VESTRY_DATA: `${server.dataFolder}/second`, METRICS_PORT: String(port) })
  await expect(buildApp(config, { clock: server.clock, log: undefined })).rejects.toThrow(
    `Port ${port} of METRICS_PORT can't be opened; stop the program that has it, or choose another.`,
  )
  other.close()
  await server.destroy()
})
