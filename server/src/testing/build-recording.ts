/** The bytes of a frame of MPEG-1 layer III at 128 kbit/s and 44.1 kHz without padding: 1152 samples. */
const FRAME = 417
const FRAMES_A_SECOND = 44_100 / 1152

/** A real, silent MP3 of about this many seconds, with the given ID3 tags. */
export function buildMp3(seconds: number, tags: Record<string, string> = {}): Buffer {
  const frame = Buffer.alloc(FRAME)
  frame.set([0xff, 0xfb, 0x90, 0x64])
  const frames = Array.from({ length: Math.max(2, Math.round(seconds * FRAMES_A_SECOND)) }, () => frame)
  return Buffer.concat([tagged(tags), ...frames])
}

/** Silence as WAV, mono, 8 kHz at 16 bits, from a recorder that lost power before it wrote the sizes. */
export function buildOpenWav(seconds: number): Buffer {
  const head = Buffer.alloc(44)
  head.write('RIFF\0\0\0\0WAVEfmt ', 'latin1')
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(8000, 24)
  head.writeUInt32LE(16_000, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36, 'latin1')
  return Buffer.concat([head, Buffer.alloc(16_000 * seconds)])
}

/** ID3 of version 2.3, with texts in UTF-16. */
function tagged(tags: Record<string, string>): Buffer {
  const fields = Object.entries(tags).map(([id, text]) => {
    const content = Buffer.concat([Buffer.from([1, 0xff, 0xfe]), Buffer.from(text, 'utf16le')])
    const head = Buffer.alloc(10)
    head.write(id, 'latin1')
    head.writeUInt32BE(content.length, 4)
    return Buffer.concat([head, content])
  })
  const content = Buffer.concat(fields)
  if (content.length === 0) {
    return content
  }
  const size = [21, 14, 7, 0].map((bits) => (content.length >> bits) & 0x7f)
  return Buffer.concat([Buffer.from('ID3\u0003\u0000\u0000', 'latin1'), Buffer.from(size), content])
}
