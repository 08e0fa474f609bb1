/** What a picture says about itself in its first bytes. */
export type PictureSize = { type: 'jpeg' | 'png' | 'webp'; width: number; height: number }

/** Reads the kind and the size of a picture; `undefined` for anything else. */
export function readPictureSize(bytes: Uint8Array): PictureSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    return readPng(view) ?? readJpeg(view) ?? readWebp(view)
  } catch (error) {
    // The bytes end before they have said it.
    if (error instanceof RangeError) {
      return undefined
    }
    throw error
  }
}

function readPng(view: DataView): PictureSize | undefined {
  const isPng = view.getUint32(0) === 0x89504e47 && view.getUint32(4) === 0x0d0a1a0a && at(view, 12, 'IHDR')
  return isPng ? { type: 'png', width: view.getUint32(16), height: view.getUint32(20) } : undefined
}

/** Goes from segment to segment to the one that begins the frame (ITU-T T.81, B.2). */
function readJpeg(view: DataView): PictureSize | undefined {
  if (view.getUint16(0) !== 0xffd8) {
    return undefined
  }
  for (let place = 2; view.getUint8(place) === 0xff; place += 2 + view.getUint16(place + 2)) {
    const marker = view.getUint8(place + 1)
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return { type: 'jpeg', height: view.getUint16(place + 5), width: view.getUint16(place + 7) }
    }
  }
  return undefined
}

/** The first chunk has the size, each of the three kinds in its own way (RFC 9649). */
function readWebp(view: DataView): PictureSize | undefined {
  if (!at(view, 0, 'RIFF') || !at(view, 8, 'WEBP')) {
    return undefined
  }
  if (at(view, 12, 'VP8X')) {
    const three = (place: number) => view.getUint16(place, true) + view.getUint8(place + 2) * 65_536
    return { type: 'webp', width: three(24) + 1, height: three(27) + 1 }
  }
  if (at(view, 12, 'VP8L')) {
    const bits = view.getUint32(21, true)
    return { type: 'webp', width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 }
  }
  return at(view, 12, 'VP8 ')
    ? { type: 'webp', width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
    : undefined
}

function at(view: DataView, place: number, text: string): boolean {
  return [...text].every((letter, index) => view.getUint8(place + index) === letter.charCodeAt(0))
}
