import type { ReadBytes } from '@vestry/contract/sermon-sources/file-bytes.ts'
import { readRecordingChapters } from '@vestry/contract/sermon-sources/recording-chapters.ts'
import { type RecordingTags, recordingTagsOf } from '@vestry/contract/sermon-sources/recording-tags.ts'
import { ALL_FORMATS, CustomSource, EncodedPacketSink, Input } from 'mediabunny'

/**
 * A recording's length in seconds, whether it has a picture, and its chapters in the form that people type; undefined
 * if nothing can play it.
 */
export async function examineRecording(read: ReadBytes, size: number) {
  using input = open(read, size)
  if (!((await input.canRead()) && (await isHeard(input)))) {
    return undefined
  }
  const shown = await input.getPrimaryVideoTrack()
  if (shown === null && (await input.getPrimaryAudioTrack()) === null) {
    return undefined
  }
  const duration = Math.round(await input.computeDuration())
  const chapters = await readRecordingChapters(read, size).catch(() => '')
  return { measured: { duration, media_format: shown === null ? 'audio' : 'video' } as const, chapters }
}

/** What a recording says of itself. */
export async function readTags(read: ReadBytes, size: number): Promise<RecordingTags> {
  using input = open(read, size)
  return (await input.canRead()) ? recordingTagsOf(await input.getMetadataTags()) : {}
}

function open(read: ReadBytes, size: number): Input {
  const source = new CustomSource({
    getSize: () => size,
    read,
    prefetchProfile: 'network',
    handleUnhandledError: () => undefined,
  })
  return new Input({ formats: ALL_FORMATS, source })
}

/**
 * Whether browsers can play its sound, if it has any: of MPEG's three layers only the third, no AC-3, nothing unknown.
 */
async function isHeard(input: Input): Promise<boolean> {
  const sound = await input.getPrimaryAudioTrack()
  const codec = await sound?.getCodec()
  if (sound === null || codec !== 'mp3') {
    return codec !== null && codec !== 'ac3' && codec !== 'eac3'
  }
  const first = await new EncodedPacketSink(sound).getFirstPacket()
  return first === null || ((first.data[1] ?? 0) & 0x06) === 0x02
}
