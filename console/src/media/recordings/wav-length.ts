/** The size that a recorder writes when it doesn't know the size yet. */
const OPEN_SIZE = 0xffffff00

/**
 * The seconds that a WAV file declares in its first chunks, `null` if it declares none. `head` is the start of the
 * file. The layout is RIFF's: a four-letter name, 32 bits of length, content, padded to an even end.
 */
export function declaredWavSeconds(head: Uint8Array): number | null {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  let bytesPerSecond = 0
  for (let at = 12; at + 8 <= view.byteLength; ) {
    const name = view.getUint32(at)
    const size = view.getUint32(at + 4, true)
    if (name === 0x666d7420 && at + 20 <= view.byteLength) {
      bytesPerSecond = view.getUint32(at + 16, true)
    }
    if (name === 0x64617461) {
      return bytesPerSecond > 0 && size > 0 && size < OPEN_SIZE ? size / bytesPerSecond : null
    }
    at += 8 + size + (size % 2)
  }
  return null
}
