import { MediaError, type PreparedFile } from '../../media/media-types.ts'
import type { CopyEdit } from '../../media/recordings/copy-recording.ts'
import { withSuffix } from '../../media/uploads/object-names.ts'
import type { StoredFile } from '../form/chosen-files.ts'
import type { FilesAtWork } from '../form/files-store.ts'

/**
 * Makes the audio file that podcasts get of a recording, once, as `edit` says: none if it says nothing. A film whose
 * sound they don't accept gets none unless it has to be encoded. Throws `MediaError`.
 */
export async function makeAudio(
  file: File,
  recording: StoredFile | PreparedFile,
  edit: CopyEdit | undefined,
  options: { store: FilesAtWork; signal: AbortSignal; onProgress: (fraction: number) => void },
): Promise<File | undefined> {
  const { store } = options
  const { audio } = store.workOn(file)
  if (edit === undefined || audio !== undefined || !('media_format' in recording)) {
    return audio ?? undefined
  }
  if (edit.encoded === undefined && recording.media_format !== 'video') {
    return undefined
  }
  try {
    const { prepareRecording } = await import('../../media/recordings/prepare-recording.ts')
    const onProgress = edit.encoded ? options.onProgress : () => undefined
    const made = await prepareRecording(recording.file, { onProgress, signal: options.signal }, edit)
    const ending = made.name.slice(made.name.lastIndexOf('.'))
    store.note(file, { audio: made.file })
    store.note(made.file, { prepared: { ...made, name: withSuffix(recording.name, ending) } })
    return made.file
  } catch (error) {
    const wasAsked = edit.encoded !== undefined
    if (wasAsked || (error instanceof MediaError && error.code === 'aborted')) {
      throw error
    }
    store.note(file, { audio: null })
    return undefined
  }
}
