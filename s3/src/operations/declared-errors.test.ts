import { globSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import http from 'node:http'
import { join } from 'node:path'
import { AwsClient } from 'aws4fetch'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ERROR_CODES } from '../s3-errors.ts'
import {
  BUCKET,
  GUEST_KEY,
  makeBytes,
  OWNER_KEY,
  openTestStore,
  REGION,
  type TestStore,
  WRITER_KEY,
} from '../testing/test-store.ts'
import { BUCKET_PROPERTIES } from './bucket-operations.ts'
import { type BODY_ERRORS, OPERATIONS } from './operation-table.ts'

type Key = { accessKeyId: string; secretAccessKey: string; sessionToken?: string; region?: string }

/** A request: `PUT <bucket>/<key>?<query>`, signed by the owner unless somebody or nobody else is named. */
type Sent = { line: string; headers?: Record<string, string>; body?: string; as?: Key | 'nobody' }

/** How an error is met: by a request, or by another test, `<file>: <name>`, that takes more than one. */
type Met = Sent | string

const FULL_KEY = { accessKeyId: 'AKIAFULL', secretAccessKey: 'full-secret' }
const EXPIRED_KEY = { accessKeyId: 'AKIAOLD', secretAccessKey: 'old-secret' }
const IMAGE = `${BUCKET}/images/a`
const NONE = `${BUCKET}/images/none`

let server: TestStore
/** The code of the last error: a HEAD does not carry it. */
let lastError: string | undefined
/** The values of `{upload}`, `{etag1}` and the like in a line or body: an upload of two small parts to a free key. */
const values: Record<string, string> = {}

beforeAll(async () => {
  server = await openTestStore({
    uploadLimits: { perPerson: { number: 4, bytes: 1000 }, total: { number: 20, bytes: 10_000 } },
    isProtected: (key) => key === 'images/protected',
    onError: (_, code) => {
      lastError = code
    },
  })
  const lasting = {
    sessionToken: undefined,
    access: 'write',
    prefixes: ['images/'],
    person: undefined,
  } as const
  server.keys.set(FULL_KEY.accessKeyId, { ...FULL_KEY, ...lasting, expires: undefined })
  server.keys.set(EXPIRED_KEY.accessKeyId, { ...EXPIRED_KEY, ...lasting, expires: 1 })
  await server.store.put('images/broken', Buffer.from('broken'), {})
  for (const name of await server.listFiles()) {
    await rm(join(server.folder, 'pieces', name.slice(0, 2), name))
  }
  await server.store.put('images/a', Buffer.from('an image'), {})
  await server.store.put('images/large', makeBytes(2000), {})
  for (let count = 1; count < 100; count += 1) {
    await send({ line: `PUT bucket-${count}` })
  }
  await send({ line: 'PUT bucket-1/object', body: 'x' })
  for (let count = 0; count < 4; count += 1) {
    await send({ line: `POST ${NONE}?uploads`, as: FULL_KEY })
  }
  values.upload = await begin(NONE)
  values.uploadOntoImage = await begin(IMAGE)
})
afterAll(() => server.close())

async function begin(target: string): Promise<string> {
  const { text } = await send({ line: `POST ${target}?uploads` })
  const id = /<UploadId>(\w+)/.exec(text)?.[1] ?? ''
  for (const part of [1, 2]) {
    const sent = await send({ line: `PUT ${target}?uploadId=${id}&partNumber=${part}`, body: `part ${part}` })
    values[`etag${part}`] = String(sent.etag)
  }
  return id
}

/** Sends a request as it is, whatever its headers say about its body. */
async function send({ line, headers = {}, body = '', as = OWNER_KEY }: Sent) {
  const [method = '', path = ''] = line.split(' ')
  const url = `${server.endpoint}/${path}`
  const { region = REGION, ...key }: Key = as === 'nobody' ? OWNER_KEY : as
  const client = new AwsClient({ ...key, service: 's3', region, retries: 0 })
  const length = { 'content-length': String(Buffer.byteLength(body)) }
  const unsigned = { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD', ...headers }
  const signed = as === 'nobody' ? undefined : await client.sign(url, { method, headers: unsigned })
  lastError = undefined
  return await new Promise<{ status: number; text: string; etag: string | undefined }>((resolve, reject) => {
    const request = http.request(url, {
      method,
      agent: false,
      headers: { ...length, ...(signed && Object.fromEntries(signed.headers)), ...headers },
    })
    request.on('error', reject)
    request.on('response', (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (data: string) => {
        text += data
      })
      response.on('end', () => {
        request.destroy()
        resolve({ status: response.statusCode ?? 0, text, etag: response.headers.etag })
      })
    })
    request.end(body)
  })
}

/** The code in the response, or the one that the store reports when a HEAD shows only a status. */
async function codeOf({ line, body = '', ...more }: Sent): Promise<string> {
  const fill = (given: string) => given.replaceAll(/\{(\w+)\}/g, (_, name) => values[name] ?? '')
  const { status, text } = await send({ line: fill(line), body: fill(body), ...more })
  return /<Code>(\w+)/.exec(text)?.[1] ?? lastError ?? String(status)
}

const MD5_OF_ANOTHER = 'AAAAAAAAAAAAAAAAAAAAAA=='
const CHUNKS = '5\r\nhello\r\n0\r\n\r\n'
const chunked = (form: string, length: number) => ({
  'x-amz-content-sha256': `STREAMING-${form}`,
  'x-amz-decoded-content-length': String(length),
})
const UNSIGNED_CHUNKS = 'UNSIGNED-PAYLOAD-TRAILER'
const SIGNED_CHUNKS = CHUNKS.replaceAll(/^(\d)/gm, `$1;chunk-signature=${'0'.repeat(64)}`)

/** What is wrong with a body, whatever it is for. */
const BODIES: Record<(typeof BODY_ERRORS)[number], Omit<Sent, 'line'>> = {
  BadDigest: { headers: { 'content-md5': MD5_OF_ANOTHER }, body: 'hello' },
  EntityTooLarge: { headers: { 'content-length': String(5 * 1024 ** 3 + 1) } },
  IncompleteBody: { headers: chunked(UNSIGNED_CHUNKS, 9), body: CHUNKS },
  InvalidArgument: { headers: { 'x-amz-content-sha256': 'nonsense' }, body: 'hello' },
  InvalidDigest: { headers: { 'content-md5': 'short' }, body: 'hello' },
  InvalidRequest: { headers: chunked(UNSIGNED_CHUNKS, 5), body: 'five\r\nhello' },
  MalformedTrailerError: {
    headers: chunked(UNSIGNED_CHUNKS, 5),
    body: '5\r\nhello\r\n0\r\nno colon\r\n\r\n',
  },
  MissingContentLength: {
    headers: { 'x-amz-content-sha256': `STREAMING-${UNSIGNED_CHUNKS}` },
    body: CHUNKS,
  },
  NotImplemented: { headers: chunked('SOMETHING', 5), body: CHUNKS },
  SignatureDoesNotMatch: { headers: chunked('AWS4-HMAC-SHA256-PAYLOAD', 5), body: SIGNED_CHUNKS },
  XAmzContentSHA256Mismatch: { headers: { 'x-amz-content-sha256': '0'.repeat(64) }, body: 'hello' },
}
const bodies = (line: string): Record<string, Met> =>
  Object.fromEntries(Object.entries(BODIES).map(([code, sent]) => [code, { ...sent, line }]))

const from = (source: string, headers: Record<string, string> = {}) => ({
  headers: { 'x-amz-copy-source': source, ...headers },
})
/** What is wrong with the source of a copy. */
const sources = (line: string): Record<string, Met> => ({
  AccessDenied: { line, ...from(`${BUCKET}/secrets/a`), as: WRITER_KEY },
  InvalidArgument: { line, ...from('no-key') },
  InvalidURI: { line, ...from(`${BUCKET}/images/../a`) },
  KeyTooLongError: { line, ...from(`${BUCKET}/${'a'.repeat(1025)}`) },
  NoSuchBucket: { line, ...from('nowhere/a') },
  NoSuchKey: { line, ...from(NONE) },
  NotImplemented: { line, ...from(`${IMAGE}?versionId=7`) },
  PreconditionFailed: { line, ...from(IMAGE, { 'x-amz-copy-source-if-match': '"x"' }) },
})

const reads = (method: string): Record<string, Met> => ({
  InvalidArgument: { line: `${method} ${IMAGE}?partNumber=0` },
  InvalidPartNumber: { line: `${method} ${IMAGE}?partNumber=2` },
  InvalidRange: { line: `${method} ${IMAGE}`, headers: { range: 'bytes=99-' } },
  InvalidRequest: { line: `${method} ${IMAGE}?partNumber=1`, headers: { range: 'bytes=0-1' } },
  NoSuchKey: { line: `${method} ${NONE}` },
  PreconditionFailed: { line: `${method} ${IMAGE}`, headers: { 'if-match': '"x"' } },
})

const TOO_MUCH_METADATA = { 'x-amz-meta-a': 'a'.repeat(2100) }
const part = (number: number, etag = `{etag${number}}`) =>
  `<Part><PartNumber>${number}</PartNumber><ETag>${etag}</ETag></Part>`
const manifest = (...parts: string[]) =>
  `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`
const deletion = (key: string, more = '') => ({
  line: `POST ${BUCKET}?delete`,
  body: `<Delete><Object><Key>${key}</Key>${more}</Object></Delete>`,
})

/** These come before the store knows which operation is meant, or whether its sender may do it. */
const ANY_REQUEST: Record<string, Met> = {
  AccessDenied: { line: `GET ${IMAGE}`, as: 'nobody' },
  AuthorizationHeaderMalformed: { line: `GET ${IMAGE}`, as: { ...OWNER_KEY, region: 'eu-west-1' } },
  AuthorizationQueryParametersError: { line: `GET ${IMAGE}?X-Amz-Signature=a`, as: 'nobody' },
  ExpiredToken: { line: `GET ${IMAGE}`, as: EXPIRED_KEY },
  InsufficientCapacity: 'disk-store.test.ts: is reported clearly and leaves the old object and nothing else',
  InternalError: {
    line: `PUT ${NONE}?uploadId={upload}&partNumber=3`,
    ...from(`${BUCKET}/images/broken`),
  },
  InvalidAccessKeyId: { line: `GET ${IMAGE}`, as: { ...OWNER_KEY, accessKeyId: 'AKIANOBODY' } },
  InvalidArgument: { line: `GET ${IMAGE}?X-Amz-Signature=a` },
  InvalidRequest: { line: `GET ${IMAGE}`, headers: { authorization: 'Bearer a' }, as: 'nobody' },
  InvalidToken: { line: `GET ${IMAGE}`, as: { ...WRITER_KEY, sessionToken: 'of somebody else' } },
  InvalidURI: { line: `GET ${IMAGE}?a=%zz`, as: 'nobody' },
  KeyTooLongError: { line: `GET ${BUCKET}/${'a'.repeat(1025)}` },
  MethodNotAllowed: { line: `PATCH ${IMAGE}` },
  NoSuchBucket: { line: 'GET nowhere' },
  NotImplemented: { line: `PUT ${BUCKET}?policy` },
  RequestTimeTooSkewed: 'verify-signature.test.ts: may be fifteen minutes old or early, not more',
  ServiceUnavailable: 'remote-errors.test.ts: reports an outage to the console so that it retries',
  SignatureDoesNotMatch: { line: `GET ${IMAGE}`, as: { ...OWNER_KEY, secretAccessKey: 'guessed' } },
}

/** This is about one of the keys that a DeleteObjects names: the others are deleted all the same. */
const ONE_DELETION: Record<string, Met> = {
  AccessDenied: { ...deletion('images/protected'), as: WRITER_KEY },
  InvalidArgument: deletion('images/a', '<Size>big</Size>'),
  NoSuchVersion: deletion('images/a', '<VersionId>7</VersionId>'),
  PreconditionFailed: deletion('images/a', '<ETag>x</ETag>'),
}

const COVERAGE: Record<string, Record<string, Met>> = {
  GetObject: reads('GET'),
  HeadObject: reads('HEAD'),
  GetObjectAttributes: {
    InvalidArgument: { line: `GET ${IMAGE}?attributes` },
    NoSuchKey: { line: `GET ${NONE}?attributes`, headers: { 'x-amz-object-attributes': 'ETag' } },
  },
  GetObjectAcl: { NoSuchKey: { line: `GET ${NONE}?acl` } },
  GetObjectTagging: { NoSuchKey: { line: `GET ${NONE}?tagging` } },
  PutObject: {
    ...bodies(`PUT ${NONE}`),
    ConditionalRequestConflict:
      'keep-objects.test.ts: is told when what it replaces is removed while it is under way',
    MetadataTooLarge: { line: `PUT ${NONE}`, headers: TOO_MUCH_METADATA },
    NoSuchBucket:
      'copy-operations.test.ts: what is still on its way to a bucket that goes is not put into the next one of its name',
    NoSuchKey: { line: `PUT ${NONE}`, headers: { 'if-match': '"x"' } },
    PreconditionFailed: { line: `PUT ${IMAGE}`, headers: { 'if-none-match': '*' } },
  },
  CopyObject: {
    ...sources(`PUT ${NONE}`),
    InvalidRequest: { line: `PUT ${IMAGE}`, ...from(IMAGE) },
    MetadataTooLarge: {
      line: `PUT ${NONE}`,
      ...from(IMAGE, { 'x-amz-metadata-directive': 'REPLACE', ...TOO_MUCH_METADATA }),
    },
  },
  DeleteObject: {
    InvalidArgument: { line: `DELETE ${IMAGE}`, headers: { 'x-amz-if-match-size': 'big' } },
    NotImplemented: { line: `DELETE ${IMAGE}`, headers: { 'if-none-match': '*' } },
    PreconditionFailed: { line: `DELETE ${IMAGE}`, headers: { 'if-match': '"x"' } },
  },
  DeleteObjects: {
    ...bodies(`POST ${BUCKET}?delete`),
    MalformedXML: { line: `POST ${BUCKET}?delete`, body: '<Delete/>' },
  },
  CreateMultipartUpload: {
    InvalidArgument: { line: `POST ${NONE}?uploads&x-amz-meta-a=%0a` },
    InvalidRequest: { line: `POST ${NONE}?uploads`, headers: { 'x-amz-checksum-algorithm': 'MD4' } },
    MetadataTooLarge: { line: `POST ${NONE}?uploads`, headers: TOO_MUCH_METADATA },
    QuotaExceeded: { line: `POST ${NONE}?uploads`, as: FULL_KEY },
  },
  UploadPart: {
    ...bodies(`PUT ${NONE}?uploadId={upload}&partNumber=1`),
    NoSuchUpload: { line: `PUT ${NONE}?uploadId=x&partNumber=1` },
    QuotaExceeded: { line: `PUT ${NONE}?uploadId={upload}&partNumber=3`, body: 'a'.repeat(1001) },
  },
  UploadPartCopy: {
    ...sources(`PUT ${NONE}?uploadId={upload}&partNumber=3`),
    NoSuchUpload: { line: `PUT ${NONE}?uploadId=x&partNumber=1`, ...from(IMAGE) },
    QuotaExceeded: {
      line: `PUT ${NONE}?uploadId={upload}&partNumber=3`,
      ...from(`${BUCKET}/images/large`),
    },
  },
  CompleteMultipartUpload: {
    ...bodies(`POST ${NONE}?uploadId={upload}`),
    EntityTooSmall: { line: `POST ${NONE}?uploadId={upload}`, body: manifest(part(1), part(2)) },
    InvalidPart: { line: `POST ${NONE}?uploadId={upload}`, body: manifest(part(1, 'x')) },
    InvalidPartOrder: { line: `POST ${NONE}?uploadId={upload}`, body: manifest(part(2), part(1)) },
    MalformedXML: { line: `POST ${NONE}?uploadId={upload}`, body: manifest() },
    NoSuchKey: {
      line: `POST ${NONE}?uploadId={upload}`,
      headers: { 'if-match': '"x"' },
      body: manifest(part(1)),
    },
    NoSuchUpload: { line: `POST ${NONE}?uploadId=x`, body: manifest(part(1)) },
    PreconditionFailed: {
      line: `POST ${IMAGE}?uploadId={uploadOntoImage}`,
      headers: { 'if-none-match': '*' },
      body: manifest(part(1)),
    },
  },
  AbortMultipartUpload: { NoSuchUpload: { line: `DELETE ${NONE}?uploadId=x` } },
  ListParts: {
    InvalidArgument: { line: `GET ${NONE}?uploadId={upload}&max-parts=-1` },
    NoSuchUpload: { line: `GET ${NONE}?uploadId=x` },
  },
  ListObjects: { InvalidArgument: { line: `GET ${BUCKET}?max-keys=-1` } },
  ListObjectsV2: { InvalidArgument: { line: `GET ${BUCKET}?list-type=2&continuation-token=%20` } },
  ListObjectVersions: { InvalidArgument: { line: `GET ${BUCKET}?versions&encoding-type=base64` } },
  ListMultipartUploads: { InvalidArgument: { line: `GET ${BUCKET}?uploads&max-uploads=0` } },
  HeadBucket: {},
  GetBucketLocation: {},
  GetBucketAcl: {},
  CreateBucket: {
    ...bodies('PUT another-bucket'),
    BucketAlreadyOwnedByYou: { line: `PUT ${BUCKET}` },
    IllegalLocationConstraintException: {
      line: 'PUT another-bucket',
      body: '<CreateBucketConfiguration><LocationConstraint>mars</LocationConstraint></CreateBucketConfiguration>',
    },
    InvalidBucketName: { line: 'PUT a_bucket' },
    MalformedXML: { line: 'PUT another-bucket', body: '<Other/>' },
    TooManyBuckets: { line: 'PUT another-bucket' },
  },
  DeleteBucket: {
    AccessDenied: { line: `DELETE ${BUCKET}` },
    BucketNotEmpty: { line: 'DELETE bucket-1' },
  },
  ListBuckets: { InvalidArgument: { line: 'GET ?max-buckets=0' } },
  ...Object.fromEntries(
    BUCKET_PROPERTIES.map((property) => [
      property.name,
      'error' in property ? { [property.error]: { line: `GET ${BUCKET}?${property.query}` } } : {},
    ]),
  ),
}

const LIST = { 'Any request': ANY_REQUEST, 'One of several deletions': ONE_DELETION, ...COVERAGE }
const ENTRIES = Object.entries(LIST).flatMap(([operation, errors]) =>
  Object.entries(errors).map(([code, met]) => ({ operation, code, met })),
)

describe('The list of errors', () => {
  test('has every operation with each error that it declares, and no other', () => {
    const declared = OPERATIONS.map(({ name, errors }) => [name, [...new Set(errors)].sort()])
    const listed = Object.entries(COVERAGE).map(([name, errors]) => [name, Object.keys(errors).sort()])
    expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(declared))
  })

  test('has every error that the store knows', () => {
    expect([...new Set(ENTRIES.map(({ code }) => code))].sort()).toEqual([...ERROR_CODES].sort())
  })

  test.each(ENTRIES.filter(({ met }) => typeof met === 'string'))(
    '$code of $operation is met by the test that it names',
    ({ met }) => {
      const [file, name = ''] = String(met).split(': ')
      const [path = ''] = globSync(join(import.meta.dirname, '..', '*', String(file)))
      expect(readFileSync(path, 'utf8')).toContain(`'${name}`)
    },
  )
})

test.each(ENTRIES.filter(({ met }) => typeof met !== 'string'))(
  '$operation is refused with $code, and changes nothing',
  async ({ code, met }) => {
    const before = await server.listFiles()
    expect(await codeOf(met as Sent)).toBe(code)
    expect((await server.listFiles()).toSorted()).toEqual(before.toSorted())
    expect((await server.store.find('images/a'))?.size).toBe(8)
  },
)

describe.each(OPERATIONS)('$method $on $query, which is $name,', ({ name, method, on, query, guard }) => {
  const line = (bucket: string, key: string) => {
    const names = query.filter((one) => one !== 'x-amz-copy-source')
    const address = on === 'object' ? `${bucket}/${key}` : on === 'bucket' ? bucket : ''
    return `${method} ${address}?${names.map((one) => `${one}=${one === 'list-type' ? 2 : ''}`).join('&')}`
  }
  const headers: Record<string, string> = query.includes('x-amz-copy-source')
    ? { 'x-amz-copy-source': IMAGE }
    : {}
  const ask = (as: Sent['as'] & {}, bucket = BUCKET, key = 'secrets/a') =>
    codeOf({ line: line(bucket, key), headers, as })

  test('is for nobody without a key, nor with a guessed secret', async () => {
    expect(await ask('nobody')).toBe('AccessDenied')
    expect(await ask({ ...OWNER_KEY, secretAccessKey: 'guessed' })).toBe('SignatureDoesNotMatch')
  })

  test('stays within the prefixes and rights of its key', async () => {
    if (guard !== 'none') {
      expect(await ask(WRITER_KEY)).toBe('AccessDenied')
    }
    if (name !== 'GetObject' && name !== 'HeadObject') {
      expect(await ask(GUEST_KEY, BUCKET, 'images/a')).toBe('AccessDenied')
    }
    if (on === 'object' && guard === 'key' && method !== 'GET' && method !== 'HEAD') {
      expect(await ask(WRITER_KEY, BUCKET, 'images/protected')).toBe('AccessDenied')
    }
    if (on !== 'service') {
      expect(['AccessDenied', 'NoSuchBucket']).toContain(await ask(WRITER_KEY, 'bucket-1', 'images/a'))
    }
  })
})
