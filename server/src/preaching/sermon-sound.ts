import type { Sound } from '@vestry/contract/calls/preaching.ts'

/** The sound as it is stored; the same sound always gives the same text. */
export function writeSound({ loudness, peak, waveform }: Sound): string {
  return JSON.stringify({ loudness, peak, waveform })
}

export function readSound(kept: string): Sound {
  return JSON.parse(kept)
}
