import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListPartsCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Credential } from '../access.ts'
import type { BucketChange, Keeper } from '../store.ts'
import { startRelay, startRemoteServer } from '../testing/remote-server.ts'
import { BUCKET, OWNER_KEY, openTestStore, REGION } from '../testing/test-store.ts'

const KEY = 'preaching/2026/hope.mp3'
const target = { Bucket: BUCKET, Key: KEY }
const refused = { name: 'AccessDenied' }

/** The keys that records name, and those that they have released. */
const named = new Set<string>()
const released = new Set<string>()
/** Who has begun which upload. */
const begun = new Map<string, string>()
const changes: BucketChange[] = []
const keeper: Keeper = {
  async whileUnused(key, change) {
    if (named.has(key)) {
      return false
    }
    await change(released.has(key))
    released.delete(key)
    return true
  },
  uploads: {
    begin: async (key, id, uploader) => void begun.set(`${key} ${id}`, uploader),
    end: async (key, id) => void begun.delete(`${key} ${id}`),
    isOfAnother: async (key, uploader) =>
      [...begun].some(([upload, by]) => upload.startsWith(`${key} `) && by !== uploader),
  },
}
const options = {
  keeper,
  onChange: async (_: unknown, change: BucketChange) => {
    changes.push(change)
  },
}

type Opened = { endpoint: string; keys: Map<string, Credential>; close(): Promise<void> }

async function openRelay(): Promise<Opened> {
  const remote = await startRemoteServer()
  const relay = await startRelay(remote.location, options)
  const close = async () => {
    await relay.close()
    await remote.close()
  }
  return { ...relay, close }
}

describe.each([
  ['on the disk', () => openTestStore(options)],
  ['behind the relay', openRelay],
])('A store %s', (where, open) => {
  let server: Opened
  let ada: S3Client
  let eve: S3Client
  let owner: S3Client

  beforeEach(async () => {
    for (const each of [named, released, begun]) {
      each.clear()
    }
    changes.length = 0
    server = await open()
    ada = clientOf('ada')
    eve = clientOf('eve')
    owner = clientWith(OWNER_KEY)
  })
  afterEach(() => server.close())

  function clientWith(credentials: { accessKeyId: string; secretAccessKey: string }): S3Client {
    const { endpoint } = server
    return new S3Client({ endpoint, region: REGION, forcePathStyle: true, credentials, maxAttempts: 1 })
  }
  function clientOf(person: string): S3Client {
    const accessKeyId = `AKIA${person.toUpperCase()}`
    server.keys.set(accessKeyId, {
      ...{ secretAccessKey: 'secret', access: 'write', prefixes: ['images/', 'preaching/'], person },
    })
    return clientWith({ accessKeyId, secretAccessKey: 'secret' })
  }
  const put = (client: S3Client, Body: string, more: object = {}) =>
    client.send(new PutObjectCommand({ ...target, Body, ...more }))
  const remove = (client: S3Client) => client.send(new DeleteObjectCommand(target))
  async function upload(client: S3Client, body: string) {
    const { UploadId } = await client.send(new CreateMultipartUploadCommand(target))
    const first = { ...target, UploadId, PartNumber: 1, Body: body }
    const { ETag } = await client.send(new UploadPartCommand(first))
    return { ...target, UploadId, MultipartUpload: { Parts: [{ PartNumber: 1, ETag }] } }
  }
  const etag = async () => (await owner.send(new HeadObjectCommand(target))).ETag
  const md5 = (text: string) => `"${createHash('md5').update(text).digest('hex')}"`

  it('keeps what a record names from being replaced or removed, and names who tried', async () => {
    await put(ada, 'a sermon')
    named.add(KEY)
    await expect(put(eve, 'forged')).rejects.toMatchObject(refused)
    await expect(put(ada, 'forged')).rejects.toMatchObject(refused)
    await expect(put(eve, 'forged', { IfNoneMatch: '*' })).rejects.toMatchObject({
      name: 'PreconditionFailed',
    })
    await expect(put(eve, 'forged', { IfMatch: await etag() })).rejects.toMatchObject(refused)
    const parts = await upload(eve, 'forged')
    await expect(eve.send(new CompleteMultipartUploadCommand(parts))).rejects.toMatchObject(refused)
    await expect(
      eve.send(new CompleteMultipartUploadCommand({ ...parts, IfNoneMatch: '*' })),
    ).rejects.toMatchObject({ name: 'PreconditionFailed' })
    await eve.send(new AbortMultipartUploadCommand(parts))
    await expect(remove(eve)).rejects.toMatchObject(refused)
    await expect(remove(ada)).rejects.toMatchObject(refused)
    expect(await etag()).toBe(md5('a sermon'))
    expect(changes.map(({ person, refused: keys }) => [person, keys])).toEqual(
      ['eve', 'ada', 'eve', 'eve', 'eve', 'ada'].map((person) => [person, [KEY]]),
    )
    expect(changes.flatMap((change) => change.removed)).toEqual([])
  })

  it('has nobody else put something where an upload is under way, until it has ended', async () => {
    const parts = await upload(ada, 'a sermon')
    await expect(put(eve, 'forged')).rejects.toMatchObject(refused)
    await expect(remove(eve)).rejects.toMatchObject(refused)
    const theirs = await upload(eve, 'forged')
    await ada.send(new AbortMultipartUploadCommand(parts))
    await eve.send(new AbortMultipartUploadCommand(theirs))
    await put(eve, 'her own')
    await remove(eve)
    const again = await upload(ada, 'a sermon')
    await ada.send(new CompleteMultipartUploadCommand({ ...again, IfNoneMatch: '*' }))
    await remove(ada)
    await put(eve, 'her own')
    expect(await etag()).toBe(md5('her own'))
  })

  it('keeps what somebody else has uploaded, until a record has let go of it', async () => {
    await put(ada, 'a sermon')
    await expect(put(eve, 'forged')).rejects.toMatchObject(refused)
    await expect(remove(eve)).rejects.toMatchObject(refused)
    await put(ada, 'a better one')
    expect(await etag()).toBe(md5('a better one'))
    released.add(KEY)
    changes.length = 0
    await remove(eve)
    await expect(etag()).rejects.toMatchObject({ name: 'NotFound' })
    // Nothing is there any more: nothing has happened.
    await remove(eve)
    expect(changes).toMatchObject([{ person: 'eve', removed: [KEY], refused: [] }])
  })

  it('removes what its sender has uploaded and no record names', async () => {
    const parts = await upload(ada, 'a sermon')
    await ada.send(new CompleteMultipartUploadCommand({ ...parts, IfNoneMatch: '*' }))
    await remove(ada)
    expect(changes).toMatchObject([{ person: 'ada', removed: [KEY], refused: [] }])
  })

  it('tells of each of several whether it may be removed', async () => {
    await put(ada, 'a sermon')
    named.add(KEY)
    const Delete = { Objects: [{ Key: KEY }] }
    const answer = await eve
      .send(new DeleteObjectsCommand({ Bucket: BUCKET, Delete }))
      .catch((error) => error)
    const code = where === 'on the disk' ? answer.Errors?.[0]?.Code : answer.name
    expect(code).toBe('AccessDenied')
    expect(await etag()).toBe(md5('a sermon'))
    expect(changes.flatMap(({ person, refused: keys }) => [person, keys.length])).toEqual(['eve', 1])
  })

  it('lets nobody else list, go on with, complete or abort an unfinished upload', async () => {
    const parts = await upload(ada, 'a sermon')
    const { MultipartUpload: _, ...begun } = parts
    await expect(eve.send(new ListPartsCommand(begun))).rejects.toMatchObject(refused)
    await expect(
      eve.send(new UploadPartCommand({ ...begun, PartNumber: 1, Body: 'forged' })),
    ).rejects.toMatchObject(refused)
    await expect(eve.send(new CompleteMultipartUploadCommand(parts))).rejects.toMatchObject(refused)
    await expect(eve.send(new AbortMultipartUploadCommand(begun))).rejects.toMatchObject(refused)
    const list = new ListMultipartUploadsCommand({ Bucket: BUCKET, Prefix: 'preaching/' })
    const seen = await eve.send(list).catch(() => ({ Uploads: undefined }))
    expect(seen.Uploads ?? []).toEqual([])
    expect((await ada.send(new ListPartsCommand(begun))).Parts).toHaveLength(1)
    await ada.send(new CompleteMultipartUploadCommand(parts))
    expect((await owner.send(new HeadObjectCommand(target))).ContentLength).toBe(8)
  })

  it('lets owners do all of it', async () => {
    await put(ada, 'a sermon')
    named.add(KEY)
    await put(owner, 'put back')
    expect(await etag()).toBe(md5('put back'))
    const parts = await upload(owner, 'again')
    await owner.send(new ListPartsCommand({ ...target, UploadId: parts.UploadId }))
    await owner.send(new CompleteMultipartUploadCommand(parts))
    await remove(owner)
    expect(changes).toMatchObject([{ person: 'AKIAOWNER', removed: [KEY], refused: [] }])
  })

  it('shows nobody but owners who has uploaded something', async () => {
    await put(ada, 'a sermon', { Metadata: { title: 'Hope', 'uploaded-by': 'eve' } })
    expect((await eve.send(new HeadObjectCommand(target))).Metadata).toEqual({ title: 'Hope' })
  })

  it.each([
    ['is disabled', undefined],
    ['may only read', { access: 'read' }],
    ['may write elsewhere', { prefixes: ['images/'] }],
  ] as const)('keeps what is there when its sender, by the end of a body, %s', async (_what, left) => {
    await put(ada, 'a sermon')
    const former = server.keys.get('AKIAADA') as Credential
    const recordUse = async () => {
      server.keys.delete('AKIAADA')
      if (left) {
        server.keys.set('AKIAADA', { ...former, ...left } as Credential)
      }
    }
    server.keys.set('AKIAADA', { ...former, recordUse })
    await expect(put(ada, 'forged')).rejects.toMatchObject(refused)
    server.keys.set('AKIAADA', former)
    const parts = await upload(ada, 'forged')
    server.keys.set('AKIAADA', { ...former, recordUse })
    await expect(ada.send(new CompleteMultipartUploadCommand(parts))).rejects.toMatchObject(refused)
    expect(await etag()).toBe(md5('a sermon'))
  })
})

describe('An upload on condition', () => {
  it('is told when what it replaces is removed while it is under way', async () => {
    await using server = await openTestStore().then((store) => ({
      ...store,
      [Symbol.asyncDispose]: store.close,
    }))
    await server.store.put(KEY, Buffer.from('a sermon'), {})
    const etag = `"${(await server.store.find(KEY))?.etag}"`
    const headers = { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD', 'if-match': etag }
    const { url, headers: signed } = await server.signer().sign(server.url(KEY), { method: 'PUT', headers })
    const sending = request(url, {
      method: 'PUT',
      headers: { ...Object.fromEntries(signed), 'content-length': '7' },
    })
    const answered = once(sending, 'response')
    sending.write('ano')
    await vi.waitFor(async () => expect(await server.listFiles()).toHaveLength(2))
    await server.store.remove(KEY)
    sending.end('ther')
    const [response] = (await answered) as [IncomingMessage]
    expect(await text(response)).toContain('<Code>ConditionalRequestConflict</Code>')
    expect(response.statusCode).toBe(409)
    expect(await server.store.has(KEY)).toBe(false)
  })
})
