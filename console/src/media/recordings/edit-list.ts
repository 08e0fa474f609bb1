import { MediaError } from '../media-types.ts'

/**
 * A stretch of a track that its edit list shows, in seconds on the clock of the track's packets; adding the offset
 * gives the time at which it is shown.
 */
export type Shown = { from: number; to: number; shift: number }

/** A gap shorter than this, in seconds, is the run-up of a codec or the rounding of a clock, and not intended. */
const NOTICEABLE = 0.25
const LEAST_TAIL = 0.1
const TOGETHER = 0.002

type Entry = { duration: number; mediaTime: number; rate: number }

/**
 * What the edit lists of an MP4 or MOV file show of its tracks, by track id (ISO 14496-12, 8.6.6). A track that is
 * shown completely is not included. Throws `edited` if something plays at another speed, or twice.
 */
export async function readEditLists(file: Blob): Promise<Map<number, Shown[]>> {
  const movie = await readMovie(file)
  const shown = new Map<number, Shown[]>()
  if (movie === undefined) {
    return shown
  }
  const header = find(movie, 'mvhd')
  const scale = header?.getUint32(header.getUint8(0) === 1 ? 20 : 12)
  for (const track of children(movie).filter(({ name }) => name === 'trak')) {
    const read = scale === undefined ? undefined : readTrack(track.content, scale)
    if (read?.shown) {
      shown.set(read.id, read.shown)
    }
  }
  return shown
}

function readTrack(track: DataView, movieScale: number) {
  const [head, edits, media] = [find(track, 'tkhd'), find(track, 'edts'), find(track, 'mdia')]
  const list = edits && find(edits, 'elst')
  const clock = media && find(media, 'mdhd')
  if (!head || !list || !clock) {
    return undefined
  }
  const isLong = clock.getUint8(0) === 1
  const scale = clock.getUint32(isLong ? 20 : 12)
  const length = isLong ? Number(clock.getBigUint64(24)) : clock.getUint32(16)
  const shown = place(entriesOf(list), movieScale, scale, length / scale)
  return { id: head.getUint32(head.getUint8(0) === 1 ? 20 : 12), shown }
}

function entriesOf(list: DataView): Entry[] {
  const isLong = list.getUint8(0) === 1
  const size = isLong ? 20 : 12
  const count = Math.min(list.getUint32(4), Math.floor((list.byteLength - 8) / size))
  return Array.from({ length: count }, (_, index) => {
    const at = 8 + index * size
    return {
      duration: isLong ? Number(list.getBigUint64(at)) : list.getUint32(at),
      mediaTime: isLong ? Number(list.getBigInt64(at + 8)) : list.getInt32(at + 4),
      rate: list.getInt32(at + size - 4) / 65_536,
    }
  })
}

/** `undefined` if everything is shown. The clock of the packets is already moved by where the first entry begins. */
function place(entries: Entry[], movieScale: number, scale: number, length: number): Shown[] | undefined {
  const shown: Shown[] = []
  let [start, offset] = [0, 0]
  for (const { duration, mediaTime, rate } of entries) {
    const seconds = duration / movieScale
    if (mediaTime >= 0) {
      if (rate !== 1) {
        throw new MediaError('edited', `A part plays at ${rate} times its speed.`)
      }
      const begins = mediaTime / scale
      offset = shown.length === 0 ? start - begins : offset
      const ends = duration === 0 || length - begins - seconds < LEAST_TAIL ? Infinity : begins + seconds
      const next = { from: begins + offset, to: ends + offset, shift: start - begins - offset }
      const last = shown.at(-1)
      if (last && Math.abs(last.to - next.from) < TOGETHER && Math.abs(last.shift - next.shift) < TOGETHER) {
        last.to = next.to
      } else if (last && next.from < last.to) {
        throw new MediaError('edited', `What is before ${last.to} s comes again.`)
      } else {
        shown.push(next)
      }
    }
    start += seconds
  }
  const [first] = shown
  const hidden = first === undefined ? 0 : first.from - offset
  const isWhole = shown.length < 2 && hidden < NOTICEABLE && (first?.to ?? Infinity) === Infinity
  return isWhole ? undefined : shown
}

/** The content of the box `moov`. */
async function readMovie(file: Blob): Promise<DataView | undefined> {
  for await (const { name, start, end } of topBoxes(file)) {
    if (name === 'moov') {
      return await view(file, start, end)
    }
  }
  return undefined
}

type Box = { name: string; start: number; end: number }

/** The top-level boxes of an MP4 or MOV file, with the start and end of their content. */
export async function* topBoxes(file: Blob): AsyncGenerator<Box, void, unknown> {
  for (let at = 0; at + 8 <= file.size; ) {
    const head = await view(file, at, at + 16)
    const long = head.getUint32(0) === 1 && head.byteLength === 16
    const size = long ? Number(head.getBigUint64(8)) : head.getUint32(0) || file.size - at
    if (size < 8) {
      return
    }
    yield { name: nameAt(head, 4), start: at + (long ? 16 : 8), end: at + size }
    at += size
  }
}

async function view(file: Blob, start: number, end: number): Promise<DataView> {
  return new DataView(await file.slice(start, end).arrayBuffer())
}

function find(box: DataView, name: string): DataView | undefined {
  return children(box).find((child) => child.name === name)?.content
}

function children(box: DataView): { name: string; content: DataView }[] {
  const found: { name: string; content: DataView }[] = []
  for (let at = 0; at + 8 <= box.byteLength; ) {
    const long = box.getUint32(at) === 1 && at + 16 <= box.byteLength
    const size = long ? Number(box.getBigUint64(at + 8)) : box.getUint32(at) || box.byteLength - at
    const head = long ? 16 : 8
    if (size < head || at + size > box.byteLength) {
      break
    }
    const content = new DataView(box.buffer, box.byteOffset + at + head, size - head)
    found.push({ name: nameAt(box, at + 4), content })
    at += size
  }
  return found
}

function nameAt(box: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((index) => box.getUint8(at + index)))
}
