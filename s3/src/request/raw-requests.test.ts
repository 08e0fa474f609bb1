import { createHash } from 'node:crypto'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import {
  CreateMultipartUploadCommand,
  ListBucketsCommand,
  ListMultipartUploadsCommand,
  ListObjectsCommand,
  ListObjectsV2Command,
} from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sha256, signatureDate, signRequest } from '../signature/signature-v4.ts'
import {
  BUCKET,
  OWNER_KEY,
  openTestStore,
  readCode,
  type TestStore,
  WRITER_KEY,
} from '../testing/test-store.ts'

let server: TestStore
beforeAll(async () => {
  server = await openTestStore()
})
afterAll(() => server.close())

/** Sends these bytes and whatever `more` yields, and returns everything that comes back until the store hangs up. */
function talk(head: string, more?: () => Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(server.port, '127.0.0.1', () => socket.write(head))
    let heard = ''
    let open = true
    const pour = () => {
      while (open && more && socket.write(more())) {}
    }
    socket.on('data', (data) => {
      heard += data.toString('latin1')
    })
    socket.on('drain', pour)
    socket.on('connect', pour)
    // Bytes sent after the end are answered by a reset.
    socket.on('error', (error) => (heard === '' ? reject(error) : undefined))
    socket.on('close', () => {
      open = false
      resolve(heard)
    })
  })
}

/** A signed head of a request, with any headers. */
function headOf(
  method: string,
  path: string,
  more: Record<string, string>,
  key: { accessKeyId: string; secretAccessKey: string; sessionToken?: string } = WRITER_KEY,
) {
  const date = signatureDate(Date.now())
  const payload = more['x-amz-content-sha256'] ?? sha256('')
  const headers = {
    host: `127.0.0.1:${server.port}`,
    ...('date' in more ? {} : { 'x-amz-date': date }),
    'x-amz-content-sha256': payload,
    ...(key.sessionToken !== undefined && { 'x-amz-security-token': key.sessionToken }),
    ...more,
  }
  const authorization = signRequest({ method, path, query: [], headers }, key, {
    scope: `${date.slice(0, 8)}/us-east-1/s3/aws4_request`,
    date,
    payload,
  })
  const lines = Object.entries({ ...headers, authorization }).map(([name, value]) => `${name}: ${value}`)
  return `${[`${method} ${path} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`
}

const GUESSED = { ...WRITER_KEY, secretAccessKey: 'guessed' }
const unsigned = { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' }
const place = `/s3/${BUCKET}/images/raw`

describe('A body that its sender holds back', () => {
  const waits = { ...unsigned, 'content-length': '5', expect: '100-continue' }

  test('is not asked for without a key, and the connection ends', async () => {
    const heard = await talk(headOf('PUT', place, waits, GUESSED))
    expect(heard).toMatch(/^HTTP\/1\.1 403 /)
    expect(heard).toContain('<Code>SignatureDoesNotMatch</Code>')
    expect(heard).toMatch(/\r\nconnection: close\r\n/i)
  })

  test('is asked for when it will be read', async () => {
    const head = headOf('PUT', place, { ...waits, connection: 'close' })
    const heard = await new Promise<string>((resolve) => {
      const socket = connect(server.port, '127.0.0.1', () => socket.write(head))
      let all = ''
      socket.on('data', (data) => {
        all += data.toString('latin1')
        if (all === 'HTTP/1.1 100 Continue\r\n\r\n') {
          socket.write('given')
        }
      })
      socket.on('close', () => resolve(all))
    })
    expect(heard).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /)
    expect((await server.store.find('images/raw'))?.size).toBe(5)
  })

  test('is not asked for when the request is refused for something else', async () => {
    const heard = await talk(headOf('PUT', place, { ...waits, 'if-none-match': '*' }))
    expect(heard).toMatch(/^HTTP\/1\.1 412 /)
  })
})

describe('A body without end', () => {
  test('of somebody without a key is answered, and soon read no further', async () => {
    const chunk = Buffer.from(`10000\r\n${'x'.repeat(0x10000)}\r\n`)
    const head = headOf('PUT', place, { ...unsigned, 'transfer-encoding': 'chunked' }, GUESSED)
    const heard = await talk(head, () => chunk)
    expect(heard).toContain('<Code>SignatureDoesNotMatch</Code>')
  })

  test('is refused so that also a client hears why that goes on sending and reads late', async () => {
    const chunk = Buffer.from(`10000\r\n${'x'.repeat(0x10000)}\r\n`)
    const head = headOf('PUT', place, { ...unsigned, 'transfer-encoding': 'chunked' }, GUESSED)
    const socket = connect(server.port, '127.0.0.1').pause()
    socket.write(head)
    for (let sent = 0; sent < 20; sent++) {
      socket.write(chunk)
      await pause(20)
    }
    let heard = ''
    for await (const data of socket) {
      heard += data
    }
    expect(heard).toMatch(/^HTTP\/1\.1 403 /)
    expect(heard).toContain('<Code>SignatureDoesNotMatch</Code>')
  })

  test('of an announced terabyte is refused and closed too', async () => {
    const chunk = Buffer.alloc(65_536)
    const head = headOf('PUT', place, { ...unsigned, 'content-length': String(1e12) })
    expect(await talk(head, () => chunk)).toContain('<Code>EntityTooLarge</Code>')
  })
})

describe('A request', () => {
  test('to store bytes names their length', async () => {
    const heard = await talk(headOf('PUT', place, { ...unsigned, connection: 'close' }))
    expect(heard).toMatch(/^HTTP\/1\.1 411 /)
    expect(heard).toContain('<Code>MissingContentLength</Code>')
    const onBucket = (method: string) =>
      talk(headOf(method, '/s3/empty-one', { ...unsigned, connection: 'close' }, OWNER_KEY))
    expect(await onBucket('PUT'), 'a bucket has none').toMatch(/^HTTP\/1\.1 200 /)
    expect(await onBucket('DELETE')).toMatch(/^HTTP\/1\.1 204 /)
  })

  test('of another kind names the length of what it carries, too', async () => {
    const address = `${server.endpoint}/${BUCKET}?delete`
    const body = new Blob(['<Delete><Object><Key>images/raw</Key></Object></Delete>'])
    const md5 = createHash('md5')
      .update(await body.text())
      .digest('base64')
    const send = async (payload: string, sent: RequestInit & { duplex?: 'half' }) => {
      const more = { 'content-md5': md5, 'x-amz-content-sha256': payload }
      const { url, headers } = await server.signer().sign(address, { method: 'POST', headers: more })
      return fetch(url, { method: 'POST', headers, ...sent })
    }
    const post = async (...sent: Parameters<typeof send>) => readCode(await send(...sent))
    const form = 'UNSIGNED-PAYLOAD'
    const deleted = '<Deleted><Key>images/raw</Key></Deleted></DeleteResult>'
    expect(await (await send(form, { body })).text()).toContain(deleted)
    expect(await post(form, { body: body.stream(), duplex: 'half' })).toBe('MissingContentLength')
    expect(await post('STREAMING-UNSIGNED-PAYLOAD-TRAILER', { body })).toBe('MissingContentLength')
  })

  test('may have its time in the Date header', async () => {
    const head = (time: number) =>
      headOf('GET', `/s3/${BUCKET}/images/none`, { date: new Date(time).toUTCString(), connection: 'close' })
    expect(await talk(head(Math.floor(Date.now() / 1000) * 1000))).toContain('<Code>NoSuchKey</Code>')
    expect(await talk(head(Date.now() - 3_600_000))).not.toContain('<Code>NoSuchKey</Code>')
  })

  test('to an address that is no address is refused', async () => {
    const head = `GET /s3/${BUCKET}/images/x?prefix=%zz HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n`
    const heard = await talk(head)
    expect(heard).toMatch(/^HTTP\/1\.1 400 /)
    expect(heard).toContain('<Code>InvalidURI</Code>')
  })

  test('for a part names it by a number alone', async () => {
    const { UploadId } = await server
      .client()
      .send(new CreateMultipartUploadCommand({ Bucket: BUCKET, Key: 'images/part' }))
    const put = async (number: string) =>
      readCode(
        await server
          .signer()
          .fetch(`${server.url('images/part')}?uploadId=${UploadId}&partNumber=${number}`, {
            method: 'PUT',
            body: 'x',
          }),
      )
    expect(await put('%201')).toBe('InvalidArgument')
    expect(await put('1')).toBe('200')
  })
})

describe('A list', () => {
  test('of uploads lists folders once, in pages of any size', async () => {
    const client = server.client({ credentials: OWNER_KEY })
    const keys = ['up/a', 'up/b/1', 'up/b/2', 'up/c', 'up/c', 'up/d/1/x', 'up/e']
    for (const Key of keys) {
      await client.send(new CreateMultipartUploadCommand({ Bucket: BUCKET, Key }))
    }
    for (const MaxUploads of [1, 2, 3, 10]) {
      const told: string[] = []
      let marker: object | undefined = {}
      while (marker) {
        const wish = { Bucket: BUCKET, Prefix: 'up/', Delimiter: '/', MaxUploads, ...marker }
        const page: import('@aws-sdk/client-s3').ListMultipartUploadsOutput = await client.send(
          new ListMultipartUploadsCommand(wish),
        )
        const names = [
          ...(page.Uploads ?? []).map(({ Key, Owner }) => `${Key} of ${Owner?.ID}`),
          ...(page.CommonPrefixes ?? []).map(({ Prefix }) => String(Prefix)),
        ]
        told.push(...names.sort())
        expect(page.Delimiter).toBe('/')
        const { NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = page
        marker = page.IsTruncated ? { KeyMarker, UploadIdMarker } : undefined
      }
      const of = (key: string) => `${key} of vestry`
      const all = [of('up/a'), 'up/b/', of('up/c'), of('up/c'), 'up/d/', of('up/e')]
      expect(told).toEqual(all)
    }
  })

  test('of objects names their owner where somebody asks for it', async () => {
    await server.store.put('images/owned', Buffer.from('x'), {})
    const client = server.client({ credentials: OWNER_KEY })
    const wish = { Bucket: BUCKET, Prefix: 'images/owned' }
    const owner = { ID: 'vestry', DisplayName: 'vestry' }
    const first = await client.send(new ListObjectsCommand(wish))
    expect(first.Contents?.[0]?.Owner).toEqual(owner)
    const asked = await client.send(new ListObjectsV2Command({ ...wish, FetchOwner: true }))
    expect(asked.Contents?.[0]?.Owner).toEqual(owner)
    const plain = await client.send(new ListObjectsV2Command(wish))
    expect(plain.Contents?.[0]?.Owner).toBeUndefined()
  })

  test('of buckets comes in pages and by their prefix', async () => {
    const owner = server.signer(OWNER_KEY)
    for (const name of ['tapes-1', 'tapes-2', 'tapes-3']) {
      await (await owner.fetch(`${server.endpoint}/${name}`, { method: 'PUT' })).text()
    }
    const client = server.client({ credentials: OWNER_KEY })
    const page = async (wish: object) => {
      const got = await client.send(new ListBucketsCommand(wish))
      return [got.Buckets?.map(({ Name }) => Name), got.ContinuationToken, got.Prefix]
    }
    expect(await page({ Prefix: 'tapes-', MaxBuckets: 2 })).toEqual([
      ['tapes-1', 'tapes-2'],
      'tapes-2',
      'tapes-',
    ])
    expect(await page({ Prefix: 'tapes-', MaxBuckets: 2, ContinuationToken: 'tapes-2' })).toEqual([
      ['tapes-3'],
      undefined,
      'tapes-',
    ])
    expect(await page({})).toEqual([[BUCKET, 'tapes-1', 'tapes-2', 'tapes-3'], undefined, undefined])
  })
})
