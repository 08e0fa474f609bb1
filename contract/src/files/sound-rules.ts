/** How many peaks a waveform has. */
export const WAVEFORM_LENGTH = 400
/** Its length in base64. */
export const WAVEFORM_TEXT = 536

/** What podcasts are expected to sound like, in LUFS: two channels, or one that is heard from two speakers. */
const TARGET = -16
const TARGET_OF_MONO = -19
/** The highest true peak allowed, in dBTP. */
export const HIGHEST_PEAK = -1

export function targetLoudness(channels: number): number {
  return channels === 1 ? TARGET_OF_MONO : TARGET
}
