import { expect, test } from 'vitest'
import { type ExclusiveFile, FileFallsShort, FileTarget } from './file-target.ts'

/** A file as browsers give it, which keeps no more than `room` bytes, whatever it says about a write. */
function fileWith(room: number, says = (asked: number, _kept: number) => asked) {
  let size = 0
  const file: ExclusiveFile = {
    write(data, { at }) {
      const end = Math.min(room, at + data.byteLength)
      size = Math.max(size, end)
      return says(data.byteLength, Math.max(0, end - at))
    },
    truncate(to) {
      size = Math.min(to, room)
    },
    getSize: () => size,
    flush: () => undefined,
    close: () => undefined,
  }
  return file
}

async function fill(file: ExclusiveFile, pieces: { position: number; size: number }[]): Promise<number> {
  const target = new FileTarget(file)
  for (const { position, size } of pieces) {
    target.write({ data: new Uint8Array(size), position })
  }
  return target.finish()
}

const PIECES = [
  { position: 0, size: 1000 },
  { position: 1000, size: 1000 },
  { position: 2000, size: 500 },
  { position: 40, size: 100 },
]

test('what is written is as long as its furthest byte, also when the beginning is written last', async () => {
  expect(await fill(fileWith(10_000), PIECES)).toBe(2500)
})

test('a file that stays shorter than what it was said to have taken is noticed', async () => {
  await expect(fill(fileWith(1400), PIECES)).rejects.toThrow(FileFallsShort)
})

test('a file that says that it took only a part is noticed', async () => {
  await expect(
    fill(
      fileWith(1400, (_, kept) => kept),
      PIECES,
    ),
  ).rejects.toThrow(FileFallsShort)
})

test('a file that loses its end after it was written is noticed at the end', () => {
  const file = fileWith(10_000)
  const target = new FileTarget(file)
  target.write({ data: new Uint8Array(1000), position: 0 })
  file.truncate(600)
  expect(() => target.finish()).toThrow(FileFallsShort)
})

test('a file that is opened again is empty, and as long as what is written to it then', async () => {
  const file = fileWith(10_000)
  const target = new FileTarget(file)
  target.write({ data: new Uint8Array(1000), position: 0 })
  target.open(false)
  expect([file.getSize(), target.finish()]).toEqual([0, 0])
  target.write({ data: new Uint8Array(10), position: 0 })
  expect([file.getSize(), target.finish()]).toEqual([10, 10])
})
