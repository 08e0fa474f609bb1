import { expect, test } from 'vitest'
import { BackupError } from './backup-error.ts'
import { readSmall } from './whole-file.ts'

const MEBIBYTE = Buffer.alloc(1024 * 1024, 'a')

/** As many bytes as a copy's small file has at most, and these after them. */
async function* longestWith(...more: Buffer[]) {
  for (let block = 0; block < 64; block += 1) {
    yield MEBIBYTE
  }
  yield* more
}

test('a small file of a copy is read whole, and refused when it is longer than any', async () => {
  const whole = await readSmall(longestWith())
  expect(whole.length).toBe(64 * MEBIBYTE.length)
  expect(whole.every((byte) => byte === 97)).toBe(true)
  await expect(readSmall(longestWith(Buffer.from('b')))).rejects.toThrow(BackupError)
})
