import { unsentDatabase } from './kept-work.ts'

/** Encrypts text of ASCII characters at once. */
export type InstantCipher = {
  /** The text, encrypted; undefined while more is encrypted than bytes were made for. */
  seal(text: string): string | undefined
}

/** How many bytes are made beforehand: twice what a roll of 500 takes, with every mark unsent. */
const LENGTH = 2 ** 18
const IV = 12

/**
 * Encrypts with a person's key, which can't be read out and answers late: each character is combined with a byte of a stream
 * that was made beforehand, which nobody can make without the key. No byte is used twice.
 */
export async function openInstantCipher(sub: string): Promise<InstantCipher> {
  let { iv, stream } = await draw(sub)
  let used = 0
  let drawing = false
  const drawMore = async () => {
    drawing = true
    try {
      ;({ iv, stream } = await draw(sub))
      used = 0
    } finally {
      drawing = false
    }
  }
  return {
    seal(text) {
      const start = used
      if (!drawing && start + text.length > LENGTH / 2) {
        // Where the browser gives no more, that is seen once the stream ends.
        drawMore().catch(() => undefined)
      }
      if (start + text.length > LENGTH) {
        return undefined
      }
      used += text.length
      return btoa(`${iv}${start} ${combine(text, stream.subarray(start))}`)
    },
  }
}

/** The texts that were sealed; of one that is damaged, or of another key, something else. */
export async function unseal(sub: string, sealed: readonly string[]): Promise<string[]> {
  const parts = sealed.map(partsOf)
  const streams = new Map<string, Uint8Array>()
  for (const iv of new Set(parts.map((part) => part.iv))) {
    const ends = parts.filter((part) => part.iv === iv).map(({ start, text }) => start + text.length)
    streams.set(iv, await keystream(sub, iv, Math.min(LENGTH, Math.max(...ends))))
  }
  return parts.map(({ iv, start, text }) =>
    combine(text, streams.get(iv)?.subarray(start) ?? new Uint8Array()),
  )
}

function partsOf(sealed: string): { iv: string; start: number; text: string } {
  const binary = decode(sealed)
  const [head = '', start = 0] = /^(\d+) /.exec(binary.slice(IV)) ?? []
  return { iv: binary.slice(0, IV), start: Number(start), text: binary.slice(IV + head.length) }
}

function decode(sealed: string): string {
  try {
    return atob(sealed)
  } catch {
    return ''
  }
}

async function draw(sub: string) {
  const iv = String.fromCharCode(...crypto.getRandomValues(new Uint8Array(IV)))
  return { iv, stream: await keystream(sub, iv, LENGTH) }
}

function keystream(sub: string, iv: string, length: number): Promise<Uint8Array> {
  const bytes = Uint8Array.from(iv.padEnd(IV), (sign) => sign.charCodeAt(0))
  return unsentDatabase.keystream(sub, bytes, length)
}

function combine(text: string, stream: Uint8Array): string {
  return Array.from(text, (sign, at) => String.fromCharCode(sign.charCodeAt(0) ^ (stream[at] ?? 0))).join('')
}
