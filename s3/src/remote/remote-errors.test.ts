import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AwsClient } from 'aws4fetch'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RemoteServer, startRelay, startRemoteServer } from '../testing/remote-server.ts'
import { GUEST_KEY, OWNER_KEY, REGION, readCode, WRITER_KEY } from '../testing/test-store.ts'
import type { BucketLocation } from './bucket-location.ts'

let remote: RemoteServer

beforeAll(async () => {
  remote = await startRemoteServer()
})
afterAll(() => remote.close())

async function reasonOf(change: Partial<BucketLocation>): Promise<unknown> {
  try {
    const server = await startRelay({ ...remote.location, ...change })
    await server.close()
    return 'opened'
  } catch (error) {
    return error
  }
}

it('says why a bucket can not be used', async () => {
  const { endpoint } = remote.location
  const refused = (reason: string, at: string, detail?: string) => ({
    name: 'StoreOpenError',
    reason,
    location: at,
    detail,
  })
  expect(await reasonOf({ bucket: 'sermons' })).toMatchObject(refused('no-bucket', `${endpoint}/sermons`))
  const home = `${endpoint}/preaching`
  const nobody = { ...OWNER_KEY, accessKeyId: 'AKIANOBODY' }
  expect(await reasonOf({ credentials: nobody })).toMatchObject(refused('unknown-key', home))
  const guessed = { ...OWNER_KEY, secretAccessKey: 'guessed' }
  expect(await reasonOf({ credentials: guessed })).toMatchObject(refused('wrong-secret', home))
  expect(await reasonOf({ credentials: GUEST_KEY })).toMatchObject(
    refused('access-denied', home, 'AccessDenied'),
  )
  expect(await reasonOf({ region: 'eu-west-1' })).toMatchObject(refused('wrong-region', home))
  const nowhere = 'http://127.0.0.1:9'
  expect(await reasonOf({ endpoint: nowhere })).toMatchObject(
    refused('unreachable', `${nowhere}/preaching`, 'ECONNREFUSED'),
  )
})

it('reports an outage to the console so that it retries, and separately what only the operator can fix', async () => {
  let answer: (response: ServerResponse) => void = (response) => response.end('<ListBucketResult/>')
  const store: Server = createServer((_request, response) => answer(response))
  store.listen(0, '127.0.0.1')
  await once(store, 'listening')
  const endpoint = `http://127.0.0.1:${(store.address() as AddressInfo).port}`
  const server = await startRelay({ ...remote.location, endpoint })
  const staff = new AwsClient({ ...WRITER_KEY, service: 's3', region: REGION, retries: 0 })
  const ask = () =>
    staff.fetch(server.url('images/a.jpg'), { headers: { origin: 'https://console.example.org' } })
  const refuse = (code: string) => (response: ServerResponse) =>
    response.writeHead(403, { 'content-type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`)

  answer = refuse('RequestTimeTooSkewed')
  expect(await readCode(await ask())).toBe('ServiceUnavailable')
  answer = refuse('AccessDenied')
  expect(await readCode(await ask())).toBe('AccessDenied')
  answer = (response) => response.writeHead(502).end('<!doctype html><title>Bad gateway</title>')
  expect(await readCode(await ask())).toBe('ServiceUnavailable')
  answer = (response) => response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end()
  const redirected = await ask()
  expect([redirected.status, redirected.headers.get('location')]).toEqual([503, null])
  expect(redirected.headers.get('access-control-allow-origin')).toBe('https://console.example.org')

  // When a client goes away, the call to the other store ends too.
  const held = new Promise<ServerResponse>((resolve) => {
    answer = (response) => {
      response.writeHead(200, { 'content-length': 1_000_000, 'set-cookie': 'session=theirs' }).write('begun')
      resolve(response)
    }
  })
  const player = new AbortController()
  const signed = await staff.sign(server.url('images/a.jpg'))
  const begun = await fetch(signed, { signal: player.signal })
  expect(begun.headers.get('set-cookie')).toBeNull()
  player.abort()
  await once(await held, 'close')
  await server.close()
  store.closeAllConnections()
  store.close()
})
