import type { MediaFormat } from '@vestry/contract/media.ts'
import { askWorker } from './ask-worker.ts'
import type { Examined } from './examine-recording.ts'
import { fingerprintOf } from './fingerprint.ts'
import { isKept } from './kept-recordings.ts'
import { MediaError } from './media-types.ts'
import { checkRoom } from './prepare-recording.ts'

/**
 * Finds out by its content whether a chosen file can be prepared, and whether it is audio or video, long before it is
 * prepared; `onFound` is told what it says of itself, and the form of its sound. Throws `MediaError`.
 */
export async function examineFile(
  file: File,
  onFound: (found: Pick<Examined, 'tags' | 'form'>) => void = () => undefined,
): Promise<MediaFormat> {
  const quiet = { onProgress: () => undefined, signal: new AbortController().signal }
  const report = await askWorker({ kind: 'examine', file }, quiet)
  if (report.kind !== 'examined') {
    throw new MediaError('failed', 'The worker did something else.')
  }
  if (!isKept(await fingerprintOf(file))) {
    await checkRoom(file.size)
  }
  onFound(report)
  return report.recording.media_format
}
