import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { BUCKET, makeBytes, openTestStore, type TestStore } from '../testing/test-store.ts'

const at = (Key: string) => ({ Bucket: BUCKET, Key })

let server: TestStore
let ada: S3Client
let otherOfAda: S3Client
let eve: S3Client

beforeEach(async () => {
  server = await openTestStore({
    uploadLimits: { perPerson: { number: 3, bytes: 1000 }, total: { number: 5, bytes: 1500 } },
  })
  const keyOf = (person: string, accessKeyId: string) => {
    const secret = { secretAccessKey: 'secret', sessionToken: undefined, expires: undefined }
    server.keys.set(accessKeyId, { ...secret, access: 'write', prefixes: ['images/', 'preaching/'], person })
    return server.client({ credentials: { accessKeyId, secretAccessKey: 'secret' } })
  }
  ada = keyOf('ada', 'AKIAADA')
  otherOfAda = keyOf('ada', 'AKIAADATOO')
  eve = keyOf('eve', 'AKIAEVE')
})
afterEach(() => server.close())

async function begin(client: S3Client, key = 'preaching/a.mp3'): Promise<string> {
  return (await client.send(new CreateMultipartUploadCommand(at(key)))).UploadId ?? ''
}
const send = (client: S3Client, UploadId: string, PartNumber: number, bytes: number) =>
  client.send(
    new UploadPartCommand({ ...at('preaching/a.mp3'), UploadId, PartNumber, Body: makeBytes(bytes) }),
  )
const refused = { name: 'QuotaExceeded', $metadata: { httpStatusCode: 403 } }

test('somebody can begin so many uploads, by all of their keys, and more once one is over', async () => {
  const [first = ''] = [await begin(ada), await begin(otherOfAda), await begin(ada)]
  await expect(begin(ada)).rejects.toMatchObject(refused)
  await expect(begin(otherOfAda)).rejects.toMatchObject(refused)
  // Others go on, until there are too many in all.
  await begin(eve)
  await begin(eve)
  await expect(begin(eve)).rejects.toMatchObject(refused)
  await ada.send(new AbortMultipartUploadCommand({ ...at('preaching/a.mp3'), UploadId: first }))
  await begin(eve)
})

test('somebody can leave so many bytes unfinished, and what is completed is none of them', async () => {
  const upload = await begin(ada)
  const { ETag } = await send(ada, upload, 1, 900)
  await expect(send(ada, upload, 2, 101)).rejects.toMatchObject(refused)
  // A part that replaces another counts once.
  await send(ada, upload, 1, 100)
  await send(ada, upload, 2, 900)
  await expect(begin(ada)).rejects.toMatchObject(refused)
  const other = await begin(eve)
  await expect(send(eve, other, 1, 501)).rejects.toMatchObject(refused)
  await send(eve, other, 1, 500)
  // A whole object isn't a part, and is stored all the same.
  await ada.send(new PutObjectCommand({ ...at('images/whole.jpg'), Body: makeBytes(5000) }))
  const CopySource = `${BUCKET}/images/whole.jpg`
  const copied = eve.send(
    new UploadPartCopyCommand({ ...at('preaching/a.mp3'), UploadId: other, PartNumber: 2, CopySource }),
  )
  await expect(copied).rejects.toMatchObject(refused)
  const { ETag: again } = await send(ada, upload, 1, 100)
  expect(again).not.toBe(ETag)
  const MultipartUpload = { Parts: [{ PartNumber: 1, ETag: again }] }
  await ada.send(
    new CompleteMultipartUploadCommand({ ...at('preaching/a.mp3'), UploadId: upload, MultipartUpload }),
  )
  await send(ada, await begin(ada), 1, 1000)
})

test('parts that are sent at once go over the limit no more than one after the other', async () => {
  const upload = await begin(ada)
  const outcomes = await Promise.allSettled(
    Array.from({ length: 8 }, (_, index) => send(ada, upload, index + 1, 300)),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  expect((await server.listFiles()).length).toBe(3)
})
