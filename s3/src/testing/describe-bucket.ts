import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { AwsClient } from 'aws4fetch'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RemoteServer, startRelay } from './remote-server.ts'
import { makeBytes, REGION, readCode, WRITER_KEY } from './test-store.ts'

const MEGABYTE = 1024 * 1024

/** What any remote store behind a server must do, shown with a real one. */
export function describeBucket(
  name: string,
  open: () => Promise<RemoteServer>,
  knowsConditions = true,
): void {
  describe(name, () => {
    let remote: RemoteServer
    let server: Awaited<ReturnType<typeof startRelay>>
    let staff: AwsClient
    let sdk: S3Client

    beforeAll(async () => {
      remote = await open()
      server = await startRelay(remote.location)
      staff = new AwsClient({ ...WRITER_KEY, service: 's3', region: REGION, retries: 0 })
      sdk = new S3Client({
        endpoint: server.endpoint,
        region: REGION,
        forcePathStyle: true,
        credentials: WRITER_KEY,
        maxAttempts: 1,
      })
    })
    afterAll(async () => {
      sdk?.destroy()
      await server?.close()
      await remote?.close()
    })

    it('keeps, finds, lists, reads and removes what the server itself stores', async () => {
      const { store } = server
      const headers = { 'content-type': 'image/jpeg', 'cache-control': 'max-age=60', 'x-amz-meta-by': 'Ada' }
      await store.put("images/O'Brien & ümläut 🎺.jpg", Buffer.from('a picture'), headers)
      await store.put('images/streamed.bin', Readable.from([makeBytes(100_000), makeBytes(7)]), {})
      expect(await store.find("images/O'Brien & ümläut 🎺.jpg")).toMatchObject({
        size: 9,
        etag: '101a0e3e2f58188b3e2ffc1057316c13',
        headers,
      })
      expect(await store.has('images/none.jpg')).toBe(false)
      expect((await buffer(await store.read('images/streamed.bin'))).length).toBe(100_007)
      const middle = await buffer(await store.read("images/O'Brien & ümläut 🎺.jpg", { first: 2, last: 5 }))
      expect(middle.toString()).toBe('pict')
      const listed: [string, number][] = []
      for await (const { key, size } of store.list('images/')) {
        listed.push([key, size])
      }
      expect(listed).toEqual([
        ["images/O'Brien & ümläut 🎺.jpg", 9],
        ['images/streamed.bin', 100_007],
      ])
      await store.remove('images/streamed.bin')
      await store.remove('images/never-was.bin')
      expect(await store.has('images/streamed.bin')).toBe(false)
    })

    it('is written and read through the relay, in ranges too', async () => {
      const bytes = makeBytes(3 * MEGABYTE)
      await sdk.send(
        new PutObjectCommand({
          Bucket: 'preaching',
          Key: 'preaching/2026/psalm 23 (é).mp3',
          Body: bytes,
          ContentType: 'audio/mpeg',
          Metadata: { part: 'first' },
        }),
      )
      const got = await sdk.send(
        new GetObjectCommand({ Bucket: 'preaching', Key: 'preaching/2026/psalm 23 (é).mp3' }),
      )
      expect(Buffer.from((await got.Body?.transformToByteArray()) ?? []).equals(bytes)).toBe(true)
      expect([got.ContentType, got.Metadata]).toEqual(['audio/mpeg', { part: 'first' }])
      const part = await staff.fetch(server.url('preaching/2026/psalm%2023%20(%C3%A9).mp3'), {
        headers: { range: 'bytes=1048570-1048579' },
      })
      expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 1048570-1048579/3145728'])
      expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(1_048_570, 1_048_580))
      const head = await staff.fetch(server.url('preaching/2026/psalm%2023%20(%C3%A9).mp3'), {
        method: 'HEAD',
      })
      expect([head.status, head.headers.get('content-length')]).toEqual([200, '3145728'])
      expect(head.headers.get('set-cookie')).toBeNull()
    })

    it('refuses a name that is taken, or keeps what is there', async () => {
      const headers = { 'content-type': 'image/jpeg', 'x-amz-meta-by': 'Ada' }
      await server.store.put('images/poster.jpg', Buffer.from('a poster'), headers)
      expect(await server.store.supportsConditionalWrites('images/poster.jpg')).toBe(knowsConditions)
      expect(await server.store.find('images/poster.jpg')).toMatchObject({ size: 8, headers })
    })

    it('takes a new object from within only where none is', async () => {
      const { store } = server
      expect(await store.putNew('images/new.jpg', Readable.from([Buffer.from('first')]), {})).toBe(true)
      expect(await store.putNew('images/new.jpg', Buffer.from('a second'), {})).toBe(false)
      expect(await store.find('images/new.jpg')).toMatchObject({ size: 5 })
    })

    it('is written on condition that nothing is there, and read by an address that was signed', async () => {
      const url = server.url('images/once.jpg')
      const create = (body: string) =>
        staff.fetch(url, { method: 'PUT', body, headers: { 'if-none-match': '*' } })
      const first = await create('the first')
      if (!knowsConditions) {
        expect([first.status, await readCode(first)]).toEqual([501, 'NotImplemented'])
        return
      }
      expect(first.status).toBe(200)
      const second = await create('the second')
      expect([second.status, await readCode(second)]).toEqual([412, 'PreconditionFailed'])
      const query = 'X-Amz-Expires=60&response-content-type=image%2Fpng'
      const signed = await staff.sign(`${url}?${query}`, { aws: { signQuery: true } })
      const read = await fetch(signed.url, { headers: { range: 'bytes=4-8' } })
      expect([read.status, await read.text()]).toEqual([206, 'first'])
      expect(read.headers.get('content-type')).toBe('image/png')
      expect(await readCode(await fetch(signed.url, { method: 'DELETE' }))).toBe('SignatureDoesNotMatch')
      const longer = signed.url.replace('X-Amz-Expires=60', 'X-Amz-Expires=600')
      expect(await readCode(await fetch(longer))).toBe('SignatureDoesNotMatch')
    })

    it('takes an upload in parts that goes on where it broke off', async () => {
      const target = { Bucket: 'preaching', Key: 'preaching/2026/long.mp4' }
      const first = makeBytes(5 * MEGABYTE, 1)
      const rest = [makeBytes(5 * MEGABYTE, 2), makeBytes(10, 3)]
      const { UploadId } = await sdk.send(new CreateMultipartUploadCommand(target))
      await sdk.send(new UploadPartCommand({ ...target, UploadId, PartNumber: 1, Body: first }))
      const listed = await sdk.send(new ListPartsCommand({ ...target, UploadId }))
      expect(listed.Parts?.map(({ PartNumber, Size }) => [PartNumber, Size])).toEqual([[1, 5 * MEGABYTE]])
      const etags = [listed.Parts?.[0]?.ETag]
      for (const [index, Body] of rest.entries()) {
        const PartNumber = index + 2
        const { ETag } = await sdk.send(new UploadPartCommand({ ...target, UploadId, PartNumber, Body }))
        etags.push(ETag)
      }
      const Parts = etags.map((ETag, index) => ({ ETag, PartNumber: index + 1 }))
      await sdk.send(new CompleteMultipartUploadCommand({ ...target, UploadId, MultipartUpload: { Parts } }))
      const whole = await buffer(await server.store.read(target.Key))
      expect(whole.equals(Buffer.concat([first, ...rest]))).toBe(true)
      const second = await sdk.send(
        new CreateMultipartUploadCommand({ ...target, Key: 'preaching/2026/no.mp4' }),
      )
      const abort = { ...target, Key: 'preaching/2026/no.mp4', UploadId: second.UploadId }
      await sdk.send(new AbortMultipartUploadCommand(abort))
      await expect(sdk.send(new ListPartsCommand(abort))).rejects.toMatchObject({ name: 'NoSuchUpload' })
    })

    it('is listed and emptied by the prefix', async () => {
      for (const name of ['a', 'b', 'c']) {
        await server.store.put(`preaching/2020/${name}.mp3`, Buffer.from(name), {})
      }
      const list = (more: object) =>
        sdk.send(new ListObjectsV2Command({ Bucket: 'preaching', Prefix: 'preaching/2020/', ...more }))
      const first = await list({ MaxKeys: 2 })
      expect([first.IsTruncated, first.Contents?.map(({ Key }) => Key)]).toEqual([
        true,
        ['preaching/2020/a.mp3', 'preaching/2020/b.mp3'],
      ])
      const second = await list({ ContinuationToken: first.NextContinuationToken })
      expect(second.Contents?.map(({ Key }) => Key)).toEqual(['preaching/2020/c.mp3'])
      const keys = ['preaching/2020/a.mp3', 'preaching/2020/b.mp3', 'preaching/2020/c.mp3']
      await sdk.send(
        new DeleteObjectsCommand({ Bucket: 'preaching', Delete: { Objects: keys.map((Key) => ({ Key })) } }),
      )
      expect((await list({})).KeyCount).toBe(0)
    })

    it('is closed to whoever signs wrongly, asks beyond the prefixes, or names another bucket', async () => {
      const thief = new AwsClient({
        ...WRITER_KEY,
        secretAccessKey: 'guessed',
        service: 's3',
        region: REGION,
      })
      const url = server.url('images/a.jpg')
      expect(await readCode(await fetch(url))).toBe('AccessDenied')
      expect(await readCode(await thief.fetch(url))).toBe('SignatureDoesNotMatch')
      expect(await readCode(await staff.fetch(server.url('secrets/a.jpg')))).toBe('AccessDenied')
      expect(await readCode(await staff.fetch(`${server.endpoint}/other/images/a.jpg`))).toBe('NoSuchBucket')
      expect(await readCode(await staff.fetch(`${server.endpoint}/preaching?list-type=2`))).toBe(
        'AccessDenied',
      )
      expect(await readCode(await staff.fetch(`${server.endpoint}/preaching?policy`))).toBe('AccessDenied')
      const body = '<Delete><Object><Key>secrets/a</Key></Object></Delete>'
      const deleted = await staff.fetch(`${server.endpoint}/preaching?delete`, { method: 'POST', body })
      expect(await readCode(deleted)).toBe('AccessDenied')
      expect(await readCode(await staff.fetch(server.url('images/none.jpg')))).toBe('NoSuchKey')
    })

    it('keeps nothing of a body that is not what its sender signed', async () => {
      const url = server.url('images/torn.jpg')
      const send = (headers: Record<string, string>) =>
        staff.fetch(url, { method: 'PUT', body: new Uint8Array(makeBytes(300_000)), headers })
      const wrongHash = { 'x-amz-content-sha256': 'a'.repeat(64) }
      expect(await readCode(await send(wrongHash))).toBe('XAmzContentSHA256Mismatch')
      expect(await readCode(await send({ 'content-md5': 'AAAAAAAAAAAAAAAAAAAAAA==' }))).toBe('BadDigest')
      expect(await readCode(await send({ 'x-amz-checksum-crc32': 'AAAAAA==' }))).toBe('BadDigest')
      expect(await server.store.has('images/torn.jpg')).toBe(false)
    })
  })
}
