import { createHash } from 'node:crypto'
import {
  AbortMultipartUploadCommand,
  type ChecksumAlgorithm,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  ListPartsCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BUCKET, makeBytes, openTestStore, type TestStore } from '../testing/test-store.ts'

const MIB = 1024 * 1024
const big = makeBytes(5 * MIB)
const small = makeBytes(1000, 7)

let server: TestStore
beforeAll(async () => {
  server = await openTestStore()
})
afterAll(() => server.close())

const at = (Key: string) => ({ Bucket: BUCKET, Key })

async function begin(key: string, more: object = {}): Promise<string> {
  const { UploadId } = await server.client().send(new CreateMultipartUploadCommand({ ...at(key), ...more }))
  return UploadId ?? ''
}

async function send(key: string, UploadId: string, PartNumber: number, Body: Buffer): Promise<CompletedPart> {
  const { ETag } = await server
    .client()
    .send(new UploadPartCommand({ ...at(key), UploadId, PartNumber, Body }))
  return { PartNumber, ETag }
}

function complete(key: string, UploadId: string, Parts: CompletedPart[], more: object = {}) {
  const command = new CompleteMultipartUploadCommand({
    ...at(key),
    UploadId,
    MultipartUpload: { Parts },
    ...more,
  })
  return server.client().send(command)
}

async function read(key: string): Promise<Buffer> {
  const got = await server.client().send(new GetObjectCommand(at(key)))
  return Buffer.from((await got.Body?.transformToByteArray()) ?? [])
}

/** One upload a page. */
async function* listUploads(Prefix: string): AsyncGenerator<ListMultipartUploadsCommandOutput> {
  let marker: { KeyMarker?: string; UploadIdMarker?: string } = {}
  for (let more: boolean | undefined = true; more; ) {
    const command: ListMultipartUploadsCommand = new ListMultipartUploadsCommand({
      Bucket: BUCKET,
      Prefix,
      MaxUploads: 1,
      ...marker,
    })
    const page: ListMultipartUploadsCommandOutput = await server.client().send(command)
    yield page
    const { NextKeyMarker = '', NextUploadIdMarker = '' } = page
    marker = { KeyMarker: NextKeyMarker, UploadIdMarker: NextUploadIdMarker }
    more = page.IsTruncated
  }
}

const md5 = (data: Buffer) => createHash('md5').update(data).digest()

describe('An upload in parts', () => {
  test('of the SDK arrives whole, with the checksum and the ETag of S3', async () => {
    const body = makeBytes(12 * MIB + 3)
    const upload = new Upload({
      client: server.client(),
      params: {
        ...at('preaching/2026/film.mp4'),
        Body: body,
        ContentType: 'video/mp4',
        Metadata: { a: 'b' },
      },
    })
    const done = await upload.done()
    const digests = [
      body.subarray(0, 5 * MIB),
      body.subarray(5 * MIB, 10 * MIB),
      body.subarray(10 * MIB),
    ].map(md5)
    expect(done.ETag).toBe(`"${md5(Buffer.concat(digests)).toString('hex')}-3"`)
    expect(done.ChecksumCRC32).toMatch(/-3$/)
    expect((await read('preaching/2026/film.mp4')).equals(body)).toBe(true)
    const head = await server.client().send(new HeadObjectCommand(at('preaching/2026/film.mp4')))
    expect(head).toMatchObject({ ContentType: 'video/mp4', ContentLength: body.length, Metadata: { a: 'b' } })
    const across = await server.signer().fetch(server.url('preaching/2026/film.mp4'), {
      headers: { range: `bytes=${5 * MIB - 2}-${10 * MIB + 1}` },
    })
    const middle = Buffer.from(await across.arrayBuffer())
    expect(middle.equals(body.subarray(5 * MIB - 2, 10 * MIB + 2))).toBe(true)
  })

  test('says where the object is, as its client sees the address', async () => {
    const locationOf = async (key: string, headers: Record<string, string>) => {
      const id = await begin(key)
      const { ETag } = await send(key, id, 1, small)
      const answer = await server.signer().fetch(`${server.url(key)}?uploadId=${id}`, {
        method: 'POST',
        headers,
        body: `<CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>${ETag}</ETag></Part></CompleteMultipartUpload>`,
      })
      return /<Location>(.*)<\/Location>/.exec(await answer.text())?.[1]
    }
    expect(await locationOf('preaching/here', {})).toBe(server.url('preaching/here'))
    expect(await locationOf('preaching/secure', { 'x-forwarded-proto': 'https' })).toBe(
      server.url('preaching/secure').replace('http:', 'https:'),
    )
  })

  test('takes its parts in any order, keeps the newest of a number, and drops what is not named', async () => {
    const key = 'preaching/order'
    const before = await server.listFiles()
    const id = await begin(key)
    const third = await send(key, id, 3, small)
    await send(key, id, 1, makeBytes(5 * MIB, 9))
    await send(key, id, 2, big)
    const first = await send(key, id, 1, big)
    const { Parts } = await server.client().send(new ListPartsCommand({ ...at(key), UploadId: id }))
    expect(Parts?.map(({ PartNumber, Size, ETag }) => [PartNumber, Size, ETag])).toEqual([
      [1, 5 * MIB, first.ETag],
      [2, 5 * MIB, `"${md5(big).toString('hex')}"`],
      [3, 1000, third.ETag],
    ])
    await complete(key, id, [first, third])
    expect((await read(key)).equals(Buffer.concat([big, small]))).toBe(true)
    expect((await server.listFiles()).length).toBe(before.length + 2)
  })

  test('is listed in pages, and no more when it is over', async () => {
    const ids = [await begin('images/list/a'), await begin('images/list/a'), await begin('images/list/b')]
    await send('images/list/b', ids[2] ?? '', 7, small)
    const told: (string | undefined)[] = []
    for await (const page of listUploads('images/list/')) {
      told.push(...(page.Uploads ?? []).map(({ UploadId }) => UploadId))
    }
    expect([...told].sort()).toEqual([...ids].sort())
    const parts = await server
      .client()
      .send(new ListPartsCommand({ ...at('images/list/b'), UploadId: ids[2], MaxParts: 1 }))
    expect([parts.IsTruncated, parts.NextPartNumberMarker]).toEqual([false, '7'])
  })

  test.each(['CRC32', 'CRC32C', 'CRC64NVME', 'SHA1', 'SHA256'] as ChecksumAlgorithm[])(
    'carries %s checksums through to the reader',
    async (ChecksumAlgorithm) => {
      const key = `preaching/sum-${ChecksumAlgorithm}`
      await new Upload({
        client: server.client(),
        params: { ...at(key), Body: Buffer.concat([big, small]), ChecksumAlgorithm },
      }).done()
      const head = await server.client().send(new HeadObjectCommand({ ...at(key), ChecksumMode: 'ENABLED' }))
      expect(head[`Checksum${ChecksumAlgorithm}` as keyof typeof head]).toBeDefined()
      expect(head.ChecksumType).toBe(ChecksumAlgorithm === 'CRC64NVME' ? 'FULL_OBJECT' : 'COMPOSITE')
    },
  )

  test.each(['CRC32', 'CRC32C', 'CRC64NVME'] as ChecksumAlgorithm[])(
    'has the %s of the whole without reading it again',
    async (ChecksumAlgorithm) => {
      const key = `preaching/full-${ChecksumAlgorithm}`
      const body = Buffer.concat([big, small])
      const whole = await server
        .client()
        .send(new PutObjectCommand({ ...at(`${key}-once`), Body: body, ChecksumAlgorithm }))
      const name = `Checksum${ChecksumAlgorithm}` as 'ChecksumCRC32'
      const id = await begin(key, { ChecksumAlgorithm, ChecksumType: 'FULL_OBJECT' })
      const parts = await Promise.all(
        [big, small].map(async (Body, index) => {
          const PartNumber = index + 1
          const sent = await server
            .client()
            .send(new UploadPartCommand({ ...at(key), UploadId: id, PartNumber, Body, ChecksumAlgorithm }))
          return { PartNumber, ETag: sent.ETag, [name]: sent[name] }
        }),
      )
      const wrong = complete(key, id, parts, {
        [name]: ChecksumAlgorithm === 'CRC64NVME' ? 'AAAAAAAAAAA=' : 'AAAAAA==',
      })
      await expect(wrong).rejects.toMatchObject({ name: 'BadDigest' })
      const done = await complete(key, id, parts, { [name]: whole[name] })
      expect(done[name]).toBe(whole[name])
    },
  )
})

describe('Completing', () => {
  test('refuses parts that are missing, wrong, too small or out of order, and the upload goes on', async () => {
    const key = 'preaching/strict'
    const id = await begin(key)
    const one = await send(key, id, 1, small)
    const two = await send(key, id, 2, big)
    const refused = (parts: CompletedPart[], name: string) =>
      expect(complete(key, id, parts)).rejects.toMatchObject({ name })
    await refused([one, { PartNumber: 3, ETag: one.ETag }], 'InvalidPart')
    await refused([{ PartNumber: 1, ETag: two.ETag }], 'InvalidPart')
    await refused([two, one], 'InvalidPartOrder')
    await refused([one, one], 'InvalidPartOrder')
    await refused([one, two], 'EntityTooSmall')
    await refused([], 'MalformedXML')
    await refused([{ PartNumber: 0, ETag: one.ETag }], 'InvalidArgument')
    await expect(complete(key, 'made-up', [two])).rejects.toMatchObject({ name: 'NoSuchUpload' })
    await expect(complete('preaching/other', id, [two])).rejects.toMatchObject({ name: 'NoSuchUpload' })
    expect(await server.store.has(key)).toBe(false)
    await complete(key, id, [two])
    expect(await server.store.has(key)).toBe(true)
  })

  test('refuses a whole that is not as long as its client says', async () => {
    const id = await begin('images/claimed')
    const part = await send('images/claimed', id, 1, small)
    const claim = (MpuObjectSize: number) => complete('images/claimed', id, [part], { MpuObjectSize })
    await expect(claim(999)).rejects.toMatchObject({ name: 'InvalidRequest' })
    await claim(1000)
    expect((await read('images/claimed')).equals(small)).toBe(true)
  })

  test('again gives the same answer', async () => {
    const key = 'preaching/again'
    const id = await begin(key)
    const part = await send(key, id, 1, small)
    const first = await complete(key, id, [part])
    const second = await complete(key, id, [part])
    expect(second.ETag).toBe(first.ETag)
    await server.client().send(new PutObjectCommand({ ...at(key), Body: 'newer' }))
    await expect(complete(key, id, [part])).rejects.toMatchObject({ name: 'NoSuchUpload' })
    expect((await read(key)).toString()).toBe('newer')
  })

  test('of two uploads at once onto a free name lets one win', async () => {
    const key = 'preaching/contested'
    const ids = await Promise.all([begin(key), begin(key)])
    const parts = await Promise.all(ids.map((id, index) => send(key, id, 1, makeBytes(1000, index + 1))))
    const outcomes = await Promise.allSettled(
      ids.map((id, index) => complete(key, id, [parts[index] ?? {}], { IfNoneMatch: '*' })),
    )
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const lost = outcomes.find((outcome) => outcome.status === 'rejected')
    expect(lost?.reason).toMatchObject({ name: 'PreconditionFailed' })
    const winner = outcomes.findIndex(({ status }) => status === 'fulfilled')
    expect((await read(key)).equals(makeBytes(1000, winner + 1))).toBe(true)
  })

  test('reads a manifest of ten thousand parts', async () => {
    const key = 'preaching/many'
    const id = await begin(key)
    const part = await send(key, id, 1, big)
    const ghosts = Array.from({ length: 9_999 }, (_, index) => ({ PartNumber: index + 2, ETag: part.ETag }))
    await expect(complete(key, id, [part, ...ghosts])).rejects.toMatchObject({ name: 'InvalidPart' })
  })
})

describe('Aborting', () => {
  test('frees the disk, and nothing can be added afterwards', async () => {
    const key = 'preaching/aborted'
    const before = await server.listFiles()
    const id = await begin(key)
    const part = await send(key, id, 1, small)
    const late = send(key, id, 2, makeBytes(5 * MIB, 3)).then(
      () => 'stored',
      (error: Error) => error.name,
    )
    await server.client().send(new AbortMultipartUploadCommand({ ...at(key), UploadId: id }))
    expect(await late).toBe('NoSuchUpload')
    const gone = { name: 'NoSuchUpload' }
    await expect(send(key, id, 2, small)).rejects.toMatchObject(gone)
    await expect(complete(key, id, [part])).rejects.toMatchObject(gone)
    await expect(
      server.client().send(new ListPartsCommand({ ...at(key), UploadId: id })),
    ).rejects.toMatchObject(gone)
    await expect(
      server.client().send(new AbortMultipartUploadCommand({ ...at(key), UploadId: id })),
    ).rejects.toMatchObject(gone)
    expect(await server.listFiles()).toEqual(before)
  })
})
