import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { S3Error } from '../s3-errors.ts'
import { crc32c, crc64, type JoinCrcs, joinCrc32, joinCrc32c, joinCrc64 } from './crc.ts'

export type ChecksumAlgorithm = 'CRC32' | 'CRC32C' | 'CRC64NVME' | 'SHA1' | 'SHA256'
export type ChecksumType = 'FULL_OBJECT' | 'COMPOSITE'

/** A checksum as S3 writes it: base64, followed by `-<parts>` when it is composite. */
export type Checksum = { algorithm: ChecksumAlgorithm; value: string; type: ChecksumType }

type Running = { update(data: Uint8Array): void; digest(): Buffer }
type Row = { bytes: number; start: () => Running; join?: JoinCrcs }

const ALGORITHMS: Record<ChecksumAlgorithm, Row> = {
  CRC32: { bytes: 4, start: () => runningCrc(crc32), join: joinCrc32 },
  CRC32C: { bytes: 4, start: () => runningCrc(crc32c), join: joinCrc32c },
  CRC64NVME: { bytes: 8, start: runningCrc64, join: joinCrc64 },
  SHA1: { bytes: 20, start: () => runningHash('sha1') },
  SHA256: { bytes: 32, start: () => runningHash('sha256') },
}

function runningCrc(next: (data: Uint8Array, crc: number) => number): Running {
  let crc = 0
  return {
    update(data) {
      crc = next(data, crc)
    },
    digest() {
      const bytes = Buffer.alloc(4)
      bytes.writeUInt32BE(crc)
      return bytes
    },
  }
}

function runningCrc64(): Running {
  let crc = 0n
  return {
    update(data) {
      crc = crc64(data, crc)
    },
    digest() {
      const bytes = Buffer.alloc(8)
      bytes.writeBigUInt64BE(crc)
      return bytes
    },
  }
}

function runningHash(name: string): Running {
  const hash = createHash(name)
  return {
    update(data) {
      hash.update(data)
    },
    digest: () => hash.digest(),
  }
}

/** The algorithm by the name in `x-amz-checksum-algorithm`. Throws InvalidRequest for one that isn't known. */
export function readAlgorithm(name: string): ChecksumAlgorithm {
  const upper = name.toUpperCase()
  const algorithm = algorithmNames().find((known) => known === upper)
  if (!algorithm) {
    throw new S3Error('InvalidRequest', `The checksum algorithm ${name} is not known.`)
  }
  return algorithm
}

export function algorithmNames(): ChecksumAlgorithm[] {
  return Object.keys(ALGORITHMS) as ChecksumAlgorithm[]
}

/** The header that carries a checksum, such as `x-amz-checksum-crc32`. */
export function checksumHeader(algorithm: ChecksumAlgorithm): string {
  return `x-amz-checksum-${algorithm.toLowerCase()}`
}

/** The XML element that carries a checksum, such as `ChecksumCRC32`. */
export function checksumElement(algorithm: ChecksumAlgorithm): string {
  return `Checksum${algorithm}`
}

export function startChecksum(algorithm: ChecksumAlgorithm): Running {
  return ALGORITHMS[algorithm].start()
}

/** Refuses a value that can't be a checksum of this kind. Throws InvalidRequest. */
export function checkChecksum(algorithm: ChecksumAlgorithm, value: string): void {
  const bytes = Buffer.from(value, 'base64')
  if (bytes.length !== ALGORITHMS[algorithm].bytes || bytes.toString('base64') !== value) {
    throw new S3Error('InvalidRequest', `Value for ${checksumHeader(algorithm)} header is invalid.`)
  }
}

/** The type that an upload in parts gets, S3's own default if none is requested. Throws InvalidRequest. */
export function readChecksumType(algorithm: ChecksumAlgorithm, requested: string | undefined): ChecksumType {
  const type = requested ?? (algorithm === 'CRC64NVME' ? 'FULL_OBJECT' : 'COMPOSITE')
  const full = type === 'FULL_OBJECT' && ALGORITHMS[algorithm].join
  const composite = type === 'COMPOSITE' && algorithm !== 'CRC64NVME'
  if (!full && !composite) {
    throw new S3Error('InvalidRequest', `The checksum type ${type} does not go with ${algorithm}.`)
  }
  return type
}

/** The checksum of an object from those of its parts, without reading a byte of them. */
export function joinChecksums(
  algorithm: ChecksumAlgorithm,
  type: ChecksumType,
  parts: readonly { value: string; size: number }[],
): Checksum {
  const { bytes, start, join } = ALGORITHMS[algorithm]
  const digests = parts.map((part) => Buffer.from(part.value, 'base64'))
  if (type === 'COMPOSITE' || !join) {
    const running = start()
    running.update(Buffer.concat(digests))
    return { algorithm, type, value: `${running.digest().toString('base64')}-${parts.length}` }
  }
  let joined = 0n
  for (const [index, part] of parts.entries()) {
    joined = join(joined, BigInt(`0x${digests[index]?.toString('hex')}`), part.size)
  }
  const value = Buffer.from(joined.toString(16).padStart(bytes * 2, '0'), 'hex').toString('base64')
  return { algorithm, type, value }
}

/** What is known about bytes when all have been seen. */
export type Measured = { size: number; md5: string; checksum: string | undefined }

/** Takes bytes as they pass, in order, and returns at the end how many they were and their checksums. */
export function measureBytes(algorithm?: ChecksumAlgorithm) {
  const md5 = createHash('md5')
  const checksum = algorithm && startChecksum(algorithm)
  let size = 0
  return {
    take(data: Uint8Array): void {
      size += data.length
      md5.update(data)
      checksum?.update(data)
    },
    result: (): Measured => ({
      size,
      md5: md5.digest('hex'),
      checksum: checksum?.digest().toString('base64'),
    }),
  }
}
