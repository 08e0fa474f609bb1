/** What is darker than this prints black; coloured emoji keep their eyes and lose their yellow. */
const DARK = 140

/** A picture's rows of one bit a dot, each filled up to whole bytes; 1 is black. `rgba` has four bytes a dot. */
export function oneBitRows(
  rgba: Uint8ClampedArray,
  { width, height }: { width: number; height: number },
): Uint8Array<ArrayBuffer> {
  const perRow = Math.ceil(width / 8)
  const rows = new Uint8Array(perRow * height)
  for (let dot = 0; dot < width * height; dot += 1) {
    const [red, green, blue] = [rgba[4 * dot] ?? 0, rgba[4 * dot + 1] ?? 0, rgba[4 * dot + 2] ?? 0]
    if (0.299 * red + 0.587 * green + 0.114 * blue < DARK) {
      const [x, y] = [dot % width, Math.floor(dot / width)]
      const byte = y * perRow + (x >> 3)
      rows[byte] = (rows[byte] ?? 0) | (0x80 >> (x & 7))
    }
  }
  return rows
}

/** The same as text, such as a call sends it. */
export function base64Of(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) {
    text += String.fromCharCode(byte)
  }
  return btoa(text)
}
