import type { Sound } from '@vestry/contract/calls/preaching.ts'
import { HIGHEST_PEAK, targetLoudness } from '@vestry/contract/files/sound-rules.ts'
import type { CopyEdit } from '../recordings/copy-recording.ts'
import { drawWaveform } from './draw-waveform.ts'
import type { MeasuredSound } from './sound-meter.ts'
import { MP3_STEP } from './turn-mp3.ts'

/** The form of a recording's sound; without a codec there is no sound. */
export type SoundForm = { codec: string | undefined; isFilm: boolean }

/** What somebody wants to have done with a recording. */
export type SoundChoices = { loudness?: boolean; cut?: boolean; convert?: boolean }

/** What can be done with it. */
export type SoundOffers = {
  /** Podcast apps don't play it as it is. */
  isRefused: boolean
  /** The wanted loudness, in LUFS, and whether the sound is near it; absent if nothing can be heard. */
  level?: { target: number; isRight: boolean }
  /** The gain in dB, and the loudness after it; `steps` if this needs no encoding. `isLimited`: more would distort. */
  loudness?: { gain: number; reached: number; steps?: number; isLimited: boolean }
  /** Seconds of silence that can be cut. */
  cut?: { start: number; end: number }
}

/** A loudness that is this near to the wanted one is right. */
const TOLERANCE = 1
/** A sound below this many LUFS isn't speech that could be made louder. */
const FAINT = -60
/** How many seconds of silence are worth cutting, and how many are left. */
const WORTH_CUTTING = 3
const LEFT = 0.5

export function offerSound(
  { codec }: Pick<SoundForm, 'codec'>,
  sound: MeasuredSound | undefined,
): SoundOffers {
  const isRefused = codec !== undefined && codec !== 'aac' && codec !== 'mp3'
  if (sound === undefined || sound.loudness < FAINT) {
    return { isRefused }
  }
  const { start, end } = sound.silence
  const target = targetLoudness(sound.channels)
  const cut = { start: worth(start), end: worth(end) }
  const loudness = offerLoudness(sound, codec === 'mp3')
  return {
    isRefused,
    level: { target, isRight: Math.abs(sound.loudness - target) <= TOLERANCE },
    ...(loudness && { loudness }),
    ...((cut.start > 0 || cut.end > 0) && { cut }),
  }
}

function worth(silence: number): number {
  return silence >= WORTH_CUTTING ? silence - LEFT : 0
}

function offerLoudness({ loudness, peak, channels }: MeasuredSound, isMp3: boolean): SoundOffers['loudness'] {
  const wanted = targetLoudness(channels) - loudness
  if (Math.abs(wanted) <= TOLERANCE) {
    return undefined
  }
  const allowed = Math.max(0, HIGHEST_PEAK - peak)
  const isLimited = wanted > allowed
  const steps = Math.min(Math.round(wanted / MP3_STEP), Math.floor(allowed / MP3_STEP))
  const gain = isMp3 ? steps * MP3_STEP : Math.floor(10 * Math.min(wanted, allowed)) / 10
  return Math.abs(gain) < TOLERANCE
    ? undefined
    : {
        gain,
        reached: loudness + gain,
        isLimited: isLimited && loudness + gain < targetLoudness(channels) - TOLERANCE,
        ...(isMp3 && { steps }),
      }
}

/** How the recording is prepared, and how its audio file for podcasts is made, if it needs one. */
export type SoundPlan = { recording: CopyEdit; audio: CopyEdit | undefined }

export function planSound(
  form: SoundForm | undefined,
  sound: MeasuredSound | undefined,
  choices: SoundChoices,
): SoundPlan {
  if (form === undefined) {
    return { recording: {}, audio: { soundAlone: true } }
  }
  const { loudness, cut, isRefused } = offerSound(form, sound)
  const set = choices.loudness ? loudness : undefined
  const steps = set?.steps
  const isEncoded = (set !== undefined && steps === undefined) || (isRefused && choices.convert === true)
  const kept = choices.cut && cut && sound ? keptOf(sound, cut) : undefined
  return {
    recording: { ...(kept && { kept }), ...(steps !== undefined && { mp3Steps: steps }) },
    audio: isEncoded
      ? { encoded: { gain: steps === undefined ? (set?.gain ?? 0) : 0 } }
      : form.isFilm && !isRefused && form.codec !== undefined
        ? { soundAlone: true }
        : undefined,
  }
}

/**
 * The seconds on the recording's own clock that are kept; at an end where nothing is cut, everything is kept, even
 * before or after the sound.
 */
function keptOf({ begins, seconds }: MeasuredSound, { start, end }: { start: number; end: number }) {
  return {
    from: start > 0 ? begins + start : Number.NEGATIVE_INFINITY,
    to: end > 0 ? begins + seconds - end : Number.POSITIVE_INFINITY,
  }
}

/** What the API keeps about the sound of a recording that was prepared by a plan. */
export function factsOf(sound: MeasuredSound, { recording: { mp3Steps = 0, kept } }: SoundPlan): Sound {
  const gain = mp3Steps * MP3_STEP
  const { pieces, begins, seconds } = sound
  const part = (second: number) => Math.min(1, Math.max(0, (second - begins) / seconds))
  const waveform = drawWaveform(pieces, {
    ...(kept && { from: part(kept.from), to: part(kept.to) }),
    factor: 10 ** (gain / 20),
  })
  return {
    loudness: round(sound.loudness + gain),
    peak: round(sound.peak + gain),
    waveform: btoa(String.fromCharCode(...waveform)),
  }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
