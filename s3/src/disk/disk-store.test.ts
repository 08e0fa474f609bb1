import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import http from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  ListPartsCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { AwsClient } from 'aws4fetch'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { BUCKET, makeBytes, openTestStore, WRITER_KEY } from '../testing/test-store.ts'

const MIB = 1024 * 1024
const DAY = 24 * 60 * 60 * 1000
let folder: string
const children: ChildProcess[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vestry-store-'))
})
afterEach(async () => {
  for (const child of children.splice(0)) {
    child.kill('SIGKILL')
  }
  await rm(folder, { recursive: true, force: true })
})

const at = (Key: string) => ({ Bucket: BUCKET, Key })

/** Starts the store in a process of its own; with `limit`, no file may grow beyond that many kilobytes. */
async function startProcess(limit = 'unlimited') {
  const program = join(import.meta.dirname, '../testing/store-process.ts')
  const child = spawn(
    'bash',
    ['-c', `ulimit -f ${limit}; exec "$0" "$@"`, process.execPath, program, folder],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  children.push(child)
  const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string]
  const endpoint = `http://127.0.0.1:${line.trim()}/s3`
  const config = {
    endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: WRITER_KEY,
    maxAttempts: 1,
  }
  return { client: new S3Client(config), endpoint, child }
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

describe('A server that is killed in the middle of an upload', () => {
  test('goes on with it after its restart, from the parts that had arrived', async () => {
    const key = 'preaching/2026/long.mp4'
    const parts = [makeBytes(5 * MIB, 1), makeBytes(5 * MIB, 2), makeBytes(1000, 3)] as const
    const before = await startProcess()
    await before.client.send(new PutObjectCommand({ ...at(key), Body: 'the old one' }))
    const { UploadId } = await before.client.send(new CreateMultipartUploadCommand(at(key)))
    await before.client.send(new UploadPartCommand({ ...at(key), UploadId, PartNumber: 1, Body: parts[0] }))
    // The second part is cut in its middle.
    const signer = new AwsClient({ ...WRITER_KEY, service: 's3', region: 'us-east-1' })
    const url = `${before.endpoint}/${BUCKET}/${key}?partNumber=2&uploadId=${UploadId}`
    const signed = await signer.sign(url, { method: 'PUT' })
    const request = http.request(url, {
      method: 'PUT',
      headers: { ...Object.fromEntries(signed.headers), 'content-length': 5 * MIB },
    })
    request.on('error', () => undefined)
    request.write(parts[1].subarray(0, 3 * MIB))
    await expect.poll(async () => (await readdir(join(folder, 'incoming'))).length).toBe(1)
    await kill(before.child)
    request.destroy()

    const { client } = await startProcess()
    expect(await readdir(join(folder, 'incoming'))).toEqual([])
    const old = await client.send(new GetObjectCommand(at(key)))
    expect(await old.Body?.transformToString()).toBe('the old one')
    const { Parts = [] } = await client.send(new ListPartsCommand({ ...at(key), UploadId }))
    expect(Parts.map(({ PartNumber, Size }) => [PartNumber, Size])).toEqual([[1, 5 * MIB]])
    const sent = [{ PartNumber: 1, ETag: Parts[0]?.ETag, ChecksumCRC32: Parts[0]?.ChecksumCRC32 }]
    for (const [index, Body] of parts.slice(1).entries()) {
      const PartNumber = index + 2
      const { ETag, ChecksumCRC32 } = await client.send(
        new UploadPartCommand({ ...at(key), UploadId, PartNumber, Body }),
      )
      sent.push({ PartNumber, ETag, ChecksumCRC32 })
    }
    await client.send(
      new CompleteMultipartUploadCommand({ ...at(key), UploadId, MultipartUpload: { Parts: sent } }),
    )
    const got = await client.send(new GetObjectCommand(at(key)))
    expect(Buffer.concat(parts).equals((await got.Body?.transformToByteArray()) ?? Buffer.alloc(0))).toBe(
      true,
    )
  })

  test('keeps everything that it had acknowledged', async () => {
    const { client, child } = await startProcess()
    const kept: string[] = []
    const writing = (async () => {
      for (let n = 0; ; n++) {
        await client.send(new PutObjectCommand({ ...at(`images/${n}`), Body: makeBytes(50_000, n) }))
        kept.push(`images/${n}`)
      }
    })().catch((error: unknown) => error)
    await expect.poll(() => kept.length).toBeGreaterThan(20)
    await kill(child)
    await writing
    const again = await startProcess()
    for (const [n, key] of kept.entries()) {
      const got = await again.client.send(new GetObjectCommand(at(key)))
      expect(makeBytes(50_000, n).equals((await got.Body?.transformToByteArray()) ?? Buffer.alloc(0))).toBe(
        true,
      )
    }
  })
})

describe('A full disk', () => {
  test('is reported clearly and leaves the old object and nothing else', async () => {
    const { client } = await startProcess('2048')
    await client.send(new PutObjectCommand({ ...at('images/small'), Body: 'fits' }))
    const big = client.send(new PutObjectCommand({ ...at('images/small'), Body: makeBytes(8 * MIB) }))
    await expect(big).rejects.toMatchObject({
      name: 'InsufficientCapacity',
      message: 'The disk of the server is full. Nothing was stored.',
      $metadata: { httpStatusCode: 507 },
    })
    expect(await readdir(join(folder, 'incoming'))).toEqual([])
    const got = await client.send(new GetObjectCommand(at('images/small')))
    expect(await got.Body?.transformToString()).toBe('fits')
  })
})

describe('A failing disk', () => {
  test('is logged also when it keeps only one of several objects from being deleted', async () => {
    const codes: string[] = []
    const lines: string[] = []
    const server = await openTestStore({
      folder,
      onError: (_, code) => codes.push(code),
      log: { write: (line) => lines.push(line) },
    })
    await server.store.put('images/stuck', Buffer.from('stuck'), {})
    const [name = ''] = await server.listFiles()
    const piece = join(folder, 'pieces', name.slice(0, 2), name)
    await rm(piece)
    await mkdir(piece)
    await server.store.put('images/other', Buffer.from('other'), {})
    const Objects = [
      { Key: 'images/other', VersionId: '7' },
      { Key: 'images/stuck' },
      { Key: 'images/other' },
    ]
    const { Deleted, Errors } = await server
      .client()
      .send(new DeleteObjectsCommand({ Bucket: BUCKET, Delete: { Objects } }))
    expect(Deleted).toEqual([{ Key: 'images/other' }])
    expect(Errors?.map(({ Code }) => Code)).toEqual(['NoSuchVersion', 'InternalError'])
    expect(codes).toEqual(['InternalError'])
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { msg: 'The object store failed.', err: { message: expect.stringContaining(name) } },
    ])
    await server.close({ keepFolder: true })
  })
})

describe('Opening the store', () => {
  test('is for one process at a time', async () => {
    const first = await openTestStore({ folder })
    await expect(openTestStore({ folder })).rejects.toMatchObject({
      name: 'StoreOpenError',
      reason: 'locked',
      location: folder,
    })
    await first.close({ keepFolder: true })
    await (await openTestStore({ folder })).close()
  })

  test('removes files that nothing names, and keeps the others', async () => {
    const first = await openTestStore({ folder })
    await first.store.put('images/kept', Buffer.from('kept'), { 'content-type': 'text/plain' })
    await first.close({ keepFolder: true })
    const stray = 'ab000000000000000000000000000000'
    await mkdir(join(folder, 'pieces', 'ab'), { recursive: true })
    await writeFile(join(folder, 'pieces', 'ab', stray), 'x')
    await writeFile(join(folder, 'incoming', 'half'), 'x')
    const second = await openTestStore({ folder })
    expect(await second.listFiles()).toHaveLength(1)
    const got = await second.client().send(new GetObjectCommand(at('images/kept')))
    expect(await got.Body?.transformToString()).toBe('kept')
    await second.close()
  })
})

describe('The sweep', () => {
  test('gives an upload seven days after its newest part', async () => {
    const server = await openTestStore({ folder })
    const client = server.client()
    const { UploadId } = await client.send(new CreateMultipartUploadCommand(at('preaching/slow')))
    const part = { ...at('preaching/slow'), UploadId, PartNumber: 1 }
    const credential = server.keys.get(WRITER_KEY.accessKeyId)
    if (credential) {
      server.keys.set(WRITER_KEY.accessKeyId, { ...credential, expires: undefined })
    }
    server.time.offset = 6 * DAY
    await server.store.sweep()
    const early = server.client({ systemClockOffset: 6 * DAY })
    await early.send(new UploadPartCommand({ ...part, Body: 'part' }))
    server.time.offset = 12 * DAY
    await server.store.sweep()
    expect(await server.listFiles()).toHaveLength(1)
    server.time.offset = 14 * DAY
    await server.store.sweep()
    expect(await server.listFiles()).toEqual([])
    await server.close()
  })
})
