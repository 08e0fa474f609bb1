import { readRecordingChapters } from '@vestry/contract/sermon-sources/recording-chapters.ts'
import { type RecordingTags, recordingTagsOf } from '@vestry/contract/sermon-sources/recording-tags.ts'
import type { Input, MetadataTags } from 'mediabunny'
import { checkComplete, endsOf } from '../check-complete.ts'
import { MediaError } from '../media-types.ts'
import { findLostPicture } from '../pictures/lost-picture.ts'
import type { SoundForm } from '../sound/plan-sound.ts'
import type { Container } from './choose-container.ts'
import { chooseTracks } from './choose-tracks.ts'
import { checkJoined, openRecording } from './open-recording.ts'
import { beginningShown, endShown, findShown } from './shown-packets.ts'

/**
 * `duration` is in seconds, as exact as possible without a copy. `lostPicture` is the usual name of the picture that a
 * copy would be without.
 */
export type Examined = {
  recording: Container
  duration: number
  tags: RecordingTags
  form: SoundForm
  lostPicture: string | undefined
}

/**
 * Describes the copy of the recording in `file` that could be made, without making one: reads its beginning, its index
 * and its last packets. It includes what the recording says of itself. Throws `MediaError` for everything that a copy
 * would be refused for, except a clock that jumps.
 */
export async function examineRecording(file: Blob): Promise<Examined> {
  try {
    return await examine(file)
  } catch (error) {
    // If the device can't read the file, that is no fault of the recording.
    throw error instanceof MediaError || error instanceof DOMException
      ? error
      : new MediaError('unreadable', String(error), { cause: error })
  }
}

async function examine(file: Blob): Promise<Examined> {
  const { input: opened, content } = await openRecording(file)
  using input = opened
  const { tracks, container } = await chooseTracks(input, content)
  const chain = await checkJoined(input, content)
  const ends = await endsOf(tracks)
  await checkComplete(input, content, tracks, ends)
  const shown = await findShown(input, content, tracks, container)
  const borders = tracks.map(async ({ track }, index): Promise<[start: number, end: number]> => {
    const [edited, end] = [shown.get(track.id), ends[index] ?? 0]
    return edited ? [beginningShown(edited), endShown(edited, end)] : [await track.getFirstTimestamp(), end]
  })
  const seconds = await Promise.all(borders)
  const sound = tracks.find(({ kind }) => kind === 'audio')
  return {
    recording: container,
    duration:
      chain?.seconds ??
      Math.max(...seconds.map(([, end]) => end)) - Math.min(...seconds.map(([start]) => start)),
    tags: await readTags(input, content),
    form: { codec: sound?.codec, isFilm: container.media_format === 'video' },
    lostPicture: container.media_format === 'video' ? undefined : await findLostPicture(input, content),
  }
}

/** Tags and chapters that can't be read are no reason not to use the recording. */
async function readTags(input: Input, file: Blob): Promise<RecordingTags> {
  const tags = recordingTagsOf(await input.getMetadataTags().catch(() => ({}) as MetadataTags))
  const read = async (start: number, end: number) =>
    new Uint8Array(await file.slice(start, end).arrayBuffer())
  const chapters = await readRecordingChapters(read, file.size).catch(() => '')
  return chapters === '' ? tags : { ...tags, chapters }
}
