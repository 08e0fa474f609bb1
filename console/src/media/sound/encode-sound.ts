import { registerMp3Encoder } from '@mediabunny/mp3-encoder'
import { AudioSample, Conversion, Mp3OutputFormat, Output, type Target } from 'mediabunny'
import { MediaError } from '../media-types.ts'
import { openRecording } from '../recordings/open-recording.ts'
import type { CopiedRecording } from '../recordings/recording-formats.ts'

/** The sample rates of MP3's first version; a lower or higher rate is converted to the nearest of these. */
const RATES = [32_000, 44_100, 48_000]
const BIT_RATE = { mono: 64_000, stereo: 128_000 }

let registered = false

/**
 * Encodes the sound of a recording again, as MP3, louder by this many dB. Throws `MediaError` if that can't be done.
 */
export async function encodeSound(
  file: Blob,
  gain: number,
  target: Target,
  onProgress: (fraction: number) => void,
): Promise<CopiedRecording> {
  if (!registered) {
    registerMp3Encoder()
    registered = true
  }
  using input = (await openRecording(file)).input
  const track = await input.getPrimaryAudioTrack()
  if (track === null || !(await track.canDecode())) {
    throw new MediaError('track_not_copyable', 'There is no sound that can be decoded here.')
  }
  const [rate, channels] = [await track.getSampleRate(), Math.min(2, await track.getNumberOfChannels())]
  const output = new Output({ format: new Mp3OutputFormat(), target })
  const conversion = await Conversion.init({
    input,
    output,
    video: { discard: true },
    audio: {
      codec: 'mp3',
      forceTranscode: true,
      bitrate: channels === 1 ? BIT_RATE.mono : BIT_RATE.stereo,
      numberOfChannels: channels,
      sampleRate: RATES.find((known) => known >= rate) ?? Math.max(...RATES),
      process: (sample) => (gain === 0 ? sample : amplify(sample, 10 ** (gain / 20))),
    },
    showWarnings: false,
  })
  if (!conversion.isValid) {
    throw new MediaError('track_not_copyable', 'The sound can’t be encoded here.')
  }
  conversion.onProgress = onProgress
  await conversion.execute()
  return {
    kind: 'mp3',
    suffix: '.mp3',
    contentType: 'audio/mpeg',
    media_format: 'audio',
    duration: (await track.computeDuration()) - Math.max(0, await track.getFirstTimestamp()),
  }
}

function amplify(sample: AudioSample, factor: number): AudioSample {
  const { numberOfFrames, numberOfChannels, sampleRate, timestamp } = sample
  const data = new Float32Array(numberOfFrames * numberOfChannels)
  for (let planeIndex = 0; planeIndex < numberOfChannels; planeIndex += 1) {
    const channel = data.subarray(planeIndex * numberOfFrames, (planeIndex + 1) * numberOfFrames)
    sample.copyTo(channel, { planeIndex, format: 'f32-planar' })
  }
  return new AudioSample({
    data: data.map((value) => value * factor),
    format: 'f32-planar',
    numberOfChannels,
    sampleRate,
    timestamp,
  })
}
