/** The chunks in front of the sound are within this much of a recorder's file. */
export const WAV_HEAD = 262_144
/** A size of 32 bits from here on is taken for one that was left open. */
const OPEN_SIZE = 0xffffff00

/**
 * A recorder that loses power leaves the sizes in its WAV file at zero, since it writes them at the end. They then
 * follow from the file's own `size`, and are written into its `head`; for every other file the head stays, and the
 * answer is false.
 */
export function closeWavSizes(head: Uint8Array, size: number): boolean {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  const isWav =
    head.length > 44 && ['RIFF', 'RF64', 'BW64'].includes(nameAt(view, 0)) && nameAt(view, 8) === 'WAVE'
  if (!isWav) {
    return false
  }
  let wide = 0
  let frame = 1
  for (let at = 12; at + 8 <= view.byteLength; ) {
    const name = nameAt(view, at)
    const length = view.getUint32(at + 4, true)
    if (name === 'ds64' && at + 24 <= view.byteLength) {
      wide = at + 8
    } else if (name === 'fmt ' && at + 22 <= view.byteLength) {
      frame = Math.max(1, view.getUint16(at + 20, true))
    } else if (name === 'data') {
      return close(view, size, { data: at, wide, frame })
    }
    at += 8 + length + (length % 2)
  }
  return false
}

function close(view: DataView, size: number, found: { data: number; wide: number; frame: number }): boolean {
  const { data, wide, frame } = found
  const there = size - data - 8
  const sound = there - (there % frame)
  const isWide = wide > 0 && view.getUint32(data + 4, true) >= OPEN_SIZE
  const said = isWide ? Number(view.getBigUint64(wide + 8, true)) : view.getUint32(data + 4, true)
  const saidInAll = wide > 0 ? Number(view.getBigUint64(wide, true)) : view.getUint32(4, true)
  if ((said > 0 && saidInAll > 0) || sound <= 0) {
    return false
  }
  const length = said === 0 ? sound : said
  if (wide > 0) {
    view.setBigUint64(wide, BigInt(size - 8), true)
    view.setBigUint64(wide + 8, BigInt(length), true)
  } else {
    view.setUint32(4, Math.min(size - 8, 0xffffffff), true)
  }
  if (!isWide) {
    view.setUint32(data + 4, Math.min(length, 0xffffffff), true)
  }
  return true
}

function nameAt(view: DataView, at: number): string {
  return String.fromCharCode(...Array.from({ length: 4 }, (_, letter) => view.getUint8(at + letter)))
}
