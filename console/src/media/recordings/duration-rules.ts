/** How much shorter a recording may be than it declares: 2 s, or 2 % if that is less, but always half a second. */
const SLACK_SECONDS = 2
const SLACK_SHARE = 0.02

/**
 * Whether a recording of which `written` seconds could be read is cut off, given the seconds it declares (`null` if it
 * declares none: then nobody can tell).
 */
export function isCutOff(declared: number | null, written: number): boolean {
  if (declared === null || !Number.isFinite(declared)) {
    return false
  }
  const missing = declared - written
  return missing > SLACK_SECONDS || (missing > 0.5 && missing > declared * SLACK_SHARE)
}

/**
 * Whether the start of an MP3 holds a Xing or Info frame. Only then is its length declared; otherwise the length is
 * guessed from the first frame's bit rate, which is wrong for a variable one.
 */
export function declaresMp3Length(head: Uint8Array): boolean {
  const text = String.fromCharCode(...head.subarray(0, 4096))
  return text.includes('Xing') || text.includes('Info')
}

/** The number of bytes of an ID3v2 tag at the start of a file (ID3v2.4 section 3.1), 0 when there is none. */
export function id3Length(head: Uint8Array): number {
  const [i, d, three, , , flags = 0, a = 0, b = 0, c = 0, e = 0] = head
  if (i !== 0x49 || d !== 0x44 || three !== 0x33) {
    return 0
  }
  const footer = flags & 0x10 ? 10 : 0
  return 10 + footer + ((a & 0x7f) << 21) + ((b & 0x7f) << 14) + ((c & 0x7f) << 7) + (e & 0x7f)
}
