import { BlobSource, Input, type MetadataTags } from 'mediabunny'
import { checkComplete, endsOf } from './check-complete.ts'
import type { Container } from './choose-container.ts'
import { chooseTracks } from './choose-tracks.ts'
import { MediaError, type RecordingTags } from './media-types.ts'
import { FORMATS } from './recording-formats.ts'
import type { SoundForm } from './sound/plan-sound.ts'

export type Examined = { recording: Container; tags: RecordingTags; form: SoundForm }

/**
 * What a copy of the recording in `file` would be, without making one: reads its beginning, its index and its last
 * packets. With what it says of itself. Throws `MediaError` for what a copy would be refused for, but for a clock that jumps.
 */
export async function examineRecording(file: Blob): Promise<Examined> {
  using input = new Input({ formats: FORMATS, source: new BlobSource(file) })
  if (!(await input.canRead())) {
    throw new MediaError('unknown_container', 'The file is of no known kind.')
  }
  const { tracks, container } = await chooseTracks(input)
  await checkComplete(input, file, tracks, await endsOf(tracks))
  const sound = tracks.find(({ kind }) => kind === 'audio')
  return {
    recording: container,
    tags: await readTags(input),
    form: { codec: sound?.codec, isFilm: container.media_format === 'video' },
  }
}

/** Tags that can't be read keep nobody from using the recording. */
async function readTags(input: Input): Promise<RecordingTags> {
  const { title, artist, albumArtist, date } = await input.getMetadataTags().catch(() => ({}) as MetadataTags)
  const by = artist ?? albumArtist
  const day = date === undefined || Number.isNaN(date.getTime()) ? undefined : date.toISOString().slice(0, 10)
  return {
    ...(title !== undefined && { title }),
    ...(by !== undefined && { artist: by }),
    // A year alone is read as its first day.
    ...(day !== undefined && !day.endsWith('-01-01') && { day }),
  }
}
