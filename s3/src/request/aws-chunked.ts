import { createHash, type Hash } from 'node:crypto'
import { S3Error } from '../s3-errors.ts'
import { hmac, sameTextInConstantTime, sha256 } from '../signature/signature-v4.ts'
import type { Signature } from '../signature/verify-signature.ts'

const EMPTY_HASH = sha256('')
const MAX_LINE = 4096
const MAX_TRAILERS = 16
const LINE_FEED = 0x0a

/** The chain of signatures over the chunks of one body, each made with the one before it. */
class ChunkSignatures {
  private previous: string
  private hash: Hash = createHash('sha256')
  private readonly signature: Signature

  constructor(signature: Signature) {
    this.signature = signature
    this.previous = signature.signature
  }

  update(data: Buffer): void {
    this.hash.update(data)
  }

  checkChunk(claimed: string | undefined): void {
    this.check('AWS4-HMAC-SHA256-PAYLOAD', claimed, [EMPTY_HASH, this.hash.digest('hex')])
    this.hash = createHash('sha256')
  }

  checkTrailers(claimed: string | undefined, trailers: ReadonlyMap<string, string>): void {
    const text = [...trailers].map(([name, value]) => `${name}:${value}\n`).join('')
    this.check('AWS4-HMAC-SHA256-TRAILER', claimed, [sha256(text)])
  }

  private check(kind: string, claimed: string | undefined, hashes: readonly string[]): void {
    const { date, scope, key } = this.signature
    const right = hmac(key, [kind, date, scope, this.previous, ...hashes].join('\n')).toString('hex')
    if (claimed === undefined || !sameTextInConstantTime(right, claimed)) {
      throw new S3Error('SignatureDoesNotMatch')
    }
    this.previous = right
  }
}

/**
 * Decodes aws-chunked as it streams: yields the data without copying it and puts the trailing headers into `trailers`.
 * With a signature, every chunk is checked at its end, after its data were yielded: a reader may only keep what it read
 * when the generator ends without throwing.
 */
export async function* decodeChunks(
  source: AsyncIterable<Buffer>,
  trailers: Map<string, string>,
  signing: { signature: Signature; signedTrailers: boolean } | undefined,
): AsyncGenerator<Buffer> {
  const signatures = signing && new ChunkSignatures(signing.signature)
  let state: 'size' | 'data' | 'gap' | 'trailer' | 'done' = 'size'
  let line = ''
  let left = 0
  let chunkSignature: string | undefined
  for await (const input of source) {
    let at = 0
    while (at < input.length) {
      if (state === 'data') {
        const data = input.subarray(at, at + left)
        at += data.length
        left -= data.length
        signatures?.update(data)
        yield data
        state = left === 0 ? 'gap' : 'data'
        continue
      }
      const end = input.indexOf(LINE_FEED, at)
      line += input.toString('latin1', at, end === -1 ? input.length : end)
      if (line.length > MAX_LINE || state === 'done') {
        throw new S3Error('InvalidRequest', 'The aws-chunked body is malformed.')
      }
      if (end === -1) {
        break
      }
      at = end + 1
      const text = line.trimEnd()
      line = ''
      if (state === 'gap') {
        if (text !== '') {
          throw new S3Error('InvalidRequest', 'A chunk is longer than it says.')
        }
        signatures?.checkChunk(chunkSignature)
        state = 'size'
      } else if (state === 'size') {
        const [, size, signature] = /^([0-9a-f]{1,12})(?:;chunk-signature=([0-9a-f]{64}))?$/i.exec(text) ?? []
        if (size === undefined) {
          throw new S3Error('InvalidRequest', 'The aws-chunked body is malformed.')
        }
        left = Number.parseInt(size, 16)
        chunkSignature = signature
        if (left === 0) {
          signatures?.checkChunk(chunkSignature)
        }
        state = left === 0 ? 'trailer' : 'data'
      } else if (text === '') {
        if (signing?.signedTrailers) {
          const claimed = trailers.get('x-amz-trailer-signature')
          trailers.delete('x-amz-trailer-signature')
          signatures?.checkTrailers(claimed, trailers)
        }
        state = 'done'
      } else {
        keepTrailer(text, trailers)
      }
    }
  }
  if (state !== 'done') {
    throw new S3Error('IncompleteBody')
  }
}

function keepTrailer(text: string, trailers: Map<string, string>): void {
  const cut = text.indexOf(':')
  if (cut < 1 || trailers.size >= MAX_TRAILERS) {
    throw new S3Error('MalformedTrailerError')
  }
  trailers.set(text.slice(0, cut).trim().toLowerCase(), text.slice(cut + 1).trim())
}
