import { createHash, type Hash } from 'node:crypto'
import { S3Error } from '../s3-errors.ts'
import { sameTextInConstantTime } from '../signature/signature-v4.ts'
import { decodeChunks } from './aws-chunked.ts'
import {
  algorithmNames,
  type ChecksumAlgorithm,
  checkChecksum,
  checksumHeader,
  startChecksum,
} from './checksums.ts'
import type { S3Request } from './s3-request.ts'

/** S3's limit for one request: 5 GiB. */
const MAX_BODY = 5 * 1024 ** 3
const MAX_TEXT = 2 * 1024 ** 2

/** What is known about a body after its last byte, all of it checked against what the client said. */
export type Received = {
  size: number
  /** Hex. */
  md5: string
  checksum: { algorithm: ChecksumAlgorithm; value: string } | undefined
}

/**
 * Takes the next bytes, which are gone afterwards: it copies what it keeps. A promise asks to wait, which is
 * how back-pressure reaches the client.
 */
export type Sink = (data: Buffer) => Promise<void> | undefined

type Expected = { algorithm: ChecksumAlgorithm; value: string | undefined; inTrailer: boolean }

/**
 * Streams the body of a request into `sink`, whichever of S3's payload forms it has. The sink may keep what it got only
 * when this returns: hash, chunk signatures, length, trailers and checksums are known only at the end. `wanted` is
 * computed even when the client sends no checksum.
 */
export async function receiveBody(
  request: S3Request,
  sink: Sink,
  options: { ownChecksum: boolean; wanted?: ChecksumAlgorithm | undefined },
): Promise<Received> {
  const form = request.signature.payload
  const streaming = form.startsWith('STREAMING-')
  const length = declaredLength(request)
  const trailers = new Map<string, string>()
  const md5 = createHash('md5')
  const sha256 = contentHash(form)
  const expected = options.ownChecksum ? expectedChecksum(request) : undefined
  const algorithm = expected?.algorithm ?? options.wanted
  const checksum = algorithm && startChecksum(algorithm)
  request.sendContinue()
  // The connection must outlive a refusal in the middle, so that the response can still be sent.
  const body: AsyncIterable<Buffer> = request.incoming.iterator({ destroyOnReturn: false })
  let size = 0
  for await (const data of streaming ? decodeChunks(body, trailers, signingOf(request)) : body) {
    size += data.length
    if (size > length) {
      throw new S3Error('IncompleteBody', 'The body has more bytes than announced.')
    }
    md5.update(data)
    sha256?.update(data)
    checksum?.update(data)
    await sink(data)
    freeBuffer(data)
  }
  if (size < length) {
    throw new S3Error('IncompleteBody')
  }
  if (sha256 && !sameTextInConstantTime(sha256.digest('hex'), form)) {
    throw new S3Error('XAmzContentSHA256Mismatch')
  }
  const md5Hex = md5.digest('hex')
  checkContentMd5(request.header('content-md5'), md5Hex)
  const value = checksum?.digest().toString('base64')
  if (expected) {
    const claimed = expected.inTrailer ? trailers.get(checksumHeader(expected.algorithm)) : expected.value
    checkClaimedChecksum(expected.algorithm, claimed, value)
  }
  return { size, md5: md5Hex, checksum: algorithm && value ? { algorithm, value } : undefined }
}

/**
 * Gives back the memory of a buffer without waiting for the garbage collector, which 2 GB in pieces of 64 kB keep busy
 * for seconds. Only for a buffer that is all of its memory, such as those into which Node reads a body.
 */
export function freeBuffer({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) {
    buffer.transfer(0)
  }
}

/**
 * The XML of a request, 2 MB at most: ten thousand parts with the checksum that the AWS SDK names beside each take
 * 1.8 MB. Throws MalformedXML for more, before it is read.
 */
export async function receiveText(request: S3Request, options: { ownChecksum: boolean }): Promise<string> {
  if (declaredLength(request) > MAX_TEXT) {
    throw new S3Error('MalformedXML', 'The XML of one request can be 2 MB long at most.')
  }
  const pieces: Buffer[] = []
  await receiveBody(
    request,
    (data) => {
      pieces.push(Buffer.from(data))
      return undefined
    },
    options,
  )
  return Buffer.concat(pieces).toString('utf8')
}

/** How many bytes the body has, without its chunks' framing. Throws MissingContentLength, EntityTooLarge. */
export function declaredLength(request: S3Request): number {
  const streaming = request.signature.payload.startsWith('STREAMING-')
  const text = request.header(streaming ? 'x-amz-decoded-content-length' : 'content-length')
  // Bytes need a length, as in S3; a call without either has no body.
  const stores = request.method === 'PUT' && request.key !== ''
  if (
    text === undefined &&
    !streaming &&
    !stores &&
    request.incoming.headers['transfer-encoding'] === undefined
  ) {
    return 0
  }
  if (text === undefined || !/^\d{1,15}$/.test(text)) {
    throw new S3Error('MissingContentLength')
  }
  if (Number(text) > MAX_BODY) {
    throw new S3Error('EntityTooLarge', 'One request can carry 5 GiB at most.')
  }
  return Number(text)
}

function contentHash(form: string): Hash | undefined {
  if (/^[0-9a-f]{64}$/.test(form)) {
    return createHash('sha256')
  }
  if (form !== 'UNSIGNED-PAYLOAD' && !form.startsWith('STREAMING-')) {
    throw new S3Error('InvalidArgument', 'x-amz-content-sha256 must be a SHA-256 or a known form.')
  }
  return undefined
}

/** How the chunks are signed; `undefined` for the form without signatures. Throws for a form not known. */
function signingOf(request: S3Request) {
  const { signature } = request
  switch (signature.payload) {
    case 'STREAMING-UNSIGNED-PAYLOAD-TRAILER':
      return undefined
    case 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD':
      return { signature, signedTrailers: false }
    case 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER':
      return { signature, signedTrailers: true }
    default:
      throw new S3Error('NotImplemented', 'This form of a streamed body is not understood.')
  }
}

function expectedChecksum(request: S3Request): Expected | undefined {
  const announced = request.header('x-amz-trailer')?.toLowerCase().split(',') ?? []
  const found = algorithmNames().flatMap((algorithm): Expected[] => {
    const value = request.header(checksumHeader(algorithm))
    const inTrailer = announced.some((name) => name.trim() === checksumHeader(algorithm))
    return value === undefined && !inTrailer ? [] : [{ algorithm, value, inTrailer }]
  })
  if (found.length > 1) {
    throw new S3Error('InvalidRequest', 'Expecting a single x-amz-checksum- header.')
  }
  const [expected] = found
  if (expected?.value !== undefined) {
    checkChecksum(expected.algorithm, expected.value)
  }
  return expected
}

function checkClaimedChecksum(
  algorithm: ChecksumAlgorithm,
  claimed: string | undefined,
  value: string | undefined,
) {
  if (claimed === undefined) {
    throw new S3Error('MalformedTrailerError', 'The announced checksum did not come.')
  }
  if (claimed !== value) {
    throw new S3Error('BadDigest', `The ${algorithm} you specified did not match the calculated checksum.`)
  }
}

function checkContentMd5(header: string | undefined, md5Hex: string): void {
  if (header === undefined) {
    return
  }
  const claimed = Buffer.from(header, 'base64')
  if (claimed.length !== 16 || claimed.toString('base64') !== header) {
    throw new S3Error('InvalidDigest')
  }
  if (claimed.toString('hex') !== md5Hex) {
    throw new S3Error('BadDigest')
  }
}
