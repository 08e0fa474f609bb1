import { type RecordingTags, recordingTagsOf } from '@vestry/contract/sermon-sources/recording-tags.ts'
import { BlobSource, EncodedPacketSink, Input, type MetadataTags } from 'mediabunny'
import { checkComplete } from './check-complete.ts'
import type { Container } from './choose-container.ts'
import { type ChosenTrack, chooseTracks } from './choose-tracks.ts'
import { FORMATS } from './copy-recording.ts'
import { MediaError } from './media-types.ts'

/**
 * What a copy of the recording in `file` would be, without making one: reads its beginning, its index and its last
 * packets. With what it says of itself. Throws `MediaError` for what a copy would be refused for, but for a clock that jumps.
 */
export async function examineRecording(file: Blob): Promise<{ recording: Container; tags: RecordingTags }> {
  using input = new Input({ formats: FORMATS, source: new BlobSource(file) })
  if (!(await input.canRead())) {
    throw new MediaError('unknown_container', 'The file is of no known kind.')
  }
  const { tracks, container } = await chooseTracks(input)
  await checkComplete(input, file, tracks, await Promise.all(tracks.map(endOf)))
  return { recording: container, tags: await readTags(input) }
}

/** Tags that can't be read keep nobody from using the recording. */
async function readTags(input: Input): Promise<RecordingTags> {
  return recordingTagsOf(await input.getMetadataTags().catch(() => ({}) as MetadataTags))
}

async function endOf({ track }: ChosenTrack): Promise<number> {
  const last = await new EncodedPacketSink(track).getPacket(Number.POSITIVE_INFINITY)
  return last === null ? 0 : last.timestamp + last.duration
}
