import type { FileBytes, RawChapter } from './file-bytes.ts'

/** No tag has more frames, and no chapter has more in it than its title and perhaps an address. */
const MOST_FRAMES = 2000
const LONGEST_CHAPTER = 8192
const ENCODINGS = ['latin1', 'utf-16', 'utf-16be', 'utf-8']

/** The chapters of ID3 of version 2.3 or 2.4: a frame of its own for each, with its title in a frame inside. */
export async function readId3Chapters(bytes: FileBytes): Promise<RawChapter[]> {
  const head = await bytes.view(0, 10)
  const version = head.getUint8(3)
  const end = Math.min(10 + sevenBits(head, 6), bytes.size)
  if (version !== 3 && version !== 4) {
    return []
  }
  let at = 10
  if ((head.getUint8(5) & 0x40) !== 0) {
    const extended = await bytes.view(at, 4)
    at += version === 4 ? sevenBits(extended, 0) : 4 + extended.getUint32(0)
  }
  const chapters: RawChapter[] = []
  for (let frames = 0; at + 10 <= end && frames < MOST_FRAMES; frames += 1) {
    const frame = await bytes.view(at, 10)
    const size = version === 4 ? sevenBits(frame, 4) : frame.getUint32(4)
    const name = nameAt(frame, 0)
    if (!/^[A-Z0-9]{4}$/.test(name)) {
      break
    }
    if (name === 'CHAP' && size <= LONGEST_CHAPTER && at + 10 + size <= end) {
      const chapter = readChapter(await bytes.view(at + 10, size), version)
      chapters.push(...(chapter ? [chapter] : []))
    }
    at += 10 + size
  }
  return chapters
}

function readChapter(content: DataView, version: number): RawChapter | undefined {
  let at = 0
  while (at < content.byteLength && content.getUint8(at) !== 0) {
    at += 1
  }
  at += 1
  if (at + 16 > content.byteLength) {
    return undefined
  }
  const begins = content.getUint32(at) / 1000
  for (at += 16; at + 11 <= content.byteLength; ) {
    const size = version === 4 ? sevenBits(content, at + 4) : content.getUint32(at + 4)
    if (nameAt(content, at) === 'TIT2') {
      const end = Math.min(at + 10 + size, content.byteLength)
      const text = new Uint8Array(content.buffer, at + 11, Math.max(0, end - at - 11))
      const encoding = ENCODINGS[content.getUint8(at + 10)] ?? 'latin1'
      return { at: begins, title: decode(text, encoding) }
    }
    at += 10 + size
  }
  return undefined
}

function decode(text: Uint8Array, encoding: string): string {
  const isSwapped = encoding === 'utf-16' && text[0] === 0xfe && text[1] === 0xff
  return new TextDecoder(isSwapped ? 'utf-16be' : encoding).decode(text).split('\0')[0] ?? ''
}

function sevenBits(view: DataView, at: number): number {
  return [0, 1, 2, 3].reduce((size, byte) => size * 128 + (view.getUint8(at + byte) & 0x7f), 0)
}

function nameAt(view: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((letter) => view.getUint8(at + letter)))
}
