import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BUCKET, makeBytes, openTestStore, readCode, type TestStore } from '../testing/test-store.ts'

let server: TestStore
beforeAll(async () => {
  server = await openTestStore()
})
afterAll(() => server.close())

const at = (Key: string) => ({ Bucket: BUCKET, Key })

async function refusal(call: Promise<unknown>): Promise<[string, number | undefined]> {
  try {
    await call
  } catch (error) {
    if (error instanceof S3ServiceException) {
      return [error.name, error.$metadata.httpStatusCode]
    }
    throw error
  }
  return ['none', undefined]
}

describe('An object', () => {
  test('comes back as it was given, with its headers and metadata', async () => {
    const client = server.client()
    const body = makeBytes(300_000)
    const put = await client.send(
      new PutObjectCommand({
        ...at('preaching/2026/sermon.mp3'),
        Body: body,
        ContentType: 'audio/mpeg',
        CacheControl: 'max-age=60',
        ContentDisposition: 'inline; filename="sermon.mp3"',
        Metadata: { preacher: 'Ana' },
      }),
    )
    expect(put.ETag).toBe(`"${createHash('md5').update(body).digest('hex')}"`)
    expect(put.ChecksumCRC32).toBeDefined()
    const got = await client.send(
      new GetObjectCommand({ ...at('preaching/2026/sermon.mp3'), ChecksumMode: 'ENABLED' }),
    )
    expect(body.equals((await got.Body?.transformToByteArray()) ?? Buffer.alloc(0))).toBe(true)
    expect(got).toMatchObject({
      ContentType: 'audio/mpeg',
      CacheControl: 'max-age=60',
      ContentDisposition: 'inline; filename="sermon.mp3"',
      Metadata: { preacher: 'Ana' },
      ContentLength: 300_000,
      ETag: put.ETag,
      ChecksumCRC32: put.ChecksumCRC32,
      ChecksumType: 'FULL_OBJECT',
      AcceptRanges: 'bytes',
    })
    const head = await client.send(new HeadObjectCommand(at('preaching/2026/sermon.mp3')))
    expect(head).toMatchObject({ ContentLength: 300_000, ContentType: 'audio/mpeg', ETag: put.ETag })
  })

  test('may be empty', async () => {
    const client = server.client()
    await client.send(new PutObjectCommand({ ...at('images/empty'), Body: '' }))
    const got = await client.send(new GetObjectCommand(at('images/empty')))
    expect(await got.Body?.transformToString()).toBe('')
    expect(got.ContentLength).toBe(0)
    expect(got.ContentType).toBe('application/octet-stream')
  })

  test('is replaced as a whole, and the bytes of the old one go from the disk', async () => {
    const client = server.client()
    await client.send(new PutObjectCommand({ ...at('images/twice'), Body: 'first', Metadata: { a: '1' } }))
    const files = await server.listFiles()
    await client.send(new PutObjectCommand({ ...at('images/twice'), Body: 'second' }))
    const got = await client.send(new GetObjectCommand(at('images/twice')))
    expect(await got.Body?.transformToString()).toBe('second')
    expect(got.Metadata).toEqual({})
    expect((await server.listFiles()).length).toBe(files.length)
  })

  test('is gone after its deletion, and deleting it again is no error', async () => {
    const client = server.client()
    const before = await server.listFiles()
    await client.send(new PutObjectCommand({ ...at('images/short'), Body: 'x' }))
    await client.send(new DeleteObjectCommand(at('images/short')))
    await client.send(new DeleteObjectCommand(at('images/short')))
    expect(await refusal(client.send(new GetObjectCommand(at('images/short'))))).toEqual(['NoSuchKey', 404])
    expect(await refusal(client.send(new HeadObjectCommand(at('images/short'))))).toEqual(['NotFound', 404])
    expect(await server.listFiles()).toEqual(before)
  })

  test('is read to its end by who began before it was deleted', async () => {
    const client = server.client()
    const body = makeBytes(8_000_000)
    await client.send(new PutObjectCommand({ ...at('images/slow'), Body: body }))
    const got = await client.send(new GetObjectCommand(at('images/slow')))
    await client.send(new DeleteObjectCommand(at('images/slow')))
    expect(body.equals((await got.Body?.transformToByteArray()) ?? Buffer.alloc(0))).toBe(true)
  })

  test('can be stored by the server itself', async () => {
    await server.store.put('images/banner.svg', Readable.from([Buffer.from('<svg/>')]), {
      'content-type': 'image/svg+xml',
    })
    await server.store.put('images/seed.bin', new Uint8Array([1, 2, 3]), { 'content-type': 'image/png' })
    expect(await server.store.has('images/banner.svg')).toBe(true)
    expect(await server.store.has('images/other.svg')).toBe(false)
    const got = await server.client().send(new GetObjectCommand(at('images/seed.bin')))
    expect(Buffer.from((await got.Body?.transformToByteArray()) ?? [])).toEqual(Buffer.of(1, 2, 3))
  })
})

describe('A range', () => {
  const get = async (range: string, more: Record<string, string> = {}) => {
    const answer = await server.signer().fetch(server.url('images/digits'), { headers: { range, ...more } })
    return [answer.status, answer.headers.get('content-range'), await answer.text()]
  }
  beforeAll(() =>
    server.store.put('images/digits', Buffer.from('0123456789'), { 'content-type': 'text/plain' }),
  )

  test('has both ends, one of them, or counts from the end', async () => {
    expect(await get('bytes=2-4')).toEqual([206, 'bytes 2-4/10', '234'])
    expect(await get('bytes=7-')).toEqual([206, 'bytes 7-9/10', '789'])
    expect(await get('bytes=-3')).toEqual([206, 'bytes 7-9/10', '789'])
    expect(await get('bytes=0-0')).toEqual([206, 'bytes 0-0/10', '0'])
  })

  test('that reaches beyond the end is cut there, one that begins there is refused', async () => {
    expect(await get('bytes=8-99')).toEqual([206, 'bytes 8-9/10', '89'])
    expect(await get('bytes=-99')).toEqual([206, 'bytes 0-9/10', '0123456789'])
    const [status, range, text] = await get('bytes=10-')
    expect([status, range]).toEqual([416, 'bytes */10'])
    expect(text).toContain('<Code>InvalidRange</Code>')
    expect((await get('bytes=-0'))[0]).toBe(416)
  })

  test('that is not understood, or is several, gives the whole', async () => {
    expect((await get('bytes=4-2'))[0]).toBe(200)
    expect((await get('bytes=0-1,4-5'))[0]).toBe(200)
    expect((await get('lines=0-1'))[0]).toBe(200)
  })

  test('counts only for the object that If-Range means', async () => {
    const etag = '"781e5e245d69b566979b86e28d23f2c7"'
    expect((await get('bytes=0-1', { 'if-range': etag }))[0]).toBe(206)
    expect((await get('bytes=0-1', { 'if-range': '"another"' }))[0]).toBe(200)
    expect((await get('bytes=0-1', { 'if-range': 'Thu, 01 Jan 1970 00:00:00 GMT' }))[0]).toBe(200)
  })
})

describe('A condition', () => {
  const etag = '"781e5e245d69b566979b86e28d23f2c7"'
  const past = 'Thu, 01 Jan 1970 00:00:00 GMT'
  const future = 'Thu, 01 Jan 2099 00:00:00 GMT'
  const get = async (headers: Record<string, string>) =>
    readCode(await server.signer().fetch(server.url('images/digits'), { headers }))

  test('of reading is held against the ETag and the time', async () => {
    expect(await get({ 'if-match': etag })).toBe('200')
    expect(await get({ 'if-match': '"another"' })).toBe('PreconditionFailed')
    expect(await get({ 'if-none-match': etag })).toBe('304')
    expect(await get({ 'if-none-match': '"another"' })).toBe('200')
    expect(await get({ 'if-modified-since': future })).toBe('304')
    expect(await get({ 'if-modified-since': past })).toBe('200')
    expect(await get({ 'if-unmodified-since': past })).toBe('PreconditionFailed')
    expect(await get({ 'if-unmodified-since': past, 'if-match': etag })).toBe('200')
    expect(await get({ 'if-modified-since': future, 'if-none-match': '"another"' })).toBe('200')
  })

  test('of writing lets nobody overwrite what is there', async () => {
    const client = server.client()
    const put = (Body: string, more: object) =>
      refusal(client.send(new PutObjectCommand({ ...at('images/taken'), Body, ...more })))
    expect(await put('mine', { IfNoneMatch: '*' })).toEqual(['none', undefined])
    expect(await put('yours', { IfNoneMatch: '*' })).toEqual(['PreconditionFailed', 412])
    expect(await put('yours', { IfMatch: '"another"' })).toEqual(['PreconditionFailed', 412])
    const got = await client.send(new GetObjectCommand(at('images/taken')))
    expect(await got.Body?.transformToString()).toBe('mine')
    expect(await put('next', { IfMatch: got.ETag })).toEqual(['none', undefined])
  })

  test('of two writers at once lets one win and refuses the other', async () => {
    const client = server.client()
    const bodies = [1, 2, 3, 4].map((seed) => makeBytes(2_000_000, seed))
    const outcomes = await Promise.all(
      bodies.map((Body) =>
        refusal(client.send(new PutObjectCommand({ ...at('images/race'), Body, IfNoneMatch: '*' }))),
      ),
    )
    expect(outcomes.map(([code]) => code).sort()).toEqual([
      'PreconditionFailed',
      'PreconditionFailed',
      'PreconditionFailed',
      'none',
    ])
    const winner = bodies[outcomes.findIndex(([code]) => code === 'none')]
    const got = await client.send(new GetObjectCommand(at('images/race')))
    expect(winner?.equals((await got.Body?.transformToByteArray()) ?? Buffer.alloc(0))).toBe(true)
  })
})

describe('What is served', () => {
  const as = (wanted: string) => ({ headers: { 'sec-fetch-dest': wanted } })

  test('runs no script in the origin of the console', async () => {
    await server.store.put('images/evil.svg', Buffer.from('<svg onload="alert(1)"/>'), {
      'content-type': 'image/svg+xml',
    })
    const answer = await server.signer().fetch(server.url('images/evil.svg'))
    expect(answer.headers.get('content-security-policy')).toBe(
      "sandbox; default-src 'none'; img-src 'self'; media-src 'self'",
    )
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('content-type')).toBe('image/svg+xml')
    expect(answer.headers.get('x-amz-request-id')).toMatch(/^req-\w+$/)
    await answer.text()
    await server.store.put('images/film', Buffer.from('film'), { 'content-type': 'video/mp4' })
    const film = await server.signer().fetch(server.url('images/film'))
    expect(film.headers.get('content-security-policy')).toBe(
      "default-src 'none'; img-src 'self'; media-src 'self'",
    )
    expect(film.headers.get('x-content-type-options')).toBe('nosniff')
    await film.text()
    await server.store.put('images/film', Buffer.from('film'), { 'content-type': 'Video/MP4' })
    const same = await server.signer().fetch(server.url('images/film'))
    expect(same.headers.get('content-security-policy')).not.toContain('sandbox')
    await same.text()
    const refused = await fetch(server.url('images/evil.svg'))
    expect(refused.headers.get('content-security-policy')).toContain('sandbox')
    expect(await readCode(refused)).toBe('AccessDenied')
  })

  test('is no script, no style and no page, whatever a browser asks for it as', async () => {
    await server.store.put('images/evil.js', Buffer.from('alert(1)'), { 'content-type': 'text/javascript' })
    for (const wanted of ['script', 'worker', 'sharedworker', 'serviceworker', 'audioworklet', 'style']) {
      const answer = await server.signer().fetch(server.url('images/evil.js'), as(wanted))
      expect([wanted, answer.status, await readCode(answer)]).toEqual([wanted, 403, 'AccessDenied'])
    }
    for (const wanted of ['document', 'iframe', 'frame', 'object', 'embed', 'xslt', 'manifest']) {
      const answer = await server.signer().fetch(server.url('images/evil.js'), as(wanted))
      expect([wanted, answer.status, await readCode(answer)]).toEqual([wanted, 403, 'AccessDenied'])
    }
    for (const wanted of ['empty', 'image', 'audio', 'video', 'track']) {
      const answer = await server.signer().fetch(server.url('images/evil.js'), as(wanted))
      expect([wanted, answer.status, await answer.text()]).toEqual([wanted, 200, 'alert(1)'])
    }
  })

  test('is kept as a file unless it is a picture, sound or film', async () => {
    for (const [type, given, expected] of [
      ['image/jpeg', undefined, null],
      ['video/mp4', 'inline', 'inline'],
      ['audio/mpeg', undefined, null],
      ['image/svg+xml', undefined, 'attachment'],
      ['image/SVG+xml', undefined, 'attachment'],
      ['Image/PNG', undefined, null],
      ['Video/MP4', 'inline', 'inline'],
      ['image/png, text/html', undefined, 'attachment'],
      ['text/html', 'inline; filename="a.html"', 'attachment; filename="a.html"'],
      ['text/javascript', undefined, 'attachment'],
      ['binary/octet-stream', 'attachment; filename=a', 'attachment; filename=a'],
    ] as const) {
      const headers = { 'content-type': type, ...(given && { 'content-disposition': given }) }
      await server.store.put('images/kept', Buffer.from('kept'), headers)
      for (const method of ['GET', 'HEAD']) {
        const answer = await server.signer().fetch(server.url('images/kept'), { method })
        expect([type, answer.headers.get('content-disposition')]).toEqual([type, expected])
        await answer.text()
      }
    }
    const shown = `${server.url('images/kept')}?response-content-type=text%2Fhtml&response-content-disposition=inline`
    const answer = await server.signer().fetch(shown)
    expect(answer.headers.get('content-disposition')).toBe('attachment')
    await answer.text()
  })

  test('can be given another name and type by a signed address only', async () => {
    const query = 'response-content-type=text%2Fplain&response-content-disposition=attachment'
    const answer = await server.signer().fetch(`${server.url('images/evil.svg')}?${query}`)
    expect(answer.headers.get('content-type')).toBe('text/plain')
    expect(answer.headers.get('content-disposition')).toBe('attachment')
    await answer.text()
    const split = `${server.url('images/evil.svg')}?response-content-type=a%0d%0aSet-Cookie:b`
    expect(await readCode(await server.signer().fetch(split))).toBe('InvalidArgument')
  })
})
