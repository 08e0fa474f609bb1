import { normalForm } from '../text/normal-form.ts'

/**
 * The text of a file made with any program: UTF-8 or UTF-16, with or without a mark in front, else Windows' Western
 * letters. Lines end with `\n`, and no control character is left. Undefined when it is no text.
 */
export function decodeText(bytes: Uint8Array): string | undefined {
  const text = decode(bytes)
  return text && normalForm(text.replace(LINE_END, '\n').replace(CONTROLS, ''), 'NFC')
}

const LINE_END = /\r\n?|[\u0085\u2028\u2029]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const CONTROLS = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\uFEFF]/g
/** What is in programs, pictures and PDF, and in no text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const BINARY = /[\u0000-\u0008\u000E-\u001A]/
/** How much of a file is enough to tell UTF-16 by its zero bytes. */
const SAMPLE = 512

function decode(bytes: Uint8Array): string | undefined {
  for (const encoding of ['utf-8', ...wideEncodings(bytes), 'windows-1252']) {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
      if (!(encoding === 'windows-1252' ? BINARY.test(text) : text.includes('\0'))) {
        return text
      }
    } catch {
      // Not this one: the next is tried.
    }
  }
  return undefined
}

function wideEncodings(bytes: Uint8Array): string[] {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) {
    return ['utf-16le']
  }
  if (first === 0xfe && second === 0xff) {
    return ['utf-16be']
  }
  const zeros = [0, 0]
  for (const [at, byte] of bytes.subarray(0, SAMPLE).entries()) {
    zeros[at % 2] = (zeros[at % 2] ?? 0) + (byte === 0 ? 1 : 0)
  }
  const [even = 0, odd = 0] = zeros
  return even === odd ? [] : [odd > even ? 'utf-16le' : 'utf-16be']
}
