import { isCentral } from './central-letters.ts'

/** The possible readings of a text: one for UTF-8 and UTF-16; for the alphabets of Windows, the likelier one first. */
export function readingsOf(bytes: Uint8Array): string[] {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) {
    return [new TextDecoder('utf-16le').decode(bytes)]
  }
  if (first === 0xfe && second === 0xff) {
    return [new TextDecoder('utf-16be').decode(bytes)]
  }
  if (first === 0 || second === 0) {
    return [new TextDecoder(first === 0 ? 'utf-16be' : 'utf-16le').decode(bytes)]
  }
  try {
    return [new TextDecoder('utf-8', { fatal: true }).decode(bytes)]
  } catch {
    const western = new TextDecoder('windows-1252').decode(bytes)
    const central = new TextDecoder('windows-1250').decode(bytes)
    if (western === central) {
      return [western]
    }
    return isCentral(western, central) ? [central, western] : [western, central]
  }
}

const WORDS = 3
const LONGEST_WORD = 30

/** The first words in which a reading differs from another one of the same length. */
export function differingWords(text: string, other: string): string[] {
  const words = new Set<string>()
  for (let at = 0; at < text.length && words.size < WORDS; at += 1) {
    if (text[at] !== other[at]) {
      const before = /[\p{L}\p{M}]*$/u.exec(text.slice(Math.max(0, at - LONGEST_WORD), at))?.[0] ?? ''
      const after = /^[\p{L}\p{M}]*/u.exec(text.slice(at + 1, at + 1 + LONGEST_WORD))?.[0] ?? ''
      words.add(`${before}${text[at]}${after}`)
      at += after.length
    }
  }
  return [...words]
}
