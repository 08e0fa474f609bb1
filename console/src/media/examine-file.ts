import type { MediaFormat } from '@vestry/contract/sermons/media.ts'
import { askWorker } from './ask-worker.ts'
import { type ExaminedFile, MediaError } from './media-types.ts'
import type { Examined } from './recordings/examine-recording.ts'
import { checkRoom } from './recordings/prepare-recording.ts'
import { fingerprintOf } from './uploads/fingerprint.ts'
import { isKept } from './uploads/kept-recordings.ts'

/**
 * Finds out from its content whether a chosen file can be prepared, and whether it is audio or video, long before it is
 * prepared; `onFound` is called with what it says of itself, and the form of its sound. Throws `MediaError`.
 */
export async function examineFile(
  file: File,
  onFound: (found: Pick<Examined, 'tags' | 'form' | 'lostPicture'>) => void = () => undefined,
): Promise<MediaFormat> {
  const examined = await askToExamine(file, new AbortController().signal)
  if (!isKept(await fingerprintOf(file))) {
    await checkRoom(file.size)
  }
  onFound(examined)
  return examined.recording.media_format
}

/**
 * The same, with all that the file says of itself, but without checking the room on this device; a film is not taken
 * for its sound alone.
 */
export async function lookIntoFile(file: File, signal: AbortSignal): Promise<ExaminedFile> {
  const { recording, duration, tags, lostPicture } = await askToExamine(file, signal)
  if (lostPicture !== undefined) {
    const format = { part: 'picture', name: lostPicture } as const
    throw new MediaError('track_not_copyable', 'Only the sound could be copied.', { format })
  }
  return { media_format: recording.media_format, suffix: recording.suffix, duration, tags }
}

async function askToExamine(file: File, signal: AbortSignal): Promise<Examined> {
  const report = await askWorker({ kind: 'examine', file }, { onProgress: () => undefined, signal })
  if (report.kind !== 'examined') {
    throw new MediaError('failed', 'The worker did something else.')
  }
  return report
}
