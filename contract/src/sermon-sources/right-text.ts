/** What windows-1252 has where ISO 8859-1 has controls. */
const WINDOWS = new Map(
  Array.from({ length: 32 }, (_, at) => {
    const byte = 0x80 + at
    return [new TextDecoder('windows-1252').decode(Uint8Array.of(byte)), byte] as const
  }),
)
/** Letters of another script by the bytes of its own code page; nobody writes so many accents in a row. */
const OTHER_SCRIPT = /[À-ÖØ-öø-ÿ]{4}/
const BROKEN = /[\u0080-\u009f\ufffd]/

/**
 * A text whose writer and reader disagreed about its encoding, as it was meant if that can be told: UTF-8 that was read
 * as Latin letters, however often. Undefined if nobody can read it.
 */
export function rightText(text: string): string | undefined {
  const right = decodedAgain(text)
  if (right !== undefined) {
    return rightText(right)
  }
  return BROKEN.test(text) || OTHER_SCRIPT.test(text) ? undefined : text
}

function decodedAgain(text: string): string | undefined {
  const bytes = Array.from(text, (letter) => WINDOWS.get(letter) ?? letter.codePointAt(0) ?? 0)
  if (bytes.every((byte) => byte < 0x80) || bytes.some((byte) => byte > 0xff)) {
    return undefined
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes))
  } catch {
    return undefined
  }
}
