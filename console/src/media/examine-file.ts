import type { MediaFormat } from '@vestry/contract/media.ts'
import type { RecordingTags } from '@vestry/contract/sermon-sources/recording-tags.ts'
import { askWorker } from './ask-worker.ts'
import { fingerprintOf } from './fingerprint.ts'
import { isKept } from './kept-recordings.ts'
import { type ExaminedFile, MediaError } from './media-types.ts'
import { checkRoom } from './prepare-recording.ts'

/**
 * Finds out by its content whether a chosen file can be prepared, and whether it is audio or video, long before it is
 * prepared; `onTags` is told what it says of itself. Throws `MediaError`.
 */
export async function examineFile(
  file: File,
  onTags: (tags: RecordingTags) => void = () => undefined,
): Promise<MediaFormat> {
  const { media_format, tags } = await lookIntoFile(file, new AbortController().signal)
  if (!isKept(await fingerprintOf(file))) {
    await checkRoom(file.size)
  }
  onTags(tags)
  return media_format
}

/** The same without a thought of the room on this device, and with all that it tells. */
export async function lookIntoFile(file: File, signal: AbortSignal): Promise<ExaminedFile> {
  const report = await askWorker({ kind: 'examine', file }, { onProgress: () => undefined, signal })
  if (report.kind !== 'examined') {
    throw new MediaError('failed', 'The worker did something else.')
  }
  const { recording, tags } = report
  return { media_format: recording.media_format, suffix: recording.suffix, tags }
}
