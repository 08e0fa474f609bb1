import type { CopyEdit } from '../media/copy-recording.ts'
import { MediaError, type PreparedFile } from '../media/media-types.ts'
import { withSuffix } from '../media/object-names.ts'
import type { SaveMemory, StoredFile } from './save-memory.ts'

/**
 * Makes the audio file that podcasts have of a recording, once, by what `edit` says: none where it says nothing. A film
 * whose sound they don't take gets none unless it is to be encoded. Throws `MediaError`.
 */
export async function makeAudio(
  file: File,
  recording: StoredFile | PreparedFile,
  edit: CopyEdit | undefined,
  options: { memory: SaveMemory; signal: AbortSignal; onProgress: (fraction: number) => void },
): Promise<File | undefined> {
  const { prepared, audio } = options.memory
  if (edit === undefined || audio.has(file) || !('media_format' in recording)) {
    return audio.get(file)
  }
  if (edit.encoded === undefined && recording.media_format !== 'video') {
    return undefined
  }
  try {
    const { prepareRecording } = await import('../media/prepare-recording.ts')
    const onProgress = edit.encoded ? options.onProgress : () => undefined
    const made = await prepareRecording(recording.file, { onProgress, signal: options.signal }, edit)
    const ending = made.name.slice(made.name.lastIndexOf('.'))
    prepared.set(made.file, { ...made, name: withSuffix(recording.name, ending) })
    audio.set(file, made.file)
  } catch (error) {
    const wasAsked = edit.encoded !== undefined
    if (wasAsked || (error instanceof MediaError && error.code === 'aborted')) {
      throw error
    }
    audio.set(file, undefined)
  }
  return audio.get(file)
}
