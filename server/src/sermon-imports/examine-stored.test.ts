import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { examineStored, readStoredTags } from './examine-stored.ts'
import { ForeignReader } from './foreign-reader.ts'

const MB = 1_000_000
const u32 = (...numbers: number[]) =>
  Buffer.concat(numbers.map((number) => Buffer.from(Uint32Array.of(number).buffer).reverse()))
const latin = (text: string) => Buffer.from(text, 'latin1')
const box = (name: string, ...inside: Buffer[]) => sizedBox(name, Buffer.concat(inside).length, ...inside)
/** A box that claims to contain this many bytes. */
const sizedBox = (name: string, size: number, ...inside: Buffer[]) =>
  Buffer.concat([u32(size + 8), latin(name), ...inside])

const FTYP = box('ftyp', latin('isom'), u32(0))
const MVHD = box('mvhd', u32(0, 0, 0, 1000, 1000), Buffer.alloc(80))
const MDHD = box('mdhd', u32(0, 0, 0, 44_100, 1, 0))
const HDLR = box('hdlr', u32(0, 0), latin('soun'), Buffer.alloc(13))
const SOUND = box('mp4a', Buffer.alloc(6), latin('\0\x01'), u32(0, 0, 0x2_0010, 0, 44_100 * 65_536))
const STSD = box('stsd', u32(0, 1), SOUND)
const MKV = Buffer.from('1a45dfa38b4282886d6174726f736b611853806701ffffffffffffff', 'hex')

/** A film whose table of times has this many bytes. */
function longTable(size: number): Buffer {
  const table = sizedBox('stbl', size + 200, STSD, sizedBox('stts', size, u32(0, size / 8)))
  const media = sizedBox('mdia', size + 500, MDHD, HDLR, sizedBox('minf', size + 300, table))
  return Buffer.concat([FTYP, sizedBox('moov', size + 900, MVHD, sizedBox('trak', size + 600, media))])
}

/** A store with one recording, which consists of a beginning and a part that is repeated after it. */
function storeOf(beginning: Buffer, repeated: Buffer, size: number) {
  const taken = { whole: 0, atOnce: 0 }
  const store = {
    find: () => Promise.resolve({ size, etag: '', modified: '', metadata: {} }),
    read(_: string, { first, last }: { first: number; last: number }) {
      const length = Math.min(last + 1, size) - first
      taken.whole += length
      taken.atOnce = Math.max(taken.atOnce, length)
      const bytes = Buffer.alloc(length)
      const shift = (((first - beginning.length) % repeated.length) + repeated.length) % repeated.length
      bytes.fill(Buffer.concat([repeated.subarray(shift), repeated.subarray(0, shift)]))
      beginning.subarray(first, first + length).copy(bytes)
      return Promise.resolve(Readable.from([bytes]))
    },
  }
  return { store: store as unknown as Parameters<typeof examineStored>[0], taken }
}

test.each<[string, Buffer, Buffer, number]>([
  ['an index of 4 GB', Buffer.concat([FTYP, sizedBox('moov', 3_900 * MB)]), Buffer.alloc(1), 4_000 * MB],
  ['a table of 7 million times', longTable(60 * MB), u32(1, 1), 61 * MB],
  ['half a million boxes in one another', FTYP, u32(4 * MB), 4 * MB],
  [
    'a million frames of ID3',
    latin('ID3\x04\0\0\x05\x7f\x7f\x7f'),
    latin('TXXX\0\0\0\x04\0\0\0a\0b'),
    12 * MB,
  ],
  ['a million empty elements', MKV, Buffer.from('ec80', 'hex'), 2 * MB],
  [
    'a million tags',
    Buffer.concat([MKV, Buffer.from('1254c36708', 'hex')]),
    Buffer.from('737380', 'hex'),
    3 * MB,
  ],
  ['a million blocks of FLAC', latin('fLaC'), Buffer.from('01000000', 'hex'), 4 * MB],
  ['a million boxes', FTYP, box('free'), 8 * MB],
  ['nothing', Buffer.alloc(0), Buffer.alloc(1), 0],
])(
  '%s are no recording, and cost the process that serves next to nothing',
  async (_, beginning, repeated, size) => {
    const { store, taken } = storeOf(beginning, repeated, size)
    const before = process.memoryUsage().heapUsed
    await using reader = new ForeignReader()
    expect(await examineStored(store, 'a')).toBe(undefined)
    expect(await readStoredTags(store, 'a', reader)).toEqual({})
    expect(taken.atOnce).toBeLessThanOrEqual(64 * 1024 * 1024)
    expect(taken.whole).toBeLessThanOrEqual(8 * size + 1)
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(50 * MB)
  },
)
