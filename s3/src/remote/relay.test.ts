import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AwsClient } from 'aws4fetch'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startRelay } from '../testing/remote-server.ts'
import { REGION, readCode, WRITER_KEY } from '../testing/test-store.ts'

/** The requests that reached the other store. */
let asked: { line: string; headers: Record<string, unknown> }[] = []
const recorder = createServer((request, response) => {
  asked.push({ line: `${request.method} ${request.url}`, headers: request.headers })
  if (request.url?.endsWith('/gone')) {
    request.socket.destroy()
    return
  }
  request.resume().on('end', () => response.setHeader('content-type', 'text/xml').end('<Answer/>'))
})
let server: Awaited<ReturnType<typeof startRelay>>
const staff = new AwsClient({ ...WRITER_KEY, service: 's3', region: REGION, retries: 0 })

beforeAll(async () => {
  await new Promise<void>((resolve) => recorder.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(recorder.address() as AddressInfo).port}`
  const credentials = { accessKeyId: 'AKIASERVER', secretAccessKey: 'server-secret' }
  server = await startRelay({ bucket: 'recordings', endpoint, region: REGION, credentials })
})
beforeEach(() => {
  asked = []
})
afterAll(async () => {
  await server.close()
  recorder.close()
})

it('asks the other store for nothing that another store might understand by it', async () => {
  const address = `${server.endpoint}/recordings`
  // MinIO would report everything that happens in the bucket, and Ceph would write into the middle of an object.
  await staff.fetch(`${address}?list-type=2&prefix=images%2F&events=s3%3AObjectCreated%3A%2A&metadata=true`)
  await staff.fetch(`${address}/images/a.jpg?position=7&lambdaArn=x&x-id=PutObject`, {
    method: 'PUT',
    body: 'a',
    headers: {
      'x-amz-meta-by': 'Ada',
      'x-amz-another-wish': 'everybody',
      'x-forwarded-for': '::1',
      cookie: 'a=b',
    },
  })
  await staff.fetch(`${address}/images/a.jpg?response-content-type=image%2Fpng&zip=1`)
  expect(asked.map(({ line }) => line)).toEqual([
    'GET /recordings?list-type=2&prefix=images%2F',
    'PUT /recordings/images/a.jpg',
    'GET /recordings/images/a.jpg?response-content-type=image%2Fpng',
  ])
  expect(Object.keys(asked[1]?.headers ?? {}).toSorted()).toEqual([
    'authorization',
    'connection',
    'content-length',
    'content-type',
    'host',
    'x-amz-content-sha256',
    'x-amz-date',
    'x-amz-meta-by',
  ])
})

it.each([
  ['copies', 'PUT', '/images/a.jpg', { 'x-amz-copy-source': '/recordings/secrets/a' }, 'NotImplemented'],
  [
    'copies named in the address',
    'PUT',
    '/images/a.jpg?X-Amz-Copy-Source=%2Frecordings%2Fa',
    {},
    'NotImplemented',
  ],
  [
    'copied parts',
    'PUT',
    '/images/a?uploadId=1&partNumber=1',
    { 'x-amz-copy-source': 'b/a' },
    'NotImplemented',
  ],
  ['grants', 'PUT', '/images/a.jpg', { 'x-amz-grant-read': 'everybody' }, 'NotImplemented'],
  ['conditions of a deletion', 'DELETE', '/images/a.jpg', { 'if-match': '"a"' }, 'NotImplemented'],
  ["somebody's bucket", 'DELETE', '/images/a', { 'x-amz-expected-bucket-owner': 'a' }, 'NotImplemented'],
  [
    'an upload by an id that nobody was given',
    'PUT',
    '/images/a?uploadId=1&partNumber=1',
    {},
    'NoSuchUpload',
  ],
  [
    "somebody else's upload",
    'PUT',
    `/images/a?uploadId=${'A'.repeat(22)}.1&partNumber=1`,
    {},
    'AccessDenied',
  ],
  ['dot segments', 'GET', '/images%2F..%2Fsecrets/a', {}, 'InvalidURI'],
  ['prefixes in disguise', 'GET', '/%69mages%252Fa', {}, 'AccessDenied'],
  ['the policy of the bucket', 'GET', '?list-type=2&prefix=images%2F&policy', {}, 'NotImplemented'],
  ['the bucket itself', 'DELETE', '', {}, 'AccessDenied'],
  ['all buckets', 'GET', '/../', {}, 'NotImplemented'],
])('never asks for %s', async (_what, method, path, headers, code) => {
  expect(await readCode(await staff.fetch(`${server.endpoint}/recordings${path}`, { method, headers }))).toBe(
    code,
  )
  expect(asked).toEqual([])
})

it('asks once more over a new connection when one that was kept has ended, unless bytes were sent', async () => {
  const address = `${server.endpoint}/recordings/images`
  const answerTo = async (key: string, sent?: RequestInit) =>
    readCode(await staff.fetch(`${address}/${key}`, sent))
  expect(await answerTo('a')).toBe('200')
  expect(await answerTo('gone')).toBe('ServiceUnavailable')
  expect(await answerTo('a')).toBe('200')
  expect(await answerTo('gone', { method: 'PUT', body: 'a' })).toBe('ServiceUnavailable')
  expect(asked.map(({ line }) => line.replace('/recordings/images', ''))).toEqual([
    'GET /a',
    'GET /gone',
    'GET /gone',
    'GET /a',
    'PUT /gone',
  ])
})
