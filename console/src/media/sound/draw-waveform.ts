import { WAVEFORM_LENGTH } from '@vestry/contract/files/sound-rules.ts'

/** `WAVEFORM_LENGTH` peaks, with 255 for full scale, of the sound between two of its parts, amplified by a factor. */
export function drawWaveform(
  pieces: Uint8Array,
  { from = 0, to = 1, factor = 1 }: { from?: number; to?: number; factor?: number } = {},
): Uint8Array {
  const [first, length] = [from * pieces.length, (to - from) * pieces.length]
  return Uint8Array.from({ length: WAVEFORM_LENGTH }, (_, at) => {
    const begin = Math.floor(first + (at * length) / WAVEFORM_LENGTH)
    const end = Math.max(begin + 1, Math.floor(first + ((at + 1) * length) / WAVEFORM_LENGTH))
    return Math.min(255, Math.round(factor * Math.max(0, ...pieces.subarray(begin, end))))
  })
}
