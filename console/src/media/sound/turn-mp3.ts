/** One step of `global_gain` multiplies the sound by the fourth root of two. */
export const MP3_STEP = 20 * Math.log10(2 ** (1 / 4))

/**
 * The place of the gain in a frame's side information (ISO 11172-3 and 13818-3), in bits; and the length of that, in
 * bytes.
 */
type Layout = { first: number; stride: number; count: number; length: number }

const HEADER = 4
const CRC = 2
/** The gain comes after the length of the main data and the number of big values. */
const BEFORE_GAIN = 12 + 9
const HIGHEST = 255

/**
 * The frame of an MP3, made louder by this many steps of about 1.5 dB, or quieter if negative. Nothing is encoded
 * again: the same number of steps back gives the same frame, unless it reached the end of the scale. A frame that holds
 * no sound, or isn't of layer III, stays as it is.
 */
export function turnMp3Frame(frame: Uint8Array, steps: number): Uint8Array {
  const layout = layoutOf(frame)
  if (layout === undefined || steps === 0 || isInformation(frame, layout)) {
    return frame
  }
  const turned = frame.slice()
  const side = sideOf(turned)
  for (let at = 0; at < layout.count; at += 1) {
    const bit = layout.first + at * layout.stride + BEFORE_GAIN
    writeByte(side, bit, Math.min(HIGHEST, Math.max(0, readByte(side, bit) + steps)))
  }
  if (isProtected(turned)) {
    const crc = crc16([...turned.subarray(2, HEADER), ...side.subarray(0, layout.length)])
    turned[HEADER] = crc >> 8
    turned[HEADER + 1] = crc & 0xff
  }
  return turned
}

function layoutOf(frame: Uint8Array): Layout | undefined {
  const [sync = 0, kind = 0, , mode = 0] = frame
  const isLayer3 = sync === 0xff && (kind & 0xe6) === 0xe2
  if (!isLayer3) {
    return undefined
  }
  const isFirstVersion = (kind & 0x18) === 0x18
  const channels = mode >> 6 === 3 ? 1 : 2
  const layout = isFirstVersion
    ? { first: channels === 1 ? 18 : 20, stride: 59, count: 2 * channels, length: channels === 1 ? 17 : 32 }
    : { first: channels === 1 ? 9 : 10, stride: 63, count: channels, length: channels === 1 ? 9 : 17 }
  return sideOf(frame).length < layout.length ? undefined : layout
}

function isProtected(frame: Uint8Array): boolean {
  return ((frame[1] ?? 1) & 1) === 0
}

function sideOf(frame: Uint8Array): Uint8Array {
  return frame.subarray(HEADER + (isProtected(frame) ? CRC : 0))
}

/** The first frame of most files holds their length instead of sound. */
function isInformation(frame: Uint8Array, { length }: Layout): boolean {
  const side = sideOf(frame)
  const nameAt = (at: number) => String.fromCharCode(...side.subarray(at, at + 4))
  return ['Xing', 'Info'].includes(nameAt(length)) || nameAt(32) === 'VBRI'
}

function readByte(bytes: Uint8Array, bit: number): number {
  const at = bit >> 3
  return ((((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)) >> (8 - (bit & 7))) & 0xff
}

function writeByte(bytes: Uint8Array, bit: number, value: number): void {
  const at = bit >> 3
  const shift = 8 - (bit & 7)
  const both = ((((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)) & ~(0xff << shift)) | (value << shift)
  bytes[at] = both >> 8
  // If the gain ends with a byte, the next byte doesn't belong to it.
  if (shift < 8) {
    bytes[at + 1] = both & 0xff
  }
}

/** The checksum of the header's last two bytes and the side information: CRC-16 with 0x8005, starting with all ones. */
export function crc16(bytes: Iterable<number>): number {
  let crc = 0xffff
  for (const byte of bytes) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit += 1) {
      crc = crc & 0x8000 ? ((crc << 1) ^ 0x8005) & 0xffff : (crc << 1) & 0xffff
    }
  }
  return crc
}
