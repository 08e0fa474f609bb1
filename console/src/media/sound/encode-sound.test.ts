import { openAsBlob, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BlobSource, BufferTarget, Input, MP3 } from 'mediabunny'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { encodeSound } from './encode-sound.ts'
import { hear, makeFolder, runFfmpeg } from './ffmpeg-sound.ts'

const VOICE =
  "anoisesrc=color=pink:seed=3:duration=4:amplitude=0.1,volume='0.3+0.7*abs(sin(2.3*t))':eval=frame"

let made: ReturnType<typeof makeFolder>
beforeAll(() => {
  made = makeFolder()
})
afterAll(() => made.remove())

const place = (name: string) => join(made.folder, name)

/** A recording of a voice, the left side twice as loud as the right where it has two. */
function record(name: string, rate: number, channels: number): string {
  const pan = channels === 1 ? '' : `,pan=${channels}c|c0=c0|c1=0.5*c0`
  runFfmpeg(['-f', 'lavfi', '-i', `${VOICE}${pan}`, '-ar', `${rate}`, '-y', place(name)])
  return place(name)
}

async function encoded(from: string, gain: number) {
  const target = new BufferTarget()
  const heard: number[] = []
  const copy = await encodeSound(await openAsBlob(from), gain, target, (fraction) => heard.push(fraction))
  const to = place('encoded.mp3')
  const bytes = Buffer.from(target.buffer ?? new ArrayBuffer())
  writeFileSync(to, bytes)
  using input = new Input({ formats: [MP3], source: new BlobSource(new Blob([bytes])) })
  const track = await input.getPrimaryAudioTrack()
  const [rate, channels] = [await track?.getSampleRate(), await track?.getNumberOfChannels()]
  return { copy, to, rate, channels, size: bytes.length, heard }
}

test.each([
  ['8 kHz becomes 32 kHz', 8000, 32_000],
  ['44.1 kHz stays', 44_100, 44_100],
  ['96 kHz becomes 48 kHz', 96_000, 48_000],
])('the sound of %s', async (_what, from, to) => {
  expect(await encoded(record('rate.wav', from, 1), 0)).toMatchObject({ rate: to, channels: 1 })
})

test.each([
  [1, 1, 64],
  [2, 2, 128],
])('a sound of %d channels keeps %d, at %d kbit/s', async (from, to, kilobits) => {
  const { channels, size } = await encoded(record('channels.wav', 44_100, from), 0)
  expect(channels).toBe(to)
  expect((size * 8) / 4 / 1000 / kilobits).toBeCloseTo(1, 1)
})

test.each([0, 6, -6])('each channel is %d dB louder, and nothing else is changed', async (gain) => {
  const from = record('loud.wav', 44_100, 2)
  const { to, copy, heard } = await encoded(from, gain)
  const loudness = (path: string, side: number) =>
    hear(['-i', path], 44_100, 2).channels[side]?.reduce((sum, sample) => sum + sample * sample, 0) ?? 0
  for (const side of [0, 1]) {
    expect(10 * Math.log10(loudness(to, side) / loudness(from, side))).toBeCloseTo(gain, 0)
  }
  expect(copy).toEqual({
    ...{ kind: 'mp3', suffix: '.mp3', contentType: 'audio/mpeg', media_format: 'audio' },
    duration: expect.closeTo(4, 1),
  })
  expect(heard.at(-1)).toBe(1)
})

test('a recording whose sound can not be decoded here is refused', async () => {
  runFfmpeg(['-f', 'lavfi', '-i', VOICE, '-c:a', 'aac', '-y', place('sound.m4a')])
  await expect(encoded(place('sound.m4a'), 3)).rejects.toMatchObject({ code: 'track_not_copyable' })
})
