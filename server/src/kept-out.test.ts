import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { AwsV4Signer } from 'aws4fetch'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makeOperatorKey, type OperatorKey } from './testing/ask-command-line.ts'
import { cognitoCall } from './testing/cognito-call.ts'
import { prepareProgram, type RunningProgram } from './testing/run-program.ts'

// SQLite alone: clients are kept out before the database is asked.
import { ADA } from './testing/start-test-server.ts'

const MEBIBYTE = 1024 * 1024

let server: RunningProgram
let key: OperatorKey
let clientId: string
const sockets: Socket[] = []

beforeAll(async () => {
  server = await prepareProgram({ VESTRY_ADMIN_EMAIL: ADA.email, VESTRY_ADMIN_PASSWORD: ADA.password })
  await server.start()
  key = await makeOperatorKey({ VESTRY_DATA: server.dataFolder })
  const config = await (await fetch(`${server.origin}/config.json`)).json()
  clientId = (config as { userPoolClientId: string }).userPoolClientId
}, 120_000)
afterEach(() => {
  for (const socket of sockets.splice(0)) {
    socket.destroy()
  }
})
afterAll(() => server?.destroy())

/** Each address of the loopback network counts as a client of its own. */
async function open(localAddress: string): Promise<Socket> {
  const socket = connect({ port: Number(new URL(server.origin).port), host: '127.0.0.1', localAddress })
  sockets.push(socket)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

async function sign(method: string, url: string): Promise<Headers> {
  const headers = { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' }
  const signer = new AwsV4Signer({ url, method, headers, ...key, service: 's3', region: 'us-east-1' })
  return (await signer.sign()).headers
}

/** What somebody does who comes in at this moment. */
async function comeIn() {
  const act = async (action: string, input: object) => {
    const call = cognitoCall(action, { ClientId: clientId, ...input })
    const answer = await fetch(`${server.origin}/cognito-idp/`, call)
    return (await answer.json()) as Record<string, unknown>
  }
  const AuthParameters = { USERNAME: ADA.email, PASSWORD: ADA.password }
  const answer = await act('InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters })
  const { IdToken } = answer.AuthenticationResult as { IdToken: string }
  const list = await fetch(`${server.origin}/api/attendees?limit=1`, {
    headers: { authorization: `Bearer ${IdToken}` },
  })
  return list.status
}

test('two thousand slow transfers of somebody who is signed in, from three addresses, keep nobody out', async () => {
  const url = `${server.origin}/s3/preaching/media/long.mp3`
  const body = new Uint8Array(16 * MEBIBYTE)
  expect((await fetch(url, { method: 'PUT', headers: await sign('PUT', url), body })).status).toBe(200)
  const { host, pathname } = new URL(url)
  const head = async (method: string) => {
    const signed = [...(await sign(method, url))].map(([name, value]) => `${name}: ${value}\r\n`).join('')
    return `${method} ${pathname} HTTP/1.1\r\nHost: ${host}\r\n${signed}`
  }
  const download = `${await head('GET')}\r\n`
  const upload = `${await head('PUT')}Content-Length: 9\r\n\r\nx`
  for (let opened = 0; opened < 2100; opened += 1) {
    const socket = await open(`127.0.0.${2 + (opened % 3)}`)
    socket.pause()
    socket.write(opened % 20 === 0 ? download : upload)
  }
  expect(await comeIn()).toBe(200)
})

test('a flood of refusals sent ahead costs little memory, few lines of the log, and nobody else their turn', async () => {
  const memory = () =>
    Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${server.pid()}/status`, 'utf8'))?.[1])
  const [linesBefore, memoryBefore] = [server.printed().split('\n').length, memory()]
  const line = 'GET /s3/preaching/x HTTP/1.1\r\nHost: x\r\n\r\n'
  const flood = Buffer.from(line.repeat(Math.ceil((2.8 * MEBIBYTE) / line.length)))
  for (let round = 0; round < 5; round += 1) {
    const closed: Promise<unknown>[] = []
    for (let opened = 0; opened < 10; opened += 1) {
      const socket = await open('127.0.0.2')
      closed.push(new Promise((resolve) => socket.once('close', resolve)))
      socket.resume()
      socket.write(flood)
    }
    expect(await comeIn()).toBe(200)
    await Promise.all(closed)
  }
  expect(memory() - memoryBefore).toBeLessThan(300 * 1024)
  expect(server.printed().split('\n').length - linesBefore).toBeLessThan(700)
})
