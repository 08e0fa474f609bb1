import { createHash, createHmac } from 'node:crypto'
import http from 'node:http'
import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { PutObjectCommand } from '@aws-sdk/client-s3'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  BUCKET,
  makeBytes,
  openTestStore,
  readCode,
  type TestStore,
  WRITER_KEY,
} from '../testing/test-store.ts'

let server: TestStore
beforeAll(async () => {
  server = await openTestStore()
})
afterEach(async () => {
  expect(await server.store.has(KEY), 'a refused upload never shows').toBe(false)
  expect(await server.listFiles(), 'and leaves nothing behind').toEqual([])
})
afterAll(() => server.close())

const KEY = 'preaching/refused'

async function put(body: string, headers: Record<string, string>): Promise<string> {
  return readCode(await server.signer().fetch(server.url(KEY), { method: 'PUT', body, headers }))
}

async function remove(): Promise<void> {
  await (await server.signer().fetch(server.url(KEY), { method: 'DELETE' })).text()
}

const base64 = (algorithm: string, data: string | Buffer) =>
  createHash(algorithm).update(data).digest('base64')
const hex = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')

describe('A body', () => {
  test('must have the hash that was signed', async () => {
    expect(await put('sermon', { 'x-amz-content-sha256': hex('another') })).toBe('XAmzContentSHA256Mismatch')
    expect(await put('sermon', { 'x-amz-content-sha256': 'nonsense' })).toBe('InvalidArgument')
    expect(await put('sermon', { 'x-amz-content-sha256': 'STREAMING-SOMETHING' })).toBe(
      'MissingContentLength',
    )
    expect(await put('sermon', { 'x-amz-content-sha256': hex('sermon') })).toBe('200')
    await remove()
  })

  test('must have the checksum that was named', async () => {
    const unsigned = { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' }
    const refused = (more: Record<string, string>) => put('sermon', { ...unsigned, ...more })
    expect(await refused({ 'content-md5': base64('md5', 'another') })).toBe('BadDigest')
    expect(await refused({ 'content-md5': 'short' })).toBe('InvalidDigest')
    expect(await refused({ 'x-amz-checksum-sha256': base64('sha256', 'another') })).toBe('BadDigest')
    expect(await refused({ 'x-amz-checksum-sha1': base64('sha1', 'another') })).toBe('BadDigest')
    expect(await refused({ 'x-amz-checksum-crc32': 'AAAAAA==' })).toBe('BadDigest')
    expect(await refused({ 'x-amz-checksum-crc32': 'AAAA' })).toBe('InvalidRequest')
    expect(await refused({ 'x-amz-checksum-crc32': 'AAAAAA==', 'x-amz-checksum-crc32c': 'AAAAAA==' })).toBe(
      'InvalidRequest',
    )
    expect(await refused({ 'content-md5': base64('md5', 'sermon') })).toBe('200')
    await remove()
    // The digits 1 to 9 are the check value of every CRC.
    const crcs = { crc32: 'y/Q5Jg==', crc32c: '4waSgw==', crc64nvme: 'rosUhgp5mIg=' }
    for (const [name, value] of Object.entries(crcs)) {
      expect(await put('123456789', { ...unsigned, [`x-amz-checksum-${name}`]: value })).toBe('200')
      await remove()
    }
  })

  test('that is streamed by the SDK is checked by its trailer', async () => {
    const client = server.client()
    client.middlewareStack.add(
      (next) => async (args) => {
        const request = args.request as { headers: Record<string, string> }
        expect(request.headers['x-amz-content-sha256']).toBe('STREAMING-UNSIGNED-PAYLOAD-TRAILER')
        return next(args)
      },
      { step: 'finalizeRequest', priority: 'low' },
    )
    const body = makeBytes(700_000)
    await client.send(
      new PutObjectCommand({
        Bucket: BUCKET,
        Key: KEY,
        Body: Readable.from([body.subarray(0, 1), body.subarray(1)]),
        ContentLength: body.length,
      }),
    )
    const got = await server.signer().fetch(server.url(KEY))
    expect(got.headers.get('content-encoding')).toBeNull()
    expect(Buffer.from(await got.arrayBuffer()).equals(body)).toBe(true)
    await remove()
  })

  test('in chunks must be as long as announced and end as it should', async () => {
    const send = (body: string, length: number, trailer = 'x-amz-checksum-crc32') =>
      put(body, {
        'x-amz-content-sha256': 'STREAMING-UNSIGNED-PAYLOAD-TRAILER',
        'x-amz-decoded-content-length': String(length),
        'x-amz-trailer': trailer,
        'content-encoding': 'aws-chunked',
      })
    const good = '5\r\nhello\r\n0\r\nx-amz-checksum-crc32:NhCmhg==\r\n\r\n'
    expect(await send(good, 5)).toBe('200')
    await remove()
    expect(await send(good.replace('NhCmhg', 'AAAAAA'), 5)).toBe('BadDigest')
    expect(await send(good, 4)).toBe('IncompleteBody')
    expect(await send(good, 6)).toBe('IncompleteBody')
    expect(await send('5\r\nhello\r\n0\r\n\r\n', 5)).toBe('MalformedTrailerError')
    expect(await send('5\r\nhello\r\n0\r\n', 5)).toBe('IncompleteBody')
    expect(await send('5\r\nhello\r\n', 5)).toBe('IncompleteBody')
    expect(await send('9\r\nhello', 9)).toBe('IncompleteBody')
    expect(await send('4\r\nhello\r\n0\r\n\r\n', 5)).toBe('InvalidRequest')
    expect(await send('zz\r\nhello\r\n0\r\n\r\n', 5)).toBe('InvalidRequest')
    expect(await send(`${good}more`, 5)).toBe('InvalidRequest')
    expect(await send('a'.repeat(10_000), 5)).toBe('InvalidRequest')
  })
})

describe('A body in signed chunks', () => {
  /** Builds the body as the protocol describes it, by what the signed headers say. */
  async function send(alter: (body: string) => string, trailer?: string): Promise<string> {
    const payload = `STREAMING-AWS4-HMAC-SHA256-PAYLOAD${trailer === undefined ? '' : '-TRAILER'}`
    const chunks = ['The Lord is my shepherd', '; I shall not want.', '']
    const signed = await server.signer().sign(server.url(KEY), {
      method: 'PUT',
      headers: {
        'x-amz-content-sha256': payload,
        'x-amz-decoded-content-length': String(chunks.join('').length),
        ...(trailer !== undefined && { 'x-amz-trailer': 'x-amz-checksum-crc32' }),
      },
    })
    const authorization = signed.headers.get('authorization') ?? ''
    const date = signed.headers.get('x-amz-date') ?? ''
    const scope = `${date.slice(0, 8)}/us-east-1/s3/aws4_request`
    const key = scope
      .split('/')
      .reduce<Buffer | string>(
        (k, part) => createHmac('sha256', k).update(part).digest(),
        `AWS4${WRITER_KEY.secretAccessKey}`,
      )
    const sign = (kind: string, ...rest: string[]) =>
      createHmac('sha256', key)
        .update([kind, date, scope, ...rest].join('\n'))
        .digest('hex')
    let previous = /Signature=(\w+)/.exec(authorization)?.[1] ?? ''
    let body = ''
    for (const chunk of chunks) {
      previous = sign('AWS4-HMAC-SHA256-PAYLOAD', previous, hex(''), hex(chunk))
      body += `${chunk.length.toString(16)};chunk-signature=${previous}\r\n${chunk}${chunk && '\r\n'}`
    }
    if (trailer !== undefined) {
      const last = sign('AWS4-HMAC-SHA256-TRAILER', previous, hex(`x-amz-checksum-crc32:${trailer}\n`))
      body += `x-amz-checksum-crc32:${trailer}\r\nx-amz-trailer-signature:${last}\r\n`
    }
    const answer = await fetch(signed.url, {
      method: 'PUT',
      headers: signed.headers,
      body: alter(`${body}\r\n`),
    })
    return readCode(answer)
  }
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32('The Lord is my shepherd; I shall not want.'))
  const trailer = sum.toString('base64')

  test('is taken when each of them is signed', async () => {
    expect(await send((body) => body)).toBe('200')
    await remove()
    expect(await send((body) => body, trailer)).toBe('200')
    await remove()
  })

  test('is refused when a chunk, its signature, the order or the trailer was altered', async () => {
    const refused = 'SignatureDoesNotMatch'
    expect(await send((body) => body.replace('shepherd', 'stranger'))).toBe(refused)
    expect(await send((body) => body.replace(/chunk-signature=\w/, 'chunk-signature=x'))).toBe(
      'InvalidRequest',
    )
    expect(await send((body) => body.replace(/signature=\w{8}/, 'signature=00000000'))).toBe(refused)
    expect(await send((body) => body.replace(/;chunk-signature=\w+/, ''))).toBe(refused)
    expect(await send((body) => body.replace(/^.*?\r\n.*?\r\n/s, ''))).toBe(refused)
    expect(await send((body) => body.replace(trailer, 'AAAAAA=='), trailer)).toBe(refused)
    expect(await send((body) => body.replace(/x-amz-trailer-signature.*\r\n/, ''), trailer)).toBe(refused)
    expect(await send((body) => body, 'AAAAAA==')).toBe('BadDigest')
  })
})

describe('An upload on the wire', () => {
  async function open(headers: Record<string, string>) {
    const signed = await server.signer().sign(server.url(KEY), { method: 'PUT', headers })
    return http.request(signed.url, {
      method: 'PUT',
      agent: false,
      headers: { ...Object.fromEntries(signed.headers), ...headers },
    })
  }

  test('that breaks off leaves nothing', async () => {
    const request = await open({ 'content-length': '5000000', 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' })
    request.on('error', () => undefined)
    request.write(makeBytes(3_000_000))
    await expect.poll(() => server.listFiles()).toHaveLength(1)
    request.destroy()
    await expect.poll(() => server.listFiles()).toHaveLength(0)
  })

  test('waits for 100-continue when it says so', async () => {
    const request = await open({
      'content-length': '5',
      expect: '100-continue',
      'x-amz-content-sha256': 'UNSIGNED-PAYLOAD',
    })
    request.flushHeaders()
    await new Promise((resolve) => request.once('continue', resolve))
    request.end('hello')
    const answer = await new Promise<http.IncomingMessage>((resolve) => request.once('response', resolve))
    expect(answer.statusCode).toBe(200)
    answer.resume()
    await remove()
  })

  test('without a length, or longer than five gigabytes, is refused before it is sent', async () => {
    for (const [headers, status] of [
      [{ 'transfer-encoding': 'chunked' }, 411],
      [{ 'content-length': String(5 * 1024 ** 3 + 1) }, 400],
    ] as const) {
      const request = await open({ ...headers, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' })
      request.on('error', () => undefined)
      request.write('x')
      const answer = await new Promise<http.IncomingMessage>((resolve) => request.once('response', resolve))
      expect(answer.statusCode).toBe(status)
      request.destroy()
    }
  })

  test('of a content type that no parser knows is taken all the same', async () => {
    for (const type of ['application/json', 'nonsense', 'multipart/form-data']) {
      expect(await put('{', { 'content-type': type })).toBe('200')
      const got = await server.signer().fetch(server.url(KEY))
      expect([got.headers.get('content-type'), await got.text()]).toEqual([type, '{'])
      await remove()
    }
  })
})
