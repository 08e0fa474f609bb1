import { type Input, type InputFormat, MPEG_TS, OGG } from 'mediabunny'

/** How far into a file its streams are named. */
const HEAD = 262_144
const PAGE = 'OggS'
const BEGINS = 0x02
const OGG_SOUNDS: Record<string, string> = { '\x7fFLAC': 'FLAC in an OGG file', 'Speex   ': 'Speex' }
const OGG_PICTURES: Record<string, string> = {
  '\x80theora': 'Theora',
  OVP80: 'VP8 in an OGG file',
  BBCD: 'Dirac',
}
const TS_PICTURES: Record<number, string> = {
  1: 'MPEG-1',
  2: 'MPEG-2',
  16: 'MPEG-4 Part 2',
  66: 'AVS',
  209: 'Dirac',
  234: 'VC-1',
}

type Unread = { sound?: string | undefined; picture?: string | undefined }

/** The kinds of files of which the reader ignores some streams. */
const FINDERS = new Map<InputFormat, (head: Uint8Array) => Unread>([
  [OGG, unreadInOgg],
  [MPEG_TS, (head) => ({ picture: unreadInTransport(head) })],
])

/** The usual names of the streams that the reader ignores. */
export async function streamsUnread(input: Input, file: Blob): Promise<Unread> {
  const find = FINDERS.get(await input.getFormat())
  return find === undefined ? {} : find(new Uint8Array(await file.slice(0, HEAD).arrayBuffer()))
}

/** Every stream of an Ogg file begins with a page of its own, and these pages come first. */
function unreadInOgg(head: Uint8Array): Unread {
  const unread: Unread = {}
  for (let at = 0; latin(head, at, 4) === PAGE && ((head[at + 5] ?? 0) & BEGINS) !== 0; ) {
    const segments = head.subarray(at + 27, at + 27 + (head[at + 26] ?? 0))
    const content = at + 27 + segments.length
    const begins = (names: Record<string, string>) =>
      Object.entries(names).find(([mark]) => latin(head, content, mark.length) === mark)?.[1]
    unread.sound ??= begins(OGG_SOUNDS)
    unread.picture ??= begins(OGG_PICTURES)
    at = content + segments.reduce((sum, length) => sum + length, 0)
  }
  return unread
}

/** Programs of a transport stream list their streams in tables, in packets of 188 bytes or, on cameras, of 192. */
function unreadInTransport(head: Uint8Array): string | undefined {
  const sync = 0x47
  const size = [188, 192].find((each) =>
    [0, 1, 2].every((packet) => head[packet * each + (each - 188)] === sync),
  )
  if (size === undefined) {
    return undefined
  }
  const programs = new Set<number>()
  for (let at = size - 188; at + 188 <= head.length; at += size) {
    const packet = head.subarray(at, at + 188)
    const id = (((packet[1] ?? 0) & 0x1f) << 8) | (packet[2] ?? 0)
    const isStart = ((packet[1] ?? 0) & 0x40) !== 0
    if (!isStart || (id !== 0 && !programs.has(id))) {
      continue
    }
    const adapted = ((packet[3] ?? 0) & 0x20) === 0 ? 4 : 5 + (packet[4] ?? 0)
    const table = packet.subarray(adapted + 1 + (packet[adapted] ?? 0))
    const end = Math.min(3 + lengthAt(table, 1) - 4, table.length)
    if (id === 0) {
      for (let entry = 8; entry + 4 <= end; entry += 4) {
        programs.add((((table[entry + 2] ?? 0) & 0x1f) << 8) | (table[entry + 3] ?? 0))
      }
      continue
    }
    for (let entry = 12 + lengthAt(table, 10); entry + 5 <= end; entry += 5 + lengthAt(table, entry + 3)) {
      const name = TS_PICTURES[table[entry] ?? 0]
      if (name !== undefined) {
        return name
      }
    }
  }
  return undefined
}

function lengthAt(table: Uint8Array, at: number): number {
  return (((table[at] ?? 0) & 0x0f) << 8) | (table[at + 1] ?? 0)
}

function latin(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + length))
}
