export type Box = { name: string; start: number; whole: Buffer; content: Buffer }

/** The boxes of an MP4 file, or of what one of its boxes holds, in their order. */
export function boxesOf(bytes: Buffer): Box[] {
  const found: Box[] = []
  for (let start = 0; start + 8 <= bytes.length; ) {
    const said = bytes.readUInt32BE(start)
    const size = said === 1 ? Number(bytes.readBigUInt64BE(start + 8)) : said || bytes.length - start
    const whole = bytes.subarray(start, start + size)
    found.push({
      name: whole.toString('latin1', 4, 8),
      start,
      whole,
      content: whole.subarray(said === 1 ? 16 : 8),
    })
    start += size
  }
  return found
}
