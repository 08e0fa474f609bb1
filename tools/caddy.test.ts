import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { makeOperatorKey, type OperatorKey } from '@vestry/server/testing/ask-command-line.ts'
import { freePort, prepareProgram, type RunningProgram } from '@vestry/server/testing/run-program.ts'
import { AwsV4Signer } from 'aws4fetch'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findCaddy } from './find-programs.ts'
import { ROOT } from './run-step.ts'

// SQLite alone: it is about what stands in front of the server.

/** deploy/Caddyfile as it is, on another port and with an authority of Caddy's own in place of a public one. */
const HERE = '{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n\tlocal_certs\n}\n'

let folder: string
let server: RunningProgram
let caddy: ChildProcess
let origin: string
let caddyLog = ''

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vestry-caddy-'))
  const program = findCaddy()
  const port = await freePort()
  origin = `https://localhost:${port}`
  server = await prepareProgram({ VESTRY_PUBLIC_URL: origin, VESTRY_TRUST_PROXY: '127.0.0.1,::1' })
  const config = join(folder, 'Caddyfile')
  writeFileSync(config, `${HERE}${readFileSync(join(ROOT, 'deploy', 'Caddyfile'), 'utf8')}`)
  caddy = spawn(program, ['run', '--config', config, '--adapter', 'caddyfile'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      XDG_DATA_HOME: folder,
      VESTRY_HOST: origin,
      VESTRY_UPSTREAM: new URL(server.origin).host.replace('localhost', '127.0.0.1'),
    },
  })
  caddy.stderr?.on('data', (chunk: Buffer) => {
    caddyLog += String(chunk)
  })
  await server.start()
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const status = await ask('/readyz').then(
      (answer) => answer.status,
      () => 0,
    )
    if (status === 200) {
      return
    }
    await pause(100)
  }
  throw new Error(`Caddy does not answer:\n${caddyLog}`)
}, 120_000)

afterAll(async () => {
  caddy?.kill('SIGTERM')
  await server?.destroy()
  rmSync(folder, { recursive: true, force: true })
})

type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer }

function ask(path: string, given: { method?: string; headers?: Record<string, string>; body?: Buffer } = {}) {
  return new Promise<Answer>((resolve, reject) => {
    const { method = 'GET', headers = {}, body } = given
    const sent = request(
      `${origin}${path}`,
      { method, headers, rejectUnauthorized: false },
      async (answer) => {
        const blocks = (await answer.toArray()) as Buffer[]
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(blocks) })
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

async function askStore(
  key: OperatorKey,
  path: string,
  method: string,
  given: {
    headers?: Record<string, string>
    body?: Buffer
  } = {},
) {
  const signed = await new AwsV4Signer({
    url: `${origin}${path}`,
    method,
    headers: { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD', ...given.headers },

    ...key,
    service: 's3',
    region: 'us-east-1',
  }).sign()
  const headers = Object.fromEntries(signed.headers)
  return ask(path, {
    method,
    headers: { ...headers, ...(given.body && { 'content-length': String(given.body.length) }) },
    ...(given.body && { body: given.body }),
  })
}

test('behind Caddy a server is https, keeps its own headers, and shares the id of each request', async () => {
  const answer = await ask('/config.json', { headers: { 'x-request-id': 'a-strangers' } })
  expect(answer.status).toBe(200)
  expect(answer.headers).toMatchObject({
    'strict-transport-security': 'max-age=31536000',
    'x-content-type-options': 'nosniff',
    'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
  })
  expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
})

test('signed uploads and ranges pass as they are, and nothing of what they are called is in a log', async () => {
  const key = await makeOperatorKey({ VESTRY_DATA: server.dataFolder })
  const bytes = Buffer.alloc(6 * 1024 * 1024, 'Vestry ')
  const path = "/s3/preaching/media/Markedname%20%26%20O'Neil%20%F0%9F%8C%B7.mp3"
  expect((await askStore(key, path, 'PUT', { body: bytes })).status).toBe(200)
  const part = await askStore(key, path, 'GET', { headers: { range: 'bytes=7-20' } })
  expect(part.status).toBe(206)
  expect(part.body.toString()).toBe('Vestry Vestry ')
  await ask('/api/attendees?search=Markedname')
  await expect.poll(() => caddyLog).toContain('"status":206')
  expect(server.printed()).toContain('/s3/:bucket/:key')
  expect(`${caddyLog}${server.printed()}`).not.toContain('Markedname')
})

test('a restart behind Caddy keeps callers waiting for a moment and refuses none', async () => {
  await server.stop()
  const asked = ask('/config.json')
  await server.start()
  expect((await asked).status).toBe(200)
})
