import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AwsClient } from 'aws4fetch'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { BucketPlace } from './bucket-place.ts'
import { type Elsewhere, openOtherVestry, openServerBefore } from './testing-elsewhere.ts'
import { REGION, readCode, STAFF } from './testing-store.ts'

let elsewhere: Elsewhere

beforeAll(async () => {
  elsewhere = await openOtherVestry()
})
afterAll(() => elsewhere.close())

async function reasonOf(change: Partial<BucketPlace>): Promise<string> {
  try {
    const server = await openServerBefore({ ...elsewhere.place, ...change })
    await server.close()
    return 'It opened.'
  } catch (error) {
    return `${(error as Error).name}: ${(error as Error).message}`
  }
}

it('names the setting that is to be mended when a bucket can not be used', async () => {
  const { endpoint } = elsewhere.place
  const key = { accessKeyId: 'AKIAOWNER', secretAccessKey: 'owner-secret' }
  expect(await reasonOf({ bucket: 'sermons' })).toBe(
    `StartupError: S3_BUCKET names the bucket sermons, which does not exist at ${endpoint}/sermons.`,
  )
  expect(await reasonOf({ credentials: { ...key, accessKeyId: 'AKIANOBODY' } })).toBe(
    `StartupError: The store at ${endpoint}/preaching does not know the key that AWS_ACCESS_KEY_ID names.`,
  )
  expect(await reasonOf({ credentials: { ...key, secretAccessKey: 'guessed' } })).toBe(
    `StartupError: AWS_SECRET_ACCESS_KEY does not belong to AWS_ACCESS_KEY_ID, says the store at ${endpoint}/preaching.`,
  )
  expect(await reasonOf({ region: 'eu-west-1' })).toBe(
    'StartupError: AWS_REGION is eu-west-1, but the bucket preaching of S3_BUCKET lies elsewhere.',
  )
  expect(await reasonOf({ endpoint: 'http://127.0.0.1:9' })).toBe(
    "StartupError: The store at http://127.0.0.1:9/preaching can't be reached: check S3_ENDPOINT and the network (ECONNREFUSED).",
  )
})

it('tells the console of an outage so that it tries again, and of what only the operator can mend', async () => {
  let answer: (response: ServerResponse) => void = (response) => response.end('<ListBucketResult/>')
  const store: Server = createServer((_request, response) => answer(response))
  store.listen(0, '127.0.0.1')
  await once(store, 'listening')
  const endpoint = `http://127.0.0.1:${(store.address() as AddressInfo).port}`
  const server = await openServerBefore({ ...elsewhere.place, endpoint })
  const staff = new AwsClient({ ...STAFF, service: 's3', region: REGION, retries: 0 })
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

  // A client that goes away takes the call to the other store with it.
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
