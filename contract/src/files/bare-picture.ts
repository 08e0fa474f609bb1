// A picture with nothing but what it shows. No schema is here, so that the browser may load it.

/**
 * A JPEG, PNG or WebP picture without what cameras and programs add (place, time, device, comments, small previews) and
 * without any bytes after it; `undefined` if it can't be read to its end.
 */
export function barePicture(bytes: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    return bareJpeg(bytes, view) ?? barePng(bytes, view) ?? bareWebp(bytes, view)
  } catch (error) {
    if (error instanceof RangeError) {
      return undefined
    }
    throw error
  }
}

const [SOI, EOI, SOS, COMMENT, APP0, APP14, APP15] = [0xd8, 0xd9, 0xda, 0xfe, 0xe0, 0xee, 0xef]

/** From marker to marker (ITU-T T.81, B.1); of the applications' markers, only those that have no room for more. */
function bareJpeg(bytes: Uint8Array, view: DataView) {
  if (view.getUint16(0) !== 0xff00 + SOI) {
    return undefined
  }
  const kept = [bytes.subarray(0, 2)]
  for (let at = 2; view.getUint8(at) === 0xff; ) {
    const marker = view.getUint8(at + 1)
    if (marker === EOI) {
      return joined([...kept, bytes.subarray(at, at + 2)])
    }
    const length = 2 + view.getUint16(at + 2)
    const end = marker === SOS ? endOfScan(view, at + length) : at + length
    const isShort = (marker === APP0 && length === 18) || (marker === APP14 && length === 16)
    if (isShort || ((marker < APP0 || marker > APP15) && marker !== COMMENT)) {
      kept.push(bytes.subarray(at, end))
    }
    at = end
  }
  return undefined
}

function endOfScan(view: DataView, start: number): number {
  for (let at = start; ; at += 1) {
    const next = view.getUint8(at) === 0xff ? view.getUint8(at + 1) : 0
    if (next !== 0 && (next < 0xd0 || next > 0xd7)) {
      return at
    }
  }
}

const SHOWN_PNG = ['IHDR', 'PLTE', 'IDAT', 'tRNS', 'sRGB', 'gAMA', 'cHRM', 'sBIT', 'bKGD', 'pHYs']

function barePng(bytes: Uint8Array, view: DataView) {
  if (view.getUint32(0) !== 0x89504e47 || view.getUint32(4) !== 0x0d0a1a0a) {
    return undefined
  }
  const kept = [bytes.subarray(0, 8)]
  for (let at = 8; ; ) {
    const name = nameAt(view, at + 4)
    const end = at + 12 + view.getUint32(at)
    if (name === 'IEND') {
      return joined([...kept, bytes.subarray(at, end)])
    }
    if (SHOWN_PNG.includes(name)) {
      kept.push(bytes.subarray(at, end))
    }
    at = end
  }
}

/** RFC 9649. Once the rest is taken out, the flags of a VP8X chunk name alpha alone. */
function bareWebp(bytes: Uint8Array, view: DataView) {
  if (nameAt(view, 0) !== 'RIFF' || nameAt(view, 8) !== 'WEBP') {
    return undefined
  }
  const kept = [bytes.slice(0, 12)]
  const end = 8 + view.getUint32(4, true)
  for (let at = 12; at < end; ) {
    const length = 8 + view.getUint32(at + 4, true)
    const name = nameAt(view, at)
    const chunk = bytes.slice(at, at + length + (length % 2))
    if (name === 'VP8X') {
      chunk[8] = (chunk[8] ?? 0) & 0x10
    }
    if (['VP8 ', 'VP8L', 'VP8X', 'ALPH'].includes(name)) {
      kept.push(chunk)
    }
    at += length + (length % 2)
  }
  const bare = joined(kept)
  new DataView(bare.buffer).setUint32(4, bare.length - 8, true)
  return end > bytes.length ? undefined : bare
}

function nameAt(view: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((more) => view.getUint8(at + more)))
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
