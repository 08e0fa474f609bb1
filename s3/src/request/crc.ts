/** CRC-32C and CRC-64/NVME, which node:zlib lacks, and the joining of the CRCs of neighbouring parts. */

const CRC32C_POLYNOMIAL = 0x82f63b78
const CRC64_POLYNOMIAL = 0x9a6c9329ac4bc9b5n

const table32 = Int32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) {
    crc = crc & 1 ? (crc >>> 1) ^ CRC32C_POLYNOMIAL : crc >>> 1
  }
  return crc
})

/** CRC-32C of `data` after the bytes whose CRC is `crc`. */
export function crc32c(data: Uint8Array, crc = 0): number {
  let state = ~crc
  for (const byte of data) {
    state = (state >>> 8) ^ (table32[(state ^ byte) & 0xff] ?? 0)
  }
  return ~state >>> 0
}

const table64 = Array.from({ length: 256 }, (_, byte) => {
  let crc = BigInt(byte)
  for (let bit = 0; bit < 8; bit++) {
    crc = crc & 1n ? (crc >> 1n) ^ CRC64_POLYNOMIAL : crc >> 1n
  }
  return crc
})
const table64Low = Int32Array.from(table64, (entry) => Number(entry & 0xffffffffn))
const table64High = Int32Array.from(table64, (entry) => Number(entry >> 32n))

/** CRC-64/NVME of `data` after the bytes whose CRC is `crc`; in two halves, as BigInt would be too slow. */
export function crc64(data: Uint8Array, crc = 0n): bigint {
  let low = ~Number(crc & 0xffffffffn)
  let high = ~Number(crc >> 32n)
  for (const byte of data) {
    const index = (low ^ byte) & 0xff
    low = ((low >>> 8) | (high << 24)) ^ (table64Low[index] ?? 0)
    high = (high >>> 8) ^ (table64High[index] ?? 0)
  }
  return (BigInt(~high >>> 0) << 32n) | BigInt(~low >>> 0)
}

/** Joins the CRC of A and the CRC of B into the CRC of A followed by B, which is `length` bytes long. */
export type JoinCrcs = (a: bigint, b: bigint, length: number) => bigint

/**
 * A CRC is linear: a zero bit more is one multiplication by a matrix over GF(2), and 2^n of them are its
 * n-th square. `powers` keeps the squares, so that a join costs a few dozen multiplications.
 */
function joinerOf(polynomial: bigint, width: number): JoinCrcs {
  const oneBit = Array.from({ length: width }, (_, bit) => (bit === 0 ? polynomial : 1n << BigInt(bit - 1)))
  const powers = [oneBit]
  const powerOf = (n: number): readonly bigint[] => {
    powers[n] ??= squareOf(powerOf(n - 1))
    return powers[n]
  }
  return (a, b, length) => {
    let shifted = a
    let bits = BigInt(length) * 8n
    for (let n = 0; bits > 0n; n++, bits >>= 1n) {
      if (bits & 1n) {
        shifted = multiply(powerOf(n), shifted)
      }
    }
    return shifted ^ b
  }
}

function squareOf(matrix: readonly bigint[]): bigint[] {
  return matrix.map((row) => multiply(matrix, row))
}

function multiply(matrix: readonly bigint[], vector: bigint): bigint {
  let sum = 0n
  let rest = vector
  for (let row = 0; rest > 0n; row++, rest >>= 1n) {
    if (rest & 1n) {
      sum ^= matrix[row] ?? 0n
    }
  }
  return sum
}

export const joinCrc32 = joinerOf(0xedb88320n, 32)
export const joinCrc32c = joinerOf(BigInt(CRC32C_POLYNOMIAL), 32)
export const joinCrc64 = joinerOf(CRC64_POLYNOMIAL, 64)
