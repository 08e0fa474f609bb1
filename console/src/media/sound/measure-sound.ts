import { type AudioSample, AudioSampleSink, type InputAudioTrack } from 'mediabunny'
import { chooseTracks } from '../recordings/choose-tracks.ts'
import { type OggChain, tracksOfChain } from '../recordings/ogg-chain.ts'
import { checkJoined, openRecording } from '../recordings/open-recording.ts'
import { findShown, type ShownTrack } from '../recordings/shown-packets.ts'
import { type MeasuredSound, SoundMeter } from './sound-meter.ts'

/**
 * Listens to the recording in `file` from beginning to end, a piece at a time. `undefined` if it has no sound, or one
 * that this browser can't decode.
 */
export async function measureSound(
  file: Blob,
  onProgress: (fraction: number) => void,
): Promise<MeasuredSound | undefined> {
  const { input: opened, content } = await openRecording(file)
  using input = opened
  const { tracks, container } = await chooseTracks(input, content)
  const track = tracks.find(({ kind }) => kind === 'audio')?.track
  if (!track?.isAudioTrack() || !(await track.canDecode())) {
    return undefined
  }
  const chain = await checkJoined(input, content)
  const length = chain?.seconds ?? (await track.computeDuration())
  let heard = 0
  let meter: SoundMeter | undefined
  let shape = { rate: 0, channels: 0 }
  const shown = (await findShown(input, content, tracks, container)).get(track.id)
  for await (const sample of samplesOf(track, chain, shown)) {
    const { sampleRate: rate, numberOfChannels: channels, timestamp } = sample
    if (meter === undefined) {
      shape = { rate, channels }
      meter = new SoundMeter(rate, channels, timestamp)
    } else if (rate !== shape.rate || channels !== shape.channels) {
      sample.close()
      return undefined
    }
    meter.add(
      Array.from({ length: channels }, (_, planeIndex) => {
        const samples = new Float32Array(sample.numberOfFrames)
        sample.copyTo(samples, { planeIndex, format: 'f32-planar' })
        return samples
      }),
    )
    heard += sample.numberOfFrames / rate
    sample.close()
    onProgress(Math.min(heard / length, 1))
  }
  return meter?.measured()
}

async function* samplesOf(
  track: InputAudioTrack,
  chain: OggChain | undefined,
  shown: ShownTrack | undefined,
): AsyncGenerator<AudioSample, void, unknown> {
  for await (const link of chain ? tracksOfChain(chain.links) : [track]) {
    const sink = new AudioSampleSink(link)
    for (const { from, to } of shown?.stretches ?? [{ from: undefined, to: undefined }]) {
      yield* sink.samples(from, to)
    }
  }
}
