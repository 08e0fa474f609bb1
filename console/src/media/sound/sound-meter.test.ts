import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { drawWaveform } from './draw-waveform.ts'
import { hear } from './ffmpeg-sound.ts'
import { type MeasuredSound, SoundMeter } from './sound-meter.ts'

const RATES = [44_100, 48_000]
/** Pink noise that comes and goes as words do, with a pause of eight seconds, which the gate leaves out. */
const SPEECH =
  "anoisesrc=color=pink:seed=3:duration=40:amplitude=0.6,volume='if(between(t,12,20),0.0002,0.15+0.85*abs(sin(2.3*t))*abs(sin(0.37*t)))':eval=frame"
const SOUNDS: Record<string, string> = {
  'a tone of 997 Hz at -20 dB': 'sine=frequency=997:duration=20,volume=0.8',
  'a deep tone': 'sine=frequency=60:duration=15,volume=4',
  'a high tone': 'sine=frequency=9000:duration=15,volume=2',
  'a tone a quarter of 44.1 kHz, between whose samples it peaks':
    "aevalsrc='0.7*sin(2*PI*11025*t+PI/4)':duration=10:sample_rate=44100",
  'white noise': 'anoisesrc=color=white:seed=1:duration=15:amplitude=0.5',
  'pink noise': 'anoisesrc=color=pink:seed=2:duration=15:amplitude=0.5',
  'a voice with a pause': SPEECH,
  'a quiet voice': `${SPEECH},volume=0.05`,
  'a loud voice that clips': `${SPEECH},volume=6`,
}

function measure(channels: readonly Float32Array[], rate: number, piece = 4096): MeasuredSound {
  const meter = new SoundMeter(rate, channels.length)
  const length = channels[0]?.length ?? 0
  for (let from = 0; from < length; from += piece) {
    meter.add(channels.map((samples) => samples.subarray(from, from + piece)))
  }
  return meter.measured()
}

describe('beside the ebur128 of ffmpeg', () => {
  for (const rate of RATES) {
    for (const channels of [1, 2]) {
      test.each(Object.entries(SOUNDS))(`%s, ${rate} Hz, ${channels} channels`, (_name, sound) => {
        // The right channel is quieter than the left. A sound that begins or ends abruptly would overshoot there, by a
        // different amount in each filter; and with integer samples a sound that is too loud would clip.
        const placed = `,afade=d=0.05,areverse,afade=d=0.05,areverse${channels === 2 ? ',pan=stereo|c0=c0|c1=0.6*c0,aecho=1:0.8:15:0.3' : ''},aformat=s32:${rate}`
        const theirs = hear(['-f', 'lavfi', '-i', `${sound}${placed}`], rate, channels)
        const ours = measure(theirs.channels, rate)
        expect(Math.abs(ours.loudness - theirs.loudness)).toBeLessThanOrEqual(0.1)
        expect(Math.abs(ours.peak - theirs.peak)).toBeLessThanOrEqual(0.2)
      })
    }
  }
})

test('a tone of 997 Hz that reaches full scale measures -3.01 LUFS', () => {
  const tone = Float32Array.from({ length: 48_000 * 10 }, (_, at) =>
    Math.sin((2 * Math.PI * 997 * at) / 48_000),
  )
  expect(measure([tone], 48_000).loudness).toBeCloseTo(-3.01, 1)
})

test('silence has no loudness, no peak and a flat waveform', () => {
  const silent = new Float32Array(48_000 * 3)
  expect(measure([silent], 48_000)).toEqual({
    loudness: -70,
    peak: -100,
    pieces: new Uint8Array(60),
    silence: { start: 3, end: 0 },
    channels: 1,
    begins: 0,
    seconds: 3,
  })
})

test('nothing at all can be measured', () => {
  expect(measure([new Float32Array(0)], 44_100)).toMatchObject({ loudness: -70, peak: -100 })
})

test('in which pieces a sound comes makes no difference', () => {
  const random = Float32Array.from({ length: 30_000 }, (_, at) => Math.sin(at * at))
  const whole = measure([random], 44_100, random.length)
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9000 }), (piece) => {
      const { loudness, ...rest } = measure([random], 44_100, piece)
      // Sums of different parts are rounded differently.
      expect(loudness).toBeCloseTo(whole.loudness, 9)
      expect({ ...rest, loudness: whole.loudness }).toEqual(whole)
    }),
    { numRuns: 20 },
  )
})

test('the waveform has its peaks where they are heard, and knows the silence at both ends', () => {
  const rate = 44_100
  const sound = Float32Array.from({ length: rate * 20 }, (_, at) =>
    at >= rate * 5 && at < rate * 12 ? 0.5 * Math.sin(at / 7) : 0.0001,
  )
  const { pieces, silence } = measure([sound], rate)
  const waveform = drawWaveform(pieces)
  expect(waveform).toHaveLength(400)
  expect([...waveform].map((peak) => peak > 100)).toEqual(
    Array.from({ length: 400 }, (_, at) => at >= 100 && at < 240),
  )
  expect([...drawWaveform(pieces, { from: 0.25, to: 0.6, factor: 1.5 })].every((peak) => peak > 150)).toBe(
    true,
  )
  expect(silence.start).toBeCloseTo(5, 1)
  expect(silence.end).toBeCloseTo(8, 1)
})
