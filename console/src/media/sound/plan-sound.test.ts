import { describe, expect, test } from 'vitest'
import { factsOf, offerSound, planSound } from './plan-sound.ts'
import type { MeasuredSound } from './sound-meter.ts'
import { MP3_STEP } from './turn-mp3.ts'

const [MP3, AAC, OPUS] = ['mp3', 'aac', 'opus'].map((codec) => ({ codec, isFilm: false })) as [
  { codec: string; isFilm: boolean },
  { codec: string; isFilm: boolean },
  { codec: string; isFilm: boolean },
]
const FILM = { codec: 'aac', isFilm: true }
const ALL = { loudness: true, cut: true, convert: true }

function sound(more: Partial<MeasuredSound> = {}): MeasuredSound {
  return {
    ...{ loudness: -25, peak: -12, channels: 2, silence: { start: 0, end: 0 }, begins: 0, seconds: 100 },
    pieces: new Uint8Array(2000).fill(64),
    ...more,
  }
}

describe('what is offered', () => {
  test('a loudness about right is left alone, in one channel as in two', () => {
    expect(offerSound(MP3, sound({ loudness: -16.9 })).loudness).toBeUndefined()
    expect(offerSound(MP3, sound({ loudness: -19.5, channels: 1 })).loudness).toBeUndefined()
    expect(offerSound(MP3, sound({ loudness: -19.5 })).loudness?.steps).toBe(2)
  })

  test('MP3 moves by whole steps, all else by tenths', () => {
    expect(offerSound(MP3, sound())).toMatchObject({ loudness: { steps: 6, isLimited: false } })
    expect(offerSound(AAC, sound()).loudness).toEqual({ gain: 9, reached: -16, isLimited: false })
    expect(offerSound(MP3, sound({ loudness: -9, peak: 0 })).loudness?.steps).toBe(-5)
  })

  test('no peak rises above -1 dB', () => {
    for (const peak of [-12, -7.3, -4, -2.1, -1, 0.5]) {
      for (const form of [MP3, AAC]) {
        const { gain = 0 } = offerSound(form, sound({ peak })).loudness ?? {}
        expect(gain).toBeGreaterThanOrEqual(0)
        expect(gain === 0 || peak + gain <= -1 + 1e-9).toBe(true)
      }
    }
    expect(offerSound(MP3, sound({ peak: -4 })).loudness).toMatchObject({ steps: 1, isLimited: true })
    expect(offerSound(MP3, sound({ peak: -1.5 })).loudness).toBeUndefined()
  })

  test('silence is worth cutting from three seconds on, and half a second of it stays', () => {
    expect(offerSound(MP3, sound({ silence: { start: 2.9, end: 2 } })).cut).toBeUndefined()
    expect(offerSound(MP3, sound({ silence: { start: 3, end: 40 } })).cut).toEqual({ start: 2.5, end: 39.5 })
  })

  test('nothing is offered for what nobody hears, or nobody could measure', () => {
    const faint = sound({ loudness: -70, silence: { start: 100, end: 0 } })
    expect(offerSound(MP3, faint)).toEqual({ isRefused: false })
    expect(offerSound(OPUS, undefined)).toEqual({ isRefused: true })
  })
})

describe('what is made of it', () => {
  test('without a wish a recording stays as it is, and a film gives its sound', () => {
    expect(planSound(MP3, sound(), {})).toEqual({ recording: {}, audio: undefined })
    expect(planSound(OPUS, sound(), {})).toEqual({ recording: {}, audio: undefined })
    expect(planSound(FILM, sound(), {})).toEqual({ recording: {}, audio: { soundAlone: true } })
    expect(planSound(undefined, undefined, {}).audio).toEqual({ soundAlone: true })
  })

  test('MP3 is turned and cut itself, and gets no file beside it', () => {
    const long = sound({ silence: { start: 5, end: 0 }, begins: 3600 })
    expect(planSound(MP3, long, ALL)).toEqual({
      recording: { mp3Steps: 6, kept: { from: 3604.5, to: Number.POSITIVE_INFINITY } },
      audio: undefined,
    })
  })

  test('what must be encoded is, in a file of its own', () => {
    expect(planSound(AAC, sound(), ALL)).toEqual({ recording: {}, audio: { encoded: { gain: 9 } } })
    expect(planSound(FILM, sound(), ALL).audio).toEqual({ encoded: { gain: 9 } })
    expect(planSound(OPUS, sound(), { convert: true }).audio).toEqual({ encoded: { gain: 0 } })
    expect(planSound(OPUS, sound(), { loudness: true }).audio).toEqual({ encoded: { gain: 9 } })
  })
})

test('what is kept of the sound is that of the recording as it was prepared', () => {
  const pieces = Uint8Array.from({ length: 2000 }, (_, at) => (at < 200 ? 0 : 50))
  const measured = sound({ pieces, silence: { start: 10, end: 0 } })
  const { loudness, peak, waveform } = factsOf(measured, planSound(MP3, measured, ALL))
  expect(loudness).toBeCloseTo(-25 + 6 * MP3_STEP, 2)
  expect(peak).toBeCloseTo(-12 + 6 * MP3_STEP, 2)
  const peaks = [...Buffer.from(waveform, 'base64')]
  expect(peaks).toHaveLength(400)
  // Half a second of silence is left before the first word.
  expect(peaks.findIndex((one) => one > 0)).toBe(2)
  expect(peaks.at(-1)).toBe(Math.round(50 * 10 ** ((6 * MP3_STEP) / 20)))
})
