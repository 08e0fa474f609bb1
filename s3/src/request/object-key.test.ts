import http from 'node:http'
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3'
import { AwsV4Signer } from 'aws4fetch'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BUCKET, openTestStore, readCode, type TestStore, WRITER_KEY } from '../testing/test-store.ts'

let server: TestStore
beforeAll(async () => {
  server = await openTestStore()
})
afterAll(() => server.close())

/** Sends a path exactly as it stands, which `fetch` would tidy up, signed for what `signedAs` says. */
async function putRaw(path: string, signedAs = path): Promise<string> {
  const signer = new AwsV4Signer({
    ...WRITER_KEY,
    service: 's3',
    region: 'us-east-1',
    method: 'PUT',
    url: `http://127.0.0.1:${server.port}/`,
    headers: { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' },
  })
  signer.encodedPath = signedAs
  const { headers } = await signer.sign()
  return new Promise((resolve, reject) => {
    const request = http.request(
      { port: server.port, host: '127.0.0.1', method: 'PUT', path, headers: Object.fromEntries(headers) },
      (answer) => {
        answer.setEncoding('utf8')
        let text = ''
        answer.on('data', (piece: string) => {
          text += piece
        })
        answer.on('end', () => resolve(/<Code>(\w+)/.exec(text)?.[1] ?? String(answer.statusCode)))
      },
    )
    request.on('error', reject)
    request.end('x')
  })
}

describe('A key', () => {
  test.each([
    'images/with space.png',
    'images/plus+and&and=.png',
    'images/niño – ¡ñandú!.png',
    'images/🎺🙏🏽.png',
    "images/(it's) *all* ~here~!.png",
    'images/100%.png',
    'images/%2e%2e/not-up.png',
    'images//double//slash.png',
    'images/back\\slash.png',
    'images/question?.png#hash',
    'images/<tag>&amp;"quote".png',
    'images/...three',
  ])('may be %s', async (Key) => {
    const client = server.client()
    await client.send(new PutObjectCommand({ Bucket: BUCKET, Key, Body: Key }))
    const got = await client.send(new GetObjectCommand({ Bucket: BUCKET, Key }))
    expect(await got.Body?.transformToString()).toBe(Key)
    const plain = await client.send(new ListObjectsV2Command({ Bucket: BUCKET, Prefix: Key }))
    expect(plain.Contents?.map((object) => object.Key)).toEqual([Key])
    const gone = await client.send(
      new DeleteObjectsCommand({ Bucket: BUCKET, Delete: { Objects: [{ Key }] } }),
    )
    expect(gone.Deleted).toEqual([{ Key }])
    expect(gone.Errors).toBeUndefined()
    expect(await server.store.has(Key)).toBe(false)
  })

  test('may have 1024 bytes and not one more', async () => {
    const client = server.client()
    const longest = `images/${'é'.repeat(508)}x`
    await client.send(new PutObjectCommand({ Bucket: BUCKET, Key: longest, Body: 'x' }))
    expect(await server.store.has(longest)).toBe(true)
    const answer = await server.signer().fetch(server.url(`images/${'a'.repeat(1018)}`), { method: 'PUT' })
    expect(await readCode(answer)).toBe('KeyTooLongError')
  })

  test.each([
    ['/s3/preaching/images/../../secret'],
    ['/s3/preaching/images/%2e%2e/%2e%2e/secret'],
    ['/s3/preaching/images/%2E%2E%2Fsecret'],
    ['/s3/preaching/images/./x'],
    ['/s3/preaching/images/nul%00.png'],
    ['/s3/preaching/images/line%0abreak.png'],
  ])('never is %s', async (path) => {
    const before = await server.listFiles()
    expect(await putRaw(path)).toBe('InvalidURI')
    expect(await server.listFiles()).toEqual(before)
  })

  test('that no client can name is none for the server itself', async () => {
    for (const key of ['images/../secret', 'images/nul\0.png', `images/${'a'.repeat(1018)}`]) {
      await expect(server.store.put(key, Buffer.from('x'), {})).rejects.toThrow(/key/)
      expect(await server.store.has(key)).toBe(false)
    }
  })

  test('with bytes that are no text is refused', async () => {
    expect(await putRaw('/s3/preaching/images/%ff%fe', '/s3/preaching/images/x')).toBe('400')
  })

  test('is accepted in whichever encoding the client signed it', async () => {
    expect(await putRaw('/s3/preaching/images/(plain)!.png')).toBe('200')
    expect(await server.store.has('images/(plain)!.png')).toBe(true)
    expect(await putRaw('/s3/preaching/images/%61b.png', '/s3/preaching/images/ab.png')).toBe('200')
    expect(await server.store.has('images/ab.png')).toBe(true)
  })
})

describe('The prefixes of a key holder', () => {
  const denied = async (method: string, path: string, body?: string) =>
    readCode(await server.signer().fetch(server.url(path), { method, ...(body !== undefined && { body }) }))

  test('are the only place to read, write, delete and list', async () => {
    await server.store.put('private/plan.txt', Buffer.from('plan'), { 'content-type': 'text/plain' })
    expect(await denied('GET', 'private/plan.txt')).toBe('AccessDenied')
    expect(await denied('HEAD', 'private/plan.txt')).toBe('403')
    expect(await denied('PUT', 'private/plan.txt', 'x')).toBe('AccessDenied')
    expect(await denied('DELETE', 'private/plan.txt')).toBe('AccessDenied')
    expect(await denied('POST', 'private/plan.txt?uploads=')).toBe('AccessDenied')
    expect(await denied('PUT', 'images', 'x')).toBe('AccessDenied')
    for (const query of [
      '?list-type=2',
      '?list-type=2&prefix=private/',
      '?list-type=2&prefix=image',
      '?uploads=',
    ]) {
      expect(await denied('GET', query)).toBe('AccessDenied')
    }
    const owner = server.signer({ accessKeyId: 'AKIAOWNER', secretAccessKey: 'owner-secret' })
    expect(await (await owner.fetch(server.url('private/plan.txt'))).text()).toBe('plan')
  })

  test('let a guest read what they can name, and nothing else', async () => {
    await server.store.put('images/open.png', Buffer.from('open'), { 'content-type': 'image/png' })
    const guest = server.signer({ accessKeyId: 'AKIAGUEST', secretAccessKey: 'guest-secret' })
    const ask = async (method: string, path: string) =>
      (await guest.fetch(server.url(path), { method })).status
    expect(await ask('GET', 'images/open.png')).toBe(200)
    expect(await ask('HEAD', 'images/open.png')).toBe(200)
    for (const [method, path] of [
      ['GET', 'private/plan.txt'],
      ['PUT', 'images/open.png'],
      ['DELETE', 'images/open.png'],
      ['POST', 'images/open.png?uploads='],
      ['GET', '?list-type=2&prefix=images/'],
      ['GET', '?uploads=&prefix=images/'],
      ['GET', '?location='],
      ['HEAD', ''],
      ['POST', '?delete='],
    ] as const) {
      expect(await ask(method, path)).toBe(403)
    }
  })

  test('hold for every key of a deletion of many', async () => {
    await server.store.put('images/mine.png', Buffer.from('mine'), { 'content-type': 'image/png' })
    const { Deleted, Errors } = await server.client().send(
      new DeleteObjectsCommand({
        Bucket: BUCKET,
        Delete: {
          Objects: [{ Key: 'private/plan.txt' }, { Key: 'images/mine.png' }, { Key: 'images/none' }],
        },
      }),
    )
    expect(Deleted?.map(({ Key }) => Key)).toEqual(['images/mine.png', 'images/none'])
    expect(Errors).toMatchObject([{ Key: 'private/plan.txt', Code: 'AccessDenied' }])
    expect(await server.store.has('private/plan.txt')).toBe(true)
  })

  test('are told even by a quiet deletion of many, which names none that it has deleted', async () => {
    await server.store.put('images/mine.png', Buffer.from('mine'), { 'content-type': 'image/png' })
    const Objects = [{ Key: 'private/plan.txt' }, { Key: 'images/mine.png' }]
    const { Deleted, Errors } = await server
      .client()
      .send(new DeleteObjectsCommand({ Bucket: BUCKET, Delete: { Objects, Quiet: true } }))
    expect(Deleted).toBeUndefined()
    expect(Errors).toMatchObject([{ Key: 'private/plan.txt', Code: 'AccessDenied' }])
    expect(await server.store.has('images/mine.png')).toBe(false)
  })
})
