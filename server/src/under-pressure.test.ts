import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AwsV4Signer } from 'aws4fetch'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeOperatorKey, type OperatorKey } from './testing/ask-command-line.ts'
import { cognitoCall } from './testing/cognito-call.ts'
import { prepareProgram, type RunningProgram } from './testing/run-program.ts'
import { ADA } from './testing/start-test-server.ts'

// SQLite alone: the pressure is on connections and memory.

const MEBIBYTE = 1024 * 1024
/** Enough room for a server and the file that fills the rest. */
const ROOM = 24

let disk: string
let server: RunningProgram
let key: OperatorKey
let clientId: string

beforeAll(async () => {
  disk = mkdtempSync(join(tmpdir(), 'vestry-small-disk-'))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${ROOM}m`, 'vestry-test', disk])
  if (mounted.status !== 0) {
    throw new Error(`A small file system is needed, and mount says: ${mounted.stderr}`)
  }
  server = await prepareProgram(
    { VESTRY_ADMIN_EMAIL: ADA.email, VESTRY_ADMIN_PASSWORD: ADA.password },
    { dataFolder: disk },
  )
  await server.start()
  key = await makeOperatorKey({ VESTRY_DATA: disk })
  const config = await (await fetch(`${server.origin}/config.json`)).json()
  clientId = (config as { userPoolClientId: string }).userPoolClientId
}, 120_000)

afterAll(async () => {
  await server?.destroy()
  spawnSync('umount', [disk])
  rmSync(disk, { recursive: true, force: true })
})

async function store(method: string, name: string, body?: Uint8Array<ArrayBuffer>): Promise<Response> {
  const url = `${server.origin}/s3/preaching/media/${name}`
  const headers = { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' }
  const signed = await new AwsV4Signer({
    url,
    method,
    headers,
    ...key,
    service: 's3',
    region: 'us-east-1',
  }).sign()
  return fetch(signed.url, { method, headers: signed.headers, ...(body && { body }) })
}

async function act(action: string, input: object): Promise<Response> {
  return fetch(`${server.origin}/cognito-idp/`, cognitoCall(action, { ClientId: clientId, ...input }))
}

async function signIn() {
  const AuthParameters = { USERNAME: ADA.email, PASSWORD: ADA.password }
  const answer = await act('InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters })
  const body = (await answer.json()) as { AuthenticationResult?: { IdToken: string }; __type?: string }
  return { status: answer.status, token: body.AuthenticationResult?.IdToken, type: body.__type }
}

async function addChild(token: string, first_name: string, notes = ''): Promise<Response> {
  const child = { first_name, last_name: 'Evans', birthdate: null, parent_contact: '', notes, is_member: 1 }
  return fetch(`${server.origin}/api/attendees`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(child),
  })
}

async function childrenOf(token: string): Promise<string[]> {
  const answer = await fetch(`${server.origin}/api/attendees?limit=100`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const { results } = (await answer.json()) as { results: { first_name: string }[] }
  return results.map(({ first_name }) => first_name).sort()
}

/** Fills the rest of the disk, to the last block. */
function fill() {
  spawnSync('dd', ['if=/dev/zero', `of=${join(disk, 'ballast')}`, 'bs=4k'])
}

test('a full disk refuses clearly, keeps all that was acknowledged, and needs no restart once there is room', async () => {
  const { token = '' } = await signIn()
  expect((await addChild(token, 'Ann')).status).toBe(200)
  expect((await store('PUT', 'kept.mp3', new Uint8Array(MEBIBYTE).fill(7))).status).toBe(200)

  const upload = await store('PUT', 'too-big.mp3', new Uint8Array(ROOM * MEBIBYTE))
  expect(upload.status).toBe(507)
  expect(await upload.text()).toContain('<Code>InsufficientCapacity</Code>')
  expect(readdirSync(join(disk, 'objects', 'incoming'))).toEqual([])

  fill()
  const saved: string[] = ['Ann']
  let refused: Response | undefined
  for (let count = 0; count < 60 && !refused; count += 1) {
    const name = `Child ${count}`
    const answer = await addChild(token, name, 'x'.repeat(900))
    if (answer.status === 200) {
      saved.push(name)
    } else {
      refused = answer
    }
  }
  expect(refused?.status).toBe(503)
  expect(await refused?.json()).toMatchObject({ error: 'unavailable' })
  expect((await store('PUT', 'late.mp3', new Uint8Array(MEBIBYTE))).status).toBe(507)
  const during = await signIn()
  expect([during.status, during.type]).toEqual([500, 'InternalErrorException'])
  const email = await act('ForgotPassword', { Username: ADA.email })
  await email.text()
  const outbox = join(disk, 'outbox')
  const emails = () => readdirSync(outbox, { recursive: true }).map(String)
  expect(
    spawnSync('ls', [outbox]).status === 0 ? emails().filter((name) => name.endsWith('.new')) : [],
  ).toEqual([])
  // What can be read stays readable.
  expect(await childrenOf(token)).toEqual(saved.sort())
  expect((await store('GET', 'kept.mp3')).status).toBe(200)

  rmSync(join(disk, 'ballast'))
  expect((await fetch(`${server.origin}/readyz`)).status).toBe(200)
  const after = await signIn()
  expect(after.status).toBe(200)
  expect((await addChild(after.token ?? '', 'Zoe')).status).toBe(200)
  expect(await childrenOf(after.token ?? '')).toEqual([...saved, 'Zoe'].sort())
  expect((await store('PUT', 'late.mp3', new Uint8Array(MEBIBYTE))).status).toBe(200)
  expect((await (await store('GET', 'kept.mp3')).bytes()).every((byte) => byte === 7)).toBe(true)
  expect((await store('GET', 'too-big.mp3')).status).toBe(404)
})

test('asked to stop, it finishes and answers an upload under way, takes nothing new, and leaves its port', async () => {
  const url = `${server.origin}/s3/preaching/media/slow.mp3`
  const headers = { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' }
  const signed = await new AwsV4Signer({
    url,
    method: 'PUT',
    headers,
    ...key,
    service: 's3',
    region: 'us-east-1',
  }).sign()
  const slow = request(url, {
    method: 'PUT',
    headers: { ...Object.fromEntries(signed.headers), 'content-length': '300' },
  })
  const answered = once(slow, 'response')
  answered.catch(() => undefined)
  slow.write('a'.repeat(100))
  const port = Number(new URL(server.origin).port)
  const kept = connect(port, '127.0.0.1')
  kept.on('error', () => undefined)
  kept.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
  await once(kept, 'data')
  await expect.poll(() => readdirSync(join(disk, 'objects', 'incoming'))).toHaveLength(1)

  const idleClosed = once(kept, 'close')
  const stopped = server.stop()
  await idleClosed
  slow.write('b'.repeat(100))
  await expect.poll(() => answerOf(port)).toBe('ECONNREFUSED')
  slow.end('c'.repeat(100))
  const [response] = await answered
  expect(response.statusCode).toBe(200)
  expect(response.headers.connection).toBe('close')
  response.resume()
  await stopped

  await server.start()
  expect(await (await store('GET', 'slow.mp3')).text()).toBe(
    `${'a'.repeat(100)}${'b'.repeat(100)}${'c'.repeat(100)}`,
  )
})

/** The result of connecting: the code of a refusal, or `taken`. */
function answerOf(port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code))
    socket.once('connect', () => {
      socket.destroy()
      resolve('taken')
    })
  })
}
