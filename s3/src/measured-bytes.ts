import { createHash } from 'node:crypto'
import { type ChecksumAlgorithm, startChecksum } from './checksums.ts'

/** What is known of bytes when all have been seen. */
export type Measured = { size: number; md5: string; checksum: string | undefined }

/** Takes bytes as they pass, in order, and answers at the end how many they were and their checksums. */
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
