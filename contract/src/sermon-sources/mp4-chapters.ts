import { MAX_CHAPTERS } from '../sermons/sermon-chapters.ts'
import type { FileBytes, RawChapter } from './file-bytes.ts'

type Box = { name: string; start: number; end: number }

/** No box of a recording holds more boxes. */
const MOST_BOXES = 1000
const LONGEST_TITLE = 1024

/**
 * The chapters of an MPEG-4 file: a track of texts named by another track, as Apple has it, or a list of its own, as
 * Nero has it.
 */
export async function readMp4Chapters(bytes: FileBytes): Promise<RawChapter[]> {
  const film = (await boxesIn(bytes, 0, bytes.size)).find(({ name }) => name === 'moov')
  if (film === undefined) {
    return []
  }
  const inside = await boxesIn(bytes, film.start, film.end)
  const tracks = inside.filter(({ name }) => name === 'trak')
  const named = new Set<number>()
  for (const track of tracks) {
    const names = await find(bytes, track, 'tref', 'chap')
    if (names) {
      named.add((await bytes.view(names.start, 4)).getUint32(0))
    }
  }
  for (const track of named.size > 0 ? tracks : []) {
    const chapters = named.has(await idOf(bytes, track)) ? await readTextTrack(bytes, track) : []
    if (chapters.length > 0) {
      return chapters
    }
  }
  const list = await find(bytes, film, 'udta', 'chpl')
  return list ? await readList(bytes, list) : []
}

async function readList(bytes: FileBytes, { start, end }: Box): Promise<RawChapter[]> {
  const version = (await bytes.view(start, 1)).getUint8(0)
  let at = start + (version === 1 ? 8 : 4)
  const count = (await bytes.view(at, 1)).getUint8(0)
  at += 1
  const chapters: RawChapter[] = []
  while (chapters.length < count && at + 9 <= end) {
    const head = await bytes.view(at, 9)
    const length = head.getUint8(8)
    const title = decode(await bytes.view(at + 9, Math.min(length, end - at - 9)))
    chapters.push({ at: Number(head.getBigUint64(0)) / 10_000_000, title })
    at += 9 + length
  }
  return chapters
}

async function readTextTrack(bytes: FileBytes, track: Box): Promise<RawChapter[]> {
  const times = await find(bytes, track, 'mdia', 'mdhd')
  const table = await find(bytes, track, 'mdia', 'minf', 'stbl')
  if (!times || !table) {
    return []
  }
  const isLong = (await bytes.view(times.start, 1)).getUint8(0) === 1
  const scale = (await bytes.view(times.start + (isLong ? 20 : 12), 4)).getUint32(0) || 1
  const lengths = await readTable(bytes, await find(bytes, table, 'stts'), 2)
  const sizes = await readSizes(bytes, await find(bytes, table, 'stsz'))
  const offsets = await findOffsets(bytes, table, sizes)
  const begins = lengths.flatMap(([count = 0, length = 0]) =>
    Array<number>(Math.min(count, MAX_CHAPTERS)).fill(length),
  )
  const chapters: RawChapter[] = []
  let time = 0
  for (const [index, offset] of offsets.entries()) {
    const length = Math.min((await bytes.view(offset, 2)).getUint16(0), LONGEST_TITLE)
    chapters.push({ at: time / scale, title: decode(await bytes.view(offset + 2, length)) })
    time += begins[index] ?? 0
  }
  return chapters
}

/** Where each of the first texts is: every chunk has a place, and so many texts one after another. */
async function findOffsets(bytes: FileBytes, table: Box, sizes: readonly number[]): Promise<number[]> {
  const runs = await readTable(bytes, await find(bytes, table, 'stsc'), 3)
  const short = await readTable(bytes, await find(bytes, table, 'stco'), 1)
  const long = await readTable(bytes, await find(bytes, table, 'co64'), 2)
  const chunks =
    short.length > 0 ? short.map(([at = 0]) => at) : long.map(([high = 0, low = 0]) => high * 2 ** 32 + low)
  const offsets: number[] = []
  for (const [index, chunk] of chunks.entries()) {
    const texts = runs.findLast(([first = 1]) => first <= index + 1)?.[1] ?? 1
    let at = chunk
    for (let text = 0; text < texts && offsets.length < sizes.length; text += 1) {
      const size = sizes[offsets.length] ?? 0
      offsets.push(at)
      at += size
    }
  }
  return offsets
}

async function readSizes(bytes: FileBytes, box: Box | undefined): Promise<number[]> {
  if (box === undefined) {
    return []
  }
  const head = await bytes.view(box.start, 12)
  const [each, count] = [head.getUint32(4), Math.min(head.getUint32(8), MAX_CHAPTERS)]
  const sizes = await bytes.view(box.start + 12, each === 0 ? count * 4 : 0)
  return Array.from({ length: count }, (_, at) => each || sizes.getUint32(at * 4))
}

/** The rows of a table, each made of so many numbers of 32 bits. */
async function readTable(bytes: FileBytes, box: Box | undefined, columns: number): Promise<number[][]> {
  if (box === undefined) {
    return []
  }
  const there = Math.floor((box.end - box.start - 8) / (columns * 4))
  const count = Math.min((await bytes.view(box.start + 4, 4)).getUint32(0), there, MAX_CHAPTERS)
  const rows = await bytes.view(box.start + 8, Math.max(0, count) * columns * 4)
  return Array.from({ length: Math.max(0, count) }, (_, row) =>
    Array.from({ length: columns }, (_, column) => rows.getUint32((row * columns + column) * 4)),
  )
}

/** 0, which no track has, if it says none. */
async function idOf(bytes: FileBytes, track: Box): Promise<number> {
  const head = await find(bytes, track, 'tkhd')
  if (head === undefined) {
    return 0
  }
  const isLong = (await bytes.view(head.start, 1)).getUint8(0) === 1
  return (await bytes.view(head.start + (isLong ? 20 : 12), 4)).getUint32(0)
}

async function find(bytes: FileBytes, within: Box, ...names: string[]): Promise<Box | undefined> {
  let found: Box | undefined = within
  for (const name of names) {
    found = found && (await boxesIn(bytes, found.start, found.end)).find((box) => box.name === name)
  }
  return found
}

async function boxesIn(bytes: FileBytes, start: number, end: number): Promise<Box[]> {
  const boxes: Box[] = []
  for (let at = start; at + 8 <= end && boxes.length < MOST_BOXES; ) {
    const head = await bytes.view(at, 16)
    const short = head.getUint32(0)
    const size = short === 1 ? Number(head.getBigUint64(8)) : short === 0 ? end - at : short
    const content = at + (short === 1 ? 16 : 8)
    if (size < 8 || content > end) {
      break
    }
    boxes.push({
      name: String.fromCharCode(...new Uint8Array(head.buffer, 4, 4)),
      start: content,
      end: Math.min(at + size, end),
    })
    at += size
  }
  return boxes
}

function decode(view: DataView): string {
  const isWide = view.byteLength >= 2 && [0xfeff, 0xfffe].includes(view.getUint16(0))
  const encoding = isWide ? (view.getUint16(0) === 0xfeff ? 'utf-16be' : 'utf-16le') : 'utf-8'
  return new TextDecoder(encoding).decode(view)
}
